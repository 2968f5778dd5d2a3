"""What every part of the expression compiler builds on: the instructions emitted so far, and what they have shown."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.pool import Instruction, Pool
from changeling.cards.language.syntax import Wrong

T = TypeVar("T")
Ask = Callable[[ast.Call, v.Word], tuple[int, str]]  # gives the register of the answer, and its type


@dataclass(slots=True)
class Findings:
    """What compiling an expression has shown about it; cards are meant by name."""

    reads: int = 0  # bits PART_...: what has to change before the machine reads the expression again
    needs: list[str] = field(default_factory=list)  # cards that must lie in front of the player
    forbids: list[str] = field(default_factory=list)  # cards that must not
    excuses: list[str] = field(default_factory=list)  # Creepers that do not keep a player from winning (CREEP-3)
    mentions: list[str] = field(default_factory=list)  # cards asked for in either way


class Emitter(ABC):
    """Emits the instructions of an expression. What it knows of the program around it are its fields."""

    def __init__(
        self,
        pool: Pool,
        *,
        inner: bool,
        marks: tuple[str, ...],
        ask: Callable[[ast.Call, v.Word], tuple[int, str]] | None,
    ) -> None:
        self.pool = pool
        self.inner = inner
        self.marks = marks
        self.ask = ask
        self.variables: dict[str, tuple[int, str]] = {}
        self.findings = Findings()
        self.out: list[Instruction] = []
        self.positive = True
        self.trigger = ""  # what a Surprise answers whose program this is
        self.own_words: tuple[str, ...] = ()  # those that questions of this program let somebody answer
        self.ballot = w.NONE  # the first register of what was chosen in secret, one for each seat; NONE: nothing is
        self.ballot_kind = ""  # what sort of thing that is
        self.naming = False  # a card is to be named, of any place
        self.comparing = False  # inside a comparison
        self.alls: frozenset[ast.expr] = frozenset()  # of `plays =`: where the word `all` may stand
        self.formula: ast.expr | None = None  # the whole of a formula, whose `if` needs no else
        self.several: Callable[[ast.Call, v.Word], int] | None = None  # asks for several cards; gives their register
        self._types: dict[ast.expr, str | Wrong] = {}
        self._chosen: dict[ast.expr, int] = {}  # by question for several cards: the register that they are kept for

    @abstractmethod
    def push(self, node: ast.expr, want: str) -> None:
        """Emit code that leaves a value of the wanted type on the stack."""

    @abstractmethod
    def _push(self, node: ast.expr) -> str:
        """Emit code that leaves a value on the stack; gives its type."""

    def collect(self, emit: Callable[[], T]) -> int:
        """Compile what `emit` emits as an expression of its own; gives its number in the pool."""
        kept, self.out = self.out, []
        emit()
        self.emit(v.Terms.return_)
        made, self.out = self.out, kept
        return self.pool.expression(made)

    def emit(self, word: v.Word, a: int = 0, b: int = 0, c: int = 0, e: int = 0) -> int:
        """Append the instruction of a word; gives its place."""
        self.out.append((word.term, a, b, c, e))
        return len(self.out) - 1

    def aim(self, at: int) -> None:
        """Let the jump at `at` lead here."""
        op, _, b, c, e = self.out[at]
        self.out[at] = (op, len(self.out) - at, b, c, e)
