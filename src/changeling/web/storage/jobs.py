"""What the writer of a store is asked for: jobs of statements, run in their order on a database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from changeling.web.wire.errors import StoreConflict

PUT_ROW = "INSERT INTO answers (game, number, kind, seat, move, made_by, made) VALUES (?, ?, ?, ?, ?, ?, ?)"
# By how many answers are written together: each statement has the event loop's thread wait for the writer's, and back.
PUT_ROWS = {size: PUT_ROW + ", (?, ?, ?, ?, ?, ?, ?)" * (size - 1) for size in (32, 8, 2)}
Statement = tuple[str, tuple[Any, ...]]
MUST_FIND = " /* must find a row */"  # at the end of a statement: where it gives none, nothing of its write is done


class Database(Protocol):
    """A connection as the writer uses it: opened, used and closed in the writer's thread.

    Statements have `?` for values, and `OCTET_LENGTH(column)` for how many bytes a text has.
    """

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement; gives its rows."""

    def begin(self) -> None:
        """Begin a transaction."""

    def begin_alone(self) -> None:
        """Begin a transaction that changes the schema, which takes its time; only one process at a time is in one."""

    def commit(self) -> None:
        """Make what was written permanent; returns when it is on the disk."""

    def rollback(self) -> None:
        """Forget what was written since `begin`; never raises."""

    def conflicts(self, error: Exception) -> bool:
        """Whether an error means that the row exists already."""

    def lost(self) -> bool:
        """Whether the connection is gone, so that a transaction that was not ended has come to nothing."""

    def close(self) -> None:
        """Close the connection."""


@dataclass(slots=True)
class Job:
    """Statements that are done together or not at all, and who waits for that."""

    statements: list[Statement]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[list[tuple[Any, ...]]]
    reads: bool = False


def run_all(database: Database, batch: list[Job]) -> list[list[tuple[Any, ...]]]:
    """Run the statements of some jobs in their order; answers that follow one another are written together."""
    results: list[list[tuple[Any, ...]]] = []
    rows: list[tuple[Any, ...]] = []
    for job in batch:
        if all(statement is PUT_ROW for statement, _ in job.statements):
            rows += [values for _, values in job.statements]
            results.append([])
        else:
            _put_rows(database, rows)
            rows = []
            results.append(_run(database, job))
    _put_rows(database, rows)
    return results


def _put_rows(database: Database, rows: list[tuple[Any, ...]]) -> None:
    for size, statement in PUT_ROWS.items():
        while len(rows) >= size:
            database.execute(statement, [value for row in rows[:size] for value in row])
            rows = rows[size:]
    for row in rows:
        database.execute(PUT_ROW, row)


def _run(database: Database, job: Job) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    for statement, values in job.statements:
        rows = database.execute(statement, values)
        if not rows and statement.endswith(MUST_FIND):
            raise StoreConflict("the table has been changed meanwhile")
    return rows


_Done = tuple[Job, list[tuple[Any, ...]] | None, Exception | None]


def tell_done(done: list[_Done]) -> None:
    """Hand the results of jobs to those who wait for them: each event loop is woken once."""
    for loop in {job.loop for job, _, _ in done}:
        loop.call_soon_threadsafe(_settle, [one for one in done if one[0].loop is loop])


def _settle(done: list[_Done]) -> None:
    for job, rows, error in done:
        if job.future.cancelled():
            continue
        if error is not None:
            job.future.set_exception(error)
        else:
            job.future.set_result(rows or [])
