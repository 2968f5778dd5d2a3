"""What a function of the machine takes and gives, by its annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import CO_VARARGS, CO_VARKEYWORDS
from typing import Any, NamedTuple

from changeling.engine.native.kinds import NOTHING, Array, Group, Kind


class CannotCompile(Exception):
    """A function of the machine uses something of Python that is not compiled."""


class Signature(NamedTuple):
    """The name of a function, the names and kinds of what it takes, and the kind of what it gives."""

    name: str
    takes: tuple[str, ...]
    kinds: tuple[Kind, ...]
    gives: Kind

    @property
    def symbol(self) -> str:
        """LLVM's name of the function: none that the C library has, of which LLVM makes calls by itself (`memmove`)."""
        return f"@machine.{self.name}"


def signature_of(function: Callable[..., Any], kinds: Mapping[str, Kind]) -> Signature:
    """The signature of a function; `kinds` are the kinds of what annotations name. Raises CannotCompile."""
    name = function.__name__
    hints: dict[str, Kind] = {}
    for key, hint in function.__annotations__.items():
        if str(hint) not in kinds:
            raise CannotCompile(f"{function.__module__}.{name}: no kind is known for the annotation {hint}")
        hints[key] = kinds[str(hint)]
    gives = hints.pop("return", NOTHING)
    code = function.__code__
    takes = code.co_varnames[: code.co_argcount]
    if tuple(hints) != takes or code.co_kwonlyargcount or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
        raise CannotCompile(
            f"{function.__module__}.{name}: a function takes arguments by place, each with an annotation"
        )
    if isinstance(gives, Group | Array):
        raise CannotCompile(f"{function.__module__}.{name}: a function gives one value, not an array or a group")
    return Signature(name, takes, tuple(hints.values()), gives)
