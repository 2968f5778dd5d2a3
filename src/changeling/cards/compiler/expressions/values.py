"""Compiling values: numbers, conditions, seats and cards, and the calls of words that give one."""

from __future__ import annotations

import ast
from collections.abc import Callable

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.expressions.filters import brief
from changeling.cards.compiler.expressions.selections import Selections
from changeling.cards.compiler.expressions.set_parts import ACTOR, CAUSE, ITEM, OUTER_ITEM
from changeling.cards.compiler.expressions.sets import no_keywords
from changeling.cards.compiler.refusals import (
    many,
    needed_by,
    not_a_value,
    not_an_answer,
    not_by_name,
    not_compared,
    only_answering,
    text_instead,
    unknown_word,
)
from changeling.cards.language.source import a
from changeling.cards.language.syntax import MAX_NUMBER, Wrong

_COMPARE: dict[type[ast.cmpop], v.Word] = {
    ast.Eq: v.Terms.eq,
    ast.NotEq: v.Terms.ne,
    ast.Lt: v.Terms.lt,
    ast.LtE: v.Terms.le,
    ast.Gt: v.Terms.gt,
    ast.GtE: v.Terms.ge,
}


_INSTEAD_OF_REGISTER = {ITEM: v.Terms.item, OUTER_ITEM: v.Terms.outer_item, CAUSE: v.Terms.cause, ACTOR: v.Terms.actor}


_ARITHMETIC: dict[type[ast.operator], v.Word] = {
    ast.Add: v.Terms.add,
    ast.Sub: v.Terms.sub,
    ast.Mult: v.Terms.mul,
    ast.Mod: v.Terms.mod,
}


def _stands_alone(word: v.Word) -> bool:
    """Whether a word that gives something is said without brackets."""
    made = word.instruction
    return made.term != w.NONE and not word.params and (not made.operands or word.via is v.Terms.date)


class Values(Selections):
    """Compiles values. A word whose arguments are values is compiled from its row alone; `words` has the others."""

    def push(self, node: ast.expr, want: str) -> None:
        """Emit code that leaves the value on the stack; a condition may be made of anything."""
        found = self.set_of(node) if want in (v.CARD, v.SEAT) else None
        if found is not None:
            each = "; for p in others: goes through all" if found.type == v.SEATS else ""
            raise Wrong(node, f"here {a(want)} is needed, not {a(found.type)}; choose() gives one of it{each}")
        if want == v.NUMBER and (found := self.set_of(node)) is not None:
            raise Wrong(node, f"here a number is needed, not {a(found.type)}; count() says how many there are in it")
        if want == v.SEAT:
            self._no_side(node)
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and want != v.WORD and (want != v.CONDITION or not self._answerable(text)):
            raise Wrong(node, text_instead(text, want))
        got = self._push(node)
        if want == v.CONDITION:
            if got in (v.CARD, v.SEAT):
                self.emit(v.Terms.some)
            elif got == v.WORD:
                raise Wrong(node, 'a word is neither true nor false; compare it, such as: == "left"')
        elif want == v.NUMBER and got == v.CONDITION:
            return
        elif got != want:
            raise Wrong(node, f"here {a(want)} is needed, not {a(got)}")

    def _push(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool(truth)):
                raise Wrong(node, f"'{truth}' is not a word here; write yes or no: {'yes' if truth else 'no'}")
            case ast.Constant(value=int(number)):
                if number > MAX_NUMBER:
                    raise Wrong(node, f"{brief(number)} is too large; numbers go from 0 to {MAX_NUMBER}")
                self.findings.reads |= v.Terms.live.reads
                self.emit(v.Terms.live, number)
                return v.NUMBER
            case ast.Constant(value=str(text)):
                if not self._answerable(text):
                    raise Wrong(node, not_an_answer(text, self.own_words))
                self.emit(v.Terms.num, self.pool.word(text))
                return v.WORD
            case ast.Name():
                return self._name(node)
            case ast.BoolOp():
                return self._and_or(node)
            case ast.UnaryOp(op=ast.Not()):
                self.positive = not self.positive
                self.push(node.operand, v.CONDITION)
                self.positive = not self.positive
                self.emit(v.Terms.not_)
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
        raise Wrong(node, not_a_value(node))

    def _name(self, node: ast.Name) -> str:
        name = node.id
        if name in self.variables:
            register, kind = self.variables[name]
            if register in _INSTEAD_OF_REGISTER:
                self.emit(_INSTEAD_OF_REGISTER[register])
            else:
                self.emit(v.Terms.reg, register)
                self._side_up(kind)
            return kind
        if name in v.NUMBER_WORDS:
            self.emit(v.Terms.num, v.NUMBER_WORDS[name])
            return v.NUMBER
        if name in ("yes", "no"):
            self.emit(v.Terms.num, int(name == "yes"))
            return v.CONDITION
        if name == "all":
            if node not in self.alls:
                only = "'all' stands only in: plays = all, or plays = all - 1"
                raise Wrong(node, f"{only}; count(SET) says how many there are")
            self.emit(v.Terms.num, w.ALL)
            return v.NUMBER
        if name == "nothing":
            self.emit(v.Terms.num, w.NONE)
            return v.CARD
        if name == v.Sets.you.name:
            self.emit(v.Sets.you.instruction)
            return v.Sets.you.returns
        if name in v.Sets.words:
            return self._truth(node)
        word = v.Queries.words.get(name)
        if word is not None and _stands_alone(word) and self._may_say(word):
            if word.answering and self.trigger not in word.answering:
                raise Wrong(node, only_answering(word))
            self.findings.reads |= word.instruction.reads
            self.emit(word.instruction, word.arg)
            self._side_up(word.returns)
            return word.returns
        if name in self.pool.declared:
            raise Wrong(node, f"whose? {name}(you), {name}(p) or {name}(everyone)")
        raise Wrong(node, self.unknown(name))

    def _answerable(self, text: str) -> bool:
        """Whether a word in quotes is one that a question of the program is answered with."""
        return text in v.ANSWERS or text in self.own_words

    def _side_up(self, kind: str) -> None:
        """Of a two-sided card that is kept under a name, the side that is up counts: it may have been turned over."""
        if kind == v.CARD and self.pool.two_sided:
            self.emit(v.Terms.face_up)

    def _may_say(self, word: v.Word) -> bool:
        return self.inner or not word.inner

    def unknown(self, name: str) -> str:
        """What is said of a name that is no word, with the word that may have been meant."""
        return unknown_word(name, self.variables, inner=self.inner, marks=self.marks)

    def _and_or(self, node: ast.BoolOp) -> str:
        op = v.Terms.and_ if isinstance(node.op, ast.And) else v.Terms.or_
        jumps = []
        for place, part in enumerate(node.values):
            self.push(part, v.CONDITION)
            if place + 1 < len(node.values):
                jumps.append(self.emit(op))
        for jump in jumps:
            self.aim(jump)
        return v.CONDITION

    def _compare(self, node: ast.Compare) -> str:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn) and isinstance(node.left, ast.Name):
            return self._contained(node)
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARE:
            raise Wrong(node, not_compared(node))
        for side in (node.left, node.comparators[0]):
            if self.set_of(side) is not None:
                raise Wrong(side, "a set cannot be compared; count() says how many there are in it")
        other = node.comparators[0]
        kept, self.out = self.out, []
        outside, self.comparing = self.comparing, True
        left = self._push(node.left)
        if left in (v.CARD, v.SEAT) and isinstance(other, ast.Constant) and isinstance(other.value, str):
            raise Wrong(other, not_by_name(left, other.value))
        right = self._push(other)
        made, self.out, self.comparing = self.out, kept, outside
        if left != right:
            raise Wrong(node, f"{a(left)} cannot be compared with {a(right)}")
        if left != v.NUMBER and not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            raise Wrong(node, f"{a(left)} can only be compared with == and !=")
        self.out += made
        self.emit(_COMPARE[type(node.ops[0])])
        return v.CONDITION

    def _contained(self, node: ast.Compare) -> str:
        """Whether a card is in a set: `it in keepers(you)`."""
        found = self.set_of(node.comparators[0])
        if found is None or found.type != v.CARDS or self._type_of(node.left) != v.CARD:
            raise Wrong(node, not_compared(node))
        if found.test is not None:
            raise Wrong(found.test, "a set with a test cannot stand behind 'in'; join the test with and")
        self._member(found, node.left)
        if isinstance(node.ops[0], ast.NotIn):
            self.emit(v.Terms.not_)
        return v.CONDITION

    def _arithmetic(self, node: ast.BinOp) -> str:
        found = self.set_of(node)
        if found is not None:
            return self._truth(node)
        if type(node.op) not in _ARITHMETIC:
            over = "n % 5 is what dividing by 5 leaves over"
            raise Wrong(node, f"numbers can be added, subtracted and multiplied; half(n) is half, rounded up; {over}")
        if node.left in self.alls and isinstance(node.op, ast.Sub):
            self.push(node.right, v.NUMBER)
            self.emit(v.Terms.all_but)
            return v.NUMBER
        self.push(node.left, v.NUMBER)
        self.push(node.right, v.NUMBER)
        self.emit(_ARITHMETIC[type(node.op)])
        return v.NUMBER

    def _either(self, node: ast.IfExp) -> str:
        self.push(node.test, v.CONDITION)
        skip = self.emit(v.Terms.unless)
        first = self._push(node.body)
        end = self.emit(v.Terms.jump)
        self.aim(skip)
        if node is self.formula and isinstance(node.orelse, ast.Constant) and node.orelse.value is None:
            self.emit(v.Terms.num, w.UNSAID)  # `3 if ...` with no else: says nothing otherwise
        else:
            second = self._push(node.orelse)
            if second != first:
                raise Wrong(node.orelse, f"both sides must be alike: this is {a(second)}, the other {a(first)}")
        self.aim(end)
        return first

    def _call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name):
            raise Wrong(node, not_a_value(node.func))
        name = node.func.id
        word = v.Questions.words.get(name) or v.Queries.words.get(name)
        if word is not None and word.instruction.statement != w.NONE:
            return self._question(node, word)
        if name in v.Sets.words:
            return self._truth(node)
        if word is None and name in self.pool.declared:
            return self._counter(node, name)
        if word is None or not self._may_say(word):
            if name in v.Effects.words:
                raise Wrong(node, f"{name}() is an instruction: it stands on a line of its own")
            raise Wrong(node, self.unknown(name))
        no_keywords(node)
        self.findings.reads |= word.instruction.reads
        special: Callable[[ast.Call], str] | None = getattr(self, f"word_{name}", None)
        if special is not None:
            return special(node)
        self._arguments(node, word)
        self.emit(word.instruction, word.arg)
        return word.returns

    def _arguments(self, node: ast.Call, word: v.Word) -> None:
        if len(node.args) != len(word.params):
            raise Wrong(node, f"{word.name}() takes {many(len(word.params))}, not {len(node.args)}: {word.signature}")
        for arg, want in zip(node.args, word.params, strict=True):
            with needed_by(word, arg):
                self.push(arg, want)

    def _question(self, node: ast.Call, word: v.Word) -> str:
        if self.ask is None or not self._may_say(word):
            asks = word.name in v.Questions.words
            picks = "picks one of a set" if v.CARDS in word.params else "is left to chance"
            what = "is a question" if asks else f"{picks} when its line is reached"
            where = "it cannot stand in a formula or a condition that holds continuously"
            if word is v.Queries.meets:
                what = "asks for a Goal when its line is reached"
                where += "; in a section write: if meets(you):"
            raise Wrong(node, f"{word.name}() {what}: {where}")
        register, kind = self.ask(node, word)
        if word is v.Questions.pick_number:
            self._at_least_zero(register)
            return kind
        self.emit(v.Terms.reg, register)
        if word is v.Questions.agree:
            self.emit(v.Terms.num, w.YES)
            self.emit(v.Terms.eq)
            return v.CONDITION
        return kind

    def _at_least_zero(self, register: int) -> None:
        """The number that was chosen; 0 where nobody was asked."""
        self.emit(v.Terms.reg, register)
        self.emit(v.Terms.num, 0)
        self.emit(v.Terms.lt)
        chosen = self.emit(v.Terms.unless)
        self.emit(v.Terms.num, 0)
        end = self.emit(v.Terms.jump)
        self.aim(chosen)
        self.emit(v.Terms.reg, register)
        self.aim(end)

    def _truth(self, node: ast.expr) -> str:
        """A set where a value is needed: true when it is not empty."""
        found = self.set_of(node)
        if found is None and isinstance(node, ast.Name) and node.id in v.Sets.words:
            word = v.Sets.words[node.id]
            raise Wrong(node, f"whose, or which? {word.signature}")
        if found is None:
            raise Wrong(node, "this is not a set")
        self._size(found, node)
        return v.CONDITION

    def counter_number(self, name: str, node: ast.AST) -> int:
        """The number of a counter that some file declares."""
        if name not in self.pool.declared:
            known = f" (declared: {', '.join(self.pool.declared)})" if self.pool.declared else ""
            raise Wrong(node, f"'{brief(name)}' is not a counter{known}; declare it first: counter {brief(name)}")
        number = self.pool.counter(name)
        if number >= w.MAX_COUNTERS:
            raise Wrong(node, f"the cards of a deck use at most {w.MAX_COUNTERS} counters; '{name}' is one more")
        return number

    def _counter(self, node: ast.Call, name: str) -> str:
        """What players have of a counter: `score(you)`."""
        no_keywords(node)
        if len(node.args) != 1:
            raise Wrong(node, f"whose? {name}(you), {name}(p) or {name}(everyone)")
        who, seat = self._seats(node.args[0], v.Queries.doom)
        if seat is not None:
            self.push(seat, v.SEAT)
        self.findings.reads |= v.Terms.counter.reads
        self.emit(v.Terms.counter, self.counter_number(name, node), who)
        return v.NUMBER
