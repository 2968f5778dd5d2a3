"""The same machine, compiled: its functions, given to Numba with the types of their annotations.

Nothing of the machine is written twice. From a function that Python calls, every function that it leads to is found by
following the globals of each. Each is taken with its code as it is; only what it calls is bound to compiled functions
instead of plain ones, and `Table` and `Sheet` become NumPy records.
"""

from __future__ import annotations

import contextlib
import dis
import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numba
import numpy as np
from numba.core import types as nb
from numba.core.errors import NumbaError

from changeling.cards.codes import NONE
from changeling.engine.lean import LEAN_SHEET, LEAN_TABLE, LEAN_UNREAD
from changeling.engine.machine.checks.checks import check_table
from changeling.engine.machine.dispatch import step
from changeling.engine.machine.frames import transfer
from changeling.engine.machine.turn.free_actions import applies
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.zones import card_mask, link, move, still_valid, unlink
from changeling.engine.native.entry_points import (
    COMPILED_AS,
    PLAN,
    Plans,
    Sheets,
    Tables,
    Words,
    copy_by_turns,
    copy_table,
    plan_of,
    play_row,
)
from changeling.engine.native.numba_internals import FewPasses, drafting, replaced, sealing, why_unusable
from changeling.engine.native.numba_types import array_of, inside, record_of
from changeling.engine.native.records import SHEET, TABLE

Function = Callable[..., Any]
# What nearly every decision goes through: a call costs more there than the same code a second time.
_HOT = frozenset({step, check_table, read, transfer, move, unlink, link, card_mask, still_valid, applies})
_SMALL = 350  # bytes of Python's code; what is shorter is put in place of its calls: games are 3 % faster
_NO_WORDS = np.zeros((0, 0), np.int64)
_NO_PLAN = np.zeros(1, PLAN)


class DuplicateName(Exception):
    """Two functions of one name would be compiled together: in a profile nobody could tell them apart."""


def callees(function: Function, compiled_as: Mapping[Function, Function]) -> Iterator[tuple[str, Function]]:
    """The functions that a function names, each as it is in compiled code."""
    for name in _global_names(function.__code__):
        found = function.__globals__.get(name)
        if inspect.isfunction(found):
            yield name, compiled_as.get(found, found)


@lru_cache(maxsize=1024)
def _global_names(code: types.CodeType) -> tuple[str, ...]:
    found = (each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL")
    return tuple(dict.fromkeys(found))


def all_callees(entry: Function, compiled_as: Mapping[Function, Function]) -> list[Function]:
    """The functions that a function leads to, callees before callers. Raises DuplicateName."""
    done: dict[Function, None] = {}
    names: dict[str, Function] = {}

    def visit(function: Function) -> None:
        for _, called in callees(function, compiled_as):
            other = names.setdefault(called.__name__, called)
            if other is not called:
                raise DuplicateName(f"{called.__name__} is defined in {other.__module__} and in {called.__module__}")
            if called not in done:
                visit(called)
                done[called] = None

    visit(entry)
    return list(done)


class CompiledCodeCache(Protocol):
    """Where compiled code is kept between processes."""

    def folder(self, entry: Function) -> str:
        """A folder for nothing but this version of the function and of all that it leads to."""

    def holds(self, entry: Function) -> bool:
        """Whether the function was kept."""

    def making(self, entry: Function) -> AbstractContextManager[None]:
        """Is entered to compile a function, which is kept when it is left without an error."""

    def distrust(self, why: str) -> None:
        """Is told that a build with Numba's internals failed its check."""


class Compiled:
    """The compiled machine. Tables are records of an array and are named by their row.

    Each function is compiled, or taken from `keep`, when it is first asked for. `boundscheck` finds indices gone wrong.
    `internals` allows what reaches inside Numba. `check` plays some games after a build that did, and says what is
    wrong with them; then everything is built again without. `table` is the type of the records that tables are, where
    they have more fields than a table needs (`records.table_with`). `lean` leaves out what `engine.lean` says; with
    `boundscheck` nothing is left out.
    """

    def __init__(
        self,
        *,
        keep: CompiledCodeCache | None = None,
        boundscheck: bool = False,
        internals: bool = True,
        check: Callable[[Compiled], str] | None = None,
        table: np.dtype[Any] = TABLE,
        lean: bool = False,
    ) -> None:
        self._keep = keep
        self._options: dict[str, Any] = {"boundscheck": boundscheck, "error_model": "numpy", "nogil": True}
        self._forward = not boundscheck
        self._zeros = {"Table": LEAN_TABLE | LEAN_UNREAD, "Sheet": LEAN_SHEET} if lean else {}
        self.internals = internals and not why_unusable()
        self._check = check
        record, sheet, plan = record_of(table), record_of(SHEET), record_of(PLAN)
        self._types: dict[str, Any] = {
            "Table": record,
            "Sheet": sheet,
            "int": nb.int64,
            "float": nb.float64,
            "bool": nb.boolean,
            "None": nb.void,
            "Tables": array_of(record),
            "Sheets": array_of(sheet),
            "Plans": array_of(plan),
            "Words": array_of("i8", 2),
            "Ints": array_of("i8"),
            "Bytes": array_of("u1"),
            "Grid": array_of("u1", 2),
            "Reals": array_of("f8"),
            "Rewards": array_of("f4", 2),
        }
        self._inner: dict[Function, Any] = {}
        self._ready_made: dict[Function, Any] = {}
        self._entries: dict[Function, Function] = {}

    @cached_property
    def begin(self) -> Callable[[Sheets, Tables, int, int, int], None]:
        """`begin(sheets, tables, row, seed, first)`: begin a game with the table that is laid out in a row."""
        play = self.load(play_row)

        def begin(sheets: Sheets, tables: Tables, row: int, seed: int, first: int) -> None:
            play(sheets, tables, _NO_WORDS, plan_of(start=row, seed=seed, first=first), row, NONE)

        return begin

    @cached_property
    def answer(self) -> Callable[[Sheets, Tables, int, int], None]:
        """`answer(sheets, tables, row, index)`: give the option of that index as the answer in a row's game."""
        play = self.load(play_row)

        def answer(sheets: Sheets, tables: Tables, row: int, index: int) -> None:
            play(sheets, tables, _NO_WORDS, _NO_PLAN, row, index)

        return answer

    @cached_property
    def play(self) -> Callable[[Sheets, Tables, Words, Plans, int], int]:
        """`play(sheets, tables, words, plans, row)`: whole games at random, as planned, in a row; gives the decisions
        made, or with a census minus the game that went wrong, less one. The outcomes are counted in the plan."""
        play = self.load(play_row)

        def games(sheets: Sheets, tables: Tables, words: Words, plans: Plans, row: int) -> int:
            return int(play(sheets, tables, words, plans, row, NONE))

        return games

    @cached_property
    def copy(self) -> Callable[[Tables, Words, int, int], None]:
        """`copy(tables, words, source, target)`: copy a row."""
        return self.load(copy_table)

    @cached_property
    def copy_by_turns(self) -> Callable[[Tables, Words, int, int, int], None]:
        """`copy_by_turns(tables, words, row, sources, times)`: many copies in one call, to be measured."""
        return self.load(copy_by_turns)

    def load(
        self,
        entry: Function,
        *,
        hints: Mapping[str, Any] | None = None,
        compiled_as: Mapping[Function, Function] | None = None,
        ready_made: Mapping[Function, Any] | None = None,
        check: Callable[[Function], str] | None = None,
    ) -> Function:
        """A function for Python to call, compiled with all that it leads to.

        Its annotations are its signature: `int`, `Tables` and the other names of arrays in this module; `hints` are
        Numba's types for other names. `compiled_as` names functions that are another one in compiled code, `ready_made`
        those that are not compiled but given to Numba as they are. `check` says what is wrong with a function that was
        just built with Numba's internals.
        """
        self._types |= hints or {}
        self._ready_made |= ready_made or {}
        if entry not in self._entries:
            swapped = COMPILED_AS | dict(compiled_as or {})
            self._entries[entry] = self._kept(entry) or self._made(entry, swapped, check)
        return self._entries[entry]

    def type_of(self, name: str) -> Any:
        """Numba's type for a name of this module's annotations."""
        return self._types[name]

    def inside_of(self, name: str) -> Any:
        """The type that compiled functions give each other for a name of this module's annotations."""
        return self._type(name, within=self._forward)

    def _kept(self, entry: Function) -> Any:
        """The function from the cache, or nothing where it is not there, or is for another processor."""
        if self._keep is None or not self._keep.holds(entry):
            return None
        with self._cache(entry), contextlib.suppress(NumbaError):
            return self._compile(entry, {}, cache=True)
        return None

    def _made(
        self, entry: Function, compiled_as: Mapping[Function, Function], check: Callable[[Function], str] | None
    ) -> Any:
        with contextlib.nullcontext() if self._keep is None else self._keep.making(entry):
            kept = self._kept(entry)  # another process may have been faster
            if kept is not None:
                return kept
            made = self._built(entry, compiled_as)
            whole = self._check if entry is play_row else None
            if not self.internals or (whole is None and check is None):
                return made
            self._entries[entry] = made
            why = whole(self) if whole is not None else check(made) if check is not None else ""
            for name in ("begin", "answer", "play"):  # they hold what may be built again
                vars(self).pop(name, None)
            if why:
                self.internals = False
                self._inner.clear()
                if self._keep is not None:
                    self._keep.distrust(why)
                made = self._built(entry, compiled_as)
            return made

    def _built(self, entry: Function, compiled_as: Mapping[Function, Function]) -> Any:
        self._inner |= self._ready_made
        fewer: dict[str, Any] = {"pipeline_class": FewPasses} if self.internals else {}
        with drafting() if self.internals else contextlib.nullcontext():
            for called in all_callees(entry, compiled_as):
                if called not in self._inner:
                    self._inner[called] = self._compile(
                        called,
                        compiled_as,
                        no_cpython_wrapper=self.internals,
                        no_cfunc_wrapper=self.internals,
                        forceinline=called in _HOT or len(called.__code__.co_code) < _SMALL,
                        **fewer,
                    )
        with self._cache(entry), sealing() if self.internals else contextlib.nullcontext():
            return self._compile(entry, compiled_as, cache=self._keep is not None)

    def _cache(self, entry: Function) -> AbstractContextManager[None]:
        """Have Numba keep compiled code in our own folder while this lasts."""
        if self._keep is None:
            return contextlib.nullcontext()
        return replaced(numba.config, CACHE_DIR=self._keep.folder(entry))

    def _compile(self, source: Function, compiled_as: Mapping[Function, Function], **options: Any) -> Any:
        bound = {name: self._inner[called] for name, called in callees(source, compiled_as) if called in self._inner}
        code, hints = source.__code__, source.__annotations__
        clone = types.FunctionType(code, source.__globals__ | bound, source.__name__, source.__defaults__)
        clone.__qualname__, clone.__module__ = source.__qualname__, source.__module__
        within = self._forward and "no_cpython_wrapper" in options
        *takes, gives = (self._type(str(hint), within=within) for hint in hints.values())
        settings: dict[str, Any] = self._options | options
        return numba.njit(gives(*takes), **settings)(clone)

    def _type(self, hint: str, *, within: bool) -> Any:
        kind = self._types[hint]
        if kind is self._types["Table"]:
            hint = "Table"  # another name for the same records
        return inside(hint, kind, self._zeros.get(hint, frozenset())) if within else kind
