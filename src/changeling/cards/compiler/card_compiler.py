"""Compiling the bodies of cards: formulas, instructions and sections, with every problem noted where it stands."""

from __future__ import annotations

import ast
import re

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.assembly import CompiledCard
from changeling.cards.compiler.expressions import Expressions
from changeling.cards.compiler.formulas import Formulas, is_formula
from changeling.cards.compiler.pool import Pool
from changeling.cards.compiler.refusals import not_for_kind
from changeling.cards.compiler.statements import Programs
from changeling.cards.deck import Program
from changeling.cards.language.slips import near, short
from changeling.cards.language.source import MAX_PROBLEMS, Part, Source, a
from changeling.cards.language.syntax import Wrong, body_of, condition_of
from changeling.errors import Problem

_TRIGGERS = v.Sections.react.answers
Heading = tuple[str, int, int]  # a section's kind, its condition, and what the condition looks at


class TooManyProblems(Exception):
    """So much is wrong that more of it helps nobody."""


class _BadHeading(Exception):
    """What stands between a section's word and its colon is wrong."""


class CardCompiler:
    """Compiles the bodies of one file's cards. `programs` and `problems` are those of all files, and grow.

    `rows` are the file's lines; `inner` allows the words of the shared programs.
    """

    def __init__(
        self,
        pool: Pool,
        *,
        programs: list[Program],
        problems: list[Problem],
        marks: tuple[str, ...],
        rows: list[str],
        inner: bool,
    ) -> None:
        self.pool = pool
        self.programs = programs
        self.problems = problems
        self.marks = marks
        self.rows = rows
        self.inner = inner
        self.formulas = Formulas(pool, marks)

    def card(self, source: Source, edition: str) -> CompiledCard:
        """Compile a card, as far as it can be understood. Raises TooManyProblems when too much is wrong."""
        made = CompiledCard(source, edition, _written(self.rows, source))
        statements = []
        for node in self._parse(source, source.main):
            if is_formula(node):
                try:
                    self.formulas.put(node, made)
                except Wrong as wrong:
                    self._wrong(source, source.main, wrong.node, wrong.message)
            else:
                statements.append(node)
        if statements and source.kind in ("action", "rule", "program"):
            made.play = self._program(source, source.main, statements, "play")
        elif statements:
            self._wrong(source, source.main, statements[0], not_for_kind(source.kind, statements[0]))
        self._verdict(made)
        allowed = {word.name for word in v.Sections.words.values() if source.kind in word.of}
        for part in source.sections:
            if part.kind in allowed:
                self._section(part, made)
            else:
                kinds = ", ".join(sorted(allowed)) or "no sections"
                message = f"{a(source.kind)} cannot have '{part.kind}'; it may have {kinds}"
                self._problem(source, part.line, source.indent + 1, message)
        return made

    def _verdict(self, made: CompiledCard) -> None:
        """A Goal says what wins and an Ungoal what ends the game. One problem is enough for a card that does not."""
        source = made.source
        if source.kind not in ("goal", "ungoal") or made.wins != made.ends:
            return
        if not any(p.line >= source.line for p in self.problems if p.file == source.file):
            says = "wins" if source.kind == "goal" else "ends"
            self._problem(source, source.line, 1, f'the {source.kind} "{source.name}" needs a line: {says} = CONDITION')

    # --- sections -----------------------------------------------------------------------------------------------------
    def _section(self, part: Part, made: CompiledCard) -> None:
        try:
            kind, condition, reads = self._heading(made.source, part)
        except _BadHeading as wrong:
            self._problem(made.source, part.line, part.column, str(wrong))
            return
        program = self._program(made.source, part, self._parse(made.source, part), kind)
        if kind == "react":
            made.reacts.append((w.TRIGGERS.index(part.condition), program))
        elif kind in ("play", "your_turn"):
            if made.play != w.NONE:
                message = "what the card does when played is said twice"
                self._problem(made.source, part.line, made.source.indent + 1, message)
            made.play = program
        else:
            made.hooks.append((kind, condition, program, reads))

    def _heading(self, source: Source, part: Part) -> Heading:
        """What stands between the section's word and its colon."""
        kind, words = part.kind, part.condition
        if kind == "when":
            return self._when(source, part)
        if kind == "on":
            return self._on(source, part)
        if kind in ("start", "finish", "free", "anytime", "once") and words:
            test = re.match(r"if\b\s*", words)
            if test is None or test.end() == len(words):
                raise _BadHeading(f"after '{kind}' comes a colon, or: if CONDITION")
            return kind, *self._condition(source, part, test.end())
        if kind == "react" and words not in _TRIGGERS:
            meant = "".join(f"; did you mean {one}?" for one in near(words, _TRIGGERS))
            raise _BadHeading(f"'react' is followed by one of {', '.join(_TRIGGERS)}, not '{short(words)}'{meant}")
        if kind in ("play", "your_turn") and words:
            raise _BadHeading(f"after '{kind}' comes a colon")
        return kind, w.NONE, w.PART_ALL

    def _when(self, source: Source, part: Part) -> Heading:
        if not part.condition:
            raise _BadHeading("'when' needs a condition, such as: when has(\"Peace\"):")
        condition, reads = self._condition(source, part)
        return "when", condition, reads | w.PART_BOARD | w.PART_RULES  # also when the card itself arrives

    def _on(self, source: Source, part: Part) -> Heading:
        words = part.condition
        event = re.match(r"(goals|ungoal)\b\s*(if\b\s*)?", words)
        if event is None or (event[2] is None and event.end() != len(words)):
            meant = "".join(f"; did you mean {one}?" for one in near(words, ("goals", "ungoal")))
            raise _BadHeading(f"'on' can only be followed by goals or ungoal, not '{short(words)}'{meant}")
        kind = f"on {event[1]}"
        return (kind, *self._condition(source, part, event.end())) if event[2] else (kind, w.NONE, w.PART_ALL)

    def _condition(self, source: Source, part: Part, begins: int = 0) -> tuple[int, int]:
        """Compile a section's condition; gives the expression and what it looks at."""
        text, column = part.condition[begins:], part.column + begins
        expressions = Expressions(self.pool, inner=False, marks=self.marks, ask=None)
        try:
            return expressions.value(condition_of(text, part.line), v.CONDITION), expressions.findings.reads
        except Wrong as wrong:
            before = text.encode()[: getattr(wrong.node, "col_offset", 0)].decode(errors="ignore")
            self._problem(source, part.line, column + len(before), wrong.message)
        return w.NONE, 0

    # --- what both are made of ----------------------------------------------------------------------------------------
    def _parse(self, source: Source, part: Part) -> list[ast.stmt]:
        try:
            return body_of(part)
        except Wrong as wrong:
            self._wrong(source, part, wrong.node, wrong.message)
        return []

    def _program(self, source: Source, part: Part, body: list[ast.stmt], kind: str) -> int:
        compiler = Programs(
            self.pool,
            file=source.file,
            inner=self.inner,
            marks=self.marks,
            wrong=lambda node, message: self._wrong(source, part, node, message),
        )
        compiler.expressions.trigger = part.condition if kind == "react" else ""
        answered = kind == "react" or (kind in ("play", "your_turn") and source.kind in ("action", "surprise"))
        entry = compiler.compile(body, self.rows, answered=answered)
        label = source.name if source.kind == "program" else f"{kind} {source.name}"
        self.programs.append(Program(label, kind, entry, compiler.length, source.file, part.line))
        return len(self.programs) - 1

    def _wrong(self, source: Source, part: Part, node: ast.AST, message: str) -> None:
        line = getattr(node, "lineno", part.line)
        self._problem(source, line, part.column_of(line, getattr(node, "col_offset", 0)), message)

    def _problem(self, source: Source, line: int, column: int, message: str) -> None:
        self.problems.append(Problem(source.file, line, column, message))
        if len(self.problems) > MAX_PROBLEMS:
            raise TooManyProblems


def _written(rows: list[str], source: Source) -> str:
    """The lines of a card as they stand in its file, without what only leads up to the next card."""
    end = source.line
    while end < len(rows) and (not rows[end].strip() or rows[end][0] == " " or rows[end].startswith("#")):
        end += 1
    body = rows[source.line - 1 : end]
    while body and (not body[-1].strip() or body[-1].startswith("#")):
        body.pop()
    return "\n".join(body)
