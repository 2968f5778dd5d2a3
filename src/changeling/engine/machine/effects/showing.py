"""Cards that players get to see where they lie."""

from __future__ import annotations

from changeling.cards.codes import HAND, N_STATICS, NONE, OPEN_HAND, PILE, SORT
from changeling.engine.layout import Table
from changeling.engine.machine.journal import TURN_8, V_LOOKS_AT, V_REVEALS, note
from changeling.engine.machine.zones import EVERYBODY, MOVED


def look(t: Table, seat: int) -> None:
    """The seat sees the selection."""
    t.touched += MOVED * t.options
    for place in range(t.options):
        card = t.option[place] % SORT
        t.known[card] |= 1 << seat
        if t.place[card] == PILE:
            t.pile_known = 1
        note(t, V_LOOKS_AT, seat, card, t.place[card], NONE, TURN_8)
    t.options = 0


def reveal(t: Table, seat: int) -> None:
    """Everybody sees the selection."""
    t.touched += MOVED * t.options
    for place in range(t.options):
        card = t.option[place] % SORT
        t.known[card] = EVERYBODY
        if t.place[card] == PILE:
            t.pile_known = 1
        note(t, V_REVEALS, seat, card, t.place[card], NONE, TURN_8)
    t.options = 0


def look_by(t: Table, by: int) -> None:
    """A player sees the selection."""
    t.touched += MOVED * t.options
    for place in range(t.options if by >= 0 else 0):
        card = t.option[place] % SORT
        t.known[card] |= 1 << by
        if t.place[card] == PILE:
            t.pile_known = 1
        note(t, V_LOOKS_AT, by, card, t.place[card], NONE, TURN_8)
    t.options = 0


def open_hands(t: Table) -> None:
    """Hands that lie open by the rules in force are seen by everybody."""
    for seat in range(t.seats):
        card = t.head[HAND + seat] if t.force[seat * N_STATICS + OPEN_HAND] != 0 else NONE
        while card != NONE:
            if t.known[card] != EVERYBODY:
                t.known[card] = EVERYBODY
                note(t, V_REVEALS, seat, card, HAND + seat, NONE, TURN_8)
            card = t.next[card]
