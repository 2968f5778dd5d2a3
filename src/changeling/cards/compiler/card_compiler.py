"""Compiling the bodies of cards: formulas, instructions and sections, with every problem noted where it stands."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.assembly import CompiledCard
from changeling.cards.compiler.expressions.filters import filter_of
from changeling.cards.compiler.expressions.words import Expressions
from changeling.cards.compiler.formulas import Formulas, is_formula, says_how_long
from changeling.cards.compiler.headings import ANY_CARD, BadHeading, EventHeading, event_heading, react_heading
from changeling.cards.compiler.pool import Pool
from changeling.cards.compiler.programs.statements import Programs
from changeling.cards.compiler.refusals import not_for_kind
from changeling.cards.deck import Program
from changeling.cards.language.cards_file import MAX_PROBLEMS, Part, Source
from changeling.cards.language.slips import near, short
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong, body_of, condition_of
from changeling.errors import Problem

_IN_PLAY = frozenset(word.name for word in v.Sections.words.values() if "keeper" in word.of)
_OVER = "; its time is over before its player's next turn begins: `on discarded` runs then"
_OWN_TURN = r"^\s*\(?\s*(actor\s*==\s*you|you\s*==\s*actor)\b(?!.*\bor\b)"
_LEAVING = (w.DRAWN, w.DISCARDED, w.ROBBED)  # what can happen to a card that never lies on the table
Heading = tuple[str, int, int]  # a section's kind, its condition, and what the condition looks at


class TooManyProblems(Exception):
    """So much is wrong that more of it helps nobody."""


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
        for node in sorted(self._parse(source, source.main), key=lambda node: not says_how_long(node)):
            if is_formula(node):
                try:
                    self.formulas.put(node, made)
                except Wrong as wrong:
                    self._wrong(source, source.main, wrong.node, wrong.message)
            else:
                statements.append(node)
        if (statements and source.kind in ("action", "rule", "program")) or (made.lasts and source.kind == "action"):
            made.play = self._program(source, source.main, statements, "play", lasts=made.lasts > 0)
        elif statements:
            self._wrong(source, source.main, statements[0], not_for_kind(source.kind, statements[0]))
        self._verdict(made)
        allowed = {word.name for word in v.Sections.words.values() if source.kind in word.of}
        allowed |= _IN_PLAY - {v.Sections.start.name} if made.lasts else set()
        for part in source.sections:
            if part.kind in allowed:
                self._section(part, made)
            else:
                kinds = ", ".join(sorted(allowed)) or "no sections"
                more = _longer(made, part.kind) if source.kind in ("action", "surprise") else ""
                message = f"{a(source.kind)} cannot have '{part.kind}'; it may have {kinds}{more}"
                self._problem(source, part.line, source.indent + 1, message)
        return made

    def _verdict(self, made: CompiledCard) -> None:
        """A Goal says what wins and an Ungoal what ends the game. One problem is enough for a card that does not."""
        source = made.source
        if made.wins_with != w.NONE and made.wins == w.NONE and source.kind != "goal":
            line = made.said[v.Verdicts.wins_with.name]
            message = "'wins_with' says who wins with you; by what, another line says: wins = CONDITION"
            self._problem(source, line, source.indent + 1, message)
        if source.kind not in ("goal", "ungoal") or made.wins != made.ends:
            return
        if not any(p.line >= source.line for p in self.problems if p.file == source.file):
            says = "wins" if source.kind == "goal" else "ends"
            self._problem(source, source.line, 1, f'the {source.kind} "{source.name}" needs a line: {says} = CONDITION')

    # --- sections -----------------------------------------------------------------------------------------------------
    def _section(self, part: Part, made: CompiledCard) -> None:
        if part.kind == "instead" or (part.kind == "on" and not re.match(r"(goals|ungoal)\b", part.condition)):
            self._event_section(part, made)
            return
        if part.kind == "react":
            self._answer(part, made)
            return
        try:
            kind, condition, reads = self._heading(made.source, part)
        except BadHeading as wrong:
            self._problem(made.source, part.line, part.column, str(wrong))
            return
        body = self._parse(made.source, part)
        program = self._program(made.source, part, body, kind, lasts=made.lasts > 0 and kind == "your_turn")
        if kind in ("play", "your_turn"):
            if made.play != w.NONE:
                message = "what the card does when played is said twice"
                self._problem(made.source, part.line, made.source.indent + 1, message)
            made.play = program
        else:
            made.hooks.append((kind, condition, program, reads))

    def _answer(self, part: Part, made: CompiledCard) -> None:
        """What a Surprise, or a card in play, does out of turn in answer to something."""
        try:
            head = react_heading(part.condition)
            if head.trigger == "turn" and made.source.kind != "surprise":
                raise BadHeading(f"{a(made.source.kind)} that can be used on anybody's turn says: anytime")
            which = self._filter(head.filter, part) if head.filter else 0
        except BadHeading as wrong:
            self._problem(made.source, part.line, part.column, str(wrong))
            return
        test = w.NONE
        if head.test:
            test, _ = self._condition(made.source, part, head.test_at, trigger=head.trigger)
            if test == w.NONE:
                return
        lasts = made.lasts > 0 and made.source.kind == "surprise"
        program = self._program(made.source, part, self._parse(made.source, part), "react", lasts=lasts)
        made.reacts.append((w.TRIGGERS.index(head.trigger), program))
        if which or test != w.NONE:
            made.react_tests.append((program, which, test))

    def _event_section(self, part: Part, made: CompiledCard) -> None:
        """A section about an event. What its condition says is tested when it runs, with the event at hand; of one that
        runs instead, before it does."""
        try:
            head = event_heading(part.kind, part.condition)
            which = self._about(part, head, made)
        except BadHeading as wrong:
            self._problem(made.source, part.line, part.column, str(wrong))
            return
        variables = _event_variables(head.event)
        body = self._parse(made.source, part)
        test = w.NONE
        if head.test:
            test, _ = self._condition(made.source, part, head.test_at, variables)
            if test == w.NONE:
                return
        if head.test and not head.instead:
            guard = ast.If(test=condition_of(head.test, part.line), body=body, orelse=[])
            body = [ast.copy_location(guard, ast.Pass(lineno=part.line, col_offset=0))]
        program = self._program(made.source, part, body, part.kind, variables)
        made.events.append((head.event + w.INSTEAD * head.instead, which, program, test if head.instead else w.NONE))

    def _happens(self, head: EventHeading, made: CompiledCard) -> None:
        """Refuse a section about something that never happens to the card itself. Raises BadHeading."""
        kind, event = made.source.kind, w.EVENTS[head.event]
        heading = f"{'instead of' if head.instead else 'on'} {event}"
        if head.instead and head.event == w.PLAYED:
            raise BadHeading(
                f"no card has a say before it is in play; say which cards are meant, as in: {heading} action"
            )
        if kind == "meta" and head.event != w.WON:
            raise BadHeading(f"a Meta Rule stays where it is; say which cards are meant, as in: {heading} keeper")
        if head.event == w.STOLEN and kind not in ("keeper", "creeper"):
            raise BadHeading(f"only a Keeper or Creeper is taken from somebody; as in: {heading} keeper")
        if head.event == w.ROBBED and kind == "creeper":
            raise BadHeading(f"a Creeper is in no hand; say which cards are meant, as in: {heading} card")
        if head.event == w.SHED and kind != "keeper":
            raise BadHeading(f"limits are about Keepers and hands; say which cards are meant, as in: {heading} keeper")
        if made.lasts and head.instead and head.event != w.WON:
            raise BadHeading(
                "nothing moves a card while it lasts, and nothing can happen instead when its time is over"
            )

    def _about(self, part: Part, head: EventHeading, made: CompiledCard) -> int:
        """Which cards a section about an event is about: a filter, or THIS_CARD. Raises BadHeading."""
        kind = made.source.kind
        in_play = kind not in ("action", "surprise") or made.lasts
        if not in_play and (head.filter or head.event not in _LEAVING):
            own = " or ".join(f"on {w.EVENTS[event]}" for event in _LEAVING)
            raise BadHeading(f"{a(kind)} is not in play; it may have {own}, about itself, or say: lasts = round")
        if made.lasts and head.event == w.TURN_BEGINS and re.search(_OWN_TURN, head.test):
            raise BadHeading(f"this never runs{_OVER}")
        if head.event in w.WITHOUT_CARD or head.filter == ANY_CARD:
            return 0
        if not head.filter:
            self._happens(head, made)
            if head.event == w.WON and kind not in ("goal", "ungoal"):
                return 0  # a card that is no Goal means a win by any of them
            return w.THIS_CARD
        return self._filter(head.filter, part)

    def _filter(self, text: str, part: Part) -> int:
        """The filter that stands in a heading. Raises BadHeading."""
        try:
            node = condition_of(f"({text},)", part.line)
            assert isinstance(node, ast.Tuple)
            return filter_of(node.elts, self.pool, self.marks)
        except (Wrong, AssertionError) as wrong:
            said = wrong.message if isinstance(wrong, Wrong) else "a filter is a kind, a mark, a slot or a card's name"
            raise BadHeading(f"which cards? {said}") from None

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
                raise BadHeading(f"after '{kind}' comes a colon, or: if CONDITION")
            return kind, *self._condition(source, part, test.end())
        if kind in ("play", "your_turn") and words:
            raise BadHeading(f"after '{kind}' comes a colon")
        return kind, w.NONE, w.PART_ALL

    def _when(self, source: Source, part: Part) -> Heading:
        if not part.condition:
            raise BadHeading("'when' needs a condition, such as: when has(\"Peace\"):")
        condition, reads = self._condition(source, part)
        goals = w.PART_GOALS if source.kind in ("goal", "ungoal") else 0
        return "when", condition, reads | w.PART_BOARD | w.PART_RULES | goals  # also when the card itself arrives

    def _on(self, source: Source, part: Part) -> Heading:
        words = part.condition
        event = re.match(r"(goals|ungoal)\b\s*(if\b\s*)?", words)
        if event is None or (event[2] is None and event.end() != len(words)):
            meant = "".join(f"; did you mean {one}?" for one in near(words, ("goals", "ungoal")))
            raise BadHeading(f"'on' can only be followed by goals or ungoal, not '{short(words)}'{meant}")
        kind = f"on {event[1]}"
        return (kind, *self._condition(source, part, event.end())) if event[2] else (kind, w.NONE, w.PART_ALL)

    def _condition(
        self,
        source: Source,
        part: Part,
        begins: int = 0,
        variables: Mapping[str, tuple[int, str]] | None = None,
        *,
        trigger: str = "",
    ) -> tuple[int, int]:
        """Compile a section's condition; gives the expression and what it looks at."""
        text, column = part.condition[begins:], part.column + begins
        expressions = Expressions(self.pool, inner=False, marks=self.marks, ask=None)
        expressions.variables.update(variables or {})
        expressions.trigger = trigger
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

    def _program(
        self,
        source: Source,
        part: Part,
        body: list[ast.stmt],
        kind: str,
        variables: Mapping[str, tuple[int, str]] | None = None,
        *,
        lasts: bool = False,
    ) -> int:
        compiler = Programs(
            self.pool,
            file=source.file,
            inner=self.inner,
            marks=self.marks,
            wrong=lambda node, message: self._wrong(source, part, node, message),
        )
        compiler.expressions.trigger = _answering(kind, part)
        if variables:
            compiler.begin_with(variables, len(w.EVENT_NAMES))
        answered = kind == "react" or (kind in ("play", "your_turn") and source.kind in ("action", "surprise"))
        entry = compiler.compile(body, self.rows, answered=answered, lasts=lasts)
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


def _answering(kind: str, part: Part) -> str:
    """What the program of a section answers, or replaces."""
    return react_heading(part.condition).trigger if kind == "react" else "instead of" if kind == "instead" else ""


def _event_variables(event: int) -> dict[str, tuple[int, str]]:
    """What a section about an event knows of it: by name, the register and its type."""
    kinds = (v.CARD, v.SEAT, v.SEAT, v.CARD)
    known = {name: (register, kinds[register]) for register, name in enumerate(w.EVENT_NAMES)}
    if event == w.ROLLED:
        return {"actor": known["actor"], w.NUMBER_ROLLED: (w.EVENT_NAMES.index("cause"), v.NUMBER)}
    return {name: known[name] for name in ("actor",)} if event in w.WITHOUT_CARD else known


def _written(rows: list[str], source: Source) -> str:
    """The lines of a card as they stand in its file, without what only leads up to the next card."""
    end = source.line
    while end < len(rows) and (not rows[end].strip() or rows[end][0] == " " or rows[end].startswith("#")):
        end += 1
    body = rows[source.line - 1 : end]
    while body and (not body[-1].strip() or body[-1].startswith("#")):
        body.pop()
    return "\n".join(body)


def _longer(made: CompiledCard, section: str) -> str:
    """What is added where an Action or a Surprise has a section that only cards on the table have."""
    if section == v.Sections.start.name:
        return _OVER if made.lasts else "; what is done as a turn begins stands on a rule, a keeper or a creeper"
    return "; one that stays on the table says so: lasts = round" if section in _IN_PLAY else ""
