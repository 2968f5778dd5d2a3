"""Sources in, deck out: every card of every file checked and compiled, all problems of a run reported together."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace

from changeling.cards.compiler.assembly import CompiledCard, deck_from
from changeling.cards.compiler.card_compiler import CardCompiler, TooManyProblems
from changeling.cards.compiler.pool import Pool
from changeling.cards.deck import Deck, Program
from changeling.cards.language.source import File, read
from changeling.errors import CardsError, Problem


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


class _Run:
    """Every card of some files compiled, or until too much is wrong; the shared programs come first in their file."""

    def __init__(self, texts: list[Text]) -> None:
        files = [(text, _read(text)) for text in texts]
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
        for source in file.cards:
            if source.kind == "rule":
                pool.slot(source.slot or source.name)
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
