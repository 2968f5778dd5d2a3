"""Proofs that whoever has the turn can win before it ends, whatever the others do and whatever cards lie unseen: the
shortest way, how many there are, and where each answer leads (`turn_search` says what counts as a way)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from changeling.cards.codes import A_PLAY, A_USE, SORT, SURPRISE_WINDOW
from changeling.cards.deck import Deck
from changeling.engine.layout import GOING, Table
from changeling.engine.sheet_cache import sheet_for
from changeling.learn.greedy_turns import LONGEST
from changeling.learn.search_room import MOST_NODES, interpreted_room, plain_key
from changeling.learn.seek import STRANGE_WORDS
from changeling.learn.turn_search import CHILD, LOST, NO_MORE, TOO_LARGE, cost, give_answer, next_answer

__all__ = ["LONGER", "LONGEST", "LOST", "MOST_NODES", "Node", "Proof", "TooLarge", "WinSearch", "start_of"]

LONGER: Final = 9  # answers of a way that is looked for where no short one is left
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

    def choices(self, root: Node, line: Sequence[int]) -> int:
        """At how many questions of a way, where others let everything pass, some answer does not keep the win: only
        there is anything to find. Raises TooLarge."""
        found, node, codes = 0, root, list(line)
        while node.table.outcome == GOING:
            t = node.table
            if t.asked != self._seat:
                node = self._let_pass(node)
                continue
            politely = t.options == 1 and t.prompt == SURPRISE_WINDOW
            code = t.option[0] if politely else codes.pop(0)
            answers = self.answers(node)
            found += len(answers) < t.options or any(self.value(child) >= LOST for _, child in answers)
            node = next(child for index, child in answers if t.option[index] == code)
        return found

    def value(self, node: Node, left: int = LONGEST) -> int:
        """With how few answers a win can be forced from a table, if with at most `left`; else LOST. Raises TooLarge."""
        self._turn_to(node)
        found = self._room.value(left)
        if found == TOO_LARGE:
            raise TooLarge
        return found

    def best_answer(self, node: Node, left: int = LONGEST) -> int | None:
        """The number of an answer of the seat's own that is on a shortest way, of those the one with the fewest plays;
        nothing where there is none of at most `left` answers. Raises TooLarge."""
        return self._best(node, {})[0] if self.value(node, left) < LOST else None

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
        """A shortest way with the fewest plays against others who let everything pass: codes of the answers, and the
        options at each."""
        codes: list[int] = []
        options: list[int] = []
        counted: dict[int, int] = {}
        while node.table.outcome == GOING:
            t = node.table
            if t.asked != self._seat:
                node = self._let_pass(node)
                continue
            index, child = self._best(node, counted)
            if t.options > 1 or t.prompt != SURPRISE_WINDOW:  # who can answer nothing is asked for politeness only
                codes.append(t.option[index])
                options.append(t.options)
            node = child
        return tuple(codes), tuple(options)

    def _best(self, node: Node, counted: dict[int, int]) -> tuple[int, Node]:
        """Of the seat's answers on shortest ways, the first of those after which the fewest cards are played."""
        rest = self.value(node, LONGER) - cost(node.table)
        good = [one for one in self.answers(node) if self.value(one[1], rest) <= rest]
        return min(good, key=lambda one: _is_play(node.table.option[one[0]]) + self._plays(one[1], counted))

    def _plays(self, node: Node, counted: dict[int, int]) -> int:
        """How many cards are played or used on a shortest way with the fewest, where others let everything pass."""
        if node.table.outcome != GOING:
            return 0
        if node.table.asked != self._seat:
            return self._plays(self._let_pass(node), counted)
        self._turn_to(node)
        key = plain_key(self._d, node.table, self._room.seek, 0)
        if key not in counted:
            index, child = self._best(node, counted)
            counted[key] = _is_play(node.table.option[index]) + self._plays(child, counted)
        return counted[key]

    def _let_pass(self, node: Node) -> Node:
        """Where it leads that another seat lets everything pass."""
        last = self.replies(node)[-1]
        assert last is not None
        return last


def _is_play(code: int) -> bool:
    """Whether an answer plays or uses a card."""
    return code // SORT in (A_PLAY, A_USE)


def start_of(table: Table) -> Node:
    """A table to search from: a copy on which everybody is asked in every Surprise window, able to answer or not."""
    copy = table.copy()
    copy.polite = 1
    return Node(copy)
