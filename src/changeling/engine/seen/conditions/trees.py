"""Conditions as trees: what a compiled expression is made of, so that each part can be asked whether it holds."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import local
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.layout import Table
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.sheet_layout import Sheet

Instruction = tuple[int, ...]
PROBES: Final = 16  # sheets of which a thread keeps a probe


@dataclass(frozen=True, slots=True)
class Term:
    """A part of an expression: its word, the operands of that, the parts that it works on, and its instructions.

    `and` and `or` have all their conditions as parts. `unless` is a choice between two values: a condition, the value
    where it holds, the value where it does not. `walk` counts: its last part is the test of each card or seat.
    """

    word: v.Word
    operands: tuple[int, ...]
    parts: tuple[Term, ...]
    code: tuple[Instruction, ...]
    program: list[int] = field(compare=False, repr=False)  # the instructions as a sheet has them, with an end

    @property
    def type(self) -> str:
        """What it gives: a number, a condition, a card or a seat."""
        return self.parts[1].type if self.word is v.Terms.unless else self.word.returns


_trees: Recent[dict[int, Term]] = Recent()


def tree_of(deck: Deck, pc: int) -> Term:
    """The tree of a compiled expression."""
    trees = _trees.of(deck.digest, dict)
    if pc not in trees:
        trees[pc] = _tree_at(deck, pc)
    return trees[pc]


def _tree_at(deck: Deck, pc: int) -> Term:
    code: list[Instruction] = []
    while deck.code[pc * w.WIDTH] != v.Terms.return_.term:
        code.append(deck.code[pc * w.WIDTH : (pc + 1) * w.WIDTH])
        pc += 1
    return _read(code, 0, len(code))


def _read(code: list[Instruction], begin: int, end: int) -> Term:
    """The tree of the instructions from `begin` to before `end`, which leave one value."""
    stack: list[tuple[int, Term]] = []  # where each value's instructions begin
    at = begin
    while at < end:
        word, jump = v.TERMS[code[at][0]], code[at][1]
        start, parts, after = at, [], at + 1
        if word in (v.Terms.and_, v.Terms.or_):
            after = at + jump
            start, left = stack.pop()
            right = _read(code, at + 1, after)
            parts = [part for side in (left, right) for part in (side.parts if side.word is word else (side,))]
        elif word is v.Terms.unless:
            skip = at + jump
            after = skip - 1 + code[skip - 1][1]
            start, test = stack.pop()
            parts = [test, _read(code, at + 1, skip - 1), _read(code, skip, after)]
        else:
            for _ in range(_taken(word, code[at])):
                start, part = stack.pop()
                parts.insert(0, part)
            if word in (v.Terms.walk, v.Terms.inner_walk):
                after = at + 1 + code[at + 1][1]
                parts.append(_read(code, at + 2, after - 1))
        operands = () if v.JUMP in word.kinds else code[at][1 : 1 + len(word.kinds)]
        own = tuple(code[start:after])
        program = [number for instruction in own for number in instruction] + [0] * w.WIDTH
        stack.append((start, Term(word, operands, tuple(parts), own, program)))
        at = after
    ((_, whole),) = stack
    return whole


def _taken(word: v.Word, instruction: Instruction) -> int:
    """How many values an instruction takes from the value stack."""
    seats = [value for kind, value in zip(word.kinds, instruction[1:], strict=False) if kind == v.WHO]
    return len(word.params) + seats.count(w.ONE_SEAT)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the terms of one card's expression, for one seat, at a table of its own to work on.

    `probe` is a sheet of its own as well: the deck's, but for its code, which is that of the term to be read.
    """

    deck: Deck
    sheet: Sheet
    probe: Sheet
    table: Table
    names: tuple[str, ...]
    seat: int
    card: int

    def value(self, term: Term) -> int:
        """What a term comes to."""
        self.probe.code = term.program
        return evaluate(self.probe, self.table, 0, self.seat, self.card, w.NONE)

    def holds(self, term: Term) -> bool:
        """Whether a term, as a condition, holds."""
        return self.value(term) != 0

    def items(self, at: int) -> tuple[int, ...]:
        """A list of names and marks."""
        return self.deck.lists[at + 1 : at + 1 + self.deck.lists[at]]

    def title(self, card: int) -> str:
        """The title of a card."""
        return self.deck.titles[card] if card >= 0 else "nothing"

    def spoken(self, card: int) -> str:
        """What a sentence calls a card."""
        return self.deck.spoken[card] if card >= 0 else "nothing"


class _Probes(local):
    """The probes of one thread: its readers use them one after the other."""

    def __init__(self) -> None:
        self.made: OrderedDict[int, tuple[Sheet, Sheet]] = OrderedDict()  # with the sheet, so that its id is its own


_probes: Final = _Probes()


def probe_of(d: Sheet) -> Sheet:
    """A sheet whose code can be exchanged; everything else is the same lists, not copies. One for each thread."""
    made = _probes.made
    if id(d) not in made:
        probe = Sheet.__new__(Sheet)
        for part in Sheet.fields:
            setattr(probe, part.name, getattr(d, part.name))
        made[id(d)] = (d, probe)
        if len(made) > PROBES:
            made.popitem(last=False)
    return made[id(d)][1]
