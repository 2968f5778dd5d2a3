"""Compiling sets: zones with filters, what is added and left out, comprehensions. They become selections or counts."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.filters import filter_of, items_of
from changeling.cards.compiler.pool import Instruction, Pool
from changeling.cards.compiler.refusals import text_instead
from changeling.cards.language.recipe import name_of
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong

T = TypeVar("T")

_ANYWHERE, _UNDER, _END, PICKED, _ANY = -3, -4, -5, -6, -7  # sets that are not a zone
Ask = Callable[[ast.Call, v.Word], tuple[int, str]]  # gives the register of the answer, and its type
ITEM = -1  # in place of a register: what a comprehension is looking at
CAUSE, ACTOR = -2, -3  # likewise: in a permission, the card and the player that would do it


@dataclass(slots=True)
class SetPart:
    """One part of a set: a zone of some seats with a filter, a single card, or seats."""

    zone: int
    seats: int
    filter: int = 0
    node: ast.expr | None = None  # the seat, the single card, or how many

    @property
    def in_pile(self) -> bool:
        """Whether its cards lie in the draw pile."""
        return self.zone in (w.PILE, _END)


@dataclass(slots=True)
class SetOf:
    """A set as the text describes it; it becomes a selection where it is used."""

    type: str
    parts: list[SetPart] = field(default_factory=list)
    drops: list[ast.expr] = field(default_factory=list)
    variable: str = ""
    test: ast.expr | None = None


@dataclass(slots=True)
class Findings:
    """What compiling an expression has shown about it; cards are meant by name."""

    reads: int = 0  # bits PART_...: what has to change before the machine reads the expression again
    needs: list[str] = field(default_factory=list)  # cards that must lie in front of the player
    forbids: list[str] = field(default_factory=list)  # cards that must not
    excuses: list[str] = field(default_factory=list)  # Creepers that do not keep a player from winning (CREEP-3)
    mentions: list[str] = field(default_factory=list)  # cards asked for in either way


class Sets(ABC):
    """The half of the expression compiler that deals with sets; values are the other half's business."""

    def __init__(
        self,
        pool: Pool,
        *,
        inner: bool,
        marks: tuple[str, ...],
        ask: Callable[[ast.Call, v.Word], tuple[int, str]] | None,
    ) -> None:
        self.pool = pool
        self.inner = inner
        self.marks = marks
        self.ask = ask
        self.variables: dict[str, tuple[int, str]] = {}
        self.findings = Findings()
        self.out: list[Instruction] = []
        self.positive = True
        self.trigger = ""  # what a Surprise answers whose program this is
        self.own_words: tuple[str, ...] = ()  # those that questions of this program let somebody answer
        self.ballot = w.NONE  # the first register of what was chosen in secret, one for each seat; NONE: nothing is
        self.ballot_kind = ""  # what sort of thing that is
        self.naming = False  # a card is to be named, of any place
        self.comparing = False  # inside a comparison
        self.may_say_all = False  # of `plays =`
        self.formula: ast.expr | None = None  # the whole of a formula, whose `if` needs no else
        self.several: Callable[[ast.Call, v.Word], int] | None = None  # asks for several cards; gives their register
        self._types: dict[ast.expr, str | Wrong] = {}
        self._chosen: dict[ast.expr, int] = {}  # by question for several cards: the register that they are kept for

    @abstractmethod
    def push(self, node: ast.expr, want: str) -> None:
        """Emit code that leaves a value of the wanted type on the stack."""

    @abstractmethod
    def _push(self, node: ast.expr) -> str:
        """Emit code that leaves a value on the stack; gives its type."""

    def collect(self, emit: Callable[[], T]) -> int:
        """Compile what `emit` emits as an expression of its own; gives its number in the pool."""
        kept, self.out = self.out, []
        emit()
        self.emit(v.Terms.return_)
        made, self.out = self.out, kept
        return self.pool.expression(made)

    def emit(self, word: v.Word, a: int = 0, b: int = 0, c: int = 0, e: int = 0) -> int:
        """Append the instruction of a word; gives its place."""
        self.out.append((word.term, a, b, c, e))
        return len(self.out) - 1

    def aim(self, at: int) -> None:
        """Let the jump at `at` lead here."""
        op, _, b, c, e = self.out[at]
        self.out[at] = (op, len(self.out) - at, b, c, e)

    def set_of(self, node: ast.expr) -> SetOf | None:
        """The set that an expression describes, or nothing when it is not a set."""
        match node:
            case ast.Name(id="aside"):
                return SetOf(v.CARDS, [SetPart(w.ASIDE, w.NOBODY)])
            case ast.Name(id=name) if (
                name in v.Sets.words and v.Sets.words[name].returns == v.SEATS and name not in self.variables
            ):
                return SetOf(v.SEATS, [SetPart(w.NONE, v.Sets.words[name].arg)])
            case ast.Name(id=name) if self.variables.get(name, (0, ""))[1] == v.CARDS:
                return SetOf(v.CARDS, [SetPart(PICKED, w.NOBODY, self.variables[name][0])])
            case ast.Call(func=ast.Name(id="choose" | "maybe"), args=[_, _]):
                return SetOf(v.CARDS, [SetPart(PICKED, w.NOBODY, self._choose_several(node))])
            case ast.Call(func=ast.Name(id="top" | "bottom" as name)):
                return self._pile_end(node, v.Sets.words[name])
            case ast.Name(id=name) if self._is_zone(name) and name not in self.variables:
                return self._zone(
                    ast.Call(func=node, args=[], keywords=[], lineno=node.lineno, col_offset=node.col_offset)
                )
            case ast.Call(func=ast.Name(id="anywhere")):
                items, _ = self._items(node)
                self.findings.reads |= v.Sets.anywhere.reads
                if any(item < 0 for item in items):
                    raise Wrong(node, 'anywhere() takes names of cards in quotes: anywhere("Milk")')
                return SetOf(v.CARDS, [SetPart(_ANYWHERE, w.NOBODY, self.pool.list_of(tuple(items)))])
            case ast.Call(func=ast.Name(id="any_card")) | ast.Name(id="any_card"):
                args = node.args if isinstance(node, ast.Call) else []
                return SetOf(v.CARDS, [SetPart(_ANY, w.NOBODY, self._filter(list(args)))])
            case ast.Call(func=ast.Name(id="under")):
                if len(node.args) != 1:
                    raise Wrong(node, "under() takes one card")
                self.findings.reads |= v.Sets.under.reads
                return SetOf(v.CARDS, [SetPart(_UNDER, w.NOBODY, node=node.args[0])])
            case ast.Call(func=ast.Name(id=name)) if name in v.Sets.words:
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

    def _choose_several(self, node: ast.Call) -> int:
        """The register that the cards of a question for several are kept for; it is asked once."""
        assert isinstance(node.func, ast.Name)
        if self.ask is None or self.several is None:
            where = "it cannot stand in a formula or a condition that holds continuously"
            raise Wrong(node, f"{node.func.id}() is a question: {where}")
        if self.ask == self._would_ask:
            return self._chosen.get(node, 0)
        if node not in self._chosen:
            self._chosen[node] = self.several(node, v.Questions.words[node.func.id])
        return self._chosen[node]

    def _pile_end(self, node: ast.Call, word: v.Word) -> SetOf:
        """The cards at one end of the draw pile."""
        no_keywords(node)
        if len(node.args) != 1:
            raise Wrong(node, f"{word.name}() takes one number: {word.example}")
        self._secret(node)
        self.findings.reads |= word.reads
        return SetOf(v.CARDS, [SetPart(_END, w.NOBODY, word.arg, node.args[0])])

    def _secret(self, node: ast.Call) -> None:
        """Refuse what lies in the draw pile where it would show by itself what nobody may know."""
        if self.ask is None:
            only = "only how many there are can stand in a formula or a condition that holds continuously"
            raise Wrong(node, f"nobody knows what lies in the draw pile: {only}, count(draw_pile)")

    @staticmethod
    def names_any(found: SetOf | None) -> bool:
        """Whether a set has cards of any place in it, which may only be named."""
        return found is not None and any(part.zone == _ANY for part in found.parts)

    @staticmethod
    def _is_zone(name: str) -> bool:
        """Whether a word names a zone of the table, which needs no brackets when it has no filter."""
        word = v.Sets.words.get(name)
        return word is not None and word.returns == v.CARDS and not word.params and word.via is None

    def _set_or_card(self, node: ast.expr) -> SetOf | None:
        found = self.set_of(node)
        if found is None and (
            isinstance(node, ast.Name) and (node.id == "this" or self.variables.get(node.id, (0, ""))[1] == v.CARD)
        ):
            return SetOf(v.CARDS, [SetPart(w.NONE, w.NOBODY, node=node)])
        return found

    def _zone(self, node: ast.Call) -> SetOf:
        assert isinstance(node.func, ast.Name)
        word = v.Sets.words[node.func.id]
        no_keywords(node)
        args = list(node.args)
        part = SetPart(word.arg, w.NOBODY)
        if word.params:
            if not args:
                raise Wrong(node, f"whose? {word.signature}, for example {word.name}(you)")
            part.seats, part.node = self._seats(args.pop(0), word)
        elif word.returns != v.CARDS or word.arg == w.ASIDE:
            raise Wrong(node, f"write {word.name} without brackets")
        part.filter = self._filter(args)
        if part.zone == w.PILE and part.filter:
            self._secret(node)
        self.findings.reads |= word.reads
        if word.arg == w.CREEPERS:
            self._excuse(args)
        return SetOf(v.CARDS, [part])

    def _excuse(self, args: list[ast.expr]) -> None:
        """Creepers that a condition calls for by their name do not keep anybody from winning by it (CREEP-3)."""
        names = [arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if self.positive:
            self.findings.excuses += [name for name in map(name_of, names) if name in self.pool.creepers]

    def _seats(self, node: ast.expr, word: v.Word) -> tuple[int, ast.expr | None]:
        if (
            isinstance(node, ast.Name)
            and node.id in v.SEAT_GROUPS.values()
            and node.id in v.Sets.words
            and node.id not in self.variables
        ):
            return v.Sets.words[node.id].arg, None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            raise Wrong(node, text_instead(node.value, v.SEAT).replace("here", "whose?", 1))
        self._no_side(node)
        if self._type_of(node) == v.SEAT:
            return w.ONE_SEAT, node
        found = self._types[node]
        if isinstance(found, Wrong):
            raise found
        raise Wrong(
            node, f"whose? {word.name}() needs a seat or seats: you, others, everyone, or a variable; not {a(found)}"
        )

    def _no_side(self, node: ast.expr) -> None:
        """Refuse `left` and `right` where a player is meant."""
        if isinstance(node, ast.Name) and node.id in ("left", "right") and node.id not in self.variables:
            raise Wrong(node, f"'{node.id}' is no player; the one on that side is {node.id}_of(you)")

    def _filter(self, args: list[ast.expr]) -> int:
        return filter_of(args, self.pool, self.marks)

    def _items(self, node: ast.Call) -> tuple[list[int], list[str]]:
        return items_of(node, self.pool, self.marks)

    def _select(self, sets: list[SetOf]) -> None:
        self.emit(v.Terms.clear)
        for found in sets:
            for part in found.parts:
                if part.zone == w.NONE and part.node is not None:
                    self.push(part.node, v.CARD)
                    self.emit(v.Terms.add_card)
                elif found.type == v.SEATS:
                    self.emit(v.Terms.add_seats, part.seats)
                elif part.zone == _ANYWHERE:
                    self.emit(v.Terms.add_names, part.filter)
                elif part.zone == _UNDER and part.node is not None:
                    self.push(part.node, v.CARD)
                    self.emit(v.Terms.add_under)
                elif part.zone == _END and part.node is not None:
                    self.push(part.node, v.NUMBER)
                    self.emit(v.Terms.add_end, part.filter)
                elif part.zone == PICKED:
                    self.emit(v.Terms.add_picked, part.filter)
                elif part.zone == _ANY:
                    self.emit(v.Terms.add_any, part.filter)
                else:
                    self._seat_of(part)
                    self.emit(v.Terms.add_zone, part.zone, part.seats, part.filter)
            for drop in found.drops:
                self.push(drop, v.CARD)
                self.emit(v.Terms.drop_card)
            if found.test is not None:
                self._test(found)

    def _test(self, found: SetOf) -> None:
        """Keep what passes: the machine walks the selection one by one."""
        assert found.test is not None
        kept = dict(self.variables)
        self.variables[found.variable] = (ITEM, v.SEAT if found.type == v.SEATS else v.CARD)
        self.emit(v.Terms.each)
        top = len(self.out)
        leave = self.emit(v.Terms.next)
        ask, self.ask = self.ask, None
        try:
            self.push(found.test, v.CONDITION)
        finally:
            self.variables, self.ask = kept, ask
        self.emit(v.Terms.keep, top - len(self.out))
        self.aim(leave)

    def _size(self, found: SetOf, node: ast.expr) -> None:
        """Emit how many there are in a set."""
        for place, part in enumerate(found.parts):
            self._part_size(found, part, node)
            if place:
                self.emit(v.Terms.add)

    def _part_size(self, found: SetOf, part: SetPart, node: ast.expr) -> None:
        walked = found.test is not None or bool(found.drops)
        if part.zone == _UNDER and part.node is not None and not walked:
            self.push(part.node, v.CARD)
            self.emit(v.Terms.under)
        elif part.zone == PICKED and not walked:
            self.emit(v.Terms.picked, part.filter)
        elif part.zone in (_ANYWHERE, _UNDER, _END, PICKED, _ANY) or (part.zone == w.NONE and found.type == v.CARDS):
            raise Wrong(
                node,
                "a set with a single card in it, with cards from anywhere or from an end of the draw pile "
                "can be chosen from, not counted",
            )
        else:
            self._seat_of(part)
            self.emit(v.Terms.walk if walked else v.Queries.count, part.zone, part.seats, part.filter)
            if walked:
                self._walk(found)

    def _walk(self, found: SetOf) -> None:
        """Count what passes: the machine goes from card to card, or from seat to seat."""
        if ITEM in (register for register, _ in self.variables.values()):
            raise Wrong(found.test or found.drops[0], "a set with a test cannot stand inside the test of another")
        kept, asked = dict(self.variables), self.ask
        top = len(self.out)
        leave = self.emit(v.Terms.step)
        try:
            self.ask = None
            self.variables[found.variable or " "] = (ITEM, v.SEAT if found.type == v.SEATS else v.CARD)
            if found.test is not None:
                self.push(found.test, v.CONDITION)
            else:
                self.emit(v.Terms.num, 1)
        finally:
            self.variables, self.ask = kept, asked
        for drop in found.drops:
            skip = self.emit(v.Terms.and_)
            self.emit(v.Terms.item)
            self.push(drop, v.CARD)
            self.emit(v.Terms.ne)
            self.aim(skip)
        self.emit(v.Terms.tally, top - len(self.out))
        self.aim(leave)

    def _member(self, found: SetOf, card: ast.expr | None = None) -> None:
        """Emit whether a card is one of a set; without a card, what a comprehension or a permission looks at."""
        kept, asked = dict(self.variables), self.ask
        self.ask = None
        if card is None:
            self.variables[found.variable or " "] = (ITEM, v.CARD)
        jumps = []
        for place, part in enumerate(found.parts):
            self._part_holds(part, card)
            if place + 1 < len(found.parts):
                jumps.append(self.emit(v.Terms.or_))
        for jump in jumps:
            self.aim(jump)
        skips = []
        for drop in found.drops:
            skips.append(self.emit(v.Terms.and_))
            self._push_member(card)
            self.push(drop, v.CARD)
            self.emit(v.Terms.ne)
        if found.test is not None:
            skips.append(self.emit(v.Terms.and_))
            self.push(found.test, v.CONDITION)
        for skip in skips:
            self.aim(skip)
        self.variables, self.ask = kept, asked

    def _part_holds(self, part: SetPart, card: ast.expr | None) -> None:
        """Emit whether a card is in one part of a set."""
        if part.zone in (_ANYWHERE, _UNDER, w.ASIDE):
            at = part.node or card or ast.Pass(lineno=1, col_offset=0)
            raise Wrong(at, "whether a card is there can be asked of hands, piles, rules, Goals and what lies in front")
        self._push_member(card)
        if part.zone == w.NONE and part.node is not None:
            self.push(part.node, v.CARD)
            self.emit(v.Terms.eq)
        else:
            self._seat_of(part)
            self.emit(v.Terms.among, part.zone, part.seats, part.filter)

    def _push_member(self, card: ast.expr | None) -> None:
        if card is None:
            self.emit(v.Terms.item)
        else:
            self.push(card, v.CARD)

    def _seat_of(self, part: SetPart) -> None:
        if part.seats == w.ONE_SEAT and part.node is not None:
            self.push(part.node, v.SEAT)

    def _type_of(self, node: ast.expr) -> str:
        """The type of an expression, found by compiling it aside; kept, so that nested ones are compiled only once."""
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

    def _would_ask(self, node: ast.Call, word: v.Word) -> tuple[int, str]:
        """What a question would give, without asking it."""
        if v.CARDS not in word.params:
            return 0, word.returns if word.group == "query" or word.returns == v.NUMBER else v.WORD
        found = self.set_of(node.args[0]) if len(node.args) == 1 else None
        if found is None:
            raise Wrong(node, f"{word.name}() needs a set")
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
