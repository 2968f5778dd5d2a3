"""What the table says: expressions are read here. They never suspend and change nothing but the selection."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards.words import (
    A_SEAT,
    A_WORD,
    ALL,
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
    E_HOLIDAY,
    E_HOST,
    E_IN_PLAY,
    E_IS_A,
    E_ITEM,
    E_JUMP,
    E_KEEP,
    E_LARGEST,
    E_LE,
    E_LEADS,
    E_LEAST,
    E_LEFT_OF,
    E_LIMITED,
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
    E_OVER,
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
    E_STEP,
    E_SUB,
    E_TALLY,
    E_THIS,
    E_UNLESS,
    E_WALK,
    E_YOU,
    E_YOUNGEST,
    E_YOUR_TURN,
    HAND,
    HAND_LIMIT,
    KEEPER_LIMIT,
    KEEPERS,
    N_FACTS,
    N_STATICS,
    NOBODY,
    NONE,
    ONE_SEAT,
    OTHERS,
    SORT,
    WIDTH,
    YOU_ONLY,
)
from changeling.engine.counts import (
    anyone_has,
    doom_of,
    fits,
    has_all,
    highest,
    in_play,
    largest,
    named,
    plays_left,
    rank,
    ranks,
    seat_at,
    tally,
    youngest,
    zone_of,
)
from changeling.engine.layout import ENDING, F_CARD, F_REGISTER, F_SEAT, FRAME, Sheet, Table
from changeling.engine.selection import drop, find, gather, selected, under
from changeling.engine.zones import around, seat_of

# An operand is the expression to read, or, for what a single word says, that word itself in disguise.
PLAIN = (E_NUM, E_REG, E_YOU, E_THIS, E_LIVE, E_ACTING, E_LIMITED, E_COUNT, E_OVER)
P_NUM, P_REG, P_YOU, P_THIS, P_LIVE, P_ACTING, P_LIMITED, P_COUNT, P_OVER = range(9)
P_BITS = 4
P_MASK = (1 << P_BITS) - 1

MOST = 30_000  # no number grows beyond this, so that every one fits where it is kept


def disguised(words: Sequence[Sequence[int]]) -> int:
    """The operand that stands for an expression of a word or two; NONE where there is none."""
    op, a, who, which = words[-1][:4] if words else (NONE, 0, 0, 0)
    if op == E_OVER and len(words) == 2 and words[0][0] in (E_YOU, E_REG):
        a += (words[0][1] + 1 if words[0][0] == E_REG else 0) << 1
    elif len(words) != 1 or op not in PLAIN or op == E_OVER or (op == E_COUNT and (a < 0 or who != YOU_ONLY or which)):
        return NONE
    return NONE - 1 - (PLAIN.index(op) + (a + 1 << P_BITS))


def read(d: Sheet, t: Table, operand: int, you: int, this: int, base: int) -> int:
    """Read an operand of an instruction."""
    if operand >= 0:
        return evaluate(d, t, operand, you, this, base)
    word = NONE - 1 - operand
    how, a = word & P_MASK, (word >> P_BITS) - 1
    if how == P_REG:
        return t.stack[base + F_REGISTER + a]
    if how == P_YOU:
        return you
    if how == P_THIS:
        return this
    if how == P_NUM:
        return a
    if how == P_LIVE:
        return a + t.inflation
    if how == P_COUNT:
        return t.size[a + you]
    if how == P_LIMITED:
        return t.limited
    if how == P_OVER:
        return over(t, a & 1, you if a < 2 else t.stack[base + F_REGISTER + (a >> 1) - 1])
    return 1 if t.phase != ENDING else 0


def over(t: Table, which: int, seat: int) -> int:
    """Whether a seat has more than its Hand Limit (0) or its Keeper Limit (1) allows."""
    if which == 0:
        return 1 if t.size[HAND + seat] > t.force[seat * N_STATICS + HAND_LIMIT] else 0
    return 1 if t.size[KEEPERS + seat] > t.force[seat * N_STATICS + KEEPER_LIMIT] else 0


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
            elif who == YOU_ONLY:
                found = tally(d, t, a + you, which)
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
            value[top] = around(t, value[top] + 1)
        elif op == E_RIGHT_OF:
            value[top] = around(t, value[top] + t.seats - 1)
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
        elif op == E_LIMITED:
            top += 1
            value[top] = t.limited
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
    if op == E_OVER:
        value[top] = over(t, a, value[top])
        return top
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
