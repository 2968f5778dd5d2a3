"""A function of LLVM while it is written: its lines, and what its variables are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from changeling.engine.native.kinds import BOOL, FLOAT, INT, NOTHING, Kind, Number, fits


class Value(NamedTuple):
    """What an expression gives: LLVM's names or numbers for its parts."""

    kind: Kind
    parts: tuple[str, ...]


class Body:
    """Lines of LLVM's assembly, block by block. What cannot be reached is left out.

    Each variable has a place on the stack for each of its parts; LLVM turns these into registers. The kind of a
    variable is known once the whole function was written: `widened` says that one of them became wider on the way, so
    that the function has to be written again with what is known by now. A variable can be read where each way that
    leads there has stored something in it.
    """

    def __init__(self, variables: dict[str, Kind]) -> None:
        self.lines: list[str] = []
        self.variables = variables
        self.widened = False
        self.open = True  # whether the block that is written can be reached
        self._stored = set[str]()  # variables that have a value here
        self._arriving = dict[str, set[str]]()  # for each block that something leads to, those that have one by then
        self._made = 0

    # --- lines and blocks
    def new(self, instruction: str) -> str:
        """Write an instruction; gives the name of its result."""
        self._made += 1
        name = f"%v{self._made}"
        if self.open:
            self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """Write an instruction without a result."""
        if self.open:
            self.lines.append(f"  {instruction}")

    def label(self, says: str) -> str:
        """A name for a block."""
        self._made += 1
        return f"{says}{self._made}"

    def begin(self, label: str) -> None:
        """Go on with another block. What leads back to it later on has stored at least as much."""
        self.open = label in self._arriving
        if self.open:
            self.lines.append(f"{label}:")
            self._stored = set(self._arriving[label])

    def end(self, instruction: str) -> None:
        """Leave the block for good: `instruction` says where to."""
        self.do(instruction)
        self.open = False

    def jump(self, label: str) -> None:
        """Leave the block for another one."""
        self._arrive(label)
        self.end(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Leave the block for one of two others."""
        if condition in _TRUTH:
            self.jump(yes if condition == "true" else no)
            return
        self._arrive(yes)
        self._arrive(no)
        self.end(f"br i1 {condition}, label %{yes}, label %{no}")

    def _arrive(self, label: str) -> None:
        if self.open:
            self._arriving[label] = self._stored & self._arriving.get(label, self._stored)

    # --- variables
    def store(self, name: str, value: Value) -> None:
        """Give a variable a value. Raises TypeError where it was something quite different before."""
        kind = self._declare(name, value.kind)
        for place, (part, given) in enumerate(zip(kind.parts, self.as_kind(value, kind).parts, strict=True)):
            self.do(f"store {part} {given}, ptr %{name}.{place}")
        self._stored.add(name)

    def load(self, name: str) -> Value:
        """The value of a variable. Raises TypeError where it may have none."""
        if self.open and name not in self._stored:
            raise TypeError("it is read where nothing may have been stored in it")
        kind = self.variables[name]
        parts = (self.new(f"load {part}, ptr %{name}.{place}") for place, part in enumerate(kind.parts))
        return Value(kind, tuple(parts))

    def _declare(self, name: str, kind: Kind) -> Kind:
        before = self.variables.setdefault(name, kind)
        if before == kind or fits(before, kind):
            return before
        wider = wider_of(before, kind)
        if wider is None:
            raise TypeError(f"{name} is {_said(kind)} here and {_said(before)} elsewhere")
        if wider != before:
            self.variables[name] = wider
            self.widened = True
        return wider

    def places(self) -> list[str]:
        """The lines that make room for all variables."""
        return [
            f"  %{name}.{place} = alloca {part}"
            for name, kind in self.variables.items()
            for place, part in enumerate(kind.parts)
        ]

    # --- turning numbers into one another
    def as_kind(self, value: Value, kind: Kind) -> Value:
        """The same value as a kind that holds it. Raises TypeError where that cannot be, or where Python would keep the
        value as it is and the kind does not."""
        if value.kind == kind:
            return value
        if isinstance(kind, Number) and isinstance(value.kind, Number):
            if wider_of(kind, value.kind) == kind:
                return Value(kind, (self.as_float(value) if kind == FLOAT else self.as_int(value),))
        elif not isinstance(kind, Number) and fits(kind, value.kind):
            return Value(kind, value.parts)
        raise TypeError(f"{_said(value.kind)} where {_said(kind)} is wanted")

    def as_int(self, value: Value) -> str:
        """A whole number as an integer. Raises TypeError for floats: nothing is rounded by itself."""
        (part,) = self._number(value)
        if value.kind == BOOL:
            return _TRUTH.get(part) or self.new(f"zext i1 {part} to i64")
        if value.kind == FLOAT:
            raise TypeError("a float where an int is wanted")
        return part

    def as_float(self, value: Value) -> str:
        """A number as a float."""
        (part,) = self._number(value)
        return part if value.kind == FLOAT else self.new(f"sitofp i64 {self.as_int(value)} to double")

    def as_bool(self, value: Value) -> str:
        """Whether a number is not 0."""
        (part,) = self._number(value)
        if value.kind == BOOL:
            return part
        return self.new(f"icmp ne i64 {part}, 0" if value.kind == INT else f"fcmp une double {part}, 0.0")

    def _number(self, value: Value) -> Sequence[str]:
        if not isinstance(value.kind, Number) or len(value.parts) != 1:
            raise TypeError(f"{_said(value.kind)} where a number is wanted")
        return value.parts


_TRUTH = {"true": "1", "false": "0"}


def constant(part: str) -> int | None:
    """The integer that a part of a value is, where it is known."""
    return int(part) if part.lstrip("-").isdigit() else None


def wider_of(one: Kind, other: Kind) -> Kind | None:
    """The kind that holds values of both, where there is one."""
    if one == other:
        return one
    for kind in (FLOAT, INT, BOOL):
        if kind in (one, other):
            both = {one, other} <= {FLOAT, INT, BOOL}
            return kind if both else None
    return None


def _said(kind: Kind) -> str:
    name = kind.name if isinstance(kind, Number) else type(kind).__name__.lower()
    return name if kind == NOTHING else f"{'an' if name[0] in 'aeio' else 'a'} {name}"
