"""The rarer words of expressions, apart from the loop that reads the common ones."""

from __future__ import annotations

from changeling.cards.codes import (
    E_ADD_NAMES,
    E_ADD_UNDER,
    E_CONSECUTIVE,
    E_DOOM,
    E_HIGHEST,
    E_HOST,
    E_IN_PLAY,
    E_IS_A,
    E_LARGEST,
    E_LOOSE,
    E_NAMED,
    E_PLAYED,
    E_PLAYER,
    NONE,
    ONE_SEAT,
)
from changeling.engine.layout import F_CARD, F_SEAT, FRAME, Sheet, Table
from changeling.engine.machine.counts import doom_of, fits, highest, in_play, largest, named, ranks, seat_at
from changeling.engine.machine.selection import find, under


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
