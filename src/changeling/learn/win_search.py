"""Proofs that whoever has the turn can win before it ends, whatever the others do and whatever cards lie unseen: the
shortest way, how many there are, and where each answer leads (`turn_search` says what counts as a way)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from changeling.cards.codes import SURPRISE_WINDOW
from changeling.cards.deck import Deck
from changeling.engine.layout import GOING, Table
from changeling.engine.sheet_cache import sheet_for
from changeling.learn.greedy_turns import LONGEST
from changeling.learn.search_room import MOST_NODES, interpreted_room, plain_key
from changeling.learn.seek import STRANGE_WORDS
from changeling.learn.turn_search import CHILD, LOST, NO_MORE, TOO_LARGE, cost, give_answer, next_answer

__all__ = ["LONGEST", "LOST", "MOST_NODES", "Node", "Proof", "TooLarge", "WinSearch", "start_of"]

_NOTHING_STRANGE: Final = (0,) * STRANGE_WORDS


class TooLarge(Exception):
    """There are more positions than the search may look at."""


@dataclass(frozen=True, slots=True)
class Node:
    """A table at a question, and as bits the cards that have come into hands unseen."""

    table: Table
    strange: tuple[int, ...] = _NOTHING_STRANGE


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
        self._d, self._room = sheet_for(deck), interpreted_room(deck)
        seek = self._room.seek
        seek.seat, seek.turns, seek.most, seek.kindly = seat, turns, min(most, MOST_NODES), int(kind)
        self._seat = seat

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        nodes: int = self._room.seek.nodes
        return nodes

    def prove(self, root: Node) -> Proof | None:
        """The shortest way from a table, or nothing where there is none. Raises TooLarge."""
        length = self.value(root)
        if length >= LOST:
            return None
        line, options = self._line(root)
        return Proof(length, self._ways(root, {}), line, options, self.nodes)

    def value(self, node: Node, left: int = LONGEST) -> int:
        """With how few answers a win can be forced from a table, if with at most `left`; else LOST. Raises TooLarge."""
        self._turn_to(node)
        found = self._room.value(left)
        if found == TOO_LARGE:
            raise TooLarge
        return found

    def best_answer(self, node: Node) -> int | None:
        """The number of an answer of the seat's own that is on a shortest way; nothing where there is none. Looks no
        further than that takes. Raises TooLarge."""
        length = self.value(node)
        if length >= LOST:
            return None
        rest = length - cost(node.table)
        return next(index for index, child in self.answers(node) if self.value(child, rest) <= rest)

    # --- what can be answered -----------------------------------------------------------------------------------------
    def answers(self, node: Node) -> list[tuple[int, Node]]:
        """The seat's own answers that hang on nothing unknown, by number, and where each leads."""
        return [(index, child) for index, child in self._next(node) if child is not None]

    def replies(self, node: Node) -> list[Node | None]:
        """Where each possible answer of another seat leads, the Surprises that it might hold first; nothing stands for
        an answer of which that cannot be known."""
        return [child for _, child in self._next(node)]

    def after(self, node: Node, index: int) -> Node | None:
        """Where an answer leads; nothing where that hangs on what the seat cannot know."""
        self._turn_to(node)
        known = give_answer(self._d, self._room.tables, None, self._room.seek, 0, 0, index)
        return self._child() if known else None

    def _next(self, node: Node) -> list[tuple[int, Node | None]]:
        """The numbers of the answers to a table's question, and where each leads; of those that somebody might have
        the number means nothing."""
        self._turn_to(node)
        seek, found = self._room.seek, list[tuple[int, Node | None]]()
        while (led := next_answer(self._d, self._room.tables, None, seek, 0)) != NO_MORE:
            found.append((seek.index[0] - 1, self._child() if led == CHILD else None))
        return found

    def _turn_to(self, node: Node) -> None:
        seek = self._room.seek
        self._room.tables[0] = node.table
        seek.strange[:STRANGE_WORDS] = node.strange
        seek.index[0] = seek.card[0] = 0

    def _child(self) -> Node:
        return Node(self._room.tables[1], tuple(self._room.seek.strange[STRANGE_WORDS : 2 * STRANGE_WORDS]))

    # --- what was found -----------------------------------------------------------------------------------------------
    def _ways(self, node: Node, counted: dict[int, int]) -> int:
        """How many shortest ways there are; where others can answer differently, how many at least."""
        if node.table.outcome != GOING:
            return 1
        self._turn_to(node)
        key = plain_key(self._d, node.table, self._room.seek, 0)
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
                last = self.replies(node)[-1]
                assert last is not None
                node = last
                continue
            rest = self.value(node) - cost(t)
            index, child = next(one for one in self.answers(node) if self.value(one[1], rest) <= rest)
            if t.options > 1 or t.prompt != SURPRISE_WINDOW:  # who can answer nothing is asked for politeness only
                codes.append(t.option[index])
                options.append(t.options)
            node = child
        return tuple(codes), tuple(options)


def start_of(table: Table) -> Node:
    """A table to search from: a copy on which everybody is asked in every Surprise window, able to answer or not."""
    copy = table.copy()
    copy.polite = 1
    return Node(copy)
