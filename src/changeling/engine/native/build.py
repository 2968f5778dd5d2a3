"""The same machine, compiled: its functions, written as LLVM's assembly and made into machine code.

Nothing of the machine is written twice. From a function that Python calls, every function that it leads to is taken as
it is written, with the types of its annotations; `Table` and `Sheet` become NumPy records. docs/decisions/0017 says why
this is not left to a compiler of all of Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import Any, Final, Protocol

import numpy as np

from changeling.cards.codes import NONE
from changeling.engine.lean import LEAN_SHEET, LEAN_TABLE, LEAN_UNREAD
from changeling.engine.machine.checks.checks import check_table
from changeling.engine.machine.dispatch import step
from changeling.engine.machine.frames import transfer
from changeling.engine.machine.turn.free_actions import applies
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.zones import card_mask, link, move, still_valid, unlink
from changeling.engine.native.called import Called
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
from changeling.engine.native.kinds import BOOL, FLOAT, INT, NOTHING, Kind, Record, array_of, record_of
from changeling.engine.native.known import Function
from changeling.engine.native.llvm import functions_in, machine_code, processor
from changeling.engine.native.program import BuiltIn, ProgramText
from changeling.engine.native.python_calls import CALL, FAILED
from changeling.engine.native.records import SHEET, TABLE
from changeling.engine.native.signature import signature_of
from changeling.errors import NotCompiled

Check = Callable[[Called], str]
# What nearly every decision goes through: a call costs more there than the same code a second time.
_HOT: Final[frozenset[Function]] = frozenset(
    {step, check_table, read, transfer, move, unlink, link, card_mask, still_valid, applies}
)
_NO_WORDS: Final = np.zeros((0, 0), np.int64)
_NO_PLAN: Final = np.zeros(1, PLAN)
_SEAL: Final = hashlib.sha256().digest_size


class CompiledCodeCache(Protocol):
    """Where compiled code is kept between processes."""

    def kept(self, entry: Function) -> bytes | None:
        """What was kept of this version of a function and of all that it leads to."""

    def making(self, entry: Function) -> AbstractContextManager[None]:
        """Is entered to compile a function: one process does so at a time."""

    def keep(self, entry: Function, code: bytes) -> None:
        """Keep what was compiled."""

    def forget(self, entry: Function) -> None:
        """Is told that what was kept is damaged, or for another processor."""

    def doubt(self, entry: Function) -> str:
        """What was wrong with a build of this function, as an earlier process found; empty where nothing was."""

    def distrust(self, entry: Function, why: str) -> None:
        """Is told that a build failed its check."""


class Compiled:
    """The compiled machine. Tables are records of an array and are named by their row.

    Each function is compiled, or taken from `keep`, when it is first asked for. `boundscheck` checks every index: a
    call in which one was wrong raises IndexError. `check` plays some games on what plays games, once it was built, and
    says what is wrong with them. `table` is the type of the records that tables are, where they have more fields than a
    table needs (`records.table_with`). `lean` leaves out what `engine.lean` says, unless indices are checked.
    `elsewhere` is asked first for what LLVM makes of a program; it gives nothing where it cannot tell.
    """

    def __init__(
        self,
        *,
        keep: CompiledCodeCache | None = None,
        boundscheck: bool = False,
        check: Callable[[Compiled], str] | None = None,
        table: np.dtype[Any] = TABLE,
        lean: bool = False,
        elsewhere: Callable[[str], bytes | None] = lambda _: None,
    ) -> None:
        self._keep, self._bounds, self._check, self._elsewhere = keep, boundscheck, check, elsewhere
        leaves_out = lean and not boundscheck
        tables = Record(table, LEAN_TABLE | LEAN_UNREAD if leaves_out else frozenset())
        sheets = Record(SHEET, LEAN_SHEET if leaves_out else frozenset())
        # what names in annotations stand for
        self.kinds: dict[str, Kind] = {
            "Table": tables,
            "Sheet": sheets,
            "int": INT,
            "float": FLOAT,
            "bool": BOOL,
            "None": NOTHING,
            "Tables": array_of(tables),
            "Sheets": array_of(sheets),
            "Plans": array_of(record_of(PLAN)),
            "Words": array_of("i8", 2),
            "Ints": array_of("i8"),
            "Bytes": array_of("u1"),
            "Grid": array_of("u1", 2),
            "Reals": array_of("f8"),
            "Rewards": array_of("f4", 2),
        }
        self._entries: dict[Function, Called] = {}

    # --- what plays games
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
        last: tuple[Sheets | None, Tables | None, Callable[[int, int], Any]] = (None, None, play)

        def answer(sheets: Sheets, tables: Tables, row: int, index: int) -> None:
            nonlocal last
            known_sheets, known_tables, give = last
            if known_sheets is not sheets or known_tables is not tables:
                give = play.bound(sheets, tables, _NO_WORDS, _NO_PLAN)
                last = sheets, tables, give
            give(row, index)

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

    # --- compiling
    def load(
        self,
        entry: Function,
        *,
        kinds: Mapping[str, Kind] | None = None,
        compiled_as: Mapping[Function, Function] | None = None,
        built_in: Mapping[Function, BuiltIn] | None = None,
        check: Check | None = None,
    ) -> Called:
        """A function for Python to call, compiled with all that it leads to.

        Its annotations are its signature: `int`, `Tables` and the other names of arrays in this module; `kinds` has
        further names. `compiled_as` names functions that are another one in compiled code, `built_in` those that exist
        there only. `check` says what is wrong with a function that was just built: then NotCompiled is raised.
        """
        self.kinds |= kinds or {}
        if entry not in self._entries:
            swapped = COMPILED_AS | dict(compiled_as or {})
            try:
                self._entries[entry] = self._kept(entry) or self._made(entry, swapped, built_in or {}, check)
            except RuntimeError as error:  # of LLVM
                raise NotCompiled(_refused(entry, " ".join(str(error).split()))) from error
        return self._entries[entry]

    def _kept(self, entry: Function) -> Called | None:
        """The function from the cache; nothing where it is not there, is damaged, or is for another processor."""
        kept = self._keep.kept(entry) if self._keep is not None else None
        if self._keep is None or kept is None:
            return None
        if kept[:_SEAL] != self._seal(kept[_SEAL:]):
            self._keep.forget(entry)
            return None
        return self._called(entry, kept[_SEAL:])

    def _made(
        self,
        entry: Function,
        compiled_as: Mapping[Function, Function],
        built_in: Mapping[Function, BuiltIn],
        check: Check | None,
    ) -> Called:
        with nullcontext() if self._keep is None else self._keep.making(entry):
            kept = self._kept(entry)  # another process may have been faster
            if kept is not None:
                return kept
            doubt = self._keep.doubt(entry) if self._keep is not None else ""
            if doubt:
                raise NotCompiled(_wrong(entry, doubt))
            program = ProgramText(self.kinds, compiled_as=compiled_as, built_in=built_in, hot=_HOT, bounds=self._bounds)
            text = program.text(entry)
            code = self._elsewhere(text) or machine_code(text)
            made = self._called(entry, code)
            why = self._difference(entry, made, check)
            if why:
                if self._keep is not None:
                    self._keep.distrust(entry, why)
                raise NotCompiled(_wrong(entry, why))
            if self._keep is not None:
                self._keep.keep(entry, self._seal(code) + code)
            return made

    def _difference(self, entry: Function, made: Called, check: Check | None) -> str:
        """What is wrong with a function that was just built."""
        if check is not None:
            return check(made)
        if self._check is None or entry is not play_row:
            return ""
        self._entries[entry] = made
        try:
            return self._check(self)
        finally:
            for name in ("begin", "answer", "play"):  # they hold what may turn out to be wrong
                vars(self).pop(name, None)
            del self._entries[entry]

    def _seal(self, code: bytes) -> bytes:
        """What code begins with where it is kept: it is run as it is, so it has to be whole, made for this processor
        and for tables of this layout."""
        table = self.kinds["Table"]
        assert isinstance(table, Record)
        return hashlib.sha256(f"{processor()} {table.dtype} {sorted(table.zeros)}".encode() + code).digest()

    def _called(self, entry: Function, code: bytes) -> Called:
        names = [CALL, FAILED] if self._bounds else [CALL]
        return Called(signature_of(entry, self.kinds), functions_in(code, names, entry.__qualname__))


def _refused(entry: Function, why: str) -> str:
    return f"{entry.__qualname__} cannot be compiled by this llvmlite ({why}); games are played interpreted"


def _wrong(entry: Function, why: str) -> str:
    return f"what was compiled of {entry.__qualname__} on this computer is wrong ({why}); games are played interpreted"
