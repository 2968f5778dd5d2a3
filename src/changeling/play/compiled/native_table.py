"""One game on the compiled machine, with its journal.

Imports llvmlite: only whoever knows that it is there imports this (`play.compiled.native_games`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.cards.codes import NONE
from changeling.cards.recent import Recent
from changeling.decks.shelf import load_deck
from changeling.engine.journal import Journal
from changeling.engine.journal_layout import ROOM, WRITTEN_WIDTH
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import next_random, seed_state
from changeling.engine.native.noted_records import NOTED_FIELDS, NOTED_TABLE
from changeling.engine.native.noting import OPTIONS_BITS, OUTCOME_BITS, SEAT_BITS, TOLD_BITS, play_function
from changeling.engine.native.records import TABLE, sheet_record, to_record
from changeling.engine.setup import laid_out
from changeling.engine.sheet_cache import sheet_for
from changeling.play.compiled.native_cache import compiled
from changeling.play.compiled.table_memory import INTS, SHORTS, TableMemory

Play = Callable[[int, int, int, int, int], int]

_CHECKED: Final = 100  # answers of a game that are played on both machines after a build
_CHECKED_SEATS: Final = (2, 5)
_OPTIONS: Final = (1 << OPTIONS_BITS) - 1
_OUTCOME: Final = (1 << OUTCOME_BITS) - 1
_TOLD: Final = (1 << TOLD_BITS) - 1
_FULL: Final = ROOM * 3 // 4  # rows that wait, from which on they are taken out
assert NOTED_TABLE.fields is not None
_AT: Final = {name: NOTED_TABLE.fields[name][1] for name in ("room", "told", "missed", "told_row", "spare")}
_ROOM, _WAITING, _MISSED = (_AT[name] // 4 for name in ("room", "told", "missed"))
_NOTED: Final = slice(_AT["room"], _AT["told_row"])
_ALL_BUT_ROWS: Final = slice(0, _AT["told_row"])
_ROWS: Final = slice(_AT["told_row"], _AT["told_row"] + 4 * ROOM * WRITTEN_WIDTH)
_CODES: Final = slice(SHORTS["option"][0], sum(SHORTS["option"]))
_ASKED, _OPTIONS_AT, _OUTCOME_AT = (INTS[name] for name in ("asked", "options", "outcome"))
_records: Recent[Any] = Recent(32)  # sheets as compiled code reads them, by deck


@lru_cache(maxsize=2)
def compiled_noting(*, lean: bool) -> Play:
    """What plays games with a journal, compiled; `lean` as in `engine.lean`. Raises NotCompiled."""
    return play_function(compiled(beside=NOTED_FIELDS, lean=lean), difference)


class NativeTable(TableMemory):
    """The memory of one game, as long as the compiled machine plays it."""

    __slots__ = (
        "_address",
        "_array",
        "_codes",
        "_lock",
        "_play",
        "_rows",
        "_sheet",
        "_sheets",
        "asked",
        "journal",
        "missed",
        "options",
        "outcome",
    )

    def __init__(self, play: Play, digest: str, journal: Journal) -> None:
        """Empty memory for a game of the deck with this digest, of which `journal` is kept."""
        sheets = _records.of(digest, lambda: sheet_record(journal.sheet))
        self._have(np.zeros(NOTED_TABLE.itemsize, np.uint8), play, sheets, journal)

    def _have(self, array: NDArray[np.uint8], play: Play, sheets: NDArray[Any], journal: Journal) -> None:
        """Have this memory, in all forms that are read."""
        super().__init__(array.data, journal.sheet.cards)
        self._array, self._address = array, array.ctypes.data
        self._play, self._sheets, self._sheet, self.journal = play, sheets, sheets.ctypes.data, journal
        self._rows, self._codes = self._memory[_ROWS].cast("i"), self._shorts[_CODES]
        self.missed, self._lock = False, Lock()

    @property
    def _record(self) -> Any:
        """The same memory, by the names of fields."""
        return self._array.view(NOTED_TABLE)[0]

    def fill(self, t: Table) -> None:
        """Take over a game where it stands."""
        to_record(t, self._record)
        to_record(self.journal.noted, self._record)
        self._ready()

    def filled(self, t: Table) -> bytes:
        """What `as_bytes` gives of a table for which a journal begins."""
        self.fill(t)
        return self.as_bytes()

    def _ready(self) -> None:
        """Nothing waits to be told, and there is room for everything."""
        self._ints[_ROOM], self._ints[_WAITING], self._ints[_MISSED] = ROOM, 0, 0
        self._look()

    def _look(self) -> None:
        ints = self._ints
        self.asked, self.options, self.outcome = ints[_ASKED], ints[_OPTIONS_AT], ints[_OUTCOME_AT]

    # --- playing ------------------------------------------------------------------------------------------------------
    def begin(self, seed: int, first: int) -> None:
        """Begin the game that is laid out."""
        self._stands(self._play(self._sheet, self._address, NONE, seed, first))

    def answer(self, index: int) -> None:
        """Give the option of that index as the answer."""
        with self._lock:
            self._stands(self._play(self._sheet, self._address, index, 0, 0))

    def _stands(self, packed: int) -> None:
        self.asked = (packed & (1 << SEAT_BITS) - 1) - 1
        packed >>= SEAT_BITS
        self.options = packed & _OPTIONS
        packed >>= OPTIONS_BITS
        self.outcome = packed & _OUTCOME
        packed >>= OUTCOME_BITS
        if packed > _FULL:
            self.missed = packed > _TOLD
            if not self.missed:
                self._take_waiting()

    def codes(self) -> tuple[int, ...]:
        """The codes of the options."""
        return tuple(self._codes[: self.options].tolist())

    def tell(self) -> Journal:
        """The journal, with all that has happened. What there was no room for is missing where `missed` says so.

        Several threads may ask, also while one answers: each row is taken once."""
        if self._ints[_WAITING]:
            with self._lock:
                self._take_waiting()
        return self.journal

    def _take_waiting(self) -> None:
        """Take the rows that wait in the memory into the journal."""
        told = self._ints[_WAITING]
        if told:
            written = iter(self._rows[: told * WRITTEN_WIDTH].tolist())
            self.journal.take(zip(*[written] * WRITTEN_WIDTH, strict=True))
            self._ints[_WAITING] = 0

    # --- by hand ------------------------------------------------------------------------------------------------------
    def write(self, name: str, value: Any) -> None:
        """Have a field hold something else."""
        if name in INTS:
            self._ints[INTS[name]] = value
            self._look()
        else:
            self._record[name][: len(value)] = value

    def holds(self, t: Table) -> bool:
        """Whether the memory holds the same numbers as a table."""
        same = np.zeros(1, TABLE)
        to_record(t, same[0])
        return same.tobytes() == self._memory[: TABLE.itemsize].tobytes()

    def into(self, t: Table) -> None:
        """Write everything into a table of the interpreted machine, and what the journal has to know into that."""
        for field in Table.fields:
            setattr(t, field.name, self.read(field.name, True))
        self.tell().noted.remember(_remembered(self._record))

    # --- keeping ------------------------------------------------------------------------------------------------------
    def as_bytes(self) -> bytes:
        """The game as it stands, but for what was told of it."""
        return b"".join((self.in_use(), self._memory[_NOTED]))

    def restore(self, kept: bytes) -> None:
        """Bring a game back to where it stood."""
        used = len(kept) - (_NOTED.stop - _NOTED.start)
        self._memory[:used], self._memory[_NOTED] = kept[:used], kept[used:]
        self._array[used : TABLE.itemsize] = 0
        self.missed = False
        self._ready()

    def copy(self) -> NativeTable:
        """Other memory with the same game, and a journal of its own."""
        return self._another(self.tell().copy())

    def branch(self) -> NativeTable:
        """Other memory with the same game, and a journal of what happens from now on."""
        return self._another(self.tell().branch())

    def _another(self, journal: Journal) -> NativeTable:
        other = object.__new__(NativeTable)
        other._have(np.empty(NOTED_TABLE.itemsize, np.uint8), self._play, self._sheets, journal)
        other._memory[_ALL_BUT_ROWS] = self._memory[_ALL_BUT_ROWS]
        other._ready()
        return other


Remembered = tuple[tuple[int, ...], ...]


def _remembered(record: Any) -> Remembered:
    """What a journal has to know for the next row."""
    choices, leads = record["choices"].item(), record["leads"].item()
    found = [record[name][:choices] for name in ("choice_card", "choice_seat")]
    found += [record[name][:leads] for name in ("lead_root", "lead_card")]
    return tuple(tuple(one.tolist()) for one in found)


def table_of(kept: bytes, cards: int) -> tuple[Table, Remembered]:
    """The table of a game that was kept, as the interpreted machine has it, and what its journal remembers."""
    used, noted = len(kept) - (_NOTED.stop - _NOTED.start), np.zeros(NOTED_TABLE.itemsize, np.uint8)
    noted.data[_NOTED] = kept[used:]
    table = TableMemory(memoryview(kept[:used]), cards).table()
    return table.copy(), _remembered(noted.view(NOTED_TABLE)[0])


def difference(play: Play) -> str:
    """Play some games on both machines; says where they differ, or nothing."""
    deck = load_deck("fluxx-4")
    d = sheet_for(deck)
    for seats in _CHECKED_SEATS:
        t = laid_out(d, seats)
        native = NativeTable(play, deck.digest, Journal(d))
        native.fill(t)
        t.journal = Journal(d)
        begin_game(d, t, seats, NONE)
        native.begin(seats, NONE)
        state = seed_state(seats)
        for made in range(_CHECKED):
            if native.tell() != t.journal or not native.holds(t):
                return f"games with a journal differ after {made} answers"
            if t.outcome != GOING:
                break
            state = next_random(state)
            index = (state * t.options) >> 32
            answer(d, t, index)
            native.answer(index)
    return ""
