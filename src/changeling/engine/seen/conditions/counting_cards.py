"""The cards in front of players that a condition holds by: those that a list asks for, and those that a number counts.

Which ones a number counts is asked of the condition itself: a card counts where less would be there without it. So it
is true of every condition one can write, of ranks, marks and tests as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.layout import ZONES, Table
from changeling.engine.machine.board.counts import amount
from changeling.engine.machine.zones import relink, unlink
from changeling.engine.seen.conditions.lacks import Condition
from changeling.engine.seen.conditions.places_to_fill import filled
from changeling.engine.seen.conditions.situations import NEGATED, hides
from changeling.engine.seen.conditions.trees import Term
from changeling.engine.seen.places import cards_in

_MORE: Final = (v.Terms.ge, v.Terms.gt)
_LESS: Final = (v.Terms.le, v.Terms.lt)
_RANKING: Final = (v.Queries.most, v.Queries.leads)


class CountingCards(Condition):
    """One card's condition, read for one seat, for whom it holds."""

    def met_by(self, term: Term) -> list[int]:
        """What lies in front of players, all of it open, and makes the condition hold."""
        found: list[int] = []
        for leaf, want in self._holding(term, True):
            if hides(self.reader, leaf):
                continue
            if leaf.word is v.Queries.has:
                found += self._listed_cards(leaf) if want else []
            else:
                found += self._counted(leaf, want)
        return list(dict.fromkeys(found))

    def _listed_cards(self, leaf: Term) -> list[int]:
        """The cards that fill the places of a list."""
        reader = self.reader
        there = filled(reader.sheet, reader.table, reader.seat, reader.items(leaf.operands[0]))
        return [card for card in there if card != w.NONE]

    def _counted(self, leaf: Term, want: bool) -> list[int]:
        """The cards without which less of a single condition would be there."""
        t, measure = self.reader.table, self._measure(leaf, want)
        with_all = measure()
        return [card for card in _in_front(t) if without(t, card, measure) < with_all]

    def _measure(self, leaf: Term, want: bool) -> Callable[[], int]:
        """How much there is of a condition: the more, the safer it holds."""
        reader = self.reader
        word = leaf.word if want or leaf.word.term not in NEGATED else NEGATED[leaf.word.term]
        if word in _MORE or word in _LESS:
            left, right = leaf.parts
            sign = 1 if word in _MORE else -1
            return lambda: sign * (reader.value(left) - reader.value(right))
        if word in _RANKING and want:
            zone, which = leaf.operands
            return lambda: amount(reader.sheet, reader.table, zone, reader.seat, which)
        if leaf.type == v.NUMBER and want:
            return lambda: reader.value(leaf)
        return lambda: reader.holds(leaf) == want


def _in_front(t: Table) -> list[int]:
    """The cards that lie open in front of players."""
    return [card for zone in (w.KEEPERS, w.CREEPERS) for seat in range(t.seats) for card in cards_in(t, zone + seat)]


def without(t: Table, card: int, measure: Callable[[], int]) -> int:
    """What something comes to on a table without a card, which is put back where it was."""
    zone = t.place[card]
    unlink(t, card)
    t.place[card] += ZONES  # no place at all: nothing finds it there
    found = measure()
    t.place[card] = zone
    relink(t, card)
    t.size[zone] += 1
    return found
