"""Who has won: one player, or several together."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards import codes as w
from changeling.engine.layout import Table


def winners_of(t: Table, names: Sequence[str]) -> tuple[str, ...]:
    """All who have won together: `winner` first, then clockwise. Nobody while the game goes on."""
    if t.winner == w.NONE:
        return ()
    seats = [(t.winner + place) % t.seats for place in range(t.seats)]
    return tuple([names[seat] for seat in seats if seat == t.winner or t.co_winners >> seat & 1])
