"""What can go wrong, said plainly: every error names what was given, what was allowed and where."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

ERROR = "error"
WARNING = "warning"
_SHOWN = 100  # characters of a row that are shown


class ChangelingError(ValueError):
    """Something given to us was not right. Nothing was changed by the attempt."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong in a deck text: where it stands, what it is, and what would be right.

    An error is surely wrong, a warning probably; only `changeling check` looks for warnings.
    """

    file: str
    line: int
    column: int
    message: str
    severity: str = ERROR
    row: str = field(default="", compare=False)  # the line of the file

    def __str__(self) -> str:
        warning = "warning: " if self.severity == WARNING else ""
        return f"{self.file}:{self.line}:{self.column}: {warning}{self.message}"

    def pointed(self) -> str:
        """The problem with the line that it is about, and a caret below the place."""
        if not self.row.strip():
            return str(self)
        first = max(0, self.column - _SHOWN * 3 // 4)
        before = "".join(" " * _columns(char) for char in self.row[first : self.column - 1])
        return f"{self}\n    {self.row[first : first + _SHOWN].rstrip()}\n    {before}^"


def _columns(char: str) -> int:
    """How many columns of a terminal a character takes."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


class NotCompiled(ChangelingError):
    """Compiled play was asked for where it cannot be had; games are played interpreted there."""


class CardsError(ChangelingError):
    """A deck text has problems; `problems` lists all of them, in the order of the text."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class DeckError(ChangelingError):
    """A deck cannot be found or cannot be played."""


class AnswerError(ChangelingError):
    """An answer is not among the options of the pending decision."""


class NotationError(ChangelingError):
    """A table's text cannot be read."""


class ScenarioError(ChangelingError):
    """A scenario's text is not a scenario."""


class RecordError(ChangelingError):
    """A record cannot be read, or does not fit the deck that it names."""


class OtherVersion(RecordError):
    """A record is of another version of its cards: its game would not go on here as it did there."""


class EngineFault(RuntimeError):
    """A fault of ours or of a card's program. Carries the table's notation, so that a report is a test."""

    def __init__(self, message: str, *, backtrace: str, notation: str = "") -> None:
        self.backtrace = backtrace
        self.notation = notation
        parts = [message, "stack, innermost last:", backtrace]
        if notation:
            parts += ["table:", notation]
        super().__init__("\n".join(parts))
