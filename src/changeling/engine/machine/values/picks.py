"""Cards that are chosen together, and cards that are gone through one by one.

Both wait in one list of the table, `pick`, as card, frame and register in one number: a program may be interrupted
in the middle of choosing, by a program that chooses too. They are gone with their frame.
"""

from __future__ import annotations

from changeling.cards.codes import MAX_PICKS, NONE, REGISTERS, SORT
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


def add_pick(t: Table, owner: int, card: int) -> None:
    """Keep a card that was picked, if there is room for it."""
    if t.picks < MAX_PICKS:
        t.pick[t.picks] = owner * SORT + card
        t.picks += 1


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
    """Add what was chosen together to the selection."""
    place = picked_at(t, whose(base, register), NONE) if base >= 0 else NONE
    while place != NONE:
        select_card(t, t.pick[place] % SORT)
        place = picked_at(t, whose(base, register), place)


def count_picked(t: Table, base: int, register: int) -> int:
    """How many cards were chosen together."""
    found = 0
    place = picked_at(t, whose(base, register), NONE) if base >= 0 else NONE
    while place != NONE:
        found += 1
        place = picked_at(t, whose(base, register), place)
    return found
