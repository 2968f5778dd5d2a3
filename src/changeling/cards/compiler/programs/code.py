"""The instructions of a program while it is compiled: jumps, registers, and the windows in which it can be answered."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.expressions.words import Expressions
from changeling.cards.compiler.pool import Instruction, Pool
from changeling.cards.compiler.refusals import fail
from changeling.cards.language.source import a


@dataclass(slots=True)
class Loop:
    """The loop being compiled: the jumps that leave it."""

    leaves: list[int] = field(default_factory=list)


def jump_slot(instruction: Instruction) -> int | None:
    """Where in an instruction its jump stands, if it has one."""
    place = v.STATEMENTS[instruction[0]].kinds.find(v.JUMP)
    return None if place < 0 else place + 1


def with_operand(instruction: Instruction, slot: int, value: int) -> Instruction:
    """An instruction with another operand in a slot."""
    op, a, b, c, e = (value if place == slot else old for place, old in enumerate(instruction))
    return op, a, b, c, e


_ASKING = (v.Questions.choose, v.Control.pick_more)


def first_effects(code: list[Instruction], you: int) -> set[int]:
    """The places in a program where something can happen for the first time: all that can come before is that the
    player for whom it runs, `you`, is asked. Whom else it asks, and what chance decides, is part of what happens."""
    found, seen, waiting = set[int](), set[int](), [0]
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        instruction = code[place]
        word = v.STATEMENTS[instruction[0]]
        hidden = word is v.Questions.choose and instruction[4] - w.is_optional(instruction[4]) == w.IN_SECRET
        if not _quiet(word) or hidden or (word in _ASKING and instruction[3] != you):
            found.add(place)
            continue
        slot = jump_slot(instruction)
        if slot is not None:
            waiting.append(instruction[slot])
        if word is not v.Control.goto:
            waiting.append(place + 1)
    return found


def _quiet(word: v.Word) -> bool:
    """Whether an instruction changes nothing on the table."""
    if word is v.Control.end:
        return False
    return word.group == "control" or word in (v.Questions.choose, v.Queries.first, v.Queries.meets)


class ProgramCode(ABC):
    """The instructions of one part; jumps are positions within the program."""

    def __init__(
        self, pool: Pool, *, file: str, inner: bool, marks: tuple[str, ...], wrong: Callable[[ast.AST, str], None]
    ) -> None:
        self.pool = pool
        self.file = file
        self.inner = inner
        self.wrong = wrong
        self.expressions = Expressions(pool, inner=inner, marks=marks, ask=self._ask)
        self.expressions.several = self._ask_for_several
        self.code: list[Instruction] = []
        self.marks_at: list[tuple[int, str]] = []  # by instruction: line and text
        self.loops: list[Loop] = []
        self.used = 0
        self.prompt = v.Questions.choose.prompt
        self.later: list[ast.stmt] = []
        self.line = (0, "")
        self.failed: set[str] = set()  # variables whose value could not be read: one problem is enough
        self.answers: dict[str, set[str]] = {}  # by variable: the words that it may hold
        self.asks_at: list[str] = []  # by instruction: what it asks in the card's own words
        self.text = ""  # of the question being compiled
        self.sort = w.NONE  # of what is chosen in secret
        self.secretly = False  # the question being compiled is answered in secret

    @abstractmethod
    def _ask(self, node: ast.Call, word: v.Word) -> tuple[int, str]:
        """Emit the question as a statement; gives the register of its answer and the answer's type."""

    @abstractmethod
    def _ask_for_several(self, node: ast.Call, word: v.Word) -> int:
        """Emit a question for several cards, one after another; gives the register that they are kept for."""

    def begin_with(self, variables: Mapping[str, tuple[int, str]], registers: int) -> None:
        """Let the program begin with these variables, in the first so many registers."""
        self.expressions.variables.update(variables)
        self.used = registers

    def _open_windows(self) -> None:
        """Put a window before every instruction that can be the first to do something. What comes before it is what the
        player names, which others then know when they answer (K-C12, W-B17)."""
        you = self.expressions.value(ast.Name(id="you", ctx=ast.Load()), v.SEAT)
        first = first_effects(self.code, you)
        shift = [place + sum(at < place for at in first) for place in range(len(self.code))]
        lines = [mark for place, mark in enumerate(self.marks_at) for _ in range(1 + (place in first))]
        asks = [row for place, text in enumerate(self.asks_at) for row in [""] * (place in first) + [text]]
        code: list[Instruction] = []
        for place, instruction in enumerate(self.code):
            if place in first:
                code.append((v.Effects.window.statement, 0, 0, 0, 0))
            slot = jump_slot(instruction)
            code.append(instruction if slot is None else with_operand(instruction, slot, shift[instruction[slot]]))
        self.code, self.marks_at, self.asks_at = code, lines, asks

    @staticmethod
    def _moved(instruction: Instruction, entry: int) -> Instruction:
        """An instruction of a program that begins at `entry`: what it jumps to lies in the pool."""
        slot = jump_slot(instruction)
        return instruction if slot is None else with_operand(instruction, slot, instruction[slot] + entry)

    def _emit(self, word: v.Word, a: int = 0, b: int = 0, c: int = 0, e: int = 0) -> int:
        self.code.append((word.statement, a, b, c, e))
        self.marks_at.append(self.line)
        self.asks_at.append(self.text if word is v.Questions.choose else "")
        return len(self.code) - 1

    def _aim(self, at: int) -> None:
        """Let the jump at `at` lead here."""
        slot = jump_slot(self.code[at])
        assert slot is not None
        self.code[at] = with_operand(self.code[at], slot, len(self.code))

    def _variable(self, name: str, kind: str, node: ast.AST) -> int:
        known = self.expressions.variables.get(name)
        if known is not None:
            if known[1] != kind:
                fail(node, f"'{name}' is {a(known[1])} and cannot become {a(kind)}")
            return known[0]
        register = self._fresh(node)
        self.expressions.variables[name] = (register, kind)
        return register

    def _fresh(self, node: ast.AST) -> int:
        most = w.REGISTERS - 1 if self.expressions.ballot == w.NONE else self.expressions.ballot
        if self.used >= most:
            kept = "" if most == w.REGISTERS - 1 else " that has secret choices"
            fail(node, f"too many variables and questions in one program{kept}; at most {most}")
        self.used += 1
        return self.used - 1
