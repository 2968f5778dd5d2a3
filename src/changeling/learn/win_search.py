"""Whether whoever has the turn can win before it ends, whatever the others do and whatever cards lie unseen.

The search goes through every answer of the seat and, where others are asked, through everything that they could answer:
in a Surprise window also with every Surprise that they might hold. A way that hangs on chance or on an unseen card is
none (`unknowns`). So a win that is found is forced, and where none is found there is none that could be known of. What
is counted as the length of a way are the seat's own answers to questions with more than one option.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.fields import STATE
from changeling.engine.layout import FRAME, GOING, WON, Table
from changeling.engine.machine.loop import answer
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_cache import sheet_for
from changeling.learn.unknowns import card_of, is_hidden, strange_after, surprises_possible

MOST_NODES: Final = 20_000
LONGEST: Final = 5  # answers of a way that is looked for
LOST: Final = 1_000  # answers: no win can be forced
NO_ANSWER: Final = -1
_PLIES: Final = 80  # questions of all kinds in a row

# What tells tables apart for the search: the state, but for counters of what was asked and for the order in zones where
# order means nothing.
_IGNORED: Final = frozenset(
    "next prev decisions answers steps quiet stopped floor floor_steps floor_before watched_turn idle rng stack pick "
    "happened".split()
)
_INTS: Final = tuple(f.name for f in Table.fields if f.role == STATE and not f.length and f.name not in _IGNORED)
_BY_CARD: Final = ("place", "known", "host", "promised")
_LISTS: Final = tuple(
    f.name for f in Table.fields if f.role == STATE and f.length and f.name not in _IGNORED and f.name not in _BY_CARD
)
_ORDERED: Final = (w.RULES, w.GOALS, w.METAS)
_READS_THE_PILE: Final = ("top(", "bottom(", "first(")  # words for which the order of the discards may count


class TooLarge(Exception):
    """There are more positions than the search may look at."""


@dataclass(frozen=True, slots=True)
class Node:
    """A table at a question, and as bits the cards that have come into hands unseen."""

    table: Table
    strange: int = 0


@dataclass(frozen=True, slots=True)
class Proof:
    """That there is a way to win: its length, how many ways of that length there are, one of them as codes of the
    answers, how many options the seat had at each of its answers, and how many positions were looked at."""

    length: int
    ways: int
    line: tuple[int, ...]
    options: tuple[int, ...]
    nodes: int


class WinSearch:
    """Searches one turn of one seat. What it has found out about a table is remembered.

    A `kind` one lets others pass in every Surprise window: what wins only there hangs on their kindness.
    """

    def __init__(self, deck: Deck, seat: int, turns: int, *, most: int = MOST_NODES, kind: bool = False) -> None:
        self._d, self._kindly = sheet_for(deck), kind
        self._seat, self._turns, self._most = seat, turns, most
        self._values: dict[object, tuple[int, int]] = {}  # by table: within how many answers, and what was found
        self._piled = any(word in card.source for card in deck.cards for word in _READS_THE_PILE)
        self.nodes = 0

    def prove(self, root: Node) -> Proof | None:
        """The shortest way from a table, or nothing where there is none. Raises TooLarge."""
        length = self.value(root)
        if length >= LOST:
            return None
        line, options = self._line(root)
        return Proof(length, self._ways(root, {}), line, options, self.nodes)

    def value(self, node: Node, left: int = LONGEST, plies: int = _PLIES) -> int:
        """With how few answers a win can be forced from a table, if with at most `left`; else LOST. Raises TooLarge.

        A table that comes round again on its own way counts as lost there: no shortest way goes in a circle.
        """
        if node.table.outcome != GOING or node.table.turns != self._turns:
            return 0 if node.table.outcome == WON and node.table.winner == self._seat else LOST
        key = self._key(node)
        within, known = self._values.get(key, (-1, LOST))
        if known < LOST or within >= left or plies == 0:
            return known if known <= left else LOST
        self.nodes += 1
        if self.nodes > self._most:
            raise TooLarge
        self._values[key] = (left, LOST)
        mine = node.table.asked == self._seat
        found = self._mine(node, left, plies - 1) if mine else self._theirs(node, left, plies - 1)
        self._values[key] = (left, found)
        return found

    def _mine(self, node: Node, left: int, plies: int) -> int:
        """The best of the seat's own answers."""
        best, price = LOST, cost(node.table)
        if left < price:
            return LOST
        for _, child in self.answers(node):
            best = min(best, self.value(child, min(left - price, best - 1), plies))
            if best == 0:
                break
        return best + price if best < LOST else LOST

    def _theirs(self, node: Node, left: int, plies: int) -> int:
        """The worst of another seat's answers; LOST where what it may answer cannot be known."""
        worst = NO_ANSWER
        for child in self.replies(node):
            worst = max(worst, LOST if child is None else self.value(child, left, plies))
            if worst >= LOST:
                break
        return LOST if worst == NO_ANSWER else worst

    # --- what can be answered -----------------------------------------------------------------------------------------
    def answers(self, node: Node) -> Iterator[tuple[int, Node]]:
        """The seat's own answers that hang on nothing unknown, by number, and where each leads."""
        t = node.table
        for index in range(t.options):
            card = card_of(t.option[index])
            if card != w.NONE and (node.strange >> card & 1 or is_hidden(t, card, self._seat)):
                continue
            child = self.after(node, index)
            if child is not None:
                yield index, child

    def replies(self, node: Node) -> Iterator[Node | None]:
        """Where each possible answer of another seat leads, the Surprises that it might hold first."""
        t, d = node.table, self._d
        window = t.prompt == w.SURPRISE_WINDOW
        if window and self._kindly:
            yield self.after(node, t.options - 1)
            return
        if window:
            for world, index in surprises_possible(d, t, self._seat):
                yield self.after(Node(world, node.strange), index)
        for index in range(t.options):
            card = card_of(t.option[index])
            unknown = card != w.NONE and (node.strange >> card & 1 or is_hidden(t, card, self._seat))
            if not unknown:
                yield self.after(node, index)
            elif not window:
                yield None

    def after(self, node: Node, index: int) -> Node | None:
        """Where an answer leads; nothing where that hangs on what the seat cannot know."""
        table = node.table.copy()
        answer(self._d, table, index)
        over = table.turns != self._turns or table.outcome != GOING
        if over and not (table.outcome == WON and table.winner == self._seat):
            return Node(table, node.strange)  # lost for sure, whatever decided it
        strange = strange_after(self._d, node.table, table, self._seat, node.strange)
        return None if strange == w.NONE else Node(table, strange)

    # --- what was found -----------------------------------------------------------------------------------------------
    def _ways(self, node: Node, counted: dict[object, int]) -> int:
        """How many shortest ways there are; where others can answer differently, how many at least."""
        if node.table.outcome != GOING:
            return 1
        key = self._key(node)
        if key not in counted:
            if node.table.asked == self._seat:
                rest = self.value(node) - cost(node.table)
                children = [child for _, child in self.answers(node) if self.value(child, rest) == rest]
                counted[key] = sum(self._ways(child, counted) for child in children)
            else:
                counted[key] = min(self._ways(child, counted) for child in self.replies(node) if child)
        return counted[key]

    def _line(self, node: Node) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """A shortest way against others who let everything pass: codes of the answers, and the options at each."""
        codes: list[int] = []
        options: list[int] = []
        while node.table.outcome == GOING:
            t = node.table
            if t.asked != self._seat:
                *_, last = self.replies(node)
                assert last is not None
                node = last
                continue
            rest = self.value(node) - cost(t)
            index, child = next(one for one in self.answers(node) if self.value(one[1], rest) <= rest)
            codes.append(t.option[index])
            options.append(t.options)
            node = child
        return tuple(codes), tuple(options)

    def _key(self, node: Node) -> object:
        t, cards = node.table, self._d.cards
        order = [tuple(cards_in(t, zone)) for zone in _ORDERED]
        if t.pile_known or self._piled:
            order += [tuple(cards_in(t, w.PILE)), tuple(cards_in(t, w.DISCARD))]
        return (
            node.strange,
            tuple([getattr(t, name) for name in _INTS]),
            tuple([tuple(getattr(t, name)[:cards]) for name in _BY_CARD]),
            tuple([tuple(getattr(t, name)) for name in _LISTS]),
            tuple(t.stack[: t.frames * FRAME]),
            tuple(t.pick[: t.picks]),
            tuple(t.happened[: t.happenings]),
            tuple(order),
        )


def cost(t: Table) -> int:
    """What an answer to the pending question counts towards the length of a way."""
    return 1 if t.options > 1 else 0


def start_of(table: Table) -> Node:
    """A table to search from: a copy on which everybody is asked in every Surprise window, able to answer or not."""
    copy = table.copy()
    copy.polite = 1
    return Node(copy)
