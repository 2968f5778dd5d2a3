"""What depends only on the cards in front of a player is worked out once for the same cards there.

Most Goals name Keepers. How far everybody is with them is told after every answer, and hardly ever changes: only cards
that suit what a Goal names make a difference to it. To Goals that count Keepers every one in front of somebody does, to
those that count hands how many cards are in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.recent import RecentSayings
from changeling.engine.layout import Table
from changeling.engine.machine.board.having import suits
from changeling.engine.machine.board.likeness import LOOKED_UP
from changeling.engine.seen.conditions.trees import Term, tree_of
from changeling.engine.seen.reasons.reason import Inquiry

Made = TypeVar("Made")

MOST: Final = 8000  # values kept of one deck
MOST_OF_ALL = 24_000  # of all decks together: strangers bring decks of their own, and a value has kilobytes
NOBODYS: Final = 0  # cards make no difference, as to a number
OWN: Final = 1  # only what lies in front of the player counts
SHARED: Final = 2  # what lies in front of anybody does
_MADE_OF: Final = (
    *(v.Terms.and_, v.Terms.or_, v.Terms.not_, v.Terms.add),
    *(v.Terms.eq, v.Terms.ne, v.Terms.lt, v.Terms.le, v.Terms.gt, v.Terms.ge),
)
_NUMBERS: Final = (v.Terms.num, v.Terms.live)  # `numeral` is another one with other rules in play
_RANKS: Final = (v.Queries.most, v.Queries.least, v.Queries.leads)
_FRONTS: Final = (w.KEEPERS, w.CREEPERS)
_IN_FRONT: Final = (*_FRONTS, w.DOOM_COUNT)  # what of it counts is in front of players
_GROUPS: Final = {w.YOU_ONLY: OWN, w.OTHERS: SHARED, w.EVERYONE: SHARED}  # by whose cards are counted
_ASKED: Final = {v.Queries.has.term: OWN, v.Queries.anyone_has.term: SHARED}


@dataclass(frozen=True, slots=True)
class Reach:
    """In front of whom cards count for a condition, OWN or SHARED, and the cards that make a difference to it.
    `counts`: it counts some, of which those that are promised are none; `hands`: also those in hands."""

    whose: int
    cards: frozenset[int]
    counts: bool = False
    hands: bool = False


@dataclass(slots=True)
class _OfDeck(Generic[Made]):
    """What is kept of one deck: the reach of its conditions, and values."""

    reaches: dict[int, Reach | None] = field(default_factory=dict)
    values: dict[tuple[object, ...], Made] = field(default_factory=dict)

    def reach(self, at: Inquiry, condition: int) -> Reach | None:
        """The reach of a condition, where what it comes to depends on nothing else."""
        if condition not in self.reaches:
            self.reaches[condition] = reach_of(at, condition)
        reach = self.reaches[condition]
        return None if reach is None or (reach.counts and at.table.promises) else reach


class FrontMemory(Generic[Made]):
    """Values by condition, player and the cards in front of that player, or of everybody, that the condition is about.

    `card` is the one that the condition stands on, and `condition` where it begins in the deck's code. What names no
    player, as `names` says, is the same for all who have such cards, at whatever table."""

    def __init__(self, names: Callable[[Made], bool]) -> None:
        self._kept: RecentSayings[_OfDeck[Made]] = RecentSayings()
        self._values = 0  # that are kept, of decks that are forgotten too
        self._names = names

    def of(
        self,
        at: Inquiry,
        card: int,
        condition: int,
        seat: int,
        make: Callable[[], Made],
        besides: tuple[object, ...] = (),
    ) -> Made:
        """The value for a condition and a seat, as `make` makes it; `besides` is what else it is made from."""
        kept = self._kept.of(at.deck, _OfDeck)
        reach = kept.reach(at, condition)
        if reach is None:
            return make()
        there = (card, condition, besides, *_lying(at.table, reach, seat))
        own = (at.names[seat], there) if reach.whose == OWN else (at.names, seat, there)
        anybodys = there if reach.whose == OWN else (seat, there)
        values = kept.values
        found = values.get(own)
        if found is None:
            found = values.get(anybodys)
        if found is None:
            if self._values >= MOST_OF_ALL:
                self._kept, self._values = RecentSayings(), 0
                values = self._kept.of(at.deck, _OfDeck).values
            elif len(values) >= MOST:
                self._values -= len(values)
                values.clear()
            found = make()
            self._values += 1
            values[own if self._names(found) else anybodys] = found
        return found

    def within(self, at: Inquiry, condition: int, seat: int) -> list[int] | None:
        """All that makes a difference to a condition for a seat, besides how players are called; None for anything."""
        reach = self._kept.of(at.deck, _OfDeck).reach(at, condition)
        return None if reach is None else _lying(at.table, reach, seat)


def _lying(t: Table, reach: Reach, you: int) -> list[int]:
    """What lies in front of those seats that count of the cards of a reach, in order, and what else makes a difference
    to it."""
    cards, following = reach.cards, t.next
    found = [t.like_holds, t.inflation, t.out]
    for seat in (you,) if reach.whose == OWN else range(t.seats):
        if reach.hands:
            found.append(t.size[w.HAND + seat])
        for front in _FRONTS:
            card = t.head[front + seat]
            while card != w.NONE:
                if card in cards:
                    found.append(card)
                card = following[card]
            found.append(w.NONE)
    return found


def reach_of(at: Inquiry, condition: int) -> Reach | None:
    """The reach of a condition that asks for cards by their names and printed marks, or counts cards, in front of
    players, or in hands; None for one that asks for anything else, or where what a card counts as can change."""
    if at.sheet.aliases == LOOKED_UP:
        return None
    items: set[int] = set()
    tree = tree_of(at.deck, condition)
    whose = _whose(at, tree, items)
    if whose is None or whose == NOBODYS:
        return None
    counted = set(_counted(tree))
    every = bool(counted - {w.HAND})
    asked = (card.id for card in at.deck.cards if any(suits(at.sheet, at.table, card.id, item) for item in items))
    about = frozenset(card.id for card in at.deck.cards) if every else frozenset(asked)
    return Reach(whose, about, counts=bool(counted), hands=w.HAND in counted)


def _whose(at: Inquiry, term: Term, items: set[int]) -> int | None:
    """In front of whom cards count for a term; adds to `items` what it asks for."""
    if term.word in _MADE_OF:
        parts = [_whose(at, part, items) for part in term.parts]
        return None if None in parts else max(part for part in parts if part is not None)
    if term.word in _NUMBERS:
        return NOBODYS
    if term.word is v.Queries.doom:
        return _GROUPS.get(term.operands[0])
    if term.word is v.Queries.count or term.word in _RANKS:
        zone, ranked = term.operands[0], term.word in _RANKS
        every_card = term.operands[1 if ranked else 2] == 0
        if at.sheet.lent_marks or not (zone in _IN_FRONT or (zone == w.HAND and every_card)):
            return None
        return SHARED if ranked else _GROUPS.get(term.operands[1])
    asked = at.reader(0, 0).items(term.operands[0]) if term.word.term in _ASKED else ()
    items.update(asked)
    printed = all(item >= 0 or not at.sheet.lent_marks >> (-1 - item) & 1 for item in asked)
    return _ASKED.get(term.word.term) if printed else None


def _counted(term: Term) -> Iterator[int]:
    """The zones of which a term counts cards."""
    if term.word is v.Queries.doom:
        yield w.DOOM_COUNT
    elif term.word is v.Queries.count or term.word in _RANKS:
        yield term.operands[0]
    for part in term.parts:
        yield from _counted(part)
