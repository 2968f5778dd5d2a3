"""Proofs that whoever has the turn can win before it ends, whatever the others do and whatever cards lie unseen: the
shortest way, how many there are, and where each answer leads (`turn_search` says what counts as a way)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from changeling.cards.codes import A_PLAY, A_USE, SORT, SURPRISE_WINDOW
from changeling.cards.deck import Deck
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.loop import answer
from changeling.engine.sheet_cache import sheet_for
from changeling.learn.greedy_turns import LONGEST
from changeling.learn.search_room import MOST_NODES, interpreted_room, plain_key
from changeling.learn.seek import STRANGE_WORDS
from changeling.learn.turn_search import CHILD, LOST, NO_MORE, TOO_LARGE, cost, give_answer, next_answer, won_in_turn
from changeling.learn.unknowns import follow_unknown
from changeling.play.lots import Lots

__all__ = ["LONGER", "LONGEST", "LOST", "MOST_NODES", "Node", "Proof", "TooLarge", "WinSearch", "start_of"]

LONGER: Final = 9  # answers of a way that is looked for where no short one is left
MOST_OUTCOMES: Final = 120  # ways in which lots can fall after one answer: one of 120 things, or five in any order
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
            code = codes.pop(0) if is_given(t) else t.option[0]
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

    def way(self, node: Node) -> tuple[int, ...]:
        """The answers that a player gives on a shortest way where the others let everything pass, as codes."""
        return self._line(node)[0]

    # --- what can be answered -----------------------------------------------------------------------------------------
    def answers(self, node: Node) -> list[tuple[int, Node]]:
        """The seat's own answers that hang on nothing unknown, by number, and where each leads."""
        return [(index, child) for index, child in self._next(node) if child is not None]

    def refuted_by(self, node: Node, kindly: WinSearch) -> tuple[int, ...]:
        """The Surprises by which others can stop what wins from a table only if they let everything pass: the cards
        that answer at the first question where one does. `kindly` is a `kind` search of the same turn."""
        while node.table.outcome == GOING and node.table.turns == self._room.seek.turns:
            if node.table.asked == self._seat:
                node = kindly.best_child(node)
                continue
            stopping = [card for card, child in self._held(node) if child is None or self.value(child, LONGER) >= LOST]
            if stopping:
                return tuple(dict.fromkeys(stopping))
            rest = [child for child in kindly.replies(node) if child is not None]
            node = next((child for child in rest if self.value(child, LONGER) >= LOST), rest[-1])
        return ()

    def best_child(self, node: Node) -> Node:
        """Where the best answer of the seat's own leads."""
        return self._best(node, {})[1]

    def _held(self, node: Node) -> list[tuple[int, Node | None]]:
        """The Surprises that another seat might hold and answer with, and where each leads."""
        self._turn_to(node)
        seek, found = self._room.seek, list[tuple[int, Node | None]]()
        if node.table.prompt != SURPRISE_WINDOW:
            return found
        while True:
            led = next_answer(self._d, self._room.tables, None, seek, 0)
            if led == NO_MORE or seek.index[0] > 0:  # answers that are offered come after those
                return found
            found.append((seek.card[0] - 1, self._child() if led == CHILD else None))

    def replies(self, node: Node) -> list[Node | None]:
        """Where each possible answer of another seat leads, the Surprises that it might hold first; nothing stands for
        an answer of which that cannot be known."""
        return [child for _, child in self._next(node)]

    def after(self, node: Node, index: int) -> Node | None:
        """Where an answer leads; nothing where that hangs on what the seat cannot know."""
        self._turn_to(node)
        known = give_answer(self._d, self._room.tables, None, self._room.seek, 0, 0, index)
        return self._child() if known else None

    def outcomes(self, node: Node, index: int) -> list[Node] | None:
        """Where an answer leads for every way in which lots can fall; nothing where cards decide that the seat cannot
        know, or where there are more than `MOST_OUTCOMES` ways."""
        found = list[Node]()
        told: tuple[int, ...] | None = ()
        while told is not None:
            if len(found) == MOST_OUTCOMES:
                return None
            lots = Lots(told, 0)
            table = node.table.copy()
            table.rng = lots  # type: ignore[assignment]  # it does what the machine does with the list
            answer(self._d, table, index)
            table.rng = node.table.rng[:]
            seek = self._room.seek
            seek.strange[:STRANGE_WORDS] = node.strange
            over = table.outcome != GOING or table.turns != seek.turns
            lost = over and not won_in_turn(table, seek)
            if not lost and not follow_unknown(self._d, node.table, table, seek, 0):
                return None
            found.append(Node(table, tuple(seek.strange[:STRANGE_WORDS])))
            told = lots.following()
        return found

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
            if is_given(t):
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


def is_given(t: Table) -> bool:
    """Whether a player gives the answer to a table's question: where there is a choice, or a card is played or used."""
    return t.options > 1 or _is_play(t.option[0])


def _is_play(code: int) -> bool:
    """Whether an answer plays or uses a card."""
    return code // SORT in (A_PLAY, A_USE)


def start_of(table: Table) -> Node:
    """A table to search from: a copy on which everybody is asked in every Surprise window, able to answer or not."""
    copy = table.copy()
    copy.polite = 1
    return Node(copy)
