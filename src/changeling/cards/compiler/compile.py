"""Sources in, deck out: every card of every file checked and compiled, all problems of a run reported together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace

from changeling.cards.compiler.assembly import CompiledCard, deck_from
from changeling.cards.compiler.card_compiler import CardCompiler, TooManyProblems
from changeling.cards.compiler.lint.card_lint import CardLint, Company
from changeling.cards.compiler.pool import Pool
from changeling.cards.deck import Deck, Program
from changeling.cards.language.cards_file import File, Source
from changeling.cards.language.source import read
from changeling.errors import WARNING, CardsError, Problem

MAX_FINDINGS = 200  # of a check; what is odd with further cards is not told


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


def assemble(texts: list[Text], *, name: str, title: str = "") -> Deck:
    """Compile files into one deck. Raises CardsError with all the problems of all the files."""
    run = _Run(texts)
    if run.problems:
        raise CardsError(run.problems)
    return deck_from(run.made, run.pool, run.programs, name=name, title=title or name)


def check(texts: list[Text]) -> list[Problem]:
    """All the problems of some files, without making a deck of them."""
    return sorted(_Run(texts).problems)


def look_over(texts: list[Text], files: Sequence[str], elsewhere: Mapping[str, Sequence[str]]) -> list[Problem]:
    """The problems of some of the files, and what is odd with their cards as cards of the deck that all files make.

    `elsewhere` names the editions that have a card of a name. Cards with problems are not looked at further.
    """
    run = _Run(texts)
    problems = [problem for problem in run.problems if problem.file in files]
    company = run.company(elsewhere)
    for part in run.made:
        source = part.source
        if len(problems) > MAX_FINDINGS:
            problems.append(Problem(source.file, source.line, 1, "more follows; this first", WARNING))
            break
        if source.file in files and not any(_in(problem, source) for problem in run.problems):
            problems += CardLint(source, company).found
    for text in texts:
        if text.file in files:
            problems += _again(text.file, run)
            if text.file not in (part.source.file for part in run.made) and not text.followed and not problems:
                problems.append(Problem(text.file, 1, 1, "there is no card in this file", WARNING))
    return sorted(run.placed(problem) for problem in problems)


def _in(problem: Problem, source: Source) -> bool:
    return problem.file == source.file and source.covers(problem.line)


def _again(file: str, run: _Run) -> Iterator[Problem]:
    """Cards of one file that have the name of another above them."""
    first: dict[str, Source] = {}
    for part in run.made:
        source = part.source
        if source.file == file:
            above = first.setdefault(source.name, source)
            if above.line != source.line:  # not the same card of a file that the deck has twice
                said = f"a card called '{source.name[:40]}' is on line {above.line} already"
                advice = "cards of one name are copies of each other; copies are written x2"
                yield Problem(file, source.line, 1, f"{said}; {advice}", WARNING)


class _Run:
    """Every card of some files compiled, or until too much is wrong; the shared programs come first in their file."""

    def __init__(self, texts: list[Text]) -> None:
        files = [(text, _read(text)) for text in texts]
        self.rows = {text.file: text.text.split("\n") for text in texts}
        self.pool = _pool_for([file for _, file in files])
        self.programs: list[Program] = []
        self.problems = [problem for _, file in files for problem in file.problems]
        self.made: list[CompiledCard] = []
        try:
            for text, file in files:
                self._compile(text, file)
        except TooManyProblems:
            last = self.problems[-1]
            self.problems.append(Problem(last.file, last.line, last.column, "more problems follow; these first"))
        self.problems = [self.placed(problem) for problem in self.problems]

    def placed(self, problem: Problem) -> Problem:
        """The problem with the line that it is about."""
        rows = self.rows.get(problem.file, [])
        row = rows[problem.line - 1] if 0 < problem.line <= len(rows) else ""
        return replace(problem, row=row.rstrip("\r"))

    def company(self, elsewhere: Mapping[str, Sequence[str]]) -> Company:
        """What all these cards know of each other."""
        kinds: dict[str, frozenset[str]] = {}
        for part in self.made:
            if part.source.kind == "program":
                continue
            kinds[part.source.name] = kinds.get(part.source.name, frozenset()) | {part.source.kind}
        rules = Counter(part.source.slot or part.source.name for part in self.made if part.source.kind == "rule")
        borne = frozenset(mark for part in self.made for mark in part.source.marks)
        lent = {-1 - item for part in self.made for item, *_ in part.lends if item < 0}
        borne |= {mark for number, mark in enumerate(self.pool.marks) if number in lent}
        stands_for = frozenset(name for part in self.made for name in part.likes)
        copies: Counter[str] = Counter()
        backs: dict[str, list[str]] = {}
        for part in self.made:
            copies[part.source.name] += part.source.copies
            if part.back_of and part.source.name not in backs.setdefault(part.back_of, []):
                backs[part.back_of].append(part.source.name)
        declared = frozenset(self.pool.marks)
        return Company(kinds, stands_for, borne, declared, rules, elsewhere, copies=copies, backs=backs)

    def _compile(self, text: Text, file: File) -> None:
        bodies = CardCompiler(
            self.pool,
            programs=self.programs,
            problems=self.problems,
            marks=file.marks,
            rows=text.text.split("\n"),
            inner=text.programs,
        )
        for source in file.cards:
            self.made.append(bodies.card(source, text.edition))


def _pool_for(files: list[File]) -> Pool:
    """A pool in which the marks, slots and names of all cards have their numbers before any body is read."""
    pool = Pool()
    for file in files:
        for mark in file.marks:
            pool.mark(mark)
        for counter, start in file.counters.items():
            if pool.declared.setdefault(counter, start) != start:
                said = f"the counter '{counter}' begins with {pool.declared[counter]} in another file of this deck"
                file.wrong(1, 1, f"{said}, and with {start} here; choose another name")
        for source in file.cards:
            if source.kind == "rule":
                pool.slot(source.slot or source.name)
            if any(row.startswith("back_of") for _, row in source.main.lines):
                pool.two_sided = True
            if source.kind == "creeper":
                pool.creepers.add(source.name)
            if source.kind != "program":
                pool.name(source.name)
    return pool


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
