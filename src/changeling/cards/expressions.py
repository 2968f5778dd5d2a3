"""Compiling what a body says about the table: numbers, conditions, seats, cards, sets."""

from __future__ import annotations

import ast
import difflib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from changeling.cards import vocabulary as v
from changeling.cards import words as w
from changeling.cards.pool import Instruction, Pool
from changeling.cards.source import MAX_NAME, a
from changeling.cards.syntax import Wrong

T = TypeVar("T")

_COMPARE: dict[type[ast.cmpop], int] = {
    ast.Eq: w.E_EQ,
    ast.NotEq: w.E_NE,
    ast.Lt: w.E_LT,
    ast.LtE: w.E_LE,
    ast.Gt: w.E_GT,
    ast.GtE: w.E_GE,
}
_ARITHMETIC: dict[type[ast.operator], int] = {ast.Add: w.E_ADD, ast.Sub: w.E_SUB, ast.Mult: w.E_MUL}
_SEES = {
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
_MAX_NUMBER = 999
_ANYWHERE, _UNDER = -3, -4  # sets that are not a zone
_ITEM = -1  # in place of a register: what a comprehension is looking at


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


class Expressions:
    """Compiles expressions. `ask` is where a question becomes a statement of its own; without it questions are errors."""

    def __init__(self, pool: Pool, *, inner: bool, marks: tuple[str, ...], ask: Callable[[ast.Call, str], tuple[int, str]] | None) -> None:
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

    # --- entry points -------------------------------------------------------------------------------------------------
    def value(self, node: ast.expr, want: str) -> int:
        """Compile an expression of a wanted type; gives its number in the pool."""
        return self._collect(lambda: self.push(node, want))

    def selection(self, node: ast.expr, want: tuple[str, ...] = (v.CARDS, v.SEATS)) -> tuple[int, str]:
        """Compile a set into the selection that a question or an effect works on; gives also card or seat."""
        found = self.set_of(node)
        if found is None or found.type not in want:
            kind = a(found.type) if found else self._type_in_words(node)
            raise Wrong(node, f"here {' or '.join(map(a, want))} is needed, not {kind}")
        return self._collect(lambda: self._select([found])), found.type

    def selections(self, nodes: list[ast.expr]) -> int:
        """Several sets and single cards as one selection."""
        sets = []
        for node in nodes:
            found = self.set_of(node)
            if found is None:
                found = SetOf(v.CARDS, [Source(w.NONE, w.NOBODY, node=node)])
            if found.type != v.CARDS:
                raise Wrong(node, f"here a card or a set of cards is needed, not {a(found.type)}")
            sets.append(found)
        return self._collect(lambda: self._select(sets))

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

    # --- values --------------------------------------------------------------------------------------------------------
    def push(self, node: ast.expr, want: str) -> None:
        """Emit code that leaves the value on the stack; a condition may be made of anything."""
        got = self._push(node)
        if want == v.CONDITION:
            if got in (v.CARD, v.SEAT):
                self._emit(w.E_SOME)
            elif got == v.WORD:
                raise Wrong(node, 'a word is neither true nor false; compare it, such as: == "left"')
        elif want == v.NUMBER and got == v.CONDITION:
            return
        elif got != want:
            raise Wrong(node, f"here {a(want)} is needed, not {a(got)}")

    def _push(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool()):
                raise Wrong(node, "write yes or no")
            case ast.Constant(value=int(number)):
                if number > _MAX_NUMBER:
                    raise Wrong(node, f"{_brief(number)} is too large; numbers go from 0 to {_MAX_NUMBER}")
                self.findings.reads |= w.SEES_RULES
                self._emit(w.E_LIVE, number)
                return v.NUMBER
            case ast.Constant(value=str(text)):
                if text not in w.ANSWER_WORDS:
                    raise Wrong(node, f"'{_brief(text)}' is not a word that can be answered; those are {', '.join(w.ANSWER_WORDS)}")
                self._emit(w.E_NUM, w.ANSWER_WORDS.index(text))
                return v.WORD
            case ast.Name():
                return self._name(node)
            case ast.BoolOp():
                return self._and_or(node)
            case ast.UnaryOp(op=ast.Not()):
                self.positive = not self.positive
                self.push(node.operand, v.CONDITION)
                self.positive = not self.positive
                self._emit(w.E_NOT)
                return v.CONDITION
            case ast.Compare():
                return self._compare(node)
            case ast.BinOp():
                return self._arithmetic(node)
            case ast.IfExp():
                return self._either(node)
            case ast.Call():
                return self._call(node)
            case ast.GeneratorExp():
                return self._truth(node)
        raise Wrong(node, "this cannot be said in a card; the words are listed by: changeling words")

    def _name(self, node: ast.Name) -> str:
        name = node.id
        if name in self.variables:
            register, kind = self.variables[name]
            if register == _ITEM:
                self._emit(w.E_ITEM)
            else:
                self._emit(w.E_REG, register)
            return kind
        if name in v.NUMBER_WORDS:
            self._emit(w.E_NUM, v.NUMBER_WORDS[name])
            return v.NUMBER
        if name in ("yes", "no"):
            self._emit(w.E_NUM, int(name == "yes"))
            return v.CONDITION
        if name == "all":
            self._emit(w.E_NUM, w.ALL)
            return v.NUMBER
        if name == "nothing":
            self._emit(w.E_NUM, w.NONE)
            return v.CARD
        if name == "you":
            self._emit(w.E_YOU)
            return v.SEAT
        if name == "aside" or name in v.SET_WORDS:
            return self._truth(node)
        word = v.QUERIES.get(name)
        if word is not None and not word.params and word.op >= 0 and (self.inner or not word.inner):
            self.findings.reads |= w.SEES_ALL if name != "this" else 0
            self._emit(word.op, word.arg)
            return word.returns
        raise Wrong(node, self._unknown(name))

    def _unknown(self, name: str) -> str:
        known = [*self.variables, *v.NUMBER_WORDS, *v.SET_WORDS, *v.QUERIES, *v.QUESTIONS, *v.EFFECTS, *v.LOOPS]
        near = difflib.get_close_matches(name, known, 1)
        return f"'{_brief(name)}' is not a word here" + (f"; did you mean {near[0]}?" if near else "; the words are listed by: changeling words")

    def _and_or(self, node: ast.BoolOp) -> str:
        op = w.E_AND if isinstance(node.op, ast.And) else w.E_OR
        jumps = []
        for place, part in enumerate(node.values):
            self.push(part, v.CONDITION)
            if place + 1 < len(node.values):
                jumps.append(self._emit(op))
        for jump in jumps:
            self._aim(jump)
        return v.CONDITION

    def _compare(self, node: ast.Compare) -> str:
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARE:
            raise Wrong(node, "compare two things with one of == != < <= > >=")
        kept, self.out = self.out, []
        left = self._push(node.left)
        right = self._push(node.comparators[0])
        made, self.out = self.out, kept
        if left != right:
            raise Wrong(node, f"{a(left)} cannot be compared with {a(right)}")
        if left != v.NUMBER and not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            raise Wrong(node, f"{a(left)} can only be compared with == and !=")
        self.out += made
        self._emit(_COMPARE[type(node.ops[0])])
        return v.CONDITION

    def _arithmetic(self, node: ast.BinOp) -> str:
        found = self.set_of(node)
        if found is not None:
            return self._truth(node)
        if type(node.op) not in _ARITHMETIC:
            raise Wrong(node, "numbers can be added, subtracted and multiplied; half(n) is half, rounded up")
        self.push(node.left, v.NUMBER)
        self.push(node.right, v.NUMBER)
        self._emit(_ARITHMETIC[type(node.op)])
        return v.NUMBER

    def _either(self, node: ast.IfExp) -> str:
        self.push(node.test, v.CONDITION)
        skip = self._emit(w.E_UNLESS)
        first = self._push(node.body)
        end = self._emit(w.E_JUMP)
        self._aim(skip)
        if node is self.formula and isinstance(node.orelse, ast.Constant) and node.orelse.value is None:
            self._emit(w.E_NUM, w.NONE)  # `3 if ...` with no else: says nothing otherwise
        else:
            second = self._push(node.orelse)
            if second != first:
                raise Wrong(node.orelse, f"both sides must be alike: this is {a(second)}, the other {a(first)}")
        self._aim(end)
        return first

    # --- calls ----------------------------------------------------------------------------------------------------------
    def _call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name):
            raise Wrong(node, "only words of the language can be called")
        name = node.func.id
        if name in v.QUESTIONS or name in ("random", "first", "ask_before_draw", "ask_to_act"):
            return self._question(node, name)
        if name in v.SET_WORDS:
            return self._truth(node)
        special: dict[str, Callable[[ast.Call], str]] = {
            "count": self._count,
            "has": self._has,
            "anyone_has": self._anyone_has,
            "most": self._ranking,
            "least": self._ranking,
            "leads": self._ranking,
            "largest": self._ranking,
            "doom": self._doom,
            "in_play": self._in_play,
            "is_a": self._is_a,
            "consecutive": self._ranked,
            "highest": self._ranked,
        }
        if name in special:
            _no_keywords(node)
            return special[name](node)
        word = v.QUERIES.get(name)
        if word is None or (word.inner and not self.inner):
            if name in v.EFFECTS:
                raise Wrong(node, f"{name}() is an instruction: it stands on a line of its own")
            raise Wrong(node, self._unknown(name))
        self._arguments(node, word)
        self.findings.reads |= w.SEES_ALL if word.op in (w.E_STATIC, w.E_OWNER, w.E_NAMED, w.E_LOOSE, w.E_HOST) else 0
        self._emit(word.op, word.arg)
        return word.returns

    def _arguments(self, node: ast.Call, word: v.Word) -> None:
        _no_keywords(node)
        if len(node.args) != len(word.params):
            raise Wrong(node, f"{word.name}() takes {many(len(word.params))}, not {len(node.args)}: {word.signature}")
        for arg, want in zip(node.args, word.params, strict=True):
            try:
                self.push(arg, want)
            except Wrong as wrong:
                if wrong.node is arg:
                    wrong.message = wrong.message.replace("here a", f"{word.name}() needs a", 1).replace(" is needed", "", 1)
                raise

    def _question(self, node: ast.Call, name: str) -> str:
        word = v.QUESTIONS.get(name) or v.QUERIES[name]
        if self.ask is None or (word.inner and not self.inner):
            raise Wrong(node, f"{name}() is a question: it cannot stand in a formula or a condition that holds continuously")
        register, kind = self.ask(node, name)
        self._emit(w.E_REG, register)
        if name == "agree":
            self._emit(w.E_NUM, w.YES)
            self._emit(w.E_EQ)
            return v.CONDITION
        return kind

    def _count(self, node: ast.Call) -> str:
        if len(node.args) != 1:
            raise Wrong(node, f"count() takes one set, not {len(node.args)}")
        found = self.set_of(node.args[0])
        if found is None:
            raise Wrong(node.args[0], f"count() needs a set, not {self._type_in_words(node.args[0])}")
        self._size(found, node)
        return v.NUMBER

    def _truth(self, node: ast.expr) -> str:
        """A set where a value is needed: true when it is not empty."""
        found = self.set_of(node)
        if found is None:
            raise Wrong(node, "this is not a set")
        self._size(found, node)
        return v.CONDITION

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
            raise Wrong(node, "a set with a single card in it, or with cards from anywhere, can be chosen from, not counted")
        else:
            self._seat_of(part)
            self._emit(w.E_WALK if walked else w.E_COUNT, part.zone, part.seats, part.filter)
            if walked:
                self._walk(found)

    def _walk(self, found: SetOf) -> None:
        """Count what passes: the machine goes from card to card, or from seat to seat."""
        if _ITEM in (register for register, _ in self.variables.values()):
            raise Wrong(found.test or found.drops[0], "a set with a test cannot stand inside the test of another")
        kept, asked = dict(self.variables), self.ask
        top = len(self.out)
        leave = self._emit(w.E_STEP)
        try:
            self.ask = None
            self.variables[found.variable or " "] = (_ITEM, v.SEAT if found.type == v.SEATS else v.CARD)
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

    def _items(self, node: ast.Call) -> tuple[list[int], list[str]]:
        items: list[int] = []
        names: list[str] = []
        if not node.args:
            raise Wrong(node, 'name at least one card: has("Milk")')
        for arg in node.args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                names.append(self._card_name(arg))
                items.append(self.pool.name(names[-1]))
            elif isinstance(arg, ast.Name) and arg.id in self.marks:
                items.append(-1 - self.pool.mark(arg.id))
            else:
                raise Wrong(arg, 'here a card is named in quotes, or a mark: has("Milk", investigator)')
        self.findings.reads |= w.SEES_BOARD
        return items, names

    def _card_name(self, node: ast.Constant) -> str:
        name = unicodedata.normalize("NFC", str(node.value))
        if not name.strip() or len(name) > MAX_NAME:
            raise Wrong(node, f"'{_brief(name)}' cannot be a card's name; a name has 1 to {MAX_NAME} characters")
        return name

    def _has(self, node: ast.Call) -> str:
        items, names = self._items(node)
        self.findings.mentions += names
        if self.positive:
            self.findings.needs += names
            self.findings.excuses += names
        else:
            self.findings.forbids += names
        self._emit(w.E_HAS, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def _anyone_has(self, node: ast.Call) -> str:
        items, names = self._items(node)
        self.findings.mentions += names
        if not self.positive:
            self.findings.forbids += names
        self._emit(w.E_ANYONE, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def _ranking(self, node: ast.Call) -> str:
        """How you stand among the players, or the most that anybody has: of cards that pass a filter, or of Doom."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        zones = {zone: v.SET_WORDS[zone].arg for zone in ("hand", "keepers", "creepers")} | {"doom": w.DOOM_COUNT}
        if not node.args or not isinstance(node.args[0], ast.Name) or node.args[0].id not in zones:
            raise Wrong(node, f"{name}() ranks players by one of {', '.join(zones)}")
        zone = zones[node.args[0].id]
        self.findings.reads |= _SEES[zone]
        self._emit(v.QUERIES[name].op, zone, self._filter(list(node.args[1:])))
        return v.QUERIES[name].returns

    def _doom(self, node: ast.Call) -> str:
        if len(node.args) != 1:
            raise Wrong(node, "whose? doom(SEATS), for example doom(everyone)")
        who, seat = self._seats(node.args[0], v.QUERIES["doom"])
        if seat is not None:
            self.push(seat, v.SEAT)
        self.findings.reads |= w.SEES_BOARD
        self._emit(w.E_DOOM, who)
        return v.NUMBER

    def _in_play(self, node: ast.Call) -> str:
        items, names = self._items(node)
        if any(item < 0 for item in items):
            raise Wrong(node, 'in_play() takes names of cards in quotes: in_play("Milk")')
        self.findings.mentions += names
        self.findings.reads |= w.SEES_ALL
        self._emit(w.E_IN_PLAY, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def _is_a(self, node: ast.Call) -> str:
        if len(node.args) < 2:
            raise Wrong(node, f"is_a() takes a card and what it may be: {v.QUERIES['is_a'].signature}")
        self.push(node.args[0], v.CARD)
        self._emit(w.E_IS_A, self._filter(list(node.args[1:])))
        return v.CONDITION

    def _ranked(self, node: ast.Call) -> str:
        """Words about the ranks of cards in one kind of zone."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        found = self.set_of(node.args[0]) if len(node.args) == 1 else None
        if found is None or found.test or found.drops or len(found.parts) != 1 or found.parts[0].zone < w.HAND:
            raise Wrong(node, f"{name}() looks at the cards of players: {v.QUERIES[name].signature}")
        part = found.parts[0]
        self._seat_of(part)
        self._emit(v.QUERIES[name].op, part.zone, part.seats, part.filter)
        return v.QUERIES[name].returns

    # --- sets ------------------------------------------------------------------------------------------------------------
    def set_of(self, node: ast.expr) -> SetOf | None:
        """The set that an expression describes, or nothing when it is not a set."""
        match node:
            case ast.Name(id="aside"):
                return SetOf(v.CARDS, [Source(w.ASIDE, w.NOBODY)])
            case ast.Name(id=name) if name in v.SET_WORDS and v.SET_WORDS[name].returns == v.SEATS and name not in self.variables:
                return SetOf(v.SEATS, [Source(w.NONE, v.SET_WORDS[name].arg)])
            case ast.Name(id=name) if name in ("rules", "goals", "discard_pile") and name not in self.variables:
                return self._zone(ast.Call(func=node, args=[], keywords=[], lineno=node.lineno, col_offset=node.col_offset))
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
                if left is not None and right is not None and left.type == right.type == v.CARDS and not (left.test or right.test):
                    return SetOf(v.CARDS, left.parts + right.parts, left.drops + right.drops)
            case ast.BinOp(op=ast.Sub()):
                left = self.set_of(node.left)
                if left is not None and left.type == v.CARDS:
                    left.drops.append(node.right)
                    return left
            case ast.GeneratorExp(elt=ast.Name(id=item), generators=[ast.comprehension(target=ast.Name(id=target), ifs=[test]) as each]):
                inner = self.set_of(each.iter)
                if item == target and inner is not None and inner.test is None:
                    inner.variable, inner.test = target, test
                    return inner
                at = each.iter if item == target else node.elt
                raise Wrong(at, "write it like: choose(p for p in others if hand(p))")
        return None

    def _set_or_card(self, node: ast.expr) -> SetOf | None:
        found = self.set_of(node)
        if found is None and (isinstance(node, ast.Name) and (node.id == "this" or self.variables.get(node.id, (0, ""))[1] == v.CARD)):
            return SetOf(v.CARDS, [Source(w.NONE, w.NOBODY, node=node)])
        return found

    def _zone(self, node: ast.Call) -> SetOf:
        assert isinstance(node.func, ast.Name)
        word = v.SET_WORDS[node.func.id]
        _no_keywords(node)
        args = list(node.args)
        part = Source(word.arg, w.NOBODY)
        if word.params:
            if not args:
                raise Wrong(node, f"whose? {word.signature}, for example {word.name}(you)")
            part.seats, part.node = self._seats(args.pop(0), word)
        elif word.returns != v.CARDS or word.arg == w.ASIDE:
            raise Wrong(node, f"write {word.name} without brackets")
        part.filter = self._filter(args)
        self.findings.reads |= _SEES[word.arg]
        if self.positive and word.arg == w.CREEPERS:
            self.findings.excuses += [a.value for a in args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        return SetOf(v.CARDS, [part])

    def _seats(self, node: ast.expr, word: v.Word) -> tuple[int, ast.expr | None]:
        if isinstance(node, ast.Name) and node.id in ("you", "others", "everyone", "from_left") and node.id not in self.variables:
            return v.SET_WORDS[node.id].arg, None
        if self._type_of(node) == v.SEAT:
            return w.ONE_SEAT, node
        found = self._types[node]
        if isinstance(found, Wrong):
            raise found
        raise Wrong(node, f"whose? {word.name}() needs a seat or seats: you, others, everyone, or a variable; not {a(found)}")

    def _filter(self, args: list[ast.expr]) -> int:
        kinds = marks = 0
        slots: list[int] = []
        names: list[int] = []
        for arg in args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                names.append(self.pool.name(self._card_name(arg)))
            elif not isinstance(arg, ast.Name):
                raise Wrong(arg, "a filter is a kind, a mark, a slot or a card's name in quotes")
            elif arg.id in w.KINDS:
                kinds |= 1 << w.KINDS.index(arg.id)
            elif arg.id in self.marks:
                marks |= 1 << self.pool.mark(arg.id)
            elif arg.id in self.pool.slots or arg.id in v.SLOTS:
                slots.append(self.pool.slot(arg.id))
            else:
                known = [*w.KINDS, *self.marks, *v.SLOTS, *self.pool.slots]
                near = difflib.get_close_matches(arg.id, known, 1)
                raise Wrong(arg, f"'{_brief(arg.id)}' is not a kind, a mark or a slot" + (f"; did you mean {near[0]}?" if near else ""))
        return self.pool.filter(kinds, marks, tuple(slots), tuple(names))

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
        self.variables[found.variable] = (_ITEM, v.SEAT if found.type == v.SEATS else v.CARD)
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

    def _seat_of(self, part: Source) -> None:
        if part.seats == w.ONE_SEAT and part.node is not None:
            self.push(part.node, v.SEAT)

    def _type_of(self, node: ast.expr) -> str:
        """The type of an expression, found by compiling it aside, once: what is nested would else be compiled ever again."""
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


def _no_keywords(node: ast.Call) -> None:
    if node.keywords:
        raise Wrong(node, f"'{node.keywords[0].arg}=' cannot stand here")


def many(count: int) -> str:
    """How many things a word takes, in words."""
    return "nothing" if count == 0 else "one thing" if count == 1 else f"{count} things"


def _brief(value: object) -> str:
    text = value if isinstance(value, str) else f"{value:.3g}" if isinstance(value, float) else hex(value)[:12] if isinstance(value, int) and value.bit_length() > 64 else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def fail(node: ast.AST, message: str) -> NoReturn:
    """Say that the text is wrong at this place."""
    raise Wrong(node, message)
