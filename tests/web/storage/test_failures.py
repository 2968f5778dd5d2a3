"""What databases say, in plain words; strangers are told no paths."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest

from changeling.web.storage import failures
from changeling.web.storage.failures import FileGone, FileOverwritten, plainly, reason


def of_sqlite(code: int, said: str) -> sqlite3.Error:
    error = sqlite3.OperationalError(said)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (of_sqlite(sqlite3.SQLITE_FULL, "database or disk is full"), failures.FULL),
        (of_sqlite(sqlite3.SQLITE_READONLY_DIRECTORY, "attempt to write"), failures.READ_ONLY),
        (of_sqlite(sqlite3.SQLITE_CORRUPT_INDEX, "malformed"), failures.DAMAGED),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT, "locked"), failures.BUSY),
        (of_sqlite(sqlite3.SQLITE_IOERR_FSYNC, "disk I/O error"), "the disk failed"),
        (psycopg.errors.DiskFull("could not extend file /var/lib/x"), failures.FULL_THERE),
        (psycopg.errors.TooManyConnections("sorry"), "no connections left"),
        (psycopg.errors.QueryCanceled("canceling statement"), failures.SLOW),
        (psycopg.errors.AdminShutdown("terminating connection"), failures.STOPPED),
        (psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT"), failures.READ_ONLY_THERE),
        (psycopg.errors.InvalidPassword("no"), failures.REFUSED),
        (psycopg.OperationalError("connection to server at 10.0.0.7 failed: Connection refused"), failures.UNREACHABLE),
        (psycopg.OperationalError('FATAL: password authentication failed for user "x"'), failures.REFUSED),
        (psycopg.OperationalError("FATAL: the database system is starting up"), failures.STOPPED),
        (psycopg.errors.LockNotAvailable("canceling statement"), failures.HELD_THERE),
        (psycopg.errors.DataCorrupted("invalid page"), failures.DAMAGED_THERE),
        (FileGone(), failures.GONE),
        (FileOverwritten(), failures.OVERWRITTEN),
    ],
)
def test_each_is_said_plainly_and_strangers_hear_no_details(error: Exception, words: str) -> None:
    assert words in plainly(error)
    assert words in reason(error)
    if str(error) not in words:
        assert str(error) in plainly(error)
        assert str(error) not in reason(error)


def test_what_is_not_known_is_said_as_it_came() -> None:
    assert plainly(RuntimeError("a  line\nand another")) == "a line and another"
    assert plainly(RuntimeError()) == "RuntimeError"
    assert reason(RuntimeError("/secret/path")) == "the database failed"


def test_what_is_said_of_postgres_speaks_of_no_files() -> None:
    """Whoever has only a connection has no file to keep, no folder to write and no program to end."""
    for said in failures._POSTGRES.values():
        assert not {"file", "folder"} & set(said.replace(",", " ").replace(":", " ").split()), said
