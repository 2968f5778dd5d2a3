"""Moments of a game to which it can be brought back at once: recent ones close together, earlier ones further apart."""

from __future__ import annotations

from typing import Final, NamedTuple

from changeling.engine.journal import Journal
from changeling.engine.layout import Table
from changeling.engine.snapshot import Snapshot, snapshot_of, table_at

EVERY: Final = 2  # moves from one moment that is kept to the next: at most so many less one are made again
RECENT: Final = 4  # moments that stay as close together as that
MOST: Final = 10  # moments that are kept; each takes about 20 kilobytes


class Moment(NamedTuple):
    """A game after so many moves."""

    moves: int
    table: Snapshot
    seats: int
    events: int
    last: tuple[int, ...] | None  # the last of those events
    chosen: dict[int, int]
    leads: dict[int, int]


class Past:
    """What is kept of a game's past. The moments themselves are never changed, so that copies of a game share them."""

    __slots__ = ("_moments", "_stride")

    def __init__(self, moments: tuple[Moment, ...] = (), stride: int = EVERY) -> None:
        self._moments, self._stride = moments, stride

    def copy(self) -> Past:
        """The same past, for another game."""
        return Past(self._moments, self._stride)

    def note(self, moves: int, table: Table, journal: Journal) -> None:
        """Keep the moment before the next move, if one is due."""
        if moves % EVERY:
            return  # undoing makes one move more again, and keeping costs less
        last = journal[-1] if journal else None
        chosen, leads = dict(journal.chosen), dict(journal.leads)
        now = Moment(moves, snapshot_of(table), table.seats, len(journal), last, chosen, leads)
        self._moments = (*self._moments, now)
        while len(self._moments) > MOST:
            early, late = self._moments[:-RECENT], self._moments[-RECENT:]
            self._moments = (*(one for one in early if one.moves % self._stride == 0), *late)
            if len(self._moments) > MOST:
                self._stride *= 2

    def back_to(self, moves: int, journal: Journal) -> tuple[Moment, Table] | None:
        """The last moment that is kept of the game's first `moves` moves, and its table; the journal is cut to what had
        happened by then, and later moments are forgotten. None where there is no such moment."""
        while self._moments and self._moments[-1].moves > moves:
            self._moments = self._moments[:-1]
        if not self._moments:
            return None
        moment = self._moments[-1]
        if moment.events and (len(journal) < moment.events or journal[moment.events - 1] is not moment.last):
            return None  # an event was told of later that belongs before that moment
        del journal[moment.events :]
        journal.chosen, journal.leads = dict(moment.chosen), dict(moment.leads)
        self._moments = self._moments[:-1]  # it is noted again with the next move
        table = table_at(moment.table)
        table.journal = journal
        return moment, table
