"""Compiling sets: zones with filters, what is added and left out, comprehensions. They become selections or counts."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from changeling.cards import codes as w
from changeling.cards.compiler.filters import filter_of, items_of
from changeling.cards.compiler.pool import Instruction, Pool
from changeling.cards.language import vocabulary as v
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong

T = TypeVar("T")

SEES = {
    w.HAND: w.SEES_HANDS,
    w.KEEPERS: w.SEES_BOARD,
    w.CREEPERS: w.SEES_BOARD,
    w.RULES: w.SEES_RULES,
    w.GOALS: w.SEES_GOALS,
    w.DISCARD: w.SEES_PILES,
    w.DOWN: w.SEES_ALL,
    w.ASIDE: w.SEES_ALL,
    w.DOOM_COUNT: w.SEES_BOARD,
}
_ANYWHERE, _UNDER = -3, -4  # sets that are not a zone
ITEM = -1  # in place of a register: what a comprehension is looking at


@dataclass(slots=True)
class Source:
    """One part of a set: a zone of some seats with a filter, a single card, or seats."""

    zone: int
    seats: int
    filter: int = 0
    node: ast.expr | None = None  # the seat, or the single card


@dataclass(slots=True)
class SetOf:
    """A set as the text describes it; it becomes a selection where it is used."""

    type: str
    parts: list[Source] = field(default_factory=list)
    drops: list[ast.expr] = field(default_factory=list)
    variable: str = ""
    test: ast.expr | None = None


@dataclass(slots=True)
class Findings:
    """What an expression looks at, for the machine (when to read it again) and for people (what a Goal needs)."""

    reads: int = 0
    needs: list[str] = field(default_factory=list)
    forbids: list[str] = field(default_factory=list)
    excuses: list[str] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)


class Sets(ABC):
    """The half of the expression compiler that deals with sets; values are the other half's business."""

    def __init__(
        self, pool: Pool, *, inner: bool, marks: tuple[str, ...], ask: Callable[[ast.Call, str], tuple[int, str]] | None
    ) -> None:
        self.pool = pool
        self.inner = inner
        self.marks = marks
        self.ask = ask
        self.variables: dict[str, tuple[int, str]] = {}
        self.findings = Findings()
        self.out: list[Instruction] = []
        self.positive = True
        self.formula: ast.expr | None = None  # the whole of a formula, whose `if` needs no else
        self._types: dict[ast.expr, str | Wrong] = {}

    @abstractmethod
    def push(self, node: ast.expr, want: str) -> None:
        """Emit code that leaves a value of the wanted type on the stack."""

    @abstractmethod
    def _push(self, node: ast.expr) -> str:
        """Emit code that leaves a value on the stack; gives its type."""

    def _collect(self, emit: Callable[[], T]) -> int:
        kept, self.out = self.out, []
        emit()
        self._emit(w.E_RETURN)
        made, self.out = self.out, kept
        return self.pool.expression(made)

    def _emit(self, op: int, a: int = 0, b: int = 0, c: int = 0) -> int:
        self.out.append((op, a, b, c, 0))
        return len(self.out) - 1

    def _aim(self, at: int) -> None:
        """Let the jump at `at` lead here."""
        op, _, b, c, e = self.out[at]
        self.out[at] = (op, len(self.out) - at, b, c, e)

    def set_of(self, node: ast.expr) -> SetOf | None:
        """The set that an expression describes, or nothing when it is not a set."""
        match node:
            case ast.Name(id="aside"):
                return SetOf(v.CARDS, [Source(w.ASIDE, w.NOBODY)])
            case ast.Name(id=name) if (
                name in v.SET_WORDS and v.SET_WORDS[name].returns == v.SEATS and name not in self.variables
            ):
                return SetOf(v.SEATS, [Source(w.NONE, v.SET_WORDS[name].arg)])
            case ast.Name(id=name) if name in ("rules", "goals", "discard_pile") and name not in self.variables:
                return self._zone(
                    ast.Call(func=node, args=[], keywords=[], lineno=node.lineno, col_offset=node.col_offset)
                )
            case ast.Call(func=ast.Name(id="anywhere")):
                items, _ = self._items(node)
                if any(item < 0 for item in items):
                    raise Wrong(node, 'anywhere() takes names of cards in quotes: anywhere("Milk")')
                return SetOf(v.CARDS, [Source(_ANYWHERE, w.NOBODY, self.pool.list_of(tuple(items)))])
            case ast.Call(func=ast.Name(id="under")):
                if len(node.args) != 1:
                    raise Wrong(node, "under() takes one card")
                self.findings.reads |= w.SEES_BOARD
                return SetOf(v.CARDS, [Source(_UNDER, w.NOBODY, node=node.args[0])])
            case ast.Call(func=ast.Name(id=name)) if name in v.SET_WORDS:
                return self._zone(node)
            case ast.BinOp(op=ast.Add()):
                left, right = self.set_of(node.left), self._set_or_card(node.right)
                if (
                    left is not None
                    and right is not None
                    and left.type == right.type == v.CARDS
                    and not (left.test or right.test)
                ):
                    return SetOf(v.CARDS, left.parts + right.parts, left.drops + right.drops)
            case ast.BinOp(op=ast.Sub()):
                left = self.set_of(node.left)
                if left is not None and left.type == v.CARDS:
                    left.drops.append(node.right)
                    return left
            case ast.GeneratorExp(
                elt=ast.Name(id=item), generators=[ast.comprehension(target=ast.Name(id=target), ifs=[test]) as each]
            ):
                inner = self.set_of(each.iter)
                if item == target and inner is not None and inner.test is None:
                    inner.variable, inner.test = target, test
                    return inner
                at = each.iter if item == target else node.elt
                raise Wrong(at, "write it like: choose(p for p in others if hand(p))")
        return None

    def _set_or_card(self, node: ast.expr) -> SetOf | None:
        found = self.set_of(node)
        if found is None and (
            isinstance(node, ast.Name) and (node.id == "this" or self.variables.get(node.id, (0, ""))[1] == v.CARD)
        ):
            return SetOf(v.CARDS, [Source(w.NONE, w.NOBODY, node=node)])
        return found

    def _zone(self, node: ast.Call) -> SetOf:
        assert isinstance(node.func, ast.Name)
        word = v.SET_WORDS[node.func.id]
        no_keywords(node)
        args = list(node.args)
        part = Source(word.arg, w.NOBODY)
        if word.params:
            if not args:
                raise Wrong(node, f"whose? {word.signature}, for example {word.name}(you)")
            part.seats, part.node = self._seats(args.pop(0), word)
        elif word.returns != v.CARDS or word.arg == w.ASIDE:
            raise Wrong(node, f"write {word.name} without brackets")
        part.filter = self._filter(args)
        self.findings.reads |= SEES[word.arg]
        if self.positive and word.arg == w.CREEPERS:
            self.findings.excuses += [a.value for a in args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        return SetOf(v.CARDS, [part])

    def _seats(self, node: ast.expr, word: v.Word) -> tuple[int, ast.expr | None]:
        if (
            isinstance(node, ast.Name)
            and node.id in ("you", "others", "everyone", "from_left")
            and node.id not in self.variables
        ):
            return v.SET_WORDS[node.id].arg, None
        if self._type_of(node) == v.SEAT:
            return w.ONE_SEAT, node
        found = self._types[node]
        if isinstance(found, Wrong):
            raise found
        raise Wrong(
            node, f"whose? {word.name}() needs a seat or seats: you, others, everyone, or a variable; not {a(found)}"
        )

    def _filter(self, args: list[ast.expr]) -> int:
        return filter_of(args, self.pool, self.marks)

    def _items(self, node: ast.Call) -> tuple[list[int], list[str]]:
        found = items_of(node, self.pool, self.marks)
        self.findings.reads |= w.SEES_BOARD
        return found

    def _select(self, sets: list[SetOf]) -> None:
        self._emit(w.E_CLEAR)
        for found in sets:
            for part in found.parts:
                if part.zone == w.NONE and part.node is not None:
                    self.push(part.node, v.CARD)
                    self._emit(w.E_ADD_CARD)
                elif found.type == v.SEATS:
                    self._emit(w.E_ADD_SEATS, part.seats)
                elif part.zone == _ANYWHERE:
                    self._emit(w.E_ADD_NAMES, part.filter)
                elif part.zone == _UNDER and part.node is not None:
                    self.push(part.node, v.CARD)
                    self._emit(w.E_ADD_UNDER)
                else:
                    self._seat_of(part)
                    self._emit(w.E_ADD_ZONE, part.zone, part.seats, part.filter)
            for drop in found.drops:
                self.push(drop, v.CARD)
                self._emit(w.E_DROP_CARD)
            if found.test is not None:
                self._test(found)

    def _test(self, found: SetOf) -> None:
        """Keep what passes: the machine walks the selection one by one."""
        assert found.test is not None
        kept = dict(self.variables)
        self.variables[found.variable] = (ITEM, v.SEAT if found.type == v.SEATS else v.CARD)
        self._emit(w.E_EACH)
        top = len(self.out)
        leave = self._emit(w.E_NEXT)
        ask, self.ask = self.ask, None
        try:
            self.push(found.test, v.CONDITION)
        finally:
            self.variables, self.ask = kept, ask
        self._emit(w.E_KEEP, top - len(self.out))
        self._aim(leave)

    def _size(self, found: SetOf, node: ast.expr) -> None:
        """Emit how many there are in a set."""
        for place, part in enumerate(found.parts):
            self._part_size(found, part, node)
            if place:
                self._emit(w.E_ADD)

    def _part_size(self, found: SetOf, part: Source, node: ast.expr) -> None:
        walked = found.test is not None or bool(found.drops)
        if part.zone == _UNDER and part.node is not None and not walked:
            self.push(part.node, v.CARD)
            self._emit(w.E_UNDER)
        elif part.zone in (_ANYWHERE, _UNDER) or (part.zone == w.NONE and found.type == v.CARDS):
            raise Wrong(
                node, "a set with a single card in it, or with cards from anywhere, can be chosen from, not counted"
            )
        else:
            self._seat_of(part)
            self._emit(w.E_WALK if walked else w.E_COUNT, part.zone, part.seats, part.filter)
            if walked:
                self._walk(found)

    def _walk(self, found: SetOf) -> None:
        """Count what passes: the machine goes from card to card, or from seat to seat."""
        if ITEM in (register for register, _ in self.variables.values()):
            raise Wrong(found.test or found.drops[0], "a set with a test cannot stand inside the test of another")
        kept, asked = dict(self.variables), self.ask
        top = len(self.out)
        leave = self._emit(w.E_STEP)
        try:
            self.ask = None
            self.variables[found.variable or " "] = (ITEM, v.SEAT if found.type == v.SEATS else v.CARD)
            if found.test is not None:
                self.push(found.test, v.CONDITION)
            else:
                self._emit(w.E_NUM, 1)
        finally:
            self.variables, self.ask = kept, asked
        for drop in found.drops:
            skip = self._emit(w.E_AND)
            self._emit(w.E_ITEM)
            self.push(drop, v.CARD)
            self._emit(w.E_NE)
            self._aim(skip)
        self._emit(w.E_TALLY, top - len(self.out))
        self._aim(leave)

    def _seat_of(self, part: Source) -> None:
        if part.seats == w.ONE_SEAT and part.node is not None:
            self.push(part.node, v.SEAT)

    def _type_of(self, node: ast.expr) -> str:
        """The type of an expression, found by compiling it aside, once: what is nested would else be compiled ever
        again."""
        if node not in self._types:
            kept, self.out, asked = self.out, [], self.ask
            self.ask = None if asked is None else self._would_ask
            try:
                self._types[node] = self._push(node)
            except Wrong as wrong:
                self._types[node] = wrong
            finally:
                self.out, self.ask = kept, asked
        found = self._types[node]
        return "" if isinstance(found, Wrong) else found

    def _would_ask(self, node: ast.Call, name: str) -> tuple[int, str]:
        """What a question would give, without asking it."""
        if name in ("agree", "pick"):
            return 0, v.WORD
        found = self.set_of(node.args[0]) if len(node.args) == 1 else None
        if found is None:
            raise Wrong(node, f"{name}() needs a set")
        return 0, v.SEAT if found.type == v.SEATS else v.CARD

    def _type_in_words(self, node: ast.expr) -> str:
        """What an expression is, with its article. Raises what is wrong with it when it is nothing at all."""
        kind = self._type_of(node)
        found = self._types[node]
        if isinstance(found, Wrong):
            raise found
        return a(kind)


def no_keywords(node: ast.Call) -> None:
    """Refuse `by=` and the like where they mean nothing."""
    if node.keywords:
        raise Wrong(node, f"'{node.keywords[0].arg}=' cannot stand here")
