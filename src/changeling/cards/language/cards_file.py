"""A `.cards` file as it is written: its cards, each a header and the parts of a body, not yet understood."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from changeling.cards.language.recipe import Step
from changeling.errors import Problem

MAX_PROBLEMS = 50


@dataclass(slots=True)
class Part:
    """A stretch of a card's body: its main lines, or one section with its condition."""

    kind: str
    line: int
    column: int = 1
    condition: str = ""
    indent: int = 0
    lines: list[tuple[int, str]] = field(default_factory=list)
    cut: dict[int, int] = field(default_factory=dict)  # by line: how many characters of indentation were taken off

    def text(self) -> str:
        """The lines, one after another; `lines` says which line of the file each of them is."""
        return "".join(f"{row}\n" for _, row in self.lines)

    def column_of(self, line: int, offset: int) -> int:
        """The column of the file that a place in this part is; syntax trees count in bytes, people in characters."""
        row = next((row for number, row in self.lines if number == line), "")
        return self.cut.get(line, 0) + len(row.encode()[:offset].decode(errors="ignore")) + 1


@dataclass(slots=True)
class Source:
    """One card as it is written: a header and the parts of its body, not yet understood."""

    file: str
    line: int
    kind: str
    name: str
    slot: str = ""
    marks: tuple[str, ...] = ()
    copies: int = 1
    house: bool = False
    rank: int = -1  # none
    indent: int = 4
    main: Part = field(default_factory=lambda: Part("main", 1))
    sections: list[Part] = field(default_factory=list)
    text: str = ""
    texts: list[tuple[int, int, str]] = field(default_factory=list)  # the rows of the text: line, column, words
    current: Part | None = None
    last: int = 0  # the line of the file that its body ends with

    def place_of(self, digits: str) -> tuple[int, int]:
        """Line and column of a numeral in the text for people."""
        for line, column, row in self.texts:
            found = re.search(rf"(?<!\d){digits}(?!\d)", row)
            if found:
                return line, column + found.start()
        return self.line, 1

    def covers(self, line: int) -> bool:
        """Whether a line of the file is one of this card's."""
        return self.line <= line <= max(self.line, self.last)


@dataclass(slots=True)
class File:
    """A `.cards` file: the marks that it declares, what it takes from editions, and its cards."""

    name: str
    marks: tuple[str, ...] = ()
    counters: dict[str, int] = field(default_factory=dict)  # what each player begins with
    recipe: list[Step] = field(default_factory=list)
    cards: list[Source] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, line: int, column: int, message: str) -> None:
        """Note a problem; beyond a bound only that there are more."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(self.name, line, column, message))
        elif len(self.problems) == MAX_PROBLEMS:
            self.problems.append(Problem(self.name, line, column, "more problems follow; these first"))
