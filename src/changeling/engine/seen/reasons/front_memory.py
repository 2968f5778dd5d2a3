"""What depends only on the cards in front of a player is worked out once for the same cards there.

Most Goals name Keepers. How far everybody is with them is told after every answer, and hardly ever changes: only cards
that suit what a Goal names make a difference to it. To Goals that count Keepers every one in front of somebody does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.recent import RecentSayings
from changeling.engine.machine.board.having import suits
from changeling.engine.machine.board.likeness import LOOKED_UP
from changeling.engine.seen.conditions.trees import Term, tree_of
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons.reason import Inquiry

Made = TypeVar("Made")

MOST: Final = 8000  # values kept of one deck
NOBODYS: Final = 0  # cards make no difference, as to a number
OWN: Final = 1  # only what lies in front of the player counts
SHARED: Final = 2  # what lies in front of anybody does
_MADE_OF: Final = (
    *(v.Terms.and_, v.Terms.or_, v.Terms.not_, v.Terms.add),
    *(v.Terms.eq, v.Terms.ne, v.Terms.lt, v.Terms.le, v.Terms.gt, v.Terms.ge),
)
_NUMBERS: Final = (v.Terms.num, v.Terms.live, v.Terms.numeral)
_RANKS: Final = (v.Queries.most, v.Queries.least, v.Queries.leads)
_FRONTS: Final = (w.KEEPERS, w.CREEPERS)
_COUNTED: Final = {w.YOU_ONLY: OWN, w.OTHERS: SHARED, w.EVERYONE: SHARED}  # by whose cards are counted
_ASKED: Final = {v.Queries.has.term: OWN, v.Queries.anyone_has.term: SHARED}


@dataclass(frozen=True, slots=True)
class Reach:
    """In front of whom cards count for a condition, OWN or SHARED, and the cards that make a difference to it.
    `counts`: it counts them, so that who is out of the game makes a difference, too, and how high numerals are."""

    whose: int
    cards: frozenset[int]
    counts: bool = False


@dataclass(slots=True)
class _OfDeck(Generic[Made]):
    """What is kept of one deck: the reach of its conditions, and values."""

    reaches: dict[int, Reach | None] = field(default_factory=dict)
    values: dict[tuple[object, ...], Made] = field(default_factory=dict)


class FrontMemory(Generic[Made]):
    """Values by condition, player and the cards in front of that player, or of everybody, that the condition is about.

    `card` is the one that the condition stands on, and `condition` where it begins in the deck's code."""

    def __init__(self) -> None:
        self._kept: RecentSayings[_OfDeck[Made]] = RecentSayings()

    def of(
        self,
        at: Inquiry,
        card: int,
        condition: int,
        seat: int,
        make: Callable[[], Made],
        besides: tuple[int, ...] = (),
    ) -> Made:
        """The value for a condition and a seat, as `make` makes it; `besides` is what else it is made from."""
        kept = self._kept.of(at.deck, _OfDeck)
        if condition not in kept.reaches:
            kept.reaches[condition] = reach_of(at, condition)
        reach = kept.reaches[condition]
        if reach is None or (reach.counts and at.table.promises):  # a card that is promised does not count
            return make()
        if reach.counts:
            besides = (*besides, w.NONE, at.table.inflation, at.table.out)
        if reach.whose == OWN:
            key: tuple[object, ...] = (card, condition, at.names[seat], besides, *_front(at, seat, reach.cards))
        else:
            fronts = (_front(at, one, reach.cards) for one in range(at.table.seats))
            key = (card, condition, at.names, seat, besides, *fronts)
        found = kept.values.get(key)
        if found is None:
            if len(kept.values) >= MOST:
                kept.values.clear()
            found = kept.values[key] = make()
        return found


def _front(at: Inquiry, seat: int, cards: frozenset[int]) -> tuple[int, ...]:
    """Those of some cards that lie in front of a seat, in order."""
    lying = [card for card in cards_in(at.table, w.KEEPERS + seat) if card in cards]
    lying.append(w.NONE)
    lying += [card for card in cards_in(at.table, w.CREEPERS + seat) if card in cards]
    return tuple(lying)


def reach_of(at: Inquiry, condition: int) -> Reach | None:
    """The reach of a condition that asks for cards by their names and printed marks, or counts cards, in front of
    players alone; None for one that asks for anything else, or where what a card counts as can change."""
    if at.sheet.aliases == LOOKED_UP:
        return None
    items: set[int] = set()
    tree = tree_of(at.deck, condition)
    whose = _whose(at, tree, items)
    if whose is None or whose == NOBODYS:
        return None
    if _counts(tree):
        return Reach(whose, frozenset(card.id for card in at.deck.cards), counts=True)
    about = (card.id for card in at.deck.cards if any(suits(at.sheet, at.table, card.id, item) for item in items))
    return Reach(whose, frozenset(about))


def _whose(at: Inquiry, term: Term, items: set[int]) -> int | None:
    """In front of whom cards count for a term; adds to `items` what it asks for."""
    if term.word in _MADE_OF:
        parts = [_whose(at, part, items) for part in term.parts]
        return None if None in parts else max(part for part in parts if part is not None)
    if term.word in _NUMBERS:
        return NOBODYS
    if term.word is v.Queries.count or term.word in _RANKS:
        if at.sheet.lent_marks or term.operands[0] not in _FRONTS:
            return None
        return SHARED if term.word in _RANKS else _COUNTED.get(term.operands[1])
    asked = at.reader(0, 0).items(term.operands[0]) if term.word.term in _ASKED else ()
    items.update(asked)
    printed = all(item >= 0 or not at.sheet.lent_marks >> (-1 - item) & 1 for item in asked)
    return _ASKED.get(term.word.term) if printed else None


def _counts(term: Term) -> bool:
    """Whether a term counts cards."""
    return term.word is v.Queries.count or term.word in _RANKS or any(_counts(part) for part in term.parts)
