"""The store: tables, games and answers in SQL. One thread writes, and groups waiting writes into one transaction.

The same statements run on SQLite and on PostgreSQL. A write is done when its transaction is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from changeling.web.storage.documents import (
    GameDocument,
    Row,
    TableDocument,
    odd_in,
    read_game,
    read_row,
    read_table,
    write,
)
from changeling.web.storage.failures import plainly
from changeling.web.storage.jobs import MUST_FIND, PUT_ROW, Database, Job, Statement, is_single, run_all, tell_done
from changeling.web.storage.migrations import migrate
from changeling.web.storage.outage import Outage
from changeling.web.storage.write_health import TRIAL, WriteHealth
from changeling.web.wire.errors import StoreConflict, StoreError
from changeling.web.wire.kept_deck import KeptDeck

__all__ = ["MUST_FIND", "PUT_ROW", "Database", "Statement", "Store", "understood"]
log = logging.getLogger("changeling.web")
LINES = 200  # of the chat of a table that are kept: people are shown fewer
CONNECTIONS = 3  # on which a transaction is tried that is lost before its end
Given = TypeVar("Given")
Read = TypeVar("Read")


class _Undone(Exception):
    """The connection was lost before the end of a transaction, so nothing of it was done."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


@dataclass(slots=True)
class Store:
    """The only access to the database. `connect` opens it, and opens it again after the connection was lost."""

    connect: Callable[[], Database]
    _jobs: queue.SimpleQueue[Job | None] = field(default_factory=queue.SimpleQueue)
    _gathered: dict[asyncio.AbstractEventLoop, list[Job]] = field(default_factory=dict)  # for the writer, of this round
    _thread: threading.Thread | None = None
    _database: Database | None = None  # of the writer's thread
    commits: int = 0
    written: int = 0
    answers: Counter[str] = field(default_factory=Counter)  # by who gave them
    health: WriteHealth = field(default_factory=WriteHealth)
    outage: Outage = field(default_factory=Outage)
    watch: Callable[[float, bool], None] | None = None  # told of each transaction: the seconds, and whether it was good

    def waiting(self) -> int:
        """How many jobs wait."""
        return self._jobs.qsize() + sum(len(jobs) for jobs in list(self._gathered.values()))

    def open(self) -> None:
        """Bring the schema up to date, and start the writer. Raises StoreError when that cannot be done."""
        try:
            with contextlib.closing(self.connect()) as database:
                database.begin_alone()
                migrate(database)
                database.commit()
        except Exception as error:
            raise StoreError(f"the store cannot be opened: {plainly(error)}") from error
        self.outage.over("store")
        self._thread = threading.Thread(target=self._work, name="changeling-store", daemon=True)
        self._thread.start()

    @property
    def is_open(self) -> bool:
        """Whether it was opened."""
        return self._thread is not None

    def close(self) -> None:
        """Finish the waiting jobs, and stop."""
        if self._thread is not None:
            for loop in list(self._gathered):
                self._hand_over(loop)
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    # --- the writer's thread ------------------------------------------------------------------------------------------
    def _work(self) -> None:
        stopping = False
        while not stopping:
            batch, stopping = self._waiting()
            if batch and not self._write(batch):
                self._disconnect()
        self._disconnect()

    def _disconnect(self) -> None:
        if self._database is not None:
            self._database.close()
        self._database = None

    def _waiting(self) -> tuple[list[Job], bool]:
        """All waiting jobs, at least one, and whether to stop after them."""
        batch = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if self._jobs.empty() or len(batch) >= 1000:
                return batch, False
            job = self._jobs.get()
        return batch, True

    def _write(self, batch: list[Job]) -> bool:
        """Do some jobs in one transaction; if one fails, each by itself. Gives whether the connection still works."""
        try:
            results = self._transact(batch)
        except Exception as error:
            unreachable = self._database is None
            if len(batch) > 1 and not unreachable:
                alive = [self._write([job]) for job in batch]
                return all(alive)
            if not unreachable and not isinstance(error, StoreConflict):
                self.health.failed(error, reading=batch[0].reads)
            failure = _by_itself(error if isinstance(error, StoreError) else StoreError(plainly(error)))
            if self._database is None or self._database.lost():
                self.outage.noticed("store", str(failure))
                failure.outage = True
            tell_done([(job, None, failure) for job in batch])
            return isinstance(error, StoreConflict)
        if any(_is_write(job) for job in batch):
            self.health.succeeded()
        self.outage.over("store")
        self.commits += 1
        self.answers.update(_answered(batch))
        self.written += sum(len(job.statements) for job in batch if not job.reads)
        tell_done([(job, rows, None) for job, rows in zip(batch, results, strict=True)])
        return True

    def _transact(self, batch: list[Job]) -> list[list[tuple[Any, ...]]]:
        """Do some jobs in one transaction; on another connection where one is lost before the end.

        PostgreSQL ends a transaction that rests for a second. Where a machine has so much to do that one was not gone
        on with in time, that is no reason to fail.
        """
        tried = 0
        while True:
            tried += 1
            try:
                return self._attempt(batch)
            except _Undone as undone:
                if tried == CONNECTIONS:
                    raise undone.error from None
                self._disconnect()

    def _attempt(self, batch: list[Job]) -> list[list[tuple[Any, ...]]]:
        """Do some jobs in one transaction. Raises StoreConflict, what the database raises, or _Undone."""
        try:
            database = self._database = self._database or self.connect()
        except Exception as error:
            raise StoreError(f"the store cannot be reached: {plainly(error)}") from error
        begun, ending = time.perf_counter(), False
        try:
            database.begin(single=is_single(batch))
            results = run_all(database, batch)
            ending = True
            database.commit()
        except Exception as error:
            database.rollback()
            self._tell(begun, good=False)
            if database.conflicts(error):
                raise StoreConflict(plainly(error)) from error
            if database.lost() and not ending:
                raise _Undone(error) from error
            raise
        self._tell(begun, good=True)
        return results

    def _tell(self, begun: float, *, good: bool) -> None:
        if self.watch is not None:
            self.watch(time.perf_counter() - begun, good)

    # --- for the event loop -------------------------------------------------------------------------------------------
    async def _do(self, statements: list[Statement], *, reads: bool = False) -> list[tuple[Any, ...]]:
        # The job is in no variable here: what is raised has this frame, and the job has what is raised.
        return await self._asked_for(statements, reads)

    def _asked_for(self, statements: list[Statement], reads: bool) -> asyncio.Future[list[tuple[Any, ...]]]:
        """What a job will give that is handed to the writer with all others of this round of the loop."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[tuple[Any, ...]]] = loop.create_future()
        gathered = self._gathered.get(loop)
        if gathered is None:  # what is asked for in one round of the loop is handed over together: one transaction
            gathered = self._gathered[loop] = []
            loop.call_soon(self._hand_over, loop)
        gathered.append(Job(statements, loop, future, reads))
        return future

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        for job in self._gathered.pop(loop, ()):
            self._jobs.put(job)

    async def write(self, statements: list[Statement]) -> None:
        """Write all of these, or none. Raises StoreConflict where a row exists already, else StoreError."""
        await self._do(statements)

    async def read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of one statement. Raises StoreError."""
        return await self._do([(statement, values)], reads=True)

    async def write_and_read(self, statements: list[Statement]) -> list[tuple[Any, ...]]:
        """Write all of these, or none; gives the rows of the last. Raises StoreError."""
        return await self._do(statements)

    async def table(self, table: str) -> TableDocument | None:
        """The document of a table. Raises StoreError, also when it cannot be read; so do the others."""
        rows = await self._do([("SELECT document FROM tables WHERE id = ?", (table,))], reads=True)
        return understood(read_table, rows[0][0]) if rows else None

    async def game(self, game: str) -> tuple[GameDocument, list[Row]] | None:
        """How a game began, with the cards that it is played with, and all its rows in their order."""
        statement = (
            "SELECT games.document, decks.digest, decks.name, decks.title, decks.texts FROM games"
            " LEFT JOIN decks ON decks.id = games.cards WHERE games.id = ?"
        )
        rows = await self._do([(statement, (game,))], reads=True)
        if not rows:
            return None
        document = understood(read_game, rows[0][0])
        if rows[0][1] is not None:
            document.deck = KeptDeck(document.deck.parts, document.deck.text, *rows[0][1:])
        statement = "SELECT number, kind, seat, move, made_by FROM answers WHERE game = ? ORDER BY number"
        answers = await self._do([(statement, (game,))], reads=True)
        return document, [understood(read_row, row) for row in answers]

    async def public_tables(self, most: int) -> list[TableDocument]:
        """The public tables that were changed last, without those that cannot be read."""
        statement = "SELECT id, document FROM tables WHERE public = 1 ORDER BY changed DESC LIMIT ?"
        found = []
        for table, text in await self._do([(statement, (most,))], reads=True):
            try:
                document = understood(read_table, text)
                if odd := odd_in(document):
                    raise StoreError(odd)
                found.append(document)
            except StoreError as error:
                log.warning("table %s is left out of the list: %s", table, error)
        return found

    async def chat(self, table: str, most: int) -> list[tuple[int, str, str, float]]:
        """The last lines that were said at a table, oldest first."""
        statement = "SELECT number, name, text, made FROM chat WHERE table_id = ? ORDER BY number DESC LIMIT ?"
        rows = await self._do([(statement, (table, most))], reads=True)
        return [(int(row[0]), row[1], row[2], float(row[3])) for row in reversed(rows)]

    async def replay(self, replay: str) -> tuple[str, str, float] | None:
        """The game, the text and the time of a replay; a replay has one or the other."""
        rows = await self._do([("SELECT game, text, made FROM replays WHERE id = ?", (replay,))], reads=True)
        return (rows[0][0], rows[0][1], float(rows[0][2])) if rows else None


def understood(read: Callable[[Given], Read], given: Given) -> Read:
    """What was kept, read. Raises StoreError for what this version cannot read."""
    try:
        return read(given)
    except ValueError as error:  # of msgspec, or a text that is none
        raise StoreError(f"what is kept cannot be read: {error}") from error


def _by_itself(failure: StoreError) -> StoreError:
    """A failure without the places that it came through: they have the jobs, whose futures have the failure, and so
    would be a circle with it (`running/memory.py`)."""
    failure.__cause__ = failure.__context__ = None
    return failure.with_traceback(None)


def _is_write(job: Job) -> bool:
    """Whether something is written that was to be kept, not only to see whether that can be done."""
    return not job.reads and any(statement is not TRIAL for statement, _ in job.statements)


def _answered(batch: list[Job]) -> Iterator[str]:
    """Who gave the answers among some statements."""
    for job in batch:
        for statement, values in job.statements:
            if statement is PUT_ROW:
                yield values[5]


# --- statements -------------------------------------------------------------------------------------------------------
def put_table(document: TableDocument) -> Statement:
    """Write a table as it is now."""
    return (
        "INSERT INTO tables (id, public, changed, document) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
        " public = excluded.public, changed = excluded.changed, document = excluded.document",
        (document.id, int(document.public), time.time(), write(document)),
    )


def put_game(document: GameDocument, *, digest: str, seed: int, seats: Sequence[str], cards: str = "") -> Statement:
    """Write a new game; `cards` is the id of the deck that is kept for it."""
    return (
        "INSERT INTO games (id, table_id, digest, seed, seats, document, cards) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (document.id, document.table, digest, str(seed), "\n".join(seats), write(document), cards),
    )


def put_row(game: str, row: Row) -> Statement:
    """Write an answer; its number must be new."""
    return (
        PUT_ROW,
        (game, row.number, row.kind, row.seat, row.move, row.by, time.time()),
    )


def put_line(table: str, number: int, name: str, text: str, made: float) -> Statement:
    """Write a line of the chat; its number must be new."""
    return (
        "INSERT INTO chat (table_id, number, name, text, made) VALUES (?, ?, ?, ?, ?)",
        (table, number, name, text, made),
    )


def drop_lines(table: str, last: int) -> Statement:
    """Remove lines of the chat that nobody is shown any more; `last` is the number of the last one."""
    return ("DELETE FROM chat WHERE table_id = ? AND number <= ?", (table, last - LINES))


def put_replay(replay: str, *, game: str = "", text: str = "") -> Statement:
    """Write a replay: of a game in the store, or the text of a file."""
    return (
        "INSERT INTO replays (id, game, text, made) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
        (replay, game, text, time.time()),
    )
