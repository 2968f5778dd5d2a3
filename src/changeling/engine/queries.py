"""What the table says: expressions are read here. They never suspend and change nothing but the selection."""

from __future__ import annotations

from changeling.cards.words import (
    A_SEAT,
    A_WORD,
    AGE,
    ALL,
    ASIDE,
    CREEPERS,
    E_ACTING,
    E_ADD,
    E_ADD_CARD,
    E_ADD_SEATS,
    E_ADD_WORD,
    E_ADD_ZONE,
    E_AND,
    E_ANYONE,
    E_CLEAR,
    E_COUNT,
    E_DROP_CARD,
    E_EACH,
    E_EQ,
    E_FACT,
    E_GE,
    E_GT,
    E_HALF,
    E_HAS,
    E_HOLIDAY,
    E_JUMP,
    E_KEEP,
    E_LE,
    E_LEADS,
    E_LEAST,
    E_LEFT_OF,
    E_LIVE,
    E_LT,
    E_MOST,
    E_MUL,
    E_NE,
    E_NEXT,
    E_NOT,
    E_NUM,
    E_OR,
    E_OWNER,
    E_PLAYS_LEFT,
    E_REG,
    E_RESHUFFLES,
    E_RETURN,
    E_RIGHT_OF,
    E_SOME,
    E_STATIC,
    E_SUB,
    E_THIS,
    E_UNLESS,
    E_YOU,
    E_YOUNGEST,
    E_YOUR_TURN,
    FROM_LEFT,
    HAND,
    KEEPERS,
    N_FACTS,
    N_STATICS,
    NO_AGE,
    NOBODY,
    NONE,
    ONE_SEAT,
    OPTIONAL_PLAYS,
    OTHERS,
    PLAYS,
    SORT,
    WIDTH,
    YOU_ONLY,
)
from changeling.engine.layout import ENDING, F_ASIDE, F_REGISTER, Sheet, Table
from changeling.engine.zones import seat_of


def fits(d: Sheet, card: int, which: int) -> bool:
    """Whether a card passes a filter: of one of its kinds, marks, slots and names, where it names any."""
    if which == 0:
        return True
    at = which * 4
    kinds, marks, slots, names = d.filters[at], d.filters[at + 1], d.filters[at + 2], d.filters[at + 3]
    if kinds != 0 and kinds & (1 << d.kind[card]) == 0:
        return False
    if marks != 0 and d.marks[card] & marks == 0:
        return False
    if slots != NONE and not listed(d, slots, d.slot[card]):
        return False
    return names == NONE or listed(d, names, d.name[card])


def listed(d: Sheet, at: int, item: int) -> bool:
    """Whether an item is in a list of the sheet."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        if d.lists[place] == item:
            return True
    return False


def owns(d: Sheet, t: Table, seat: int, item: int) -> bool:
    """Whether a card of that name, or with that mark, lies in front of the seat."""
    if item >= 0:
        card = d.first[item]
        while card != NONE:
            if t.place[card] == KEEPERS + seat or t.place[card] == CREEPERS + seat:
                return True
            card = d.twin[card]
        return False
    bit = 1 << (-1 - item)
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            if d.marks[card] & bit != 0:
                return True
            card = t.next[card]
    return False


def has_all(d: Sheet, t: Table, seat: int, at: int) -> bool:
    """Whether everything in a list lies in front of the seat."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        if not owns(d, t, seat, d.lists[place]):
            return False
    return True


def anyone_has(d: Sheet, t: Table, at: int) -> bool:
    """Whether each thing in a list lies in front of somebody."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        found = False
        for seat in range(t.seats):
            if owns(d, t, seat, d.lists[place]):
                found = True
                break
        if not found:
            return False
    return True


def rank(t: Table, zone: int, you: int, down: int, strict: int) -> bool:
    """Whether nobody (strict: not even as an equal) is ahead of you in how many cards lie in a zone of theirs."""
    yours = t.size[zone + you]
    for seat in range(t.seats):
        if seat == you:
            continue
        theirs = t.size[zone + seat]
        if theirs == yours and strict == 1:
            return False
        if down == 0 and theirs > yours or down == 1 and theirs < yours:
            return False
    return True


def seat_at(t: Table, you: int, who: int, place: int) -> int:
    """The `place`-th seat of a group as seen from you, or NONE when there are no more."""
    if who == YOU_ONLY:
        return you if place == 0 else NONE
    if who == OTHERS:
        return (you + 1 + place) % t.seats if place < t.seats - 1 else NONE
    if place >= t.seats:
        return NONE
    if who == FROM_LEFT:
        return (you + 1 + place) % t.seats
    return (you + place) % t.seats


def zone_of(t: Table, zone: int, seat: int, base: int) -> int:
    """The zone that a program means: one of a seat, one of the table, or what this frame has set aside."""
    if zone == ASIDE:
        return t.stack[base + F_ASIDE] if base >= 0 else NONE
    if zone >= HAND:
        return zone + seat
    return zone


def tally(d: Sheet, t: Table, zone: int, which: int) -> int:
    """How many cards of a zone pass a filter."""
    if zone == NONE:
        return 0
    if which == 0:
        return t.size[zone]
    found = 0
    card = t.head[zone]
    while card != NONE:
        if fits(d, card, which):
            found += 1
        card = t.next[card]
    return found


def gather(d: Sheet, t: Table, zone: int, which: int) -> None:
    """Add the cards of a zone that pass a filter to the selection, those promised to somebody left out."""
    if zone == NONE:
        return
    card = t.head[zone]
    while card != NONE:
        if t.promised[card] == NONE and fits(d, card, which):
            t.option[t.options] = card
            t.options += 1
        card = t.next[card]


def drop(t: Table, card: int) -> None:
    """Leave a card out of the selection."""
    kept = 0
    for place in range(t.options):
        if t.option[place] != card:
            t.option[kept] = t.option[place]
            kept += 1
    t.options = kept


def plays_left(t: Table) -> int:
    """How many more cards may be played this turn, optional ones included."""
    plays = t.force[t.turn * N_STATICS + PLAYS]
    if plays >= ALL:
        return t.size[HAND + t.turn]
    left = plays + t.force[t.turn * N_STATICS + OPTIONAL_PLAYS] - t.played
    return left if left > 0 else 0


def youngest(t: Table, seat: int) -> bool:
    """Whether the seat's age is known and nobody known is younger."""
    yours = t.facts[seat * N_FACTS + AGE]
    if yours >= NO_AGE:
        return False
    for other in range(t.seats):
        if t.facts[other * N_FACTS + AGE] < yours:
            return False
    return True


def evaluate(d: Sheet, t: Table, pc: int, you: int, this: int, base: int) -> int:
    """Read an expression for a player and a card; `base` is the frame whose registers it may use, or NONE."""
    top = -1
    value = t.value
    while True:
        at = pc * WIDTH
        op, a = d.code[at], d.code[at + 1]
        pc += 1
        if op == E_RETURN:
            return value[top] if top >= 0 else 0
        if op == E_NUM:
            top += 1
            value[top] = a
        elif op == E_LIVE:
            top += 1
            value[top] = a + t.inflation
        elif op == E_REG:
            top += 1
            value[top] = t.stack[base + F_REGISTER + a]
        elif op == E_YOU:
            top += 1
            value[top] = you
        elif op == E_THIS:
            top += 1
            value[top] = this
        elif op == E_HAS:
            top += 1
            value[top] = 1 if has_all(d, t, you, a) else 0
        elif op == E_ANYONE:
            top += 1
            value[top] = 1 if anyone_has(d, t, a) else 0
        elif op == E_COUNT:
            who, which = d.code[at + 2], d.code[at + 3]
            found = 0
            if a == NONE:
                found = t.seats - 1 if who == OTHERS else t.seats
            elif who == NOBODY:
                found = tally(d, t, zone_of(t, a, 0, base), which)
            elif who == ONE_SEAT:
                if value[top] >= 0:
                    found = tally(d, t, a + value[top], which)
                top -= 1
            else:
                place = 0
                seat = seat_at(t, you, who, place)
                while seat != NONE:
                    found += tally(d, t, a + seat, which)
                    place += 1
                    seat = seat_at(t, you, who, place)
            top += 1
            value[top] = found
        elif op == E_AND:
            if value[top] == 0:
                pc += a - 1
            else:
                top -= 1
        elif op == E_OR:
            if value[top] != 0:
                pc += a - 1
            else:
                top -= 1
        elif op == E_NOT:
            value[top] = 1 if value[top] == 0 else 0
        elif E_EQ <= op <= E_MUL:
            top -= 1
            left, right = value[top], value[top + 1]
            if op == E_EQ:
                value[top] = 1 if left == right else 0
            elif op == E_NE:
                value[top] = 1 if left != right else 0
            elif op == E_LT:
                value[top] = 1 if left < right else 0
            elif op == E_LE:
                value[top] = 1 if left <= right else 0
            elif op == E_GT:
                value[top] = 1 if left > right else 0
            elif op == E_GE:
                value[top] = 1 if left >= right else 0
            elif op == E_ADD:
                value[top] = left + right
            elif op == E_SUB:
                value[top] = left - right
            else:
                value[top] = min(left * right, ALL)
        elif op == E_HALF:
            value[top] = (value[top] + 1) // 2
        elif op == E_SOME:
            value[top] = 1 if value[top] >= 0 else 0
        elif op == E_JUMP:
            pc += a - 1
        elif op == E_UNLESS:
            if value[top] == 0:
                pc += a - 1
            top -= 1
        elif op == E_LEADS:
            top += 1
            value[top] = 1 if rank(t, a, you, 0, 0) else 0
        elif op == E_MOST:
            top += 1
            value[top] = 1 if rank(t, a, you, 0, 1) else 0
        elif op == E_LEAST:
            top += 1
            value[top] = 1 if rank(t, a, you, 1, 1) else 0
        elif op == E_STATIC:
            value[top] = t.force[value[top] * N_STATICS + a]
        elif op == E_FACT:
            value[top] = t.facts[value[top] * N_FACTS + a]
        elif op == E_HOLIDAY:
            top += 1
            value[top] = t.holiday
        elif op == E_YOUNGEST:
            value[top] = 1 if youngest(t, value[top]) else 0
        elif op == E_LEFT_OF:
            value[top] = (value[top] + 1) % t.seats
        elif op == E_RIGHT_OF:
            value[top] = (value[top] + t.seats - 1) % t.seats
        elif op == E_OWNER:
            value[top] = seat_of(t, value[top]) if value[top] >= 0 else NONE
        elif op == E_PLAYS_LEFT:
            top += 1
            value[top] = plays_left(t)
        elif op == E_RESHUFFLES:
            top += 1
            value[top] = t.reshuffles
        elif op == E_YOUR_TURN:
            top += 1
            value[top] = 1 if you == t.turn else 0
        elif op == E_ACTING:
            top += 1
            value[top] = 1 if t.phase != ENDING else 0
        elif op == E_CLEAR:
            t.options = 0
        elif op == E_ADD_ZONE:
            who, which = d.code[at + 2], d.code[at + 3]
            if who == NOBODY:
                gather(d, t, zone_of(t, a, 0, base), which)
            elif who == ONE_SEAT:
                if value[top] >= 0:
                    gather(d, t, a + value[top], which)
                top -= 1
            else:
                place = 0
                seat = seat_at(t, you, who, place)
                while seat != NONE:
                    gather(d, t, a + seat, which)
                    place += 1
                    seat = seat_at(t, you, who, place)
        elif op == E_ADD_SEATS:
            place = 0
            seat = seat_at(t, you, a, place)
            while seat != NONE:
                t.option[t.options] = A_SEAT * SORT + seat
                t.options += 1
                place += 1
                seat = seat_at(t, you, a, place)
        elif op == E_ADD_CARD:
            if value[top] >= 0:
                t.option[t.options] = value[top]
                t.options += 1
            top -= 1
        elif op == E_DROP_CARD:
            drop(t, value[top])
            top -= 1
        elif op == E_ADD_WORD:
            t.option[t.options] = A_WORD * SORT + a
            t.options += 1
        elif op == E_EACH:
            t.scan = 0
            t.kept = 0
        elif op == E_NEXT:
            if t.scan >= t.options:
                t.options = t.kept
                pc += a - 1
            else:
                t.stack[base + F_REGISTER + d.code[at + 2]] = t.option[t.scan] % SORT
        elif op == E_KEEP:
            if value[top] != 0:
                t.option[t.kept] = t.option[t.scan]
                t.kept += 1
            t.scan += 1
            top -= 1
            pc += a - 1

