"""What depends only on the cards in front of a player is worked out once for the same cards there.

Most Goals name Keepers. How far everybody is with them is told after every answer, and hardly ever changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.recent import Recent, RecentSayings
from changeling.engine.machine.board.likeness import LOOKED_UP
from changeling.engine.seen.conditions.trees import Term, tree_of
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons.reason import Inquiry

Made = TypeVar("Made")

MOST: Final = 2000  # values kept of one deck
OWN: Final = 1  # only what lies in front of the player counts
SHARED: Final = 2  # what lies in front of anybody does
_MADE_OF: Final = (v.Terms.and_, v.Terms.or_, v.Terms.not_)
_ASKED: Final = {v.Queries.has.term: OWN, v.Queries.anyone_has.term: SHARED}


class FrontMemory(Generic[Made]):
    """Values by Goal, player and the cards in front of that player, or of everybody."""

    def __init__(self) -> None:
        self._kept: RecentSayings[dict[tuple[object, ...], Made]] = RecentSayings()

    def of(self, at: Inquiry, goal: int, seat: int, make: Callable[[], Made]) -> Made:
        """The value for a Goal and a seat, as `make` makes it."""
        reach = reach_of(at, goal)
        if reach is None:
            return make()
        kept = self._kept.of(at.deck, dict)
        seats = (seat,) if reach == OWN else range(at.table.seats)
        key = (goal, at.names if reach == SHARED else at.names[seat], seat, *(_front(at, one) for one in seats))
        found = kept.get(key)
        if found is None:
            if len(kept) >= MOST:
                kept.clear()
            found = kept[key] = make()
        return found


def _front(at: Inquiry, seat: int) -> tuple[int, ...]:
    return (*cards_in(at.table, w.KEEPERS + seat), w.NONE, *cards_in(at.table, w.CREEPERS + seat))


_reaches: Recent[dict[int, int | None]] = Recent()


def reach_of(at: Inquiry, goal: int) -> int | None:
    """In front of whom cards count for a Goal that asks for cards by their names and printed marks alone; None for one
    that asks for anything else, or where what a card counts as can change."""
    if at.sheet.aliases == LOOKED_UP:
        return None
    known = _reaches.of(at.deck.digest, dict)
    if goal not in known:
        known[goal] = _reach(at, tree_of(at.deck, at.deck.wins[goal]))
    return known[goal]


def _reach(at: Inquiry, term: Term) -> int | None:
    if term.word in _MADE_OF:
        parts = [_reach(at, part) for part in term.parts]
        return None if None in parts else max(part for part in parts if part is not None)
    items = at.reader(0, 0).items(term.operands[0]) if term.word.term in _ASKED else ()
    printed = all(item >= 0 or not at.sheet.lent_marks >> (-1 - item) & 1 for item in items)
    return _ASKED.get(term.word.term) if printed else None
