"""Proofs that whoever has the turn can win before it ends, whatever the others do and whatever cards lie unseen: the
shortest way, how many there are, and where each answer leads (`turn_search` says what counts as a way)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from changeling.cards.codes import A_PLAY, A_USE, NONE, SORT, SURPRISE_WINDOW
from changeling.cards.deck import Deck
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.loop import answer
from changeling.engine.sheet_cache import sheet_for
from changeling.learn.greedy_turns import LONGEST
from changeling.learn.search_room import MOST_NODES, interpreted_room, plain_key
from changeling.learn.seek import STRANGE_WORDS
from changeling.learn.turn_search import (
    CHILD,
    LOST,
    NO_MORE,
    TOO_LARGE,
    UNKNOWN,
    begin_answers,
    cost,
    give_answer,
    is_unknown,
    next_answer,
)
from changeling.learn.unknowns import card_of, follow_unknown

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
        """At how many questions of a way, where others let everything pass and lots fall as they do from this table,
        some answer does not keep the win: only there is anything to find. Raises TooLarge."""
        found, node, codes = 0, root, list(line)
        while node.table.outcome == GOING:
            t = node.table
            if t.asked != self._seat:
                node = self._let_pass(node)
                continue
            code = codes.pop(0) if is_given(t) else t.option[0]
            answers = self.answers(node)
            found += len(answers) < t.options or any(self.worth(outcomes) >= LOST for _, outcomes in answers)
            node = self._as_lots_fall(node, t.option.index(code))
        return found

    def value(self, node: Node, left: int = LONGEST) -> int:
        """With how few answers a win can be forced from a table, if with at most `left`; else LOST. Raises TooLarge."""
        self._turn_to(node)
        found = self._room.value(left)
        if found == TOO_LARGE:
            raise TooLarge
        return found

    def worth(self, outcomes: Sequence[Node], left: int = LONGEST) -> int:
        """The value of an answer, however lots fall: that of the worst of its outcomes. Raises TooLarge."""
        worst = 0
        for child in outcomes:
            worst = max(worst, self.value(child, left))
            if worst >= LOST:
                break
        return worst

    def best_answer(self, node: Node, left: int = LONGEST) -> int | None:
        """The number of an answer of the seat's own that is on a shortest way, of those the one with the fewest plays;
        nothing where there is none of at most `left` answers. Raises TooLarge."""
        return self._best(node, {})[0] if self.value(node, left) < LOST else None

    def way(self, node: Node) -> tuple[int, ...]:
        """The answers that a player gives on a shortest way where the others let everything pass, as codes."""
        return self._line(node)[0]

    # --- what can be answered -----------------------------------------------------------------------------------------
    def answers(self, node: Node) -> list[tuple[int, list[Node]]]:
        """The seat's own answers that hang on nothing unknown, by number, and where each leads however lots fall."""
        self._turn_to(node)
        t, seek, found = node.table, self._room.seek, list[tuple[int, list[Node]]]()
        for index in range(t.options):
            card = card_of(t.option[index])
            if card != NONE and is_unknown(t, seek, 0, card):
                continue
            outcomes = self.outcomes(node, index)
            if outcomes is not None:
                found.append((index, outcomes))
        return found

    def refuted_by(self, node: Node, kindly: WinSearch) -> tuple[int, ...]:
        """The Surprises by which others can stop what wins from a table only if they let everything pass: the cards
        that answer at the first question where one does. `kindly` is a `kind` search of the same turn."""
        while node.table.outcome == GOING and node.table.turns == self._room.seek.turns:
            if node.table.asked == self._seat:
                node = self._as_lots_fall(node, kindly.best(node))
                continue
            stopping = [card for card, child in self._held(node) if child is None or self.value(child, LONGER) >= LOST]
            if stopping:
                return tuple(dict.fromkeys(stopping))
            rest = [child for child in kindly.replies(node) if child is not None]
            node = next((child for child in rest if self.value(child, LONGER) >= LOST), rest[-1])
        return ()

    def best(self, node: Node) -> int:
        """The number of the best answer of the seat's own, where there is a way."""
        return self._best(node, {})[0]

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

    def outcomes(self, node: Node, index: int) -> list[Node] | None:
        """Where an answer leads, for every way in which lots can fall; nothing where that hangs on what the seat cannot
        know, or on more lots than are gone through."""
        self._turn_to(node)
        seek, found = self._room.seek, list[Node]()
        seek.lots[0] = 1
        while seek.lot[0] < seek.lots[0]:
            led = give_answer(self._d, self._room.tables, None, seek, 0, 0, index)
            if led == UNKNOWN:
                return None
            if led == CHILD:
                found.append(self._child())
        return found

    def _as_lots_fall(self, node: Node, index: int) -> Node:
        """Where an answer leads with the lots that the table's own generator draws."""
        table, seek = node.table.copy(), self._room.seek
        answer(self._d, table, index)
        seek.strange[:STRANGE_WORDS] = node.strange
        follow_unknown(self._d, node.table, table, seek, 0)
        return Node(table, tuple(seek.strange[:STRANGE_WORDS]))

    def _next(self, node: Node) -> list[tuple[int, Node | None]]:
        """The numbers of the answers to a table's question, and where each leads, once for every way in which lots can
        fall; of those that somebody might have the number means nothing."""
        self._turn_to(node)
        seek, found = self._room.seek, list[tuple[int, Node | None]]()
        while (led := next_answer(self._d, self._room.tables, None, seek, 0)) != NO_MORE:
            found.append((seek.index[0] - 1, self._child() if led == CHILD else None))
        return found

    def _turn_to(self, node: Node) -> None:
        seek = self._room.seek
        self._room.tables[0] = node.table
        seek.strange[:STRANGE_WORDS] = node.strange
        begin_answers(seek, 0)

    def _child(self) -> Node:
        return Node(self._room.tables[1], tuple(self._room.seek.strange[STRANGE_WORDS : 2 * STRANGE_WORDS]))

    # --- what was found -----------------------------------------------------------------------------------------------
    def _ways(self, node: Node, counted: dict[int, int]) -> int:
        """How many shortest ways there are; where others or lots can make a difference, how many at least."""
        if node.table.outcome != GOING:
            return 1
        self._turn_to(node)
        key = plain_key(self._d, node.table, self._room.seek, 0)
        if key not in counted:
            if node.table.asked == self._seat:
                rest = self.value(node) - cost(node.table)
                good = [outcomes for _, outcomes in self.answers(node) if self.worth(outcomes, rest) == rest]
                counted[key] = sum(min(self._ways(child, counted) for child in outcomes) for outcomes in good)
            else:
                counted[key] = min(self._ways(child, counted) for child in self.replies(node) if child)
        return counted[key]

    def _line(self, node: Node) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """A shortest way with the fewest plays against others who let everything pass, as lots fall from this table:
        codes of the answers, and the options at each."""
        codes: list[int] = []
        options: list[int] = []
        counted: dict[int, int] = {}
        while node.table.outcome == GOING:
            t = node.table
            if t.asked != self._seat:
                node = self._let_pass(node)
                continue
            index, _ = self._best(node, counted)
            if is_given(t):
                codes.append(t.option[index])
                options.append(t.options)
            node = self._as_lots_fall(node, index)
        return tuple(codes), tuple(options)

    def _best(self, node: Node, counted: dict[int, int]) -> tuple[int, int]:
        """Of the seat's answers on shortest ways, the first of those after which the fewest cards are played: its
        number, and how many cards that are."""
        rest = self.value(node, LONGER) - cost(node.table)
        found = (-1, LOST)
        for index, outcomes in self.answers(node):
            if self.worth(outcomes, rest) <= rest:
                plays = max(self._plays(child, counted) for child in outcomes)
                plays += _is_play(node.table.option[index])
                found = min(found, (index, plays), key=lambda one: one[1])
        return found

    def _plays(self, node: Node, counted: dict[int, int]) -> int:
        """How many cards are played or used on a shortest way with the fewest, where others let everything pass."""
        if node.table.outcome != GOING:
            return 0
        if node.table.asked != self._seat:
            return self._plays(self._let_pass(node), counted)
        self._turn_to(node)
        key = plain_key(self._d, node.table, self._room.seek, 0)
        if key not in counted:
            counted[key] = self._best(node, counted)[1]
        return counted[key]

    def _let_pass(self, node: Node) -> Node:
        """Where it leads that another seat lets everything pass."""
        return self._as_lots_fall(node, node.table.options - 1)


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
