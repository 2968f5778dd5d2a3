"""What is wrong or odd with a card that can be read: `changeling check` tells it, and games are played all the same.

An error is surely a mistake, a warning probably one. Read from the card's text, not from its programs. What is said of
names and marks depends on the deck that the card is checked with.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from changeling.cards import vocabulary as v
from changeling.cards.compiler.formulas import says_how_long
from changeling.cards.compiler.headings import BadHeading, event_heading
from changeling.cards.compiler.lint.flow_lint import FlowLint, Told, idle
from changeling.cards.compiler.lint.truth import Judge
from changeling.cards.compiler.lint.word_lint import idle_words
from changeling.cards.language.cards_file import Part, Source
from changeling.cards.language.recipe import name_of
from changeling.cards.language.slips import near, short
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong, body_of, condition_of
from changeling.errors import ERROR, WARNING, Problem

_TEST = re.compile(r"(?:goals\b|ungoal\b)?\s*(?:if\b)?\s*")
_GOALS = re.compile(r"(?:goals|ungoal)\b")
_IN_FRONT = ("keeper", "creeper")
_FACE_UP = ("basic", "meta", "rule", "goal", "ungoal", "keeper", "creeper")
# What these have in quotes is no card: answers, or the signs of arithmetic.
_QUOTING = (*(name for group in (v.Questions, v.Effects) for name, word in group.words.items() if word.words), "makes")
_NEVER = {"goal": "nobody can ever meet this Goal", "ungoal": "nobody can ever meet this Ungoal"}
_ALWAYS = {"goal": "every player meets this Goal", "ungoal": "all lose at once"}
_DOING = ("action", "rule", "meta", "surprise")


@dataclass(frozen=True, slots=True)
class Company:
    """The deck that a card is checked with: its cards' kinds by name, the marks they bear, and what is elsewhere."""

    kinds: Mapping[str, frozenset[str]]
    stands_for: frozenset[str]  # names that some card counts as
    marks: frozenset[str]
    declared: frozenset[str]  # the marks of all files, borne or not
    slots: Mapping[str, int]  # how many rules are in each
    elsewhere: Mapping[str, Sequence[str]] = field(default_factory=dict)  # the editions that have a card of that name
    judge: Judge = field(default_factory=Judge)
    copies: Mapping[str, int] = field(default_factory=dict)  # how many there are of a name
    backs: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what says that it is the back of a name


class CardLint:
    """Looks at one card; `found` are its findings."""

    def __init__(self, source: Source, company: Company) -> None:
        self.source = source
        self.company = company
        self.found: list[Problem] = []
        try:
            self.parts = [(part, self._condition(part), body_of(part)) for part in (source.main, *source.sections)]
        except Wrong:
            return  # told by the compiler
        self._header()
        self._formulas()
        lasts = any(says_how_long(line) for _, _, body in self.parts for line in body)
        for part, condition, body in self.parts:
            if condition is not None:
                self._section(part, condition)
            FlowLint(company.judge, self._told(part)).body(body)
            for line in body:
                idle_words(line, source.kind, self._told(part), lasts=lasts)
        self._numerals()
        for part, condition, body in self.parts:
            for tree in [*([condition] if condition else []), *body]:
                self._names(tree, self._told(part, 0 if tree is not condition else self._begins(part)))

    # --- places -------------------------------------------------------------------------------------------------------
    def _say(self, line: int, column: int, message: str, severity: str) -> None:
        problem = Problem(self.source.file, line, column, message, severity)
        if problem not in self.found:
            self.found.append(problem)

    def _told(self, part: Part, begins: int = 0) -> Told:
        """Says something of a place in a part, or in the condition of a section, which begins so far in its head."""

        def told(node: ast.AST, message: str, severity: str) -> None:
            line, offset = getattr(node, "lineno", part.line), getattr(node, "col_offset", 0)
            if line == part.line and part is not self.source.main:
                before = part.condition[begins:].encode()[:offset].decode(errors="ignore")
                self._say(line, part.column + begins + len(before), message, severity)
            else:
                self._say(line, part.column_of(line, offset), message, severity)

        return told

    @staticmethod
    def _begins(part: Part) -> int:
        """Where the condition of a section begins, behind `if` and what comes before it."""
        if part.kind == "instead" or (part.kind == "on" and not _GOALS.match(part.condition)):
            try:
                return event_heading(part.kind, part.condition).test_at
            except BadHeading:
                return len(part.condition)  # told by the compiler
        test = _TEST.match(part.condition)
        return test.end() if test and part.kind != "when" else 0

    def _condition(self, part: Part) -> ast.expr | None:
        text = "" if part.kind in ("main", "react") else part.condition[self._begins(part) :]
        return condition_of(text, part.line) if text else None

    # --- the card as a whole ------------------------------------------------------------------------------------------
    def _header(self) -> None:
        source = self.source
        name = f'the {source.kind} "{short(source.name)}"'
        if source.kind == "basic":
            self._say(
                source.line,
                1,
                "the Basic Rules are in every deck already, and this card is left out of it; write a rule",
                ERROR,
            )
        if not source.text:
            what = "write it in double quotes on the line below"
            self._say(source.line, 1, f"{name} has no text for people; {what}", WARNING)
        if source.kind in _DOING and not source.slot and all(idle(body) for _, _, body in self.parts):
            verb = "only cancels Surprises" if source.kind == "surprise" else "does nothing"
            self._say(source.line, 1, f"{name} {verb}: no instruction and no formula is in it", WARNING)
        else:
            for part, _, body in self.parts[1:]:
                if idle(body):
                    self._say(part.line, source.indent + 1, f"nothing in '{part.kind}' does anything", WARNING)
        self._slot_unused()
        slots = [*v.SLOTS, *(slot for slot, number in self.company.slots.items() if number > 1)]
        if source.slot and source.slot not in slots:
            for meant in near(source.slot, slots):
                text = f"no other rule is in the slot '{short(source.slot)}'; did you mean {meant}?"
                self._say(source.line, 1, text, WARNING)

    def _slot_unused(self) -> None:
        """A rule that takes the place of others about a number, does something, and leaves that number alone."""
        static = v.SLOTS.get(self.source.slot, "")
        bodies = [body for _, _, body in self.parts]
        if not static or all(map(idle, bodies)) or static in map(_set_by, self.parts[0][2]):
            return
        calls = [node for body in bodies for tree in body for node in ast.walk(tree) if isinstance(node, ast.Call)]
        drawn = [c.args[0] for c in calls if isinstance(c.func, ast.Name) and f"{c.func.id}s" == static and c.args]
        meant = f"; did you mean: {static} = {short(ast.unparse(drawn[0]))}" if drawn else ""
        said = f"this rule is in the slot '{self.source.slot}' and replaces those about {static}, yet sets no {static}"
        self._say(self.source.line, 1, said + meant, WARNING)

    def _formulas(self) -> None:
        told = self._told(self.source.main)
        lines: dict[str, int] = {}
        for node in self.parts[0][2]:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            name = target.id if isinstance(target, ast.Name) else ""
            if not isinstance(node, ast.Assign | ast.AugAssign) or name not in (*v.Statics.words, *v.Verdicts.words):
                continue
            if isinstance(node, ast.Assign) and not isinstance(node.value, ast.IfExp):
                if name in lines:
                    told(node, f"'{name}' is set on line {lines[name]} already, and only one of them counts", ERROR)
                lines[name] = node.lineno
            if name == "back_of":
                self._back_of(node.value, told)
            elif name in ("wins", "ends"):
                self._verdict(node.value, told)
            elif isinstance(node.value, ast.IfExp):
                FlowLint(self.company.judge, told).condition(node.value.test, "the formula")
            elif _is_condition(name) and not isinstance(node.value, ast.Name):  # yes and no are what one says here
                FlowLint(self.company.judge, told).condition(node.value, "the formula")

    def _verdict(self, node: ast.expr, told: Told) -> None:
        always = self.company.judge.constant(node)
        if always is False and isinstance(node, ast.Name) and len(self.parts) > 1:
            return  # `wins = no`: what the card does stands in its sections
        if always is False:
            told(node, f"this never holds: {_NEVER.get(self.source.kind, 'nobody can ever win by this card')}", ERROR)
        elif always:
            told(node, f"this always holds: {_ALWAYS.get(self.source.kind, 'whoever has this card wins')}", ERROR)
        else:
            for part, holds in self.company.judge.constants(node):
                told(part, f"this part {'always' if holds else 'never'} holds", WARNING)

    def _back_of(self, node: ast.expr, told: Told) -> None:
        """The front that a card is the back of: it is there, fits, and has no other side."""
        company, own = self.company, self.source
        front = name_of(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        there, sides = company.kinds.get(front), _IN_FRONT if own.kind in _IN_FRONT else (own.kind,)
        others = [name for name in company.backs.get(front, ()) if name != own.name]
        others += [name for name, backs in company.backs.items() if front in backs]
        if there is None:
            told(node, *self._unknown(front))
        elif there.isdisjoint(sides):
            what, fits = " or ".join(map(a, sorted(there))), " or ".join(map(a, sides))
            told(node, f"'{short(front)}' is {what}; the other side of {a(own.kind)} is {fits}", ERROR)
        elif others:
            told(node, f"'{short(front)}' has another side already, '{short(others[0])}'", ERROR)
        elif company.copies.get(front) != company.copies.get(own.name):
            many = f"'{short(front)}' is there x{company.copies.get(front)}, this card x{company.copies.get(own.name)}"
            told(node, f"{many}; both sides need the same number of copies", ERROR)

    def _section(self, part: Part, condition: ast.expr) -> None:
        told = self._told(part, self._begins(part))
        if isinstance(condition, ast.Name) and condition.id == "yes":
            return
        FlowLint(self.company.judge, told).condition(condition, f"'{part.kind}'")

    # --- what the text for people says --------------------------------------------------------------------------------
    def _numerals(self) -> None:
        """Numerals of the text that the program lacks. They are live: what is printed has to be what is read."""
        source = self.source
        trees = [tree for _, condition, body in self.parts for tree in [*([condition] if condition else []), *body]]
        if all(_is_remark(tree) for tree in trees) or all(idle(body) for _, _, body in self.parts):
            return
        nodes = [node for tree in trees for node in ast.walk(tree) if not _is_remark(tree)]
        said = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, int)}
        words = {v.NUMBER_WORDS[node.id] for node in nodes if isinstance(node, ast.Name) and node.id in v.NUMBER_WORDS}
        text = source.text
        for name in sorted(self.company.kinds, key=len, reverse=True):
            named = rf"{re.escape(name)}(?!\w| (?:more |extra |further |of )*cards?\b)"  # Draw 3 cards names no card
            text = re.sub(named, "", text)  # a card called Draw 3 is no numeral
        for digits in dict.fromkeys(re.findall(r"(?<![\w.,])[0-9]{1,3}(?![\w]|[.,][0-9])", text)):
            number = int(digits)
            if number in said | {source.rank, source.copies if source.copies > 1 else -1}:
                continue
            program = f"the program has {_listed(said)}" if said else "the program has no numeral"
            if number in words:
                program = f"in the program it is a word, {_word(number)}, which never grows; write {number}"
            line, column = source.place_of(digits)
            self._say(line, column, f"the text says {number}, and {program}", WARNING)

    # --- names and marks ----------------------------------------------------------------------------------------------
    def _names(self, tree: ast.AST, told: Told) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and _target(node) == "counts_as":
                self._counts_as(node.value, told)
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id in _QUOTING:
                continue
            word = node.func.id
            kinds: tuple[str, ...] = (
                _IN_FRONT if word in ("has", "anyone_has") else _FACE_UP if word == "in_play" else ()
            )
            kinds = v.Sets.words[word].of if word in v.Sets.words else kinds
            filters = node.args if word in ("has", "anyone_has", "in_play", "anywhere") else node.args[1:]
            filters = node.args if word in v.Sets.words and not v.Sets.words[word].params else filters
            for arg in filters:
                self._name(arg, kinds, word, told)

    def _counts_as(self, node: ast.expr, told: Told) -> None:
        if isinstance(node, ast.BoolOp):
            for part in node.values:
                self._counts_as(part, told)
        if isinstance(node, ast.IfExp):
            self._counts_as(node.body, told)
        if not isinstance(node, ast.Constant):
            return
        name = str(node.value)
        there = self.company.kinds.get(name, frozenset(_IN_FRONT))
        if name not in self.company.kinds:
            told(node, self._unknown(name)[0], WARNING)
        elif there.isdisjoint(_IN_FRONT):
            what = " or ".join(map(a, sorted(there)))
            told(node, f"'{short(name)}' is {what}; a card counts as a keeper or a creeper", ERROR)

    def _name(self, arg: ast.expr, kinds: tuple[str, ...], word: str, told: Told) -> None:
        company = self.company
        if isinstance(arg, ast.Name) and arg.id in company.declared - company.marks:
            told(arg, f"no card of this deck bears the mark '{short(arg.id)}'", WARNING)
        if not isinstance(arg, ast.Constant) or not isinstance(arg.value, str):
            return
        there = company.kinds.get(arg.value, frozenset())
        if arg.value in company.stands_for:
            there |= {"keeper"}
        if there and kinds and there.isdisjoint(kinds):
            what = " or ".join(map(a, sorted(there)))
            told(arg, f"'{short(arg.value)}' is {what}; {word}() is about {' or '.join(map(a, kinds))}", WARNING)
        if not there:
            told(arg, *self._unknown(arg.value))

    def _unknown(self, name: str) -> tuple[str, str]:
        said = f"no card of this deck is called '{short(name)}'"
        if name in self.company.declared:
            return f"{said}; a mark stands without quotes: {name}", ERROR
        meant = near(name, self.company.kinds)
        homes = self.company.elsewhere.get(name)
        if meant:
            return f"{said}; did you mean {short(meant[0])}?", ERROR if not homes else WARNING
        if homes:
            return f"{said}; it is in {' and '.join(homes)}: name what it is played with, too", WARNING
        return said, ERROR


def _set_by(node: ast.stmt) -> str:
    """The name that a line gives a value, or adds to; of `inflation[2]`, too."""
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    if isinstance(target, ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""


def _target(node: ast.Assign) -> str:
    return node.targets[0].id if isinstance(node.targets[0], ast.Name) else ""


def _is_condition(name: str) -> bool:
    return name in v.Statics.words and v.Statics.words[name].returns == v.CONDITION


def _is_remark(tree: ast.AST) -> bool:
    return isinstance(tree, ast.Assign) and _target(tree) in (
        "reading",
        "counts_as",
        "excuses_all",
        "leaves_out",
        "lends",
    )


def _listed(numbers: set[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _word(number: int) -> str:
    return next(name for name, value in v.NUMBER_WORDS.items() if value == number)
