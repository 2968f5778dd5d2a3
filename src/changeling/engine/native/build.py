"""The same machine, compiled: the functions of `engine.machine`, given to Numba with the types of their annotations.

Nothing of the machine is written twice. Each function is taken with its code as it is; only the names that it calls are
bound to compiled functions instead of plain ones, `Table` and `Sheet` become NumPy records, and the journal is left
out.
"""

from __future__ import annotations

import contextlib
import dis
import importlib
import inspect
import pkgutil
import types
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any, Protocol

import numba
import numpy as np
from numba.core import types as nb
from numba.core.errors import NumbaError

from changeling.engine import machine
from changeling.engine.native.calling import inner, plainly
from changeling.engine.native.entry_points import (
    ANSWER,
    BEGIN,
    PLAY,
    SOAK,
    Ints,
    Sheets,
    Tables,
    Words,
    copy_table,
    drive_rows,
    note,
)
from changeling.engine.native.numba_internals import drafting, forwards, replaced, sealing
from changeling.engine.native.records import SHEET, TABLE

_MODULES = tuple(
    importlib.import_module(f"{machine.__name__}.{found.name}") for found in pkgutil.iter_modules(machine.__path__)
)
# What nearly every decision goes through: a call costs more there than the same code a second time.
_HOT = frozenset("step check_table read transfer move unlink link card_mask still_valid applies".split())
_NO_WORDS = np.zeros((0, 0), np.int64)
_NO_COUNTS = np.zeros(0, np.int64)


def _functions(*modules: types.ModuleType) -> dict[str, Callable[..., Any]]:
    """The functions that a number of modules define, by name."""
    return {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__
    }


def _called(source: Callable[..., Any], functions: dict[str, Callable[..., Any]]) -> list[str]:
    """The functions that a function leads to, callees before callers."""
    done: list[str] = []

    def visit(name: str) -> None:
        if name not in done:
            visit_all(functions[name])
            done.append(name)

    def visit_all(function: Callable[..., Any]) -> None:
        for instruction in dis.get_instructions(function):
            if instruction.opname == "LOAD_GLOBAL" and instruction.argval in functions:
                visit(instruction.argval)

    visit_all(source)
    return done


class Keep(Protocol):
    """Where compiled code is kept between processes."""

    @property
    def folder(self) -> str:
        """A folder for nothing but this version of the machine."""

    def holds(self, name: str) -> bool:
        """Whether the function of that name was kept."""

    def making(self, name: str) -> AbstractContextManager[None]:
        """Is entered to compile a function, which is kept when it is left without an error."""


class Compiled:
    """The compiled machine. Tables are records of an array and are named by their row.

    Each function is compiled, or taken from `keep`, when it is first asked for. `boundscheck` finds indices gone wrong.
    """

    def __init__(self, *, keep: Keep | None = None, boundscheck: bool = False) -> None:
        self._keep = keep
        self._options: dict[str, Any] = {"boundscheck": boundscheck, "error_model": "numpy", "nogil": True}
        self._plain = not boundscheck
        table, sheet = numba.from_dtype(TABLE), numba.from_dtype(SHEET)
        self._types = {
            "Table": table,
            "Sheet": sheet,
            "int": nb.int64,
            "float": nb.float64,
            "bool": nb.boolean,
            "None": nb.void,
            "Tables": nb.Array(table, 1, "C"),
            "Sheets": nb.Array(sheet, 1, "C"),
            "Words": nb.Array(nb.int64, 2, "C"),
            "Ints": nb.Array(nb.int64, 1, "C"),
            "Bytes": nb.Array(nb.uint8, 1, "C"),
            "Grid": nb.Array(nb.uint8, 2, "C"),
            "Reals": nb.Array(nb.float64, 1, "C"),
            "Rewards": nb.Array(nb.float32, 2, "C"),
        }
        self._inner: dict[str, Any] = {}
        self._entries: dict[str, Callable[..., Any]] = {}

    @cached_property
    def begin(self) -> Callable[[Sheets, Tables, int, int, int], None]:
        """`begin(sheets, tables, row, seed, first)`: begin a game with the table that is laid out in a row."""
        drive = self.load(drive_rows)

        def begin(sheets: Sheets, tables: Tables, row: int, seed: int, first: int) -> None:
            drive(sheets, tables, _NO_WORDS, _NO_COUNTS, BEGIN, 0, row, seed, first, 0)

        return begin

    @cached_property
    def answer(self) -> Callable[[Sheets, Tables, int, int], None]:
        """`answer(sheets, tables, row, index)`: give the option of that index as the answer in a row's game."""
        drive = self.load(drive_rows)

        def answer(sheets: Sheets, tables: Tables, row: int, index: int) -> None:
            drive(sheets, tables, _NO_WORDS, _NO_COUNTS, ANSWER, 0, row, 0, index, 0)

        return answer

    @cached_property
    def copy(self) -> Callable[[Tables, Words, int, int], None]:
        """`copy(tables, words, source, target)`: copy a row."""
        return self.load(copy_table)

    @cached_property
    def play(self) -> Callable[..., int]:
        """`play(sheets, tables, words, start, row, seed, games, cap, counts)`: whole games, from the table laid out in
        row `start`; gives the decisions made and counts the outcomes."""
        return self._whole_games(PLAY)

    @cached_property
    def soak(self) -> Callable[..., int]:
        """As `play`, with a census at every decision. Gives minus the game that went wrong, less one, if one did."""
        return self._whole_games(SOAK)

    def _whole_games(self, what: int) -> Callable[..., int]:
        drive = self.load(drive_rows)

        def play(
            sheets: Sheets,
            tables: Tables,
            words: Words,
            start: int,
            row: int,
            seed: int,
            games: int,
            cap: int,
            counts: Ints,
        ) -> int:
            return int(drive(sheets, tables, words, counts, what, start, row, seed, games, cap))

        return play

    def load(
        self, entry: Callable[..., Any], *modules: types.ModuleType, hints: Mapping[str, Any] | None = None
    ) -> Callable[..., Any]:
        """A function for Python to call, compiled with what it calls: functions of the machine and of these modules.

        Its annotations are its signature: `int`, `Tables` and the other names of arrays in this module; `hints` are
        Numba's types for other names.
        """
        self._types |= hints or {}
        name = f"{entry.__module__}.{entry.__qualname__}"
        if name not in self._entries:
            self._entries[name] = self._kept(entry, name) or self._made(entry, name, modules)
        return self._entries[name]

    def _kept(self, entry: Callable[..., Any], name: str) -> Any:
        """The function from the cache, or nothing where it is not there, or is for another processor."""
        if self._keep is None or not self._keep.holds(name):
            return None
        with self._cache(), contextlib.suppress(NumbaError):
            return self._compile(entry, {}, cache=True)
        return None

    def _made(self, entry: Callable[..., Any], name: str, modules: tuple[types.ModuleType, ...]) -> Any:
        with contextlib.nullcontext() if self._keep is None else self._keep.making(name):
            kept = self._kept(entry, name)  # another process may have been faster
            if kept is not None:
                return kept
            functions = _functions(*_MODULES, *modules) | {"note": note, "copy_table": copy_table}
            with drafting() as drafted, self._calling():
                for called in _called(entry, functions):
                    if called not in self._inner:
                        self._inner[called] = self._compile(
                            functions[called],
                            self._inner,
                            no_cpython_wrapper=drafted,
                            no_cfunc_wrapper=drafted,
                            forceinline=called in _HOT,
                            plain=self._plain and drafted,
                        )
            with self._cache(), sealing(), self._calling():
                return self._compile(entry, self._inner, cache=self._keep is not None)

    def _calling(self) -> AbstractContextManager[None]:
        return plainly() if self._plain else contextlib.nullcontext()

    def _cache(self) -> AbstractContextManager[None]:
        """Have Numba keep compiled code in our own folder while this lasts."""
        return contextlib.nullcontext() if self._keep is None else replaced(numba.config, CACHE_DIR=self._keep.folder)

    def _compile(
        self, source: Callable[..., Any], scope: dict[str, Any], *, plain: bool = False, **options: bool
    ) -> Any:
        code, hints = source.__code__, source.__annotations__
        clone = types.FunctionType(code, dict(source.__globals__) | scope, source.__name__, source.__defaults__)
        clone.__qualname__, clone.__module__ = source.__qualname__, source.__module__
        if plain:
            clone.__qualname__ = inner(source.__qualname__)
        *takes, gives = (self._types[str(hint)] for hint in hints.values())
        settings: dict[str, Any] = self._options | options
        with forwards():
            return numba.njit(gives(*takes), **settings)(clone)
