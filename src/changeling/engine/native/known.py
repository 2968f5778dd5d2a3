"""What stands outside of a function and is known while it is compiled: numbers, tuples of numbers, other functions."""

from __future__ import annotations

import ast
import struct
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final, NoReturn, Protocol

from changeling.engine.native.body import Body, Value
from changeling.engine.native.kinds import BOOL, FLOAT, INT, Group
from changeling.engine.native.signature import CannotCompile, Signature

Function = Callable[..., Any]
_LARGEST: Final = 2**63
_DOUBLE: Final = struct.Struct(">d")


_UNKNOWN: Final = "nothing of that name is known while it is compiled"
CHANGES: Final = object()  # stands for a number that some function stores anew (`global`)


class Program(Protocol):
    """What is compiled together, as one of its functions sees it."""

    bounds: bool  # indices are checked

    def called(self, function: Function) -> Signature:
        """The signature of a function, which is compiled as well."""

    def stands_for(self, function: Function) -> Function:
        """The function that another one is in compiled code."""

    def built_in(self, function: Function) -> Callable[[Body, list[Value]], Value] | None:
        """What writes a call of a function that exists in compiled code only."""

    def name_text(self, name: str) -> str:
        """LLVM's name of the name of a function, as text."""

    def constants(self, numbers: tuple[int, ...]) -> str:
        """LLVM's name of a list of numbers."""

    def outside(self, declaration: str) -> None:
        """Declare a function that LLVM or the C library has."""

    def wide_loop(self) -> str:
        """What is noted where a loop goes round that LLVM is to do several steps of at once."""


class Known:
    """Writes the names and constants of one function; `known` is what stands outside of it."""

    def __init__(self, program: Program, body: Body, function: Function, known: Mapping[str, Any]) -> None:
        self.program, self.body = program, body
        code = function.__code__
        self._file, self._known = code.co_filename, known
        self._own, self._around = frozenset(code.co_varnames + code.co_cellvars), frozenset(code.co_freevars)

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        """Say where the function cannot be compiled, and why."""
        begins = ast.unparse(node).splitlines()[0][:80]
        raise CannotCompile(f"{self._file}:{getattr(node, 'lineno', 0)}: {why}: {begins}")

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.body.variables:
            return self.body.load(node.id)
        return self.known(node, self.fixed(node))

    def fixed(self, node: ast.expr) -> Any:
        """What stands outside of the function under a name."""
        if isinstance(node, ast.Name):
            return self._outside(node, node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = self._outside(node, node.value.id)
            if isinstance(owner, ModuleType | type) and hasattr(owner, node.attr):
                return getattr(owner, node.attr)
        return self.refuse(node, _UNKNOWN)

    def _outside(self, node: ast.expr, name: str) -> Any:
        if name in self.body.variables:
            self.refuse(node, "a variable is no function and no module")
        if name in self._own:
            self.refuse(node, "it is read before anything was stored in it")
        if name in self._around:
            self.refuse(node, "a variable of the function around this one is not compiled")
        if name not in self._known:
            self.refuse(node, _UNKNOWN)
        if self._known[name] is CHANGES:
            self.refuse(node, "it changes while the program runs")
        return self._known[name]

    def _constant(self, node: ast.Constant) -> Value:
        return self.known(node, node.value)

    def known(self, node: ast.expr, value: Any) -> Value:
        """A number, or a tuple of numbers, that is known while it is compiled."""
        if isinstance(value, bool):
            return Value(BOOL, ("true" if value else "false",))
        if isinstance(value, int):
            if not -_LARGEST <= value < _LARGEST:
                self.refuse(node, "more than 64 bits")
            return Value(INT, (str(int(value)),))
        if isinstance(value, float):
            return Value(FLOAT, (_exactly(value),))
        if isinstance(value, tuple):
            values = [self.known(node, each) for each in value]
            return Value(
                Group(tuple(each.kind for each in values)), tuple(part for each in values for part in each.parts)
            )
        return self.refuse(node, f"a {type(value).__name__} is not compiled")


def parts_of(value: Value) -> list[Value]:
    """The values that a group is made of."""
    if not isinstance(value.kind, Group):
        raise TypeError("a tuple is wanted")
    found, left = [], list(value.parts)
    for kind in value.kind.kinds:
        count = len(kind.parts)
        found.append(Value(kind, tuple(left[:count])))
        del left[:count]
    return found


def _exactly(value: float) -> str:
    """A float as LLVM reads it, to the bit."""
    return f"0x{int.from_bytes(_DOUBLE.pack(value), 'big'):016X}"
