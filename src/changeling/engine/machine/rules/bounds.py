"""Bounds of the numbers in force: what a card multiplies them by, and what they are at least and at most.

They come when every card has set a number and added to it, whoever the card belongs to and however new it is: first
what multiplies, then what a number is at least, then what it is at most.
"""

from __future__ import annotations

from changeling.cards.codes import (
    ALL,
    AT_LEAST,
    AT_MOST,
    CREEPERS,
    GOALS,
    KEEPERS,
    METAS,
    N_STATICS,
    NONE,
    OF_EVERYONE,
    OF_OTHERS,
    OF_OWNER,
    RULES,
    SCOPE,
    SCOPES,
    TIMES,
    UNSAID,
)
from changeling.engine.layout import FORMULA_MODE, FORMULA_STATIC, FORMULA_VALUE, FORMULA_WIDTH, Table
from changeling.engine.machine.rules.formulas import BOUNDS
from changeling.engine.machine.rules.lasting import player_of
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.values.operands import read
from changeling.engine.sheet_layout import Sheet


def bound_all(d: Sheet, t: Table, scopes: int) -> None:
    """Bound the numbers in force by all cards in play, whose formulas are of these sorts (`scopes`)."""
    for bound in (TIMES, AT_LEAST, AT_MOST):
        if scopes & BOUNDS << bound - 1 == 0:
            continue
        bound_zone(d, t, RULES, NONE, bound)
        bound_zone(d, t, METAS, NONE, bound)
        if d.goal_statics == 1:
            bound_zone(d, t, GOALS, NONE, bound)
        for owner in range(t.seats):
            bound_zone(d, t, KEEPERS + owner, owner, bound)
            bound_zone(d, t, CREEPERS + owner, owner, bound)


def bound_zone(d: Sheet, t: Table, zone: int, owner: int, bound: int) -> None:
    """Bound the numbers in force by the cards of a zone that lie in front of `owner`, or in the middle."""
    t.touched += t.size[zone]
    card = t.head[zone]
    while card != NONE:
        if d.scopes[card] & BOUNDS << bound - 1 != 0:
            bound_by(d, t, card, player_of(t, card) if owner == NONE and t.lastings > 0 else owner, bound)
        card = t.next[card]


def bound_by(d: Sheet, t: Table, card: int, owner: int, bound: int) -> None:
    """Bound the numbers in force by one card that lies in front of `owner`, or in the middle: for all it concerns."""
    at = d.statics_at[card]
    if at == NONE or is_disabled(d, t, card):
        return
    for place in range(at + 1, at + 1 + FORMULA_WIDTH * d.statics[at], FORMULA_WIDTH):
        mode = d.statics[place + FORMULA_MODE]
        if mode // SCOPES != bound:
            continue
        for seat in range(t.seats):
            if concerns(mode % SCOPES // SCOPE, owner, seat):
                value = read(d, t, d.statics[place + FORMULA_VALUE], seat, card, NONE)
                if value != UNSAID:
                    index = seat * N_STATICS + d.statics[place + FORMULA_STATIC]
                    t.force[index] = bounded(t.force[index], bound, max(value, 0))


def concerns(scope: int, owner: int, seat: int) -> bool:
    """Whether a formula of a card in front of `owner`, or in the middle, is in force for a seat."""
    if owner == NONE or scope == OF_EVERYONE:
        return True
    return seat == owner if scope == OF_OWNER else scope == OF_OTHERS and seat != owner


def bounded(number: int, bound: int, value: int) -> int:
    """A number in force, bounded or multiplied. Where all cards are meant, nothing is more."""
    if bound == AT_MOST:
        return min(number, value)
    if number >= ALL:
        return number
    return max(number, value) if bound == AT_LEAST else min(number * value, ALL)
