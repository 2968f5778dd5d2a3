"""One game on the compiled machine, with its journal: the memory of its table, and what is read of it there.

Imports llvmlite: only whoever knows that it is there imports this (`play.compiled.native_games`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.cards.codes import ASIDE, NONE
from changeling.cards.recent import Recent
from changeling.decks.shelf import load_deck
from changeling.engine.journal import Journal
from changeling.engine.journal_layout import ROOM, WRITTEN_WIDTH
from changeling.engine.layout import FRAME, GOING, MAX_CARDS, ZONES, Table
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import next_random, seed_state
from changeling.engine.native.noted_records import NOTED_FIELDS, NOTED_TABLE
from changeling.engine.native.noting import OPTIONS_BITS, OUTCOME_BITS, SEAT_BITS, TOLD_BITS, play_function
from changeling.engine.native.records import TABLE, sheet_record, to_record
from changeling.engine.setup import laid_out
from changeling.engine.sheet_cache import sheet_for
from changeling.play.compiled.game_table import OFTEN, SHOWN, SHOWN_LISTS
from changeling.play.compiled.native_cache import compiled

Play = Callable[[int, int, int, int, int], int]

_CHECKED: Final = 100  # answers of a game that are played on both machines after a build
_CHECKED_SEATS: Final = (2, 5)
_OPTIONS: Final = (1 << OPTIONS_BITS) - 1
_OUTCOME: Final = (1 << OUTCOME_BITS) - 1
_TOLD: Final = (1 << TOLD_BITS) - 1
_FULL: Final = ROOM * 3 // 4  # rows that wait, from which on they are taken out
_TOLD_AT_ONCE: Final = ("asked", "options", "outcome")
assert NOTED_TABLE.fields is not None
_INTS: Final = {field.name: NOTED_TABLE.fields[field.name][1] // 4 for field in Table.fields if not field.length}
_SHORTS: Final = {  # by list: where it begins among all integers of two bytes, and how long it is; 0: it has others
    field.name: (NOTED_TABLE.fields[field.name][1] // 2, field.length if field.kind == "i2" else 0)
    for field in Table.fields
    if field.length
}
_OFTEN: Final = tuple(_INTS[name] for name in OFTEN)
_SHOWN: Final = tuple(_INTS[name] for name in SHOWN)
_SHOWN_LISTS: Final = tuple(_SHORTS[name] for name in SHOWN_LISTS)
_CODES: Final = slice(_SHORTS["option"][0], sum(_SHORTS["option"]))
_WAITING: Final = NOTED_TABLE.fields["told"][1] // 4
_FRAMES: Final = _INTS["frames"]
_ASIDES: Final = _INTS["asides"]
_STACK: Final = NOTED_TABLE.fields["stack"][1]
_FRAME_BYTES: Final = FRAME * 2
_NOTED: Final = slice(NOTED_TABLE.fields["room"][1], NOTED_TABLE.fields["told_row"][1])
_records: Recent[Any] = Recent(32)  # sheets as compiled code reads them, by deck


@lru_cache(maxsize=2)
def compiled_noting(*, lean: bool) -> Play:
    """What plays games with a journal, compiled; `lean` as in `engine.lean`. Raises NotCompiled."""
    return play_function(compiled(beside=NOTED_FIELDS, lean=lean), difference)


class NativeTable:
    """The memory of one game, as long as the compiled machine plays it."""

    __slots__ = (
        "_address",
        "_bytes",
        "_cards",
        "_codes",
        "_ints",
        "_lock",
        "_memory",
        "_play",
        "_record",
        "_rows",
        "_sheet",
        "_sheets",
        "_shorts",
        "asked",
        "journal",
        "missed",
        "options",
        "outcome",
    )

    def __init__(self, play: Play, digest: str, journal: Journal) -> None:
        """Empty memory for a game of the deck with this digest, of which `journal` is kept."""
        d = journal.sheet
        self._play, self._cards, self.journal = play, d.cards, journal
        self._sheets = _records.of(digest, lambda: sheet_record(d))
        self._sheet = self._sheets.ctypes.data
        self._at(np.zeros(1, NOTED_TABLE))
        self.missed, self._lock = False, Lock()

    def _at(self, tables: NDArray[Any]) -> None:
        """Have this memory, in all forms that are read."""
        self._record, self._bytes, self._address = tables[0], tables.view(np.uint8), tables.ctypes.data
        self._memory = self._bytes.data
        self._ints, self._shorts = self._memory.cast("i"), self._memory.cast("h")
        self._rows, self._codes = self._record["told_row"].reshape(-1, WRITTEN_WIDTH), self._shorts[_CODES]

    def fill(self, t: Table) -> None:
        """Take over a game where it stands."""
        to_record(t, self._record)
        to_record(self.journal.noted, self._record)
        self._ready()

    def filled(self, t: Table) -> bytes:
        """What `kept` gives of a table for which a journal begins."""
        self.fill(t)
        return self.kept()

    def _ready(self) -> None:
        """Nothing waits to be told, and there is room for everything."""
        record = self._record
        record["room"], record["told"], record["missed"] = ROOM, 0, 0
        self._look()

    def _look(self) -> None:
        self.asked, self.options, self.outcome = (self.read(name, True) for name in _TOLD_AT_ONCE)

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
            self.journal.take(map(tuple, self._rows[:told].tolist()))
            self._ints[_WAITING] = 0

    # --- reading ------------------------------------------------------------------------------------------------------
    def read(self, name: str, whole: bool) -> Any:
        """What a field of the table holds. Unless `whole` is on, of lists only what is in use. Raises KeyError."""
        place = _INTS.get(name)
        if place is not None:
            return self._ints[place]
        begin, length = _SHORTS[name]
        if length == 0:
            return self._record[name].tolist()
        if length == MAX_CARDS:
            length = self._cards  # an interpreted table has no more either
        elif name == "stack" or name == "option":  # of which little is in use
            used = self._ints[_FRAMES] * FRAME if name == "stack" else self.options
            found = self._shorts[begin : begin + used].tolist()
            return found + [0] * (length - used) if whole or name == "option" else found
        elif length == ZONES and not whole:
            length = ASIDE + self._ints[_ASIDES]
        return self._shorts[begin : begin + length].tolist()

    def often(self) -> list[int]:
        """The numbers that whoever looks at the table reads (`game_table.OFTEN`)."""
        ints = self._ints
        return [ints[place] for place in _OFTEN]

    def shown(self) -> list[Any]:
        """What a view is made of (`game_table.SHOWN`)."""
        ints, shorts = self._ints, self._shorts
        used = {MAX_CARDS: self._cards, ZONES: ASIDE + ints[_ASIDES]}  # of lists that are so long: what is in use
        found: list[Any] = [ints[place] for place in _SHOWN]
        for begin, length in _SHOWN_LISTS:
            found.append(shorts[begin : begin + used.get(length, length)].tolist())
        return found

    def write(self, name: str, value: Any) -> None:
        """Have a field hold something else."""
        if name in _INTS:
            self._record[name] = value
            self._look()
        else:
            self._record[name][: len(value)] = value

    def holds(self, t: Table) -> bool:
        """Whether the memory holds the same numbers as a table."""
        same = np.zeros(1, TABLE)
        to_record(t, same[0])
        return same.tobytes() == self._bytes[: TABLE.itemsize].tobytes()

    def into(self, t: Table) -> None:
        """Write everything into a table of the interpreted machine, and what the journal has to know into that."""
        self._write_into(t)
        self.tell().noted.remember(self._remembered())

    def _remembered(self) -> tuple[tuple[int, ...], ...]:
        """What the journal has to know for the next row."""
        record = self._record
        choices, leads = record["choices"].item(), record["leads"].item()
        found = [record[name][:choices] for name in ("choice_card", "choice_seat")]
        found += [record[name][:leads] for name in ("lead_root", "lead_card")]
        return tuple(tuple(one.tolist()) for one in found)

    def table(self) -> Table:
        """The table, as the interpreted machine has it, without its journal."""
        t = Table.__new__(Table)
        self._write_into(t)
        t.journal = None
        return t

    def _write_into(self, t: Table) -> None:
        for name, place in _INTS.items():
            setattr(t, name, self._ints[place])
        for name in _SHORTS:
            setattr(t, name, self.read(name, True))

    # --- keeping ------------------------------------------------------------------------------------------------------
    def kept(self) -> bytes:
        """The game as it stands, but for what was told of it."""
        used = _STACK + self._ints[_FRAMES] * _FRAME_BYTES
        return b"".join((self._memory[:used], self._memory[_NOTED]))

    def kept_table(self) -> Callable[[], Table]:
        """What gives the table as it stands now, as the interpreted machine has it, whenever it is asked."""
        used, cards = self._memory[: _STACK + self._ints[_FRAMES] * _FRAME_BYTES].tobytes(), self._cards
        return lambda: _table_in(used, cards)

    def restore(self, kept: bytes) -> None:
        """Bring a game back to where it stood."""
        noted = _NOTED.stop - _NOTED.start
        used = len(kept) - noted
        self._bytes[:used] = np.frombuffer(kept, np.uint8, used)
        self._bytes[used : TABLE.itemsize] = 0
        self._bytes[_NOTED] = np.frombuffer(kept, np.uint8, noted, used)
        self.missed = False
        self._ready()

    def copy(self) -> NativeTable:
        """Other memory with the same game, and a journal of its own."""
        other = object.__new__(NativeTable)
        other._play, other._cards, other.journal = self._play, self._cards, self.tell().copy()
        other._sheets, other._sheet = self._sheets, self._sheet
        other._at(np.empty(1, NOTED_TABLE))
        other._lock = Lock()
        other.restore(self.kept())
        return other


def _table_in(used: bytes, cards: int) -> Table:
    """The table whose memory begins with these bytes, as the interpreted machine has it."""
    memory = object.__new__(NativeTable)
    memory._at(np.zeros(1, NOTED_TABLE))
    memory._cards = cards
    memory._memory[: len(used)] = used
    memory._look()
    return memory.table()


def table_of(kept: bytes, cards: int) -> tuple[Table, tuple[tuple[int, ...], ...]]:
    """The table of a game that was kept, as the interpreted machine has it, and what its journal remembers."""
    memory = object.__new__(NativeTable)
    memory._at(np.zeros(1, NOTED_TABLE))
    memory._cards = cards
    memory.restore(kept)
    return memory.table(), memory._remembered()


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
