"""Chance of small decks as OpenSpiel wants it: all that can follow from an answer, and how likely each of it is.

What an answer leads to is found by trying out. The machine runs once for every way in which its draws of lots can come
out, and for every order of the draw pile as far down as cards are taken from it. Ways that lead to the same table, with
the same events, are one result. As long as nobody knows where in the draw pile a card lies, its order is open: it is
decided card by card, when they are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import Any

from changeling.cards.codes import NONE, PILE
from changeling.cards.deck import Deck
from changeling.engine.fields import STATE
from changeling.engine.journal import ROW_VERB
from changeling.engine.layout import FRAME, Table
from changeling.engine.machine.journal import V_SHUFFLES
from changeling.engine.machine.loop import answer as give_answer
from changeling.engine.seen.places import cards_in
from changeling.engine.setup import deal, laid_out, left_out
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError
from changeling.play.lots import Lots
from changeling.play.meta_rules import meta_rules

MOST_CARDS = 12  # in the draw pile before the deal
MOST_WAYS = 50_000  # that are tried out for one answer
MOST_RESULTS = 10_000  # of one answer
# Words of cards that look at the order of the draw pile. A deck that has one decides the whole order at once.
_LOOKING = re.compile(r"\b(top|bottom|draw_pile)\b")
_STATE = tuple(field for field in Table.fields if field.role == STATE and field.name not in ("rng", "stack"))


@dataclass(frozen=True, slots=True)
class Result:
    """A table that an answer, or the deal, can lead to, and how likely that is."""

    table: Table
    chance: float


class Enumerated:
    """All results of the deal and of answers, for one deck and one number of seats.

    Raises ChangelingError where the deck is too large, and later where an answer has too many results.
    """

    def __init__(self, deck: Deck, seats: int, meta: tuple[str, ...] = ()) -> None:
        self.deck, self.sheet = deck, sheet_for(deck)
        metas = meta_rules(deck, meta)
        out = left_out(self.sheet, dict(enumerate(deck.leaves_out)), metas)
        self._start = laid_out(self.sheet, seats, metas=metas, out=out)
        self._start.rng = [0] * len(self._start.rng)
        cards = self._start.size[PILE]
        if cards > MOST_CARDS:
            raise ChangelingError(
                f"chance: {deck.name} has {cards} cards; all that can happen is enumerated for at most {MOST_CARDS}. "
                "Leave chance at 'seeded', or take a smaller deck"
            )
        self._looking = any(_LOOKING.search(card.source) for card in deck.cards)
        self._lists: dict[tuple[int, ...], list[int]] = {}

    def deal(self) -> tuple[Result, ...]:
        """All deals, run to their first question."""
        return self._results(self._start, lambda t: deal(self.sheet, t, seed=0), unmixed=self._start.size[PILE] - 1)

    def after(self, table: Table, given: int) -> tuple[Result, ...]:
        """All that can follow from an answer, the option of that index."""
        return self._results(table, lambda t: give_answer(self.sheet, t, given))

    def _results(self, table: Table, run: Callable[[Table], object], unmixed: int = 0) -> tuple[Result, ...]:
        tables: dict[Any, Table] = {}
        chances: dict[Any, Fraction] = {}
        told = len(table.journal or ())
        for ways, (after, chance) in enumerate(self._ways(table, run, unmixed), 1):
            key = content(after), tuple(after.journal or ())[told:]
            tables.setdefault(key, after)
            chances[key] = chances.get(key, Fraction(0)) + chance
            if ways > MOST_WAYS or len(tables) > MOST_RESULTS:
                raise _too_many()
        assert sum(chances.values()) == 1
        return tuple(Result(self._shared(after), float(chances[key])) for key, after in tables.items())

    def _ways(self, table: Table, run: Callable[[Table], object], unmixed: int) -> Iterator[tuple[Table, Fraction]]:
        """Tables after a run, and how likely each is; the same table can come several times."""
        pile = cards_in(table, PILE)
        if table.pile_known:  # its order was decided when somebody came to know of it
            yield from (way[:2] for way in self._runs(table, run, pile, unmixed))
            return
        if self._looking and factorial(len(pile)) > MOST_WAYS:
            raise _too_many()
        waiting: list[tuple[list[int], Fraction]] = [([], Fraction(1))]  # cards on top that are decided
        while waiting:
            top, chance = waiting.pop()
            rest = sorted(set(pile) - set(top))
            decided = len(rest) < 2
            if decided or not self._looking:
                found = list(self._runs(table, run, top + rest, unmixed))
                if decided or max(needed for _, _, needed in found) <= len(top):
                    yield from ((after, chance * part) for after, part, _ in found)
                    continue
            waiting += [([*top, card], chance / len(rest)) for card in reversed(rest)]

    def _runs(
        self, table: Table, run: Callable[[Table], object], order: list[int], unmixed: int
    ) -> Iterator[tuple[Table, Fraction, int]]:
        """For every way in which lots can fall: the table after it, how likely it is, and how many cards of the pile it
        took from the top."""
        told: tuple[int, ...] | None = ()
        while told is not None:
            after, lots = table.copy(), Lots(told, unmixed)
            after.journal = table.journal.copy() if table.journal is not None else None
            after.rng = lots  # type: ignore[assignment]  # it does what the machine does with the list
            lay_pile(after, order)
            run(after)
            if prod(lots.bounds) > MOST_WAYS:
                raise _too_many()
            after.rng = self._start.rng[:]
            needed = _needed(table, after, order)
            if not after.pile_known:
                lay_pile(after, sorted(cards_in(after, PILE)))
            yield after, lots.chance(), needed
            told = lots.following()

    def _shared(self, table: Table) -> Table:
        """The table with lists that equal ones share: thousands of tables of a tree differ in little. None of them is
        ever changed."""
        for field in Table.fields:
            if field.length:
                value = getattr(table, field.name)
                setattr(table, field.name, self._lists.setdefault(tuple(value), value))
        return table


def _too_many() -> ChangelingError:
    return ChangelingError(
        f"chance: more than {MOST_WAYS:,} ways lead on from one answer, or to more than {MOST_RESULTS:,} results; "
        "take a smaller deck, or leave chance at 'seeded'"
    )


def lay_pile(t: Table, order: list[int]) -> None:
    """Bring the draw pile into an order."""
    before = NONE
    t.head[PILE] = order[0] if order else NONE
    for card in order:
        t.prev[card] = before
        if before != NONE:
            t.next[before] = card
        before = card
    t.tail[PILE] = before
    if before != NONE:
        t.next[before] = NONE


def _needed(before: Table, after: Table, order: list[int]) -> int:
    """How many cards of the pile, from the top, decided what happened. All, where that cannot be told."""
    rows = (after.journal or [])[len(before.journal or ()) :]
    if after.pile_known or any(row[ROW_VERB] == V_SHUFFLES for row in rows):
        return len(order)
    gone = {card for card in order if after.place[card] != PILE}
    return len(gone) if gone == set(order[: len(gone)]) else len(order)


def content(table: Table) -> tuple[Any, ...]:
    """All that a table is, for comparing."""
    values = (table.in_use(field) for field in _STATE)
    stack = tuple(table.stack[: table.frames * FRAME])
    return (stack, *(tuple(value) if isinstance(value, list) else value for value in values))
