"""Moments of a game to which it can be brought back at once: recent ones close together, earlier ones further apart."""

from __future__ import annotations

from typing import Final, NamedTuple

from changeling.engine.journal import Journal
from changeling.engine.layout import Table
from changeling.engine.snapshot import Snapshot, table_at

EVERY: Final = 2  # moves from one moment that is kept to the next: at most so many less one are made again
EVERY_NATIVE: Final = 32  # likewise on the compiled machine, which makes moves again in no time
RECENT: Final = 4  # moments that stay as close together as that
MOST: Final = 10  # moments that are kept; each takes about 20 kilobytes

Memory = tuple[tuple[int, ...], ...]


class Moment(NamedTuple):
    """A game after so many moves."""

    moves: int
    table: Snapshot | bytes  # bytes: as the compiled machine has it (`NativeTable.as_bytes`)
    seats: int
    events: int
    last: tuple[int, ...] | None  # the last of those events
    memory: Memory  # of the journal: what it has to know for the next event; none where the bytes say it

    def interpreted(self, cards: int) -> tuple[Table, Memory]:
        """The table as the interpreted machine has it, for a deck of so many cards, and what its journal has to
        know."""
        if not isinstance(self.table, bytes):
            return table_at(self.table), self.memory
        from changeling.play.compiled.native_table import table_of

        return table_of(self.table, cards)


class Past:
    """What is kept of a game's past. The moments themselves are never changed, so that copies of a game share them.

    Where it is not `wanted`, nothing is kept."""

    __slots__ = ("_moments", "_stride", "wanted")

    def __init__(self, moments: tuple[Moment, ...] = (), stride: int = EVERY, *, wanted: bool = True) -> None:
        self._moments, self._stride, self.wanted = moments, stride, wanted

    def copy(self) -> Past:
        """The same past, for another game."""
        return Past(self._moments, self._stride, wanted=self.wanted)

    def keep(self, moves: int, table: Snapshot | bytes, seats: int, journal: Journal) -> None:
        """Keep the moment before the next move; the same moment is kept once."""
        if self._moments and self._moments[-1].moves == moves:
            self._moments = self._moments[:-1]
        memory = () if isinstance(table, bytes) else journal.noted.memory()
        now = Moment(moves, table, seats, len(journal), journal[-1] if journal else None, memory)
        self._moments = (*self._moments, now)
        while len(self._moments) > MOST:
            early, late = self._moments[:-RECENT], self._moments[-RECENT:]
            self._moments = (*(one for one in early if one.moves % self._stride == 0), *late)
            if len(self._moments) > MOST:
                self._stride *= 2

    def back_to(self, moves: int, journal: Journal) -> Moment | None:
        """The last moment that is kept of the game's first `moves` moves; the journal is cut to what had happened by
        then, and later moments are forgotten. None where there is no such moment."""
        while self._moments and self._moments[-1].moves > moves:
            self._moments = self._moments[:-1]
        if not self._moments:
            return None
        moment = self._moments[-1]
        if moment.events and (len(journal) < moment.events or journal[moment.events - 1] is not moment.last):
            return None  # an event was told of later that belongs before that moment
        del journal[moment.events :]
        return moment
