"""Cards or players that are chosen together, and those that are gone through one by one.

They wait in one list of the table, `pick`, as card (or seat, plus PICKED_SEAT), frame and register in one number: a
program may be interrupted in the middle of choosing, by a program that chooses too. They are gone with their frame.
"""

from __future__ import annotations

from changeling.cards.codes import A_SEAT, MAX_PICKS, NONE, PICKED_SEAT, REGISTERS, SORT
from changeling.engine.layout import FRAME, Table
from changeling.engine.machine.values.selection import select_card


def whose(base: int, register: int) -> int:
    """The number of a register of a frame, among those of all frames."""
    return base // FRAME * REGISTERS + register


def picked_at(t: Table, owner: int, after: int) -> int:
    """The place of the first card behind a place that was picked for a register of a frame, or NONE."""
    place = after + 1
    t.touched += t.picks
    while place < t.picks:
        if t.pick[place] // SORT == owner:
            return place
        place += 1
    return NONE


def add_pick(t: Table, owner: int, option: int) -> None:
    """Keep an option that was picked, a card or a seat, if there is room for it."""
    if t.picks < MAX_PICKS:
        t.pick[t.picks] = owner * SORT + option % SORT + (PICKED_SEAT if option // SORT == A_SEAT else 0)
        t.picks += 1


def option_at(t: Table, place: int) -> int:
    """What was picked, as the option that it was."""
    found = t.pick[place] % SORT
    return found if found < PICKED_SEAT else A_SEAT * SORT + found - PICKED_SEAT


def drop_pick(t: Table, place: int) -> None:
    """Forget a card that was picked; the others keep their order."""
    t.picks -= 1
    for after in range(place, t.picks):
        t.pick[after] = t.pick[after + 1]
    t.pick[t.picks] = 0


def drop_picks(t: Table, owner: int) -> None:
    """Forget all that was picked for a register of a frame."""
    place = picked_at(t, owner, NONE)
    while place != NONE:
        drop_pick(t, place)
        place = picked_at(t, owner, NONE)


# --- terms ------------------------------------------------------------------------------------------------------------
def select_picked(t: Table, base: int, register: int) -> None:
    """Add the cards that were chosen together to the selection."""
    place = picked_at(t, whose(base, register), NONE) if base >= 0 else NONE
    while place != NONE:
        if option_at(t, place) < SORT:
            select_card(t, option_at(t, place))
        place = picked_at(t, whose(base, register), place)


def select_picked_seats(t: Table, base: int, register: int) -> None:
    """Add the players who were chosen together to the selection."""
    place = picked_at(t, whose(base, register), NONE) if base >= 0 else NONE
    while place != NONE:
        if option_at(t, place) >= SORT:
            select_card(t, option_at(t, place))
        place = picked_at(t, whose(base, register), place)


def count_picked(t: Table, base: int, register: int) -> int:
    """How many cards or players were chosen together."""
    found = 0
    place = picked_at(t, whose(base, register), NONE) if base >= 0 else NONE
    while place != NONE:
        found += 1
        place = picked_at(t, whose(base, register), place)
    return found
