"""The cards of a zone as a list."""

from __future__ import annotations

from changeling.cards.codes import NONE
from changeling.engine.layout import Table


def cards_in(t: Table, zone: int) -> list[int]:
    """The cards of a zone, in order."""
    found = []
    card = t.head[zone]
    while card != NONE:
        found.append(card)
        card = t.next[card]
    return found
