"""The same machine, compiled: the very functions of this package, given to Numba with the types of their annotations.

Nothing of the machine is written twice. Each function is taken with its code as it is; only the names that it calls are
bound
to compiled functions instead of plain ones, `Table` and `Sheet` become NumPy records, and the journal is left out.
"""

from __future__ import annotations

import dis
import inspect
import types
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import types as nb
from numpy.typing import NDArray

from changeling.engine import (
    attend,
    chance,
    counts,
    effects,
    force,
    frames,
    groups,
    machine,
    queries,
    selection,
    turns,
    windows,
    zones,
)
from changeling.engine import playout as playouts
from changeling.engine.layout import FRAME, SHEET, TABLE, Sheet, Table, from_record, to_record
from changeling.engine.machine import answer, begin_game
from changeling.engine.playout import checked_playout, playout

_MODULES = (
    chance,
    zones,
    counts,
    selection,
    queries,
    force,
    frames,
    groups,
    effects,
    attend,
    turns,
    windows,
    machine,
    playouts,
)
_STACK_AT = TABLE.fields["stack"][1]  # type: ignore[index]
assert _STACK_AT % 8 == 0
_FRAME_WORDS = FRAME * 2 // 8
_HEAD_WORDS = _STACK_AT // 8


def note(t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
    """Compiled games keep no journal."""


# The functions that Python calls. Arrays and a row are passed, never a record: that is four times cheaper.
def begin_at(sheets: Any, tables: Any, row: int, seed: int, first: int) -> None:
    """Begin a game with the table that is laid out in a row."""
    begin_game(sheets[0], tables[row], seed, first)


def answer_at(sheets: Any, tables: Any, row: int, index: int) -> None:
    """Give the option of that index as the answer in a row's game."""
    answer(sheets[0], tables[row], index)


def copy_table(tables: Any, words: Any, source: int, target: int) -> None:
    """Copy a row, as far as its stack is in use."""
    deep = max(tables[source].frames, tables[target].frames)
    for word in range(_HEAD_WORDS + deep * _FRAME_WORDS):
        words[target, word] = words[source, word]


def play_games(
    sheets: Any, tables: Any, words: Any, start: int, row: int, seed: int, games: int, cap: int, counts: Any
) -> int:
    """Play `games` games from the table laid out in row `start`; counts what came of them, gives the decisions made."""
    made = 0
    for game in range(games):
        copy_table(tables, words, start, row)
        begin_game(sheets[0], tables[row], seed + game, -1)
        made += playout(sheets[0], tables[row], seed + game, cap)
        counts[tables[row].outcome] += 1
    return made


def soak_games(
    sheets: Any, tables: Any, words: Any, start: int, row: int, seed: int, games: int, cap: int, counts: Any
) -> int:
    """As `play_games`, with a census at every decision. Gives the decisions made, or minus the game that went wrong,
    less one."""
    made = 0
    for game in range(games):
        copy_table(tables, words, start, row)
        begin_game(sheets[0], tables[row], seed + game, -1)
        done = checked_playout(sheets[0], tables[row], seed + game, cap)
        if done < 0:
            return -1 - game
        made += done
        counts[tables[row].outcome] += 1
    return made


def _sources() -> dict[str, Callable[..., Any]]:
    found = {
        name: function
        for module in _MODULES
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__
    }
    return found | {"note": note}


def _order(functions: dict[str, Callable[..., Any]]) -> list[str]:
    """Callees before callers."""
    done: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        for instruction in dis.get_instructions(functions[name]):
            if instruction.opname == "LOAD_GLOBAL" and instruction.argval in functions:
                visit(instruction.argval)
        done.append(name)

    for name in functions:
        visit(name)
    return done


class Compiled:
    """The compiled machine. Tables are records of an array and are named by their row.

    `cache` is a folder for the compiled code; it must be another one for other sources. `boundscheck` finds indices
    gone wrong.
    """

    def __init__(self, *, cache: str | None = None, boundscheck: bool = False) -> None:
        if cache is not None:
            numba.config.CACHE_DIR = cache  # type: ignore[attr-defined]
        self._options: dict[str, Any] = {"cache": cache is not None, "boundscheck": boundscheck, "error_model": "numpy"}
        table, sheet = numba.from_dtype(TABLE), numba.from_dtype(SHEET)
        self._types = {"Table": table, "Sheet": sheet, "int": nb.int64, "bool": nb.boolean, "None": nb.void}
        functions = _sources()
        made: dict[str, Any] = {}
        for name in _order(functions):
            made[name] = self._compile(functions[name], made)
        tables, sheets = nb.Array(table, 1, "C"), nb.Array(sheet, 1, "C")
        words, row, counts = nb.Array(nb.int64, 2, "C"), nb.int64, nb.Array(nb.int64, 1, "C")
        self.begin = self._compile(begin_at, made, nb.void(sheets, tables, row, row, row))
        self.answer = self._compile(answer_at, made, nb.void(sheets, tables, row, row))
        self.copy = made["copy_table"] = self._compile(copy_table, made, nb.void(tables, words, row, row))
        many = nb.int64(sheets, tables, words, row, row, row, row, row, counts)
        self.play = self._compile(play_games, made, many)
        self.soak = self._compile(soak_games, made, many)

    def _compile(self, source: Callable[..., Any], scope: dict[str, Any], signature: Any = None) -> Any:
        code, hints = source.__code__, source.__annotations__
        clone = types.FunctionType(code, dict(source.__globals__) | scope, source.__name__, source.__defaults__)
        clone.__qualname__, clone.__module__ = source.__qualname__, source.__module__
        if signature is None:
            *takes, gives = (self._types[str(hint)] for hint in hints.values())
            signature = gives(*takes)
        return numba.njit(signature, **self._options)(clone)


def records(count: int) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Room for tables, and the same memory as integers for copying."""
    assert TABLE.itemsize % 8 == 0
    tables = np.zeros(count, TABLE)
    return tables, tables.view(np.int64).reshape(count, -1)


def sheet_record(d: Sheet) -> NDArray[Any]:
    """A deck as the compiled machine takes it."""
    sheets = np.zeros(1, SHEET)
    to_record(d, sheets[0])
    return sheets


def store(t: Table, tables: NDArray[Any], row: int) -> None:
    """Put a table into a row."""
    to_record(t, tables[row])


def fetch(tables: NDArray[Any], row: int) -> Table:
    """Take a table out of a row."""
    return from_record(tables[row], Table())
