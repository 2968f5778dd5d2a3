"""What the writer of a store is asked for: jobs of statements, run in their order on a database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from changeling.web.wire.errors import StoreConflict

PUT_ROW = "INSERT INTO answers (game, number, kind, seat, move, made_by, made) VALUES (?, ?, ?, ?, ?, ?, ?)"
MOST_ROWS = 32  # answers of one statement: more would be too many values for some databases
# By how many answers are written together: each statement has the event loop's thread wait for the writer's, and back.
_PUT_ROWS = [PUT_ROW + ", (?, ?, ?, ?, ?, ?, ?)" * (size - 1) for size in range(MOST_ROWS + 1)]
Statement = tuple[str, tuple[Any, ...]]
MUST_FIND = " /* must find a row */"  # at the end of a statement: where it gives none, nothing of its write is done


class Database(Protocol):
    """A connection as the writer uses it: opened, used and closed in the writer's thread.

    Statements have `?` for values, and `OCTET_LENGTH(column)` for how many bytes a text has.
    """

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement; gives its rows."""

    def begin(self, *, single: bool = False) -> None:
        """Begin a transaction; one of a `single` statement need not be begun where each statement is one by itself."""

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


def is_single(batch: list[Job]) -> bool:
    """Whether `run_all` runs one statement for some jobs: they are nothing but answers, and not too many."""
    statements = [statement for job in batch for statement, _ in job.statements]
    return len(statements) <= MOST_ROWS and all(statement is PUT_ROW for statement in statements)


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
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        database.execute(_PUT_ROWS[len(some)], tuple(chain.from_iterable(some)))


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
