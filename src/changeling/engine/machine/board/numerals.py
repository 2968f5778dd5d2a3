"""Printed numerals as they are now."""

from __future__ import annotations

from changeling.cards.codes import METAS, RULES
from changeling.engine.layout import Table
from changeling.engine.sheet_layout import Sheet


def one_numeral(d: Sheet, t: Table, number: int) -> int:
    """A printed numeral, with what Inflation adds to every one, and rules in play to this one."""
    found = number + t.inflation
    for row in range(d.numerals):
        zone = t.place[d.numeral_card[row]]
        if d.numeral_of[row] == number and (zone == RULES or zone == METAS):
            found += d.numeral_by[row]
    return found
