"""Seats in their order: those of a group as seen from one, and who is left in the game."""

from __future__ import annotations

from changeling.cards.codes import AGE, FROM_LEFT, N_FACTS, NO_AGE, NONE, OTHERS, YOU_ONLY
from changeling.engine.layout import Table
from changeling.engine.machine.zones import around


def seat_at(t: Table, you: int, who: int, place: int) -> int:
    """The `place`-th seat of a group as seen from you, or NONE when there are no more."""
    if who == YOU_ONLY:
        return you if place == 0 else NONE
    if t.out != 0:
        return seat_left(t, you, who, place)
    if who == OTHERS:
        return around(t, you + 1 + place) if place < t.seats - 1 else NONE
    if place >= t.seats:
        return NONE
    if who == FROM_LEFT:
        return around(t, you + 1 + place)
    return around(t, you + place)


def seat_left(t: Table, you: int, who: int, place: int) -> int:
    """As `seat_at`, for several seats where some are out of the game: those are passed over."""
    first = 0 if who != OTHERS and who != FROM_LEFT else 1
    for step in range(first, t.seats if who == OTHERS else t.seats + first):
        seat = around(t, you + step)
        if t.out >> seat & 1 == 0:
            if place == 0:
                return seat
            place -= 1
    return NONE


def seat_after(t: Table, you: int, who: int, now: int) -> int:
    """The seat of a group that comes after one that may be out of the game by now, or NONE."""
    first = 0 if who != OTHERS and who != FROM_LEFT else 1
    past = False
    for step in range(first, t.seats if who == OTHERS else t.seats + first):
        seat = around(t, you + step)
        if past and t.out >> seat & 1 == 0:
            return seat
        past = past or seat == now
    return NONE


def players_left(t: Table) -> int:
    """How many players are in the game."""
    found = 0
    for seat in range(t.seats):
        found += 1 - (t.out >> seat & 1)
    return found


def youngest(t: Table, seat: int) -> bool:
    """Whether the seat's age is known and nobody known is younger; never of nobody."""
    if seat < 0:
        return False
    yours = t.facts[seat * N_FACTS + AGE]
    if yours >= NO_AGE:
        return False
    for other in range(t.seats):
        if t.out >> other & 1 == 0 and t.facts[other * N_FACTS + AGE] < yours:
            return False
    return True
