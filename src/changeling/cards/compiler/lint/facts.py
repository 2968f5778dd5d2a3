"""What a condition is about: its facts and numbers, and the cases that differ in them."""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.answers import ASKING
from changeling.cards.compiler.lint.ranges import range_of

MOST_CASES = 5_000  # that are tried; a condition with more is not judged


_MOST_FACTS = 12


_COMPARE: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


_COUNTS = (
    "count",
    "largest",
    "named",
    "reshuffles",
    "plays_left",
    "total",
    "product",
    "pairs",
    "same_rank",
    "rank",
    "draws_left",
    "draws_made",
)  # never below zero


_ASKING_NUMBERS = tuple(
    name for group in (v.Questions, v.Queries) for name, word in group.words.items() if word.returns == v.NUMBER
)


_EVERYONE = tuple(ast.dump(ast.Name(name, ast.Load())) for name in (v.Sets.everyone.name, v.Sets.from_left.name))


@dataclass(frozen=True, slots=True)
class Number:
    """A sum: terms by how often they are added, a plain number, and how often what numerals grow by is added."""

    terms: tuple[tuple[str, int], ...]
    plain: int = 0
    growth: int = 0

    def plus(self, other: Number, times: int = 1) -> Number:
        """This and so many times the other."""
        terms = dict(self.terms)
        for term, count in other.terms:
            terms[term] = terms.get(term, 0) + times * count
        kept = tuple(sorted((term, count) for term, count in terms.items() if count))
        return Number(kept, self.plain + times * other.plain, self.growth + times * other.growth)


@dataclass(frozen=True, slots=True)
class Case:
    """One way the table could be: what is so, what each number is, and what numerals grow by."""

    facts: dict[str, bool]
    numbers: dict[str, int]
    growth: int


@dataclass(frozen=True, slots=True)
class Zone:
    """Cards that are counted: the word, whose, and the filters, as texts that are the same for the same thing."""

    word: str
    seats: str
    filters: tuple[str, ...]
    empty: bool  # no card can pass: the kinds asked for never lie there

    def within(self, other: Zone) -> bool:
        """Whether each of these cards is surely one of the others."""
        same = self.seats == other.seats or (other.seats in _EVERYONE and bool(self.seats))
        return self.word == other.word and same and (self.filters == other.filters or not other.filters)


Test = Callable[[Case], bool]


@dataclass(slots=True)
class Facts:
    """What a condition is about: its facts and numbers by a text that is the same for the same thing."""

    asked: dict[str, tuple[str, tuple[str, ...]] | None] = field(default_factory=dict)  # has and anyone_has: of what
    bounds: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # by number: what it is compared with
    constants: list[tuple[int, int]] = field(default_factory=list)  # comparisons of numerals alone
    counted: dict[str, tuple[str, bool]] = field(default_factory=dict)  # by number: the set without filters, and if so
    zones: dict[str, Zone] = field(default_factory=dict)  # by number that counts cards: which
    sums: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)  # by number of several terms: these
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)  # by number: between which it lies, where known
    rankings: dict[str, tuple[str, str]] = field(default_factory=dict)  # by fact: most, least or leads, and of what
    fresh: int = 0

    # --- conditions ---------------------------------------------------------------------------------------------------
    def test(self, node: ast.expr) -> Test:
        """A condition as a test of a case."""
        match node:
            case ast.Name(id="yes" | "no" as word):
                return lambda case: word == "yes"
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                self.constants.append((number, 1))
                return lambda case: number + case.growth != 0
            case ast.BoolOp(op=ast.And()):
                tests = [self.test(value) for value in node.values]
                return lambda case: all(test(case) for test in tests)
            case ast.BoolOp():
                tests = [self.test(value) for value in node.values]
                return lambda case: any(test(case) for test in tests)
            case ast.UnaryOp(op=ast.Not()):
                inner = self.test(node.operand)
                return lambda case: not inner(case)
            case ast.Compare(ops=[op], comparators=[right]) if type(op) in _COMPARE:
                return self._comparison(node.left, _COMPARE[type(op)], right)
            case ast.Call(func=ast.Name(id=name)) | ast.Name(id=name) if name in v.Sets.words and name != "you":
                return self._at_least_one(node)
        return self._fact(node)

    def _fact(self, node: ast.expr) -> Test:
        key = self._key(node)
        asked = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("has", "anyone_has"):
            asked = (node.func.id, tuple(sorted(map(ast.dump, node.args))))
            key = repr(asked)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("most", "least", "leads")
        ):
            self.rankings[key] = (node.func.id, repr([ast.dump(arg) for arg in node.args]))
        self.asked[key] = asked
        return lambda case: case.facts[key]

    def _at_least_one(self, node: ast.expr) -> Test:
        key = self._number_of(node)
        self.bounds[key].append((1, 0))
        return lambda case: case.numbers[key] >= 1

    def _comparison(self, left: ast.expr, compare: Callable[[int, int], bool], right: ast.expr) -> Test:
        if ast.dump(left) == ast.dump(right) and not _asks(left):
            return lambda case: compare(0, 0)
        one, other = self._number(left), self._number(right)
        if one is None or other is None:
            return self._alike(left, right, compare)
        total = one.plus(other, -1)
        if not total.terms:
            self.constants.append((total.plain, total.growth))
            return lambda case: compare(total.plain + total.growth * case.growth, 0)
        sign = 1 if total.terms[0][1] > 0 else -1  # so that a - b and b - a are one number
        terms = tuple((term, sign * count) for term, count in total.terms)
        key = terms[0][0] if len(terms) == 1 and terms[0][1] == 1 else repr(terms)
        self.sums |= {key: terms} if len(terms) > 1 else {}
        bound = (-sign * total.plain, -sign * total.growth)
        self.bounds.setdefault(key, []).append(bound)
        return lambda case: compare(sign * (case.numbers[key] - bound[0] - bound[1] * case.growth), 0)

    def _alike(self, left: ast.expr, right: ast.expr, compare: Callable[[int, int], bool]) -> Test:
        """Two things that are no numbers, such as cards or seats: alike or not, and without an order that is known."""
        same = self._key(left) + " is " + self._key(right)
        self.asked[same] = None
        if compare in (operator.eq, operator.ne):
            return lambda case: compare(0, 0 if case.facts[same] else 1)
        turned = same + " the other way round"
        self.asked[turned] = None
        return lambda case: compare(0, 0 if case.facts[same] else 1 if case.facts[turned] else -1)

    # --- numbers ------------------------------------------------------------------------------------------------------
    def _number(self, node: ast.expr) -> Number | None:
        match node:
            case ast.Constant(value=bool() | str()):
                return None
            case ast.Constant(value=int(number)):
                return Number((), number, 1)
            case ast.Name(id=name) if name in v.NUMBER_WORDS:
                return Number((), v.NUMBER_WORDS[name])
            case ast.BinOp(op=ast.Add() | ast.Sub() as op):
                left, right = self._number(node.left), self._number(node.right)
                sign = 1 if isinstance(op, ast.Add) else -1
                return None if left is None or right is None else left.plus(right, sign)
            case ast.Name(id="this" | "played" | "you" | "player" | "nothing"):
                return None
            case ast.Call(func=ast.Name(id=name)) if name in ASKING and name not in _ASKING_NUMBERS:
                return None
        return Number(((self._number_of(node), 1),))

    def _number_of(self, node: ast.expr) -> str:
        """The text of a number that is not taken apart."""
        counted = node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "count" and node.args:
            counted = node.args[0]
        key = self._key(counted)
        self.bounds.setdefault(key, [])
        between = range_of(counted)
        self.ranges |= {key: between} if between else {}
        if isinstance(counted, ast.Call) and isinstance(counted.func, ast.Name) and counted.func.id in v.Sets.words:
            kept = counted.args[: len(v.Sets.words[counted.func.id].params)]
            self.zones[key] = _zone(counted.func.id, counted.args, len(kept))
            whole = ast.dump(ast.Call(counted.func, kept, []))
            self.counted[key] = (whole, len(kept) == len(counted.args))
        elif isinstance(counted, ast.Name) and counted.id in v.Sets.words:
            self.counted[key] = (ast.dump(ast.Call(counted, [], [])), True)
        return key

    def _key(self, node: ast.expr) -> str:
        """A text for an expression; one that asks somebody, or picks by chance, is another each time."""
        self.fresh += 1
        return ast.dump(node) + (f" {self.fresh}" if _asks(node) else "")

    # --- cases --------------------------------------------------------------------------------------------------------
    def cases(self) -> Iterator[Case] | None:
        """All cases that differ; nothing where they are too many."""
        if len(self.asked) > _MOST_FACTS:
            return None
        grown = self._growths()
        number = len(grown) << len(self.asked)
        for key in self.bounds:
            number *= max(len(self._values(key, grown[-1])), 1)
        return self._each(grown) if number <= MOST_CASES else None

    def _each(self, grown: list[int]) -> Iterator[Case]:
        keys, numbers = list(self.asked), list(self.bounds)
        for growth in grown:
            values = [self._values(key, growth) for key in numbers]
            for picked in itertools.product(*values):
                for truths in itertools.product((False, True), repeat=len(keys)):
                    case = Case(dict(zip(keys, truths, strict=True)), dict(zip(numbers, picked, strict=True)), growth)
                    if self._possible(case):
                        yield case

    def _growths(self) -> list[int]:
        """What numerals could grow by, as far as it makes a difference."""
        found = {0}
        lines = [[*bounds, (0, 0)] for bounds in self.bounds.values()] + [[one, (0, 0)] for one in self.constants]
        for bounds in lines:
            for (plain, growth), (other, more) in itertools.combinations(bounds, 2):
                if growth != more:
                    crossing = (other - plain) // (growth - more)
                    found |= {crossing + step for step in (-2, -1, 0, 1, 2, 3)}
        return sorted(value for value in found if value >= 0)

    def _values(self, key: str, growth: int) -> list[int]:
        """What a number could be, as far as it makes a difference."""
        found = {plain + more * growth + step for plain, more in self.bounds[key] for step in (-1, 0, 1)} or {0}
        if key in self.zones and self.zones[key].empty:
            return [0]
        if key in self.ranges:
            lowest, highest = self.ranges[key]
            return sorted({value for value in found if lowest <= value <= highest} | {lowest, highest})
        if key in self.sums:
            found = {value for value in found | {0} if self._can_be(self.sums[key], value)}
        if key in self.counted or any(key.startswith(f"Call(func=Name(id='{name}'") for name in _COUNTS):
            return sorted(value for value in found | {0} if value >= 0)
        return sorted(found)

    def _can_be(self, terms: tuple[tuple[str, int], ...], value: int) -> bool:
        """Whether a sum of several terms could be this: a difference of cards and of some of them has a sign."""
        if len(terms) != 2 or terms[0][1] + terms[1][1] != 0:
            return True
        one, other = (self.zones.get(term) for term, _ in terms)
        if one is None or other is None:
            return True
        over = value * terms[0][1] > 0  # more of the first than of the second
        under = value * terms[0][1] < 0
        return not (over and one.within(other)) and not (under and other.within(one))

    def _ranks_agree(self, case: Case) -> bool:
        """Whoever has the most alone leads, and nobody who leads has the fewest alone: there are others."""
        for key, (word, what) in self.rankings.items():
            for other, (more, same) in self.rankings.items():
                if what != same or not case.facts[key]:
                    continue
                if word == "most" and more == "leads" and not case.facts[other]:
                    return False
                if word == "least" and more != "least" and case.facts[other]:
                    return False
        return True

    def _possible(self, case: Case) -> bool:
        """Whether facts and numbers fit together: whoever has two cards has each of them, and so does somebody."""
        held = [(asked, case.facts[key]) for key, asked in self.asked.items() if asked is not None]
        for (word, items), so in held:
            for (other, fewer), also in held:
                weaker = other == word or other == "anyone_has"
                if so and not also and weaker and (word == "has" or len(items) == len(fewer)) and _within(fewer, items):
                    return False
        for key, (whole, unfiltered) in self.counted.items():
            for other, (same, all_of_it) in self.counted.items():
                if whole == same and all_of_it and not unfiltered and case.numbers[key] > case.numbers[other]:
                    return False
        return self._ranks_agree(case)


def _zone(word: str, args: list[ast.expr], whose: int) -> Zone:
    """The cards that a set of a zone counts; of its arguments the first `whose` say of which players."""
    filters = args[whose:]
    of = v.Sets.words[word].of
    kinds = {arg.id for arg in filters if isinstance(arg, ast.Name) and arg.id in w.KINDS}
    only_kinds = bool(kinds) and bool(of) and kinds.isdisjoint(of)
    return Zone(word, "".join(map(ast.dump, args[:whose])), tuple(sorted(map(ast.dump, filters))), only_kinds)


def _within(fewer: tuple[str, ...], items: tuple[str, ...]) -> bool:
    """Whether all of the fewer items are among the others, each by one of its own."""
    left = list(items)
    for item in fewer:
        if item not in left:
            return False
        left.remove(item)
    return True


def _asks(node: ast.AST) -> bool:
    """Whether an expression asks somebody, or picks by chance: it need not be the same twice."""
    calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return any(isinstance(func, ast.Name) and func.id in ASKING for func in calls)
