"""Sources in, deck out: every card of every file checked and compiled, all problems of a run reported together."""

from __future__ import annotations

import ast
import hashlib
import re
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace

from changeling.cards import vocabulary as v
from changeling.cards import words as w
from changeling.cards.deck import Card, Deck, Hook, Program, Static
from changeling.cards.expressions import Expressions
from changeling.cards.pool import Pool
from changeling.cards.programs import Programs
from changeling.cards.source import MAX_CARDS, MAX_PROBLEMS, File, Part, Source, a, read
from changeling.cards.syntax import Wrong, body_of, condition_of
from changeling.errors import CardsError, DeckError, Problem

_SECTIONS_OF = {
    "keeper": {"start", "finish", "when", "on", "free", "once"},
    "creeper": {"start", "finish", "when", "on", "free", "once"},
    "rule": {"start", "finish", "when", "on", "free", "once", "play"},
    "action": {"play"},
    "meta": {"start", "finish", "when", "on"},
    "surprise": {"your_turn", "react"},
}
_STATICS_OF = {"rule", "meta", "basic", "keeper", "creeper"}
_TRIGGERS = ("keeper", "action", "rule", "goal", "ungoal", "theft", "turn", "doom")


@dataclass(frozen=True, slots=True)
class Text:
    """A `.cards` file given to the compiler: where it came from, which edition it belongs to, and what it says."""

    file: str
    text: str
    edition: str = ""
    programs: bool = False  # the file of the shared programs
    only: tuple[tuple[str, int | None], ...] | None = None  # these of its cards, so many of each (None: as written)
    without: tuple[str, ...] = ()  # cards left out
    marks: tuple[str, ...] = ()  # marks that its bodies may ask for besides its own: of the editions it takes from
    followed: bool = False  # its recipe lines have been followed: what they take comes in texts of its own
    problems: tuple[Problem, ...] = ()  # what was wrong with them


@dataclass(slots=True)
class Compiled:
    """What one card's source became; its copies share it."""

    play: int = w.NONE
    wins: int = w.NONE
    reads: int = 0
    excuses: int = w.NONE
    statics: tuple[Static, ...] = ()
    hooks: list[tuple[str, int, int, int]] = field(default_factory=list)  # section, condition, program, reads
    leaves_out: int = w.NONE
    reading: str = ""
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    ends: int = w.NONE
    named: int = w.NONE
    excuses_all: bool = False
    counts_as: str = ""
    reacts: list[tuple[int, int]] = field(default_factory=list)  # what is answered, program


def assemble(texts: list[Text], *, name: str, title: str = "") -> Deck:
    """Compile files into one deck. Raises CardsError with all the problems of all the files."""
    compiler = _Compiler([(text, _read(text)) for text in texts])
    compiler.run()
    if compiler.problems:
        raise CardsError(compiler.problems)
    return compiler.deck(name, title or name, texts)


def check(texts: list[Text]) -> list[Problem]:
    """All the problems of some files, without making a deck of them."""
    compiler = _Compiler([(text, _read(text)) for text in texts])
    compiler.run()
    return sorted(compiler.problems)


def _read(text: Text) -> File:
    """Read a file and keep those of its cards that are wanted."""
    file = read(text.text, text.file, programs=text.programs)
    file.problems += text.problems
    if file.recipe and not text.followed:
        first = file.recipe[0]
        file.wrong(first.line, 1, f"only a deck file of one's own can '{first.verb}' cards of editions")
    file.marks += tuple(mark for mark in text.marks if mark not in file.marks)
    if text.only is not None:
        cards = []
        for name, copies in text.only:
            found = [deepcopy(source) for source in file.cards if source.name == name]
            cards += found if copies is None else [replace(found[0], copies=copies)]
        file.cards = cards
    file.cards = [source for source in file.cards if source.name not in text.without]
    return file


class _Compiler:
    def __init__(self, files: list[tuple[Text, File]]) -> None:
        self.files = files
        self.rows = {text: text.text.split("\n") for text, _ in files}
        self.pool = Pool()
        self.programs: list[Program] = []
        self.problems: list[Problem] = [problem for _, file in files for problem in file.problems]
        self.made: list[tuple[Text, Source, Compiled]] = []
        for _, file in files:
            for mark in file.marks:
                self.pool.mark(mark)
            for source in file.cards:
                if source.kind == "rule":
                    self.pool.slot(source.slot or source.name)
                if source.kind != "program":
                    self.pool.name(source.name)

    def run(self) -> None:
        """Compile every card, or until too much is wrong; the shared programs come first in their file."""
        try:
            for text, file in self.files:
                for source in file.cards:
                    self.made.append((text, source, self._card(text, file, source)))
        except _Enough:
            last = self.problems[-1]
            self.problems.append(Problem(last.file, last.line, last.column, "more problems follow; these first"))

    def _wrong(self, source: Source, part: Part, node: ast.AST, message: str) -> None:
        line = getattr(node, "lineno", part.line)
        self._problem(source, line, part.column_of(line, getattr(node, "col_offset", 0)), message)

    def _problem(self, source: Source, line: int, column: int, message: str) -> None:
        self.problems.append(Problem(source.file, line, column, message))
        if len(self.problems) > MAX_PROBLEMS:
            raise _Enough

    # --- one card --------------------------------------------------------------------------------------------------
    def _card(self, text: Text, file: File, source: Source) -> Compiled:
        out = Compiled()
        rows = self.rows[text]
        allowed = _SECTIONS_OF.get(source.kind, set())
        statements: list[ast.stmt] = []
        statics: list[Static] = []
        for node in self._parse(source, source.main):
            if isinstance(node, ast.Assign | ast.AugAssign) and _target(node) in (v.STATIC_WORDS | v.VERDICTS):
                try:
                    self._formula(file, source, node, out, statics)
                except Wrong as wrong:
                    self._wrong(source, source.main, wrong.node, wrong.message)
            else:
                statements.append(node)
        out.statics = tuple(statics)
        if (
            source.kind in ("goal", "ungoal")
            and out.wins == out.ends
            and not any(p.line >= source.line for p in self.problems if p.file == source.file)
        ):
            says = "wins" if source.kind == "goal" else "ends"
            self._problem(source, source.line, 1, f'the {source.kind} "{source.name}" needs a line: {says} = CONDITION')
        if statements:
            if source.kind in ("action", "rule", "program"):
                out.play = self._program(text, file, source, source.main, statements, rows, "play")
            else:
                self._wrong(
                    source,
                    source.main,
                    statements[0],
                    f"{a(source.kind)} has no instructions of its own; put them in a section",
                )
        for part in source.sections:
            if part.kind not in allowed:
                kinds = ", ".join(sorted(allowed)) or "no sections"
                column = source.indent + 1
                self._problem(
                    source, part.line, column, f"{a(source.kind)} cannot have '{part.kind}'; it may have {kinds}"
                )
                continue
            self._section(text, file, source, part, rows, out)
        return out

    def _parse(self, source: Source, part: Part) -> list[ast.stmt]:
        try:
            return body_of(part)
        except Wrong as wrong:
            self._wrong(source, part, wrong.node, wrong.message)
        return []

    def _condition(self, file: File, source: Source, part: Part, text: str) -> tuple[int, int]:
        """Compile a section's condition; gives the expression and what it looks at."""
        expressions = Expressions(self.pool, inner=False, marks=file.marks, ask=None)
        try:
            return expressions.value(condition_of(text, part.line), v.CONDITION), expressions.findings.reads
        except Wrong as wrong:
            before = text.encode()[: getattr(wrong.node, "col_offset", 0)].decode(errors="ignore")
            self._problem(source, part.line, part.column + len(before), wrong.message)
        return w.NONE, 0

    def _section(self, text: Text, file: File, source: Source, part: Part, rows: list[str], out: Compiled) -> None:
        condition, reads = w.NONE, w.SEES_ALL
        words = part.condition
        if part.kind in ("start", "finish", "free", "once") and words:
            test = re.match(r"if\b\s*", words)
            if test is None or test.end() == len(words):
                self._problem(source, part.line, part.column, f"after '{part.kind}' comes a colon, or: if CONDITION")
                return
            part.column += test.end()
            condition, reads = self._condition(file, source, part, words[test.end() :])
        elif part.kind == "when":
            if not words:
                self._problem(source, part.line, part.column, "'when' needs a condition, such as: when has(\"Peace\"):")
                return
            condition, reads = self._condition(file, source, part, words)
            reads |= w.SEES_BOARD | w.SEES_RULES  # also when the card itself arrives
        elif part.kind == "on":
            event = re.match(r"(goals|ungoal)\b\s*(if\b\s*)?", words)
            if event is None or (event[2] is None and event.end() != len(words)):
                self._problem(
                    source, part.line, part.column, f"'on' can only be followed by goals or ungoal, not '{words[:40]}'"
                )
                return
            if event[2]:
                part.column += event.end()
                condition, reads = self._condition(file, source, part, words[event.end() :])
            part.kind = f"on {event[1]}"
        elif part.kind == "react" and words not in _TRIGGERS:
            self._problem(
                source,
                part.line,
                part.column,
                f"'react' is followed by one of {', '.join(_TRIGGERS)}, not '{words[:40]}'",
            )
            return
        elif part.kind in ("play", "your_turn") and words:
            self._problem(source, part.line, part.column, f"after '{part.kind}' comes a colon")
            return
        statements = self._parse(source, part)
        program = self._program(text, file, source, part, statements, rows, part.kind)
        if part.kind == "react":
            out.reacts.append((w.TRIGGERS.index(words), program))
        elif part.kind in ("play", "your_turn"):
            if out.play != w.NONE:
                self._problem(source, part.line, source.indent + 1, "what the card does when played is said twice")
            out.play = program
        else:
            out.hooks.append((part.kind, condition, program, reads))

    def _program(
        self, text: Text, file: File, source: Source, part: Part, body: list[ast.stmt], rows: list[str], kind: str
    ) -> int:
        inner = text.programs
        compiler = Programs(
            self.pool,
            file=source.file,
            inner=inner,
            marks=file.marks,
            wrong=lambda node, message: self._wrong(source, part, node, message),
        )
        entry = compiler.compile(body, rows)
        label = source.name if source.kind == "program" else f"{kind} {source.name}"
        self.programs.append(Program(label, kind, entry, compiler.length, source.file, part.line))
        return len(self.programs) - 1

    # --- formulas ----------------------------------------------------------------------------------------------------
    def _formula(
        self, file: File, source: Source, node: ast.Assign | ast.AugAssign, out: Compiled, statics: list[Static]
    ) -> None:
        name = _target(node)
        adds = isinstance(node, ast.AugAssign)
        if isinstance(node, ast.AugAssign) and not isinstance(node.op, ast.Add):
            raise Wrong(node, "only = and += can stand here")
        if name == "reading":
            if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)) or adds:
                raise Wrong(node, 'write it like: reading = "which part is ours"')
            out.reading = node.value.value
            return
        if name == "leaves_out":
            if source.kind != "meta" or not isinstance(node.value, ast.Name) or node.value.id not in w.KINDS:
                raise Wrong(node, "only a Meta Rule leaves out a kind of card: leaves_out = creeper")
            out.leaves_out = w.KINDS.index(node.value.id)
            return
        if name == "counts_as":
            if source.kind != "keeper" or not (
                isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            ):
                raise Wrong(node, 'a Keeper counts as another card by its name: counts_as = "Milk"')
            out.counts_as = node.value.value
            self.pool.name(out.counts_as)
            return
        expressions = Expressions(self.pool, inner=False, marks=file.marks, ask=None)
        if name == "excuses_all":
            if source.kind != "goal" or not (isinstance(node.value, ast.Name) and node.value.id == "yes"):
                raise Wrong(node, "a Goal that no Creeper blocks says: excuses_all = yes")
            out.excuses_all = True
            return
        if name == "ends":
            if source.kind != "ungoal" or adds:
                raise Wrong(node, "only an ungoal says when all lose, with: ends = CONDITION")
            out.ends = expressions.value(node.value, v.CONDITION)
            out.reads = expressions.findings.reads
            out.needs = tuple(dict.fromkeys(expressions.findings.mentions))
            out.named = self._excuses(list(out.needs))
            return
        if name == "wins":
            if source.kind != "goal" or adds:
                raise Wrong(node, "only a goal says what wins, with: wins = CONDITION")
            out.wins = expressions.value(node.value, v.CONDITION)
            found = expressions.findings
            out.reads = found.reads
            out.excuses = self._excuses(found.excuses)
            out.needs, out.forbids = tuple(dict.fromkeys(found.needs)), tuple(dict.fromkeys(found.forbids))
            return
        if source.kind not in _STATICS_OF:
            raise Wrong(node, f"{a(source.kind)} cannot set '{name}'; a rule can")
        word = v.STATIC_WORDS[name]
        expressions.formula = node.value
        expression = expressions.value(node.value, word.returns)
        if name == "requires":
            out.excuses = self._excuses(expressions.findings.excuses)
        statics.append(Static(word.arg, w.ADDS if adds else w.SETS, expression, expressions.findings.reads))

    def _excuses(self, names: list[str]) -> int:
        return self.pool.list_of(tuple(self.pool.name(name) for name in dict.fromkeys(names))) if names else w.NONE

    # --- the deck ----------------------------------------------------------------------------------------------------
    def deck(self, name: str, title: str, texts: list[Text]) -> Deck:
        """Lay out the cards and their programs."""
        total = sum(source.copies for _, source, _ in self.made if source.kind != "program")
        if total > MAX_CARDS:
            raise DeckError(f"the deck '{name}' has {total} cards; a table holds at most {MAX_CARDS}")
        cards: list[Card] = []
        parts: list[Compiled] = []
        copies: dict[str, int] = {}
        basics = 0
        for text, source, made in self.made:
            if source.kind == "program" or (source.kind == "basic" and basics):
                continue
            basics += source.kind == "basic"
            for _ in range(source.copies):
                copies[source.name] = copies.get(source.name, 0) + 1
                cards.append(self._face(len(cards), copies[source.name], text, source, made))
                parts.append(made)
        hooks: dict[str, list[Hook]] = {
            kind: [] for kind in ("when", "on goals", "on ungoal", "start", "finish", "free")
        }
        for card, made in zip(cards, parts, strict=True):
            for kind, condition, program, reads in made.hooks:
                hooks["free" if kind == "once" else kind].append(
                    Hook(card.id, condition, program, reads, kind == "once")
                )
        made_deck = Deck(
            name=name,
            title=title,
            cards=tuple(cards),
            digest="",
            names=tuple(self.pool.names),
            marks=tuple(self.pool.marks),
            slots=tuple(self.pool.slots),
            code=tuple(self.pool.code),
            lists=tuple(self.pool.lists),
            filters=tuple(self.pool.filters),
            programs=tuple(self.programs),
            play=tuple(part.play for part in parts),
            wins=tuple(part.wins for part in parts),
            reads=tuple(part.reads for part in parts),
            excuses=tuple(part.excuses for part in parts),
            statics=tuple(part.statics for part in parts),
            whens=tuple(hooks["when"]),
            on_goals=tuple(hooks["on goals"]),
            on_ungoals=tuple(hooks["on ungoal"]),
            starts=tuple(hooks["start"]),
            finishes=tuple(hooks["finish"]),
            frees=tuple(hooks["free"]),
            leaves_out=tuple(part.leaves_out for part in parts),
            ends=tuple(part.ends for part in parts),
            named=tuple(part.named for part in parts),
            excuses_all=tuple(part.excuses_all for part in parts),
            reacts=tuple(tuple(part.reacts) for part in parts),
            lines=dict(self.pool.lines),
        )
        return replace(made_deck, digest=_digest(made_deck))

    def _face(self, number: int, copy: int, text: Text, source: Source, made: Compiled) -> Card:
        return Card(
            id=number,
            name=source.name,
            copy=copy,
            kind=source.kind,
            slot=(source.slot or source.name) if source.kind == "rule" else "",
            marks=source.marks,
            text=source.text,
            house=source.house,
            reading=made.reading,
            needs=made.needs,
            forbids=made.forbids,
            rank=source.rank,
            counts_as=made.counts_as,
            edition=text.edition,
            file=source.file,
            line=source.line,
            source=_source_of(self.rows[text], source),
        )


def _target(node: ast.Assign | ast.AugAssign) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target.id if isinstance(target, ast.Name) else ""


class _Enough(Exception):
    """So much is wrong that more of it helps nobody."""


def _source_of(rows: list[str], source: Source) -> str:
    end = source.line
    while end < len(rows) and (not rows[end].strip() or rows[end][0] == " " or rows[end].startswith("#")):
        end += 1
    body = rows[source.line - 1 : end]
    while body and (not body[-1].strip() or body[-1].startswith("#")):
        body.pop()
    return "\n".join(body)


def _digest(deck: Deck) -> str:
    """A fingerprint of everything that the machine reads, and of nothing that only people do."""
    made = hashlib.sha256()
    for card in deck.cards:
        made.update(repr((card.title, card.kind, card.slot, card.marks, card.rank, card.counts_as)).encode())
    for part in fields(deck):
        if part.name not in ("name", "title", "cards", "digest", "lines", "programs"):
            made.update(repr((part.name, getattr(deck, part.name))).encode())
    made.update(repr([(program.name, program.entry) for program in deck.programs]).encode())
    return made.hexdigest()[:16]
