"""What the table says: expressions are read here. They never suspend and change nothing but the selection."""

from __future__ import annotations

from changeling.cards.words import (
    AGE,
    ALL,
    ASIDE,
    A_SEAT,
    A_WORD,
    CREEPERS,
    DISCARD,
    DOOM_COUNT,
    E_ACTING,
    E_ADD,
    E_ADD_CARD,
    E_ADD_NAMES,
    E_ADD_SEATS,
    E_ADD_UNDER,
    E_ADD_WORD,
    E_ADD_ZONE,
    E_AND,
    E_ANYONE,
    E_CLEAR,
    E_CONSECUTIVE,
    E_COUNT,
    E_DOOM,
    E_DROP_CARD,
    E_EACH,
    E_EQ,
    E_FACT,
    E_GE,
    E_GT,
    E_HALF,
    E_HAS,
    E_HIGHEST,
    E_HOST,
    E_ITEM,
    E_STEP,
    E_TALLY,
    E_WALK,
    E_HOLIDAY,
    E_IN_PLAY,
    E_IS_A,
    E_JUMP,
    E_KEEP,
    E_LARGEST,
    E_LE,
    E_LEADS,
    E_LEAST,
    E_LEFT_OF,
    E_LIVE,
    E_LOOSE,
    E_LT,
    E_MOST,
    E_MUL,
    E_NAMED,
    E_NE,
    E_NEXT,
    E_NOT,
    E_NUM,
    E_OR,
    E_OWNER,
    E_PLAYED,
    E_PLAYER,
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
    GOALS,
    HAND,
    KEEPERS,
    NOBODY,
    NONE,
    NO_AGE,
    N_FACTS,
    N_STATICS,
    ONE_SEAT,
    OPTIONAL_PLAYS,
    OTHERS,
    PILE,
    PLAYS,
    SEALED,
    SORT,
    WIDTH,
    YOU_ONLY,
)
from changeling.engine.layout import ENDING, F_ASIDE, F_CARD, F_REGISTER, F_SEAT, FRAME, VALUES, Sheet, Table
from changeling.engine.zones import on_table, seat_of

MOST = 30_000  # no number grows beyond this, so that every one fits where it is kept


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


def suits(d: Sheet, card: int, item: int) -> bool:
    """Whether a card is of that name, counts as it (K-B31), or bears that mark."""
    if item >= 0:
        return d.name[card] == item or d.alias[card] == item
    return d.marks[card] & (1 << (-1 - item)) != 0


def owns(d: Sheet, t: Table, seat: int, item: int) -> bool:
    """Whether a card that suits lies in front of the seat."""
    if item >= 0 and d.aliases == 0:
        card = d.first[item]
        while card != NONE:
            if t.place[card] == KEEPERS + seat or t.place[card] == CREEPERS + seat:
                return True
            card = d.twin[card]
        return False
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            if suits(d, card, item):
                return True
            card = t.next[card]
    return False


def has_all(d: Sheet, t: Table, seat: int, at: int) -> bool:
    """Whether everything in a list lies in front of the seat, each item by a card of its own."""
    plain = d.aliases == 0
    for place in range(at + 1, at + 1 + d.lists[at]):
        if not owns(d, t, seat, d.lists[place]):
            return False
        plain = plain and d.lists[place] >= 0
    return plain or d.lists[at] == 1 or matched(d, t, seat, at)


def front_card(t: Table, seat: int, place: int) -> int:
    """The `place`-th card in front of a seat, Keepers first, or NONE."""
    zone = KEEPERS + seat
    if place >= t.size[zone]:
        place -= t.size[zone]
        zone = CREEPERS + seat
        if place >= t.size[zone]:
            return NONE
    card = t.head[zone]
    while place > 0:
        card = t.next[card]
        place -= 1
    return card


def matched(d: Sheet, t: Table, seat: int, at: int) -> bool:
    """Whether the items of a list can be given different cards of a seat: one card never fills two places of a Goal (K-B31)."""
    items = d.lists[at]
    tried = VALUES - 9  # the last cells of the value stack hold the card tried for each item
    depth = 0
    t.value[tried] = 0
    while 0 <= depth < items and items <= 8:
        card = front_card(t, seat, t.value[tried + depth])
        if card == NONE:
            depth -= 1
            if depth >= 0:
                t.value[tried + depth] += 1
            continue
        free = suits(d, card, d.lists[at + 1 + depth])
        for other in range(depth):
            if t.value[tried + other] == t.value[tried + depth]:
                free = False
        if free:
            depth += 1
            if depth < items:
                t.value[tried + depth] = 0
        else:
            t.value[tried + depth] += 1
    return depth >= items


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


def doom_of(d: Sheet, t: Table, seat: int) -> int:
    """A player's Doom count: the icons on the cards in front, Anti-Doom taken off (DOOM-1)."""
    found = 0
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            found += d.doom[card]
            card = t.next[card]
    return found


def amount(d: Sheet, t: Table, zone: int, seat: int, which: int) -> int:
    """What a seat has of something: cards of a zone that pass a filter, or Doom."""
    if zone == DOOM_COUNT:
        return doom_of(d, t, seat)
    return tally(d, t, zone + seat, which)


def rank(d: Sheet, t: Table, zone: int, which: int, you: int, down: int, strict: int) -> bool:
    """Whether nobody (strict: not even as an equal) is ahead of you in how much they have of something."""
    yours = amount(d, t, zone, you, which)
    for seat in range(t.seats):
        if seat == you:
            continue
        theirs = amount(d, t, zone, seat, which)
        if theirs == yours and strict == 1:
            return False
        if down == 0 and theirs > yours or down == 1 and theirs < yours:
            return False
    return True


def largest(d: Sheet, t: Table, zone: int, which: int) -> int:
    """The most that any one player has of something."""
    most = 0
    for seat in range(t.seats):
        most = max(most, amount(d, t, zone, seat, which))
    return most


def ranks(d: Sheet, t: Table, zone: int, which: int) -> int:
    """The ranks of the cards of a zone that pass a filter, as bits."""
    found = 0
    card = t.head[zone]
    while card != NONE:
        if d.rank[card] > 0 and fits(d, card, which):
            found |= 1 << min(d.rank[card], 60)
        card = t.next[card]
    return found


def highest(d: Sheet, t: Table, zone: int, which: int, best: int) -> int:
    """The card of highest rank of a zone that passes a filter, or the best so far."""
    card = t.head[zone]
    while card != NONE:
        if fits(d, card, which) and (best == NONE or d.rank[card] > d.rank[best]):
            best = card
        card = t.next[card]
    return best


def in_play(d: Sheet, t: Table, at: int) -> bool:
    """Whether a card of one of these names lies face up on the table."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        card = d.first[d.lists[place]]
        while card != NONE:
            if on_table(t, card):
                return True
            card = d.twin[card]
    return False


def find(d: Sheet, t: Table, at: int) -> None:
    """Add the cards of these names to the selection, wherever they can be found: not face down, sealed or being played (K-B01)."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        card = d.first[d.lists[place]]
        while card != NONE:
            zone = t.place[card]
            if on_table(t, card) or zone == PILE or zone == DISCARD or HAND <= zone < KEEPERS:
                t.option[t.options] = card
                t.options += 1
            card = d.twin[card]


def under(t: Table, over: int, add: int) -> int:
    """How many cards lie under a card; with `add` they are added to the selection."""
    found = 0
    card = t.head[SEALED]
    while card != NONE:
        if t.host[card] == over:
            found += 1
            if add == 1:
                t.option[t.options] = card
                t.options += 1
        card = t.next[card]
    return found


def named(d: Sheet, t: Table, seat: int) -> int:
    """How many of the cards that the Ungoals in play name lie in front of a seat."""
    found = 0
    goal = t.head[GOALS]
    while goal != NONE:
        at = d.names_of[goal]
        if at != NONE:
            for place in range(at + 1, at + 1 + d.lists[at]):
                if owns(d, t, seat, d.lists[place]):
                    found += 1
        goal = t.next[goal]
    return found


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
    """Add the cards of a zone that pass a filter to the selection, once each; those promised to somebody are left out."""
    if zone == NONE:
        return
    before = t.options
    card = t.head[zone]
    while card != NONE:
        if t.promised[card] == NONE and fits(d, card, which) and not selected(t, card, before):
            t.option[t.options] = card
            t.options += 1
        card = t.next[card]


def selected(t: Table, card: int, among: int) -> bool:
    """Whether a card is one of the first `among` of the selection."""
    for place in range(among):
        if t.option[place] == card:
            return True
    return False


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
                value[top] = min(left + right, MOST)
            elif op == E_SUB:
                value[top] = max(left - right, -MOST)
            else:
                value[top] = max(min(left * right, ALL), -ALL)
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
            value[top] = 1 if rank(d, t, a, d.code[at + 2], you, 0, 0) else 0
        elif op == E_MOST:
            top += 1
            value[top] = 1 if rank(d, t, a, d.code[at + 2], you, 0, 1) else 0
        elif op == E_LEAST:
            top += 1
            value[top] = 1 if rank(d, t, a, d.code[at + 2], you, 1, 1) else 0
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
            if value[top] >= 0 and not selected(t, value[top], t.options):
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
                t.item = t.option[t.scan] % SORT
        elif op == E_KEEP:
            if value[top] != 0:
                t.option[t.kept] = t.option[t.scan]
                t.kept += 1
            t.scan += 1
            top -= 1
            pc += a - 1
        elif op == E_ITEM:
            top += 1
            value[top] = t.item
        elif op == E_WALK:
            t.walk_seat = NONE
            if d.code[at + 2] == ONE_SEAT:
                t.walk_seat = value[top]
                top -= 1
            begin_walk(t, a, d.code[at + 2], d.code[at + 3])
            top += 1
            value[top] = 0
        elif op == E_STEP:
            if not walk(d, t, you, base):
                pc += a - 1
        elif op == E_TALLY:
            top -= 1
            if value[top + 1] != 0:
                value[top] += 1
            pc += a - 1
        else:
            top = evaluate_more(d, t, at, you, base, top)


def begin_walk(t: Table, zone: int, who: int, which: int) -> None:
    """Get ready to go through the cards of a group of zones, or through seats."""
    t.walk_zone = zone
    t.walk_who = who
    t.walk_filter = which
    t.walk_place = -1
    t.walk_card = NONE


def walk(d: Sheet, t: Table, you: int, base: int) -> bool:
    """Go to the next card (or seat) that passes the filter and leave it in `item`; false when there are no more."""
    while True:
        while t.walk_card != NONE:
            card = t.walk_card
            t.walk_card = t.next[card]
            if fits(d, card, t.walk_filter):
                t.item = card
                return True
        t.walk_place += 1
        if t.walk_who == NOBODY or t.walk_who == ONE_SEAT:
            if t.walk_place > 0 or (t.walk_who == ONE_SEAT and t.walk_seat < 0):
                return False
            zone = zone_of(t, t.walk_zone, t.walk_seat, base)
        else:
            seat = seat_at(t, you, t.walk_who, t.walk_place)
            if seat == NONE:
                return False
            if t.walk_zone == NONE:
                t.item = seat
                return True
            zone = t.walk_zone + seat
        t.walk_card = t.head[zone] if zone != NONE else NONE


def evaluate_more(d: Sheet, t: Table, at: int, you: int, base: int, top: int) -> int:
    """The rarer words of an expression; gives the new top of the value stack."""
    op, a, who, which = d.code[at], d.code[at + 1], d.code[at + 2], d.code[at + 3]
    value = t.value
    if op == E_DOOM:
        if a == ONE_SEAT:
            value[top] = doom_of(d, t, value[top]) if value[top] >= 0 else 0
            return top
        found = 0
        place = 0
        seat = seat_at(t, you, a, place)
        while seat != NONE:
            found += doom_of(d, t, seat)
            place += 1
            seat = seat_at(t, you, a, place)
        value[top + 1] = found
        return top + 1
    if op == E_LARGEST:
        value[top + 1] = largest(d, t, a, who)
        return top + 1
    if op == E_NAMED:
        value[top] = named(d, t, value[top])
        return top
    if op == E_LOOSE:
        value[top] = 1 if value[top] >= 0 and t.host[value[top]] == NONE else 0
        return top
    if op == E_HOST:
        value[top] = t.host[value[top]] if value[top] >= 0 else NONE
        return top
    if op == E_IN_PLAY:
        value[top + 1] = 1 if in_play(d, t, a) else 0
        return top + 1
    if op == E_IS_A:
        value[top] = 1 if value[top] >= 0 and fits(d, value[top], a) else 0
        return top
    if op == E_CONSECUTIVE or op == E_HIGHEST:
        one = NONE
        if who == ONE_SEAT:
            one = value[top]
            top -= 1
        bits = 0
        best = NONE
        place = 0
        seat = one if who == ONE_SEAT else seat_at(t, you, who, place)
        while seat != NONE:
            bits |= ranks(d, t, a + seat, which) if op == E_CONSECUTIVE else 0
            best = highest(d, t, a + seat, which, best)
            place += 1
            seat = NONE if who == ONE_SEAT else seat_at(t, you, who, place)
        value[top + 1] = best if op == E_HIGHEST else 1 if bits & (bits >> 1) != 0 else 0
        return top + 1
    if op == E_PLAYER:
        value[top + 1] = t.stack[base - FRAME + F_SEAT] if base >= FRAME else NONE
        return top + 1
    if op == E_PLAYED:
        value[top + 1] = t.stack[base - FRAME + F_CARD] if base >= FRAME else NONE
        return top + 1
    if op == E_ADD_NAMES:
        find(d, t, a)
        return top
    if op == E_ADD_UNDER:
        under(t, value[top], 1)
        return top - 1
    value[top] = under(t, value[top], 0)
    return top
