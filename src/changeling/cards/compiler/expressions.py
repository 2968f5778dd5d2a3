"""Compiling what a body says about the table: numbers, conditions, seats, cards, sets."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.filters import brief
from changeling.cards.compiler.refusals import (
    not_a_value,
    not_an_answer,
    not_compared,
    only_answering,
    text_instead,
    unknown_word,
)
from changeling.cards.compiler.sets import ACTOR, CAUSE, ITEM, SetOf, SetPart, Sets, no_keywords
from changeling.cards.compiler.truth import ASKING
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
_INSTEAD_OF_REGISTER = {ITEM: v.Terms.item, CAUSE: v.Terms.cause, ACTOR: v.Terms.actor}
_ARITHMETIC: dict[type[ast.operator], v.Word] = {ast.Add: v.Terms.add, ast.Sub: v.Terms.sub, ast.Mult: v.Terms.mul}


class Expressions(Sets):
    """Compiles expressions. `ask` makes a question a statement of its own; without it questions are errors.

    A word whose arguments are values is compiled from its row alone. One with a syntax of its own has a method here,
    `word_` and its name.
    """

    # --- entry points -------------------------------------------------------------------------------------------------
    def value(self, node: ast.expr, want: str) -> int:
        """Compile an expression of a wanted type; gives its number in the pool."""
        return self.collect(lambda: self.push(node, want))

    def selection(self, node: ast.expr, want: tuple[str, ...] = (v.CARDS, v.SEATS)) -> tuple[int, str]:
        """Compile a set into the selection that a question or an effect works on; gives also card or seat."""
        found = self.set_of(node)
        if self.names_any(found) and not self.naming:
            raise Wrong(node, f"any_card() is there to name a card: {v.Sets.any_card.example}")
        if found is None or found.type not in want:
            kind = a(found.type) if found else self._type_in_words(node)
            raise Wrong(node, f"here {' or '.join(map(a, want))} is needed, not {kind}")
        return self.collect(lambda: self._select([found])), found.type

    def selections(self, nodes: list[ast.expr]) -> int:
        """Several sets and single cards as one selection."""
        sets = []
        for node in nodes:
            found = self.set_of(node)
            if found is None:
                found = SetOf(v.CARDS, [SetPart(w.NONE, w.NOBODY, node=node)])
            if self.names_any(found):
                raise Wrong(node, f"any_card() is there to name a card: {v.Sets.any_card.example}")
            if found.type != v.CARDS:
                raise Wrong(node, f"here a card or a set of cards is needed, not {a(found.type)}")
            sets.append(found)
        return self.collect(lambda: self._select(sets))

    def member_test(self, node: ast.expr, word: v.Word) -> int:
        """Compile a set, or one card, into a test of whether what a permission is asked about is one of it."""

        def emit() -> None:
            self.variables |= {"cause": (CAUSE, v.CARD), "actor": (ACTOR, v.SEAT)}
            chosen, test = node, None
            if isinstance(node, ast.IfExp) and isinstance(node.orelse, ast.Constant) and node.orelse.value is None:
                chosen, test = node.body, node.test
            found = self.set_of(chosen) or SetOf(v.CARDS, [SetPart(w.NONE, w.NOBODY, node=chosen)])
            if found.type != v.CARDS:
                raise Wrong(chosen, f"'{word.name}' needs cards: {word.example}")
            self._member(found)
            if test is not None:
                skip = self.emit(v.Terms.and_)
                self.push(test, v.CONDITION)
                self.aim(skip)

        return self.collect(emit)

    # --- values -------------------------------------------------------------------------------------------------------
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
            if not self.may_say_all:
                raise Wrong(node, "'all' stands only in: plays = all; count(SET) says how many there are")
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
        return unknown_word(name, self.variables, inner=self.inner)

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
        kept, self.out = self.out, []
        outside, self.comparing = self.comparing, True
        left = self._push(node.left)
        other = node.comparators[0]
        if left == v.CARD and isinstance(other, ast.Constant) and isinstance(other.value, str):
            asks = f'is_a(CARD, "{brief(other.value)}")'
            raise Wrong(other, f"a card cannot be compared with a name; what a card is, asks: {asks}")
        right = self._push(node.comparators[0])
        made, self.out = self.out, kept
        self.comparing = outside
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
            raise Wrong(node, "numbers can be added, subtracted and multiplied; half(n) is half, rounded up")
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

    # --- calls --------------------------------------------------------------------------------------------------------
    def _call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name):
            raise Wrong(node, "only words of the language can be called")
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

    def word_count(self, node: ast.Call) -> str:
        """How many there are in a set."""
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
        if found is None and isinstance(node, ast.Name) and node.id in v.Sets.words:
            word = v.Sets.words[node.id]
            raise Wrong(node, f"whose, or which? {word.signature}")
        if found is None:
            raise Wrong(node, "this is not a set")
        self._size(found, node)
        return v.CONDITION

    def word_has(self, node: ast.Call) -> str:
        """Cards in front of you. Where marks are among them the machine searches for a card for each, of so many."""
        items, names = self._items(node)
        if len(items) > w.MAX_ITEMS and len(names) < len(items):
            raise Wrong(node, f"with a mark among them, has() takes at most {w.MAX_ITEMS} things, not {len(items)}")
        self.findings.mentions += names
        if self.positive:
            self.findings.needs += names
            self.findings.excuses += names
        else:
            self.findings.forbids += names
        self.emit(v.Queries.has, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def word_anyone_has(self, node: ast.Call) -> str:
        """Cards in front of anybody."""
        items, names = self._items(node)
        self.findings.mentions += names
        self._excuse(node.args)
        if not self.positive:
            self.findings.forbids += names
        self.emit(v.Queries.anyone_has, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def _ranking(self, node: ast.Call) -> str:
        """How you stand among the players, or the most that anybody has: of cards that pass a filter, or of Doom."""
        word = _query(node)
        zones = {zone.name: zone for zone in (v.Sets.hand, v.Sets.keepers, v.Sets.creepers, v.Queries.doom)}
        if node.args and isinstance(node.args[0], ast.Name) and node.args[0].id in self.pool.declared:
            return self._ranked_by_counter(node, word, node.args[0].id)
        if not node.args or not isinstance(node.args[0], ast.Name) or node.args[0].id not in zones:
            raise Wrong(node, f"{word.name}() ranks players by one of {', '.join([*zones, *self.pool.declared])}")
        zone = zones[node.args[0].id]
        self.findings.reads |= zone.reads
        if word.more:
            self._excuse(node.args[1:])
        self.emit(word, zone.arg, self._filter(list(node.args[1:])))
        return word.returns

    word_most = word_least = word_leads = word_largest = _ranking

    def _ranked_by_counter(self, node: ast.Call, word: v.Word, name: str) -> str:
        """How players stand by what they have of a counter."""
        if len(node.args) > 1:
            raise Wrong(node.args[1], f"a counter has no cards to filter; write: {word.name}({name})")
        self.findings.reads |= v.Terms.counter.reads
        self.emit(word, w.COUNTER - self.counter_number(name, node), 0)
        return word.returns

    def _limit(self, node: ast.Call) -> str:
        """A limit in force. Where there is none it is more than any number in comparisons and formulas, and 0 for an
        instruction: no card draws the whole pile because nobody set a limit."""
        word = _query(node)
        self._arguments(node, word)
        self.emit(word.instruction, word.arg)
        if self.comparing or self.ask is None:
            return word.returns
        if any(isinstance(one, ast.Call) and _called(one) in ASKING for one in ast.walk(node)):
            raise Wrong(node.args[0], f"ask on a line of its own first: p = choose(others); then {word.name}(p)")
        self.emit(v.Terms.num, w.ALL)
        self.emit(v.Terms.lt)
        none = self.emit(v.Terms.unless)
        self._arguments(node, word)
        self.emit(word.instruction, word.arg)
        end = self.emit(v.Terms.jump)
        self.aim(none)
        self.emit(v.Terms.num, 0)
        self.aim(end)
        return word.returns

    word_hand_limit = word_keeper_limit = _limit

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

    def _ballot(self, node: ast.Call) -> v.Word:
        """The row of a word about what was chosen in secret. Raises Wrong where nothing was."""
        word = _query(node)
        if self.ballot == w.NONE or not self.ballot_kind:
            raise Wrong(node, f"{word.name}() is about what secret() has asked; it stands behind that: {word.example}")
        if len(node.args) != 1:
            raise Wrong(node, f"{word.name}() takes one thing, not {len(node.args)}: {word.signature}")
        return word

    def word_choice(self, node: ast.Call) -> str:
        """What a player has chosen in secret."""
        word = self._ballot(node)
        with needed_by(word, node.args[0]):
            self.push(node.args[0], v.SEAT)
        self.emit(word, self.ballot)
        self._side_up(self.ballot_kind)
        return self.ballot_kind

    def word_votes(self, node: ast.Call) -> str:
        """How many players have chosen this in secret."""
        word = self._ballot(node)
        with needed_by(word, node.args[0]):
            self.push(node.args[0], self.ballot_kind)
        self.emit(word, self.ballot)
        return word.returns

    def word_doom(self, node: ast.Call) -> str:
        """The Doom of some players."""
        if len(node.args) != 1:
            raise Wrong(node, "whose? doom(SEATS), for example doom(everyone)")
        who, seat = self._seats(node.args[0], v.Queries.doom)
        if seat is not None:
            self.push(seat, v.SEAT)
        self.emit(v.Queries.doom, who)
        return v.NUMBER

    def word_in_play(self, node: ast.Call) -> str:
        """Cards face up anywhere on the table."""
        items, names = self._items(node)
        if any(item < 0 for item in items):
            raise Wrong(node, 'in_play() takes names of cards in quotes: in_play("Milk")')
        self.findings.mentions += names
        self._excuse(node.args)
        self.emit(v.Queries.in_play, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def word_is_a(self, node: ast.Call) -> str:
        """What a card is."""
        if len(node.args) < 2:
            raise Wrong(node, f"is_a() takes a card and what it may be: {v.Queries.words['is_a'].signature}")
        self.push(node.args[0], v.CARD)
        self._excuse(node.args[1:])
        self.emit(v.Queries.is_a, self._filter(list(node.args[1:])))
        return v.CONDITION

    def _ranked(self, node: ast.Call) -> str:
        """Words about the ranks of cards in one kind of zone."""
        word = _query(node)
        found = self.set_of(node.args[0]) if len(node.args) == 1 else None
        if found is None or found.test or found.drops or len(found.parts) != 1 or found.parts[0].seats == w.NOBODY:
            raise Wrong(node, f"{word.name}() looks at the cards of players: {word.signature}")
        part = found.parts[0]
        self._seat_of(part)
        self.emit(word, part.zone, part.seats, part.filter)
        return word.returns

    word_consecutive = word_highest = word_lowest = _ranked

    def _summed(self, node: ast.Call, takes: int) -> SetPart:
        """The cards whose marks or ranks are added up: those of one word."""
        word = _query(node)
        if len(node.args) != takes:
            raise Wrong(node, f"{word.name}() takes {many(takes)}, not {len(node.args)}: {word.signature}")
        found = self.set_of(node.args[0])
        if found is None or found.type != v.CARDS or found.test or found.drops or len(found.parts) != 1:
            raise Wrong(node.args[0], f"{word.name}() looks at the cards of one word, without a test: {word.signature}")
        if not 0 <= found.parts[0].zone < w.ASIDE:
            raise Wrong(node.args[0], f"{word.name}() looks at the cards of one place: {word.signature}")
        return found.parts[0]

    def word_total(self, node: ast.Call) -> str:
        """How often a mark stands on some cards, or the sum of their ranks."""
        part = self._summed(node, 2)
        self._seat_of(part)
        mark = self._mark_or_rank(node.args[1], v.Queries.total)
        self.emit(v.Queries.total, part.zone, part.seats, part.filter, mark)
        return v.NUMBER

    def word_adds_up(self, node: ast.Call) -> str:
        """Whether some of the cards of one player add up to a number."""
        part = self._summed(node, 3)
        word, number = v.Queries.adds_up, node.args[2]
        if part.seats not in (w.YOU_ONLY, w.ONE_SEAT):
            raise Wrong(node.args[0], f"{word.name}() looks at the cards of one player: {word.signature}")
        if isinstance(number, ast.Constant) and isinstance(number.value, int) and number.value > w.MOST_SUM:
            raise Wrong(number, f"{brief(number.value)} is too large; cards can add up to {w.MOST_SUM} at most here")
        if part.seats == w.YOU_ONLY:
            self.emit(v.Sets.you.instruction)
        self._seat_of(part)
        self.push(number, v.NUMBER)
        self.emit(word, part.zone, part.filter, self._mark_or_rank(node.args[1], word))
        return v.CONDITION

    def _mark_or_rank(self, node: ast.expr, word: v.Word) -> int:
        if isinstance(node, ast.Name) and node.id == v.Queries.rank.name:
            return w.NONE
        if isinstance(node, ast.Name) and node.id in self.marks:
            return self.pool.mark(node.id)
        raise Wrong(node, f"{word.name}() needs a mark of this file, or the word rank: {word.signature}")


def _stands_alone(word: v.Word) -> bool:
    """Whether a word that gives something is said without brackets."""
    made = word.instruction
    return made.term != w.NONE and not word.params and (not made.operands or word.via is v.Terms.date)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _query(node: ast.Call) -> v.Word:
    """The row of the word that is called."""
    assert isinstance(node.func, ast.Name)
    return v.Queries.words[node.func.id]


@contextmanager
def needed_by(word: v.Word, arg: ast.expr) -> Iterator[None]:
    """Have a complaint about the type of an argument say which word needs it."""
    try:
        yield
    except Wrong as wrong:
        if wrong.node is arg:
            wrong.message = wrong.message.replace("here a", f"{word.name}() needs a", 1).replace(" is needed", "", 1)
        raise


def many(count: int) -> str:
    """How many things a word takes, in words."""
    return "nothing" if count == 0 else "one thing" if count == 1 else f"{count} things"


def fail(node: ast.AST, message: str) -> NoReturn:
    """Say that the text is wrong at this place."""
    raise Wrong(node, message)
