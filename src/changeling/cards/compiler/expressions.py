"""Compiling what a body says about the table: numbers, conditions, seats, cards, sets."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable
from typing import NoReturn

from changeling.cards import codes as w
from changeling.cards.compiler.filters import brief
from changeling.cards.compiler.sets import ITEM, SEES, SetOf, Sets, Source, no_keywords
from changeling.cards.language import vocabulary as v
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong

_COMPARE: dict[type[ast.cmpop], int] = {
    ast.Eq: w.E_EQ,
    ast.NotEq: w.E_NE,
    ast.Lt: w.E_LT,
    ast.LtE: w.E_LE,
    ast.Gt: w.E_GT,
    ast.GtE: w.E_GE,
}
_ARITHMETIC: dict[type[ast.operator], int] = {ast.Add: w.E_ADD, ast.Sub: w.E_SUB, ast.Mult: w.E_MUL}
_MAX_NUMBER = 999

# What has to change before a word with arguments can give something else, beyond what its arguments look at.
_SEEN_BY = {
    w.E_STATIC: w.SEES_FORCE,
    w.E_OWNER: w.SEES_ALL,
    w.E_NAMED: w.SEES_BOARD | w.SEES_GOALS,
    w.E_LOOSE: w.SEES_BOARD,
    w.E_HOST: w.SEES_BOARD,
}


class Expressions(Sets):
    """Compiles expressions. `ask` is where a question becomes a statement of its own; without it questions are
    errors."""

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

    # --- values -------------------------------------------------------------------------------------------------------
    def push(self, node: ast.expr, want: str) -> None:
        """Emit code that leaves the value on the stack; a condition may be made of anything."""
        found = self.set_of(node) if want in (v.CARD, v.SEAT) else None
        if found is not None:
            raise Wrong(node, f"here {a(want)} is needed, not {a(found.type)}; choose() gives one of it")
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
                    raise Wrong(node, f"{brief(number)} is too large; numbers go from 0 to {_MAX_NUMBER}")
                self.findings.reads |= w.SEES_RULES
                self._emit(w.E_LIVE, number)
                return v.NUMBER
            case ast.Constant(value=str(text)):
                if text not in w.ANSWER_WORDS:
                    raise Wrong(
                        node,
                        f"'{brief(text)}' is not a word that can be answered; those are {', '.join(w.ANSWER_WORDS)}",
                    )
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
            if register == ITEM:
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
        return f"'{brief(name)}' is not a word here" + (
            f"; did you mean {near[0]}?" if near else "; the words are listed by: changeling words"
        )

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

    # --- calls --------------------------------------------------------------------------------------------------------
    def _call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name):
            raise Wrong(node, "only words of the language can be called")
        name = node.func.id
        if name in v.QUESTIONS or name in ("random", "first"):
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
            no_keywords(node)
            return special[name](node)
        word = v.QUERIES.get(name)
        if word is None or (word.inner and not self.inner):
            if name in v.EFFECTS:
                raise Wrong(node, f"{name}() is an instruction: it stands on a line of its own")
            raise Wrong(node, self._unknown(name))
        self._arguments(node, word)
        self.findings.reads |= _SEEN_BY.get(word.op, 0)
        self._emit(word.op, word.arg)
        return word.returns

    def _arguments(self, node: ast.Call, word: v.Word) -> None:
        no_keywords(node)
        if len(node.args) != len(word.params):
            raise Wrong(node, f"{word.name}() takes {many(len(word.params))}, not {len(node.args)}: {word.signature}")
        for arg, want in zip(node.args, word.params, strict=True):
            try:
                self.push(arg, want)
            except Wrong as wrong:
                if wrong.node is arg:
                    wrong.message = wrong.message.replace("here a", f"{word.name}() needs a", 1).replace(
                        " is needed", "", 1
                    )
                raise

    def _question(self, node: ast.Call, name: str) -> str:
        word = v.QUESTIONS.get(name) or v.QUERIES[name]
        if self.ask is None or (word.inner and not self.inner):
            raise Wrong(
                node, f"{name}() is a question: it cannot stand in a formula or a condition that holds continuously"
            )
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
        self.findings.reads |= SEES[zone]
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


def many(count: int) -> str:
    """How many things a word takes, in words."""
    return "nothing" if count == 0 else "one thing" if count == 1 else f"{count} things"


def fail(node: ast.AST, message: str) -> NoReturn:
    """Say that the text is wrong at this place."""
    raise Wrong(node, message)
