"""Sets as the text describes them: zones of some seats with filters, single cards, seats."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from changeling.cards import codes as w

ANYWHERE, UNDER, END, PICKED, ANY, STASH = -3, -4, -5, -6, -7, -8  # sets that are not a zone
ITEM = -1  # in place of a register: what a comprehension is looking at
OUTER_ITEM = -4  # what the comprehension outside that one is looking at
CAUSE, ACTOR = -2, -3  # likewise: in a permission, the card and the player that would do it


@dataclass(slots=True)
class SetPart:
    """One part of a set: a zone of some seats with a filter, a single card, or seats."""

    zone: int
    seats: int
    filter: int = 0
    node: ast.expr | None = None  # the seat, the single card, or how many

    @property
    def in_pile(self) -> bool:
        """Whether its cards lie in the draw pile."""
        return self.zone in (w.PILE, END)


@dataclass(slots=True)
class SetOf:
    """A set as the text describes it; it becomes a selection where it is used."""

    type: str
    parts: list[SetPart] = field(default_factory=list)
    drops: list[ast.expr] = field(default_factory=list)
    variable: str = ""
    test: ast.expr | None = None
