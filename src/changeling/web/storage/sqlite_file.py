"""A store on a SQLite file: one program's, written through to the disk, noticed when it is removed or replaced."""

from __future__ import annotations

import contextlib
import math
import os
import re
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from changeling.web.storage.failures import DiskFull, FileGone
from changeling.web.storage.file_guard import Guard, check_log, size_of, state_of
from changeling.web.storage.file_lock import server_runs

TRANSACTION_SECONDS = 20  # for which a whole transaction may run
STEPS_BETWEEN_LOOKS = 200_000  # of SQLite's machine, between two looks at the clock: some milliseconds
ROOM = 128 * 1024  # bytes: the index of the log is 32 KB, and the log has pages of 4 KB
PRAGMAS = ("synchronous=FULL", "busy_timeout=20000", "wal_autocheckpoint=2000")
FileId = tuple[int, int]
_OCTETS = re.compile(r"OCTET_LENGTH\(([\w.]+)\)")


class Sqlite:
    """A SQLite file. `same` says which file it has to be, where it was there before; else one is made if none is.
    With a `guard` it is noticed, too, that somebody writes over the file in place: that is for a server. Who is only
    `reading` leaves the file as it is, and can do so on a disk without any room.

    The log is flushed at every commit (synchronous=FULL): with NORMAL an accepted answer could be lost with the power.
    """

    def __init__(
        self, path: str, same: FileId | None = None, guard: Guard | None = None, *, reading: bool = False
    ) -> None:
        self._path, self._guard = path, guard
        if same is not None and file_id(path) != same:
            raise FileGone
        if guard is not None and same is not None:
            guard.touched(state_of(path))
        check_log(path)
        self._pragmas = PRAGMAS if reading else ("journal_mode=WAL", *PRAGMAS)
        if not reading:
            _make_for_its_owner(path)
        try:
            self._open()
        except DiskFull:
            if not reading or size_of(f"{path}-wal") or server_runs(path):
                raise
            self._open("?immutable=1")  # nobody writes it, so it can be read without the files that are made beside it
        self.file = file_id(path)

    def _open(self, options: str = "") -> None:
        self._connection = _connect(self._path, options)
        try:
            for pragma in self._pragmas:
                self._connection.execute(f"PRAGMA {pragma}")
            self._connection.execute("SELECT COUNT(*) FROM sqlite_master")
            self._reader = _reader(self._path) if self._guard is not None else None
        except sqlite3.OperationalError as error:
            self._connection.close()
            if no_room(self._path):  # SQLite says that it cannot open something, or that the disk failed
                raise DiskFull from error
            raise
        except Exception:
            self._connection.close()
            raise
        self._log: FileId | None = None  # of the write-ahead log, which is there from the first transaction on
        self._late, self._single = math.inf, False
        self._connection.set_progress_handler(lambda: time.monotonic() > self._late, STEPS_BETWEEN_LOOKS)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement; gives its rows."""
        statement = _OCTETS.sub(r"LENGTH(CAST(\1 AS BLOB))", statement)  # OCTET_LENGTH came with SQLite 3.43
        return self._connection.execute(statement, values).fetchall()

    def insert(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each of these rows."""
        self._connection.executemany(statement, rows)

    def columns(self, table: str) -> list[str]:
        """The columns of a table."""
        return [str(row[1]) for row in self.execute(f"PRAGMA table_info({table})")]

    def tables(self) -> list[str]:
        """All tables."""
        ask = "SELECT name FROM sqlite_master WHERE type = 'table' AND SUBSTR(name, 1, 7) <> 'sqlite_' ORDER BY name"
        return [str(row[0]) for row in self.execute(ask)]

    def is_ours_alone(self) -> bool:
        """A file is one program's."""
        return True

    def in_use(self) -> bool:
        """Whether another program has the file open. With a write-ahead log, only exclusive locking tells."""
        self._connection.close()
        with contextlib.closing(sqlite3.connect(self._path, isolation_level=None, timeout=1)) as alone:
            try:
                alone.execute("PRAGMA locking_mode=EXCLUSIVE")
                alone.execute("BEGIN EXCLUSIVE")
                alone.execute("ROLLBACK")
            except sqlite3.OperationalError:
                return True
            finally:
                alone.close()
                self._open()
        return False

    def begin(self, *, single: bool = False) -> None:
        """Begin a transaction. The write lock is taken at once, so that it cannot fail half-way. A `single` statement
        does so by itself."""
        self._check_file()
        self._late = time.monotonic() + TRANSACTION_SECONDS
        self._single = single
        if not single:
            self._connection.execute("BEGIN IMMEDIATE")

    def begin_alone(self) -> None:
        """Begin a transaction that changes the schema."""
        self._late = math.inf
        self._connection.execute("BEGIN IMMEDIATE")

    def begin_reading(self) -> None:
        """Begin a transaction that sees the database as it is now: by the write-ahead log, nobody waits for it."""
        self._late = math.inf
        self._connection.execute("BEGIN")
        self._connection.execute("SELECT COUNT(*) FROM sqlite_master")  # from the first read on it stands still

    def commit(self) -> None:
        """Commit; a single statement is on the disk already. Raises FileGone where the file that was written is not
        the one at its path any more."""
        single, self._single = self._single, False
        if not single:
            self._connection.execute("COMMIT")
        self._check_file()

    def _check_file(self) -> None:
        """Raise FileGone where somebody has removed or replaced the file, or its log: who asks would be told that
        something is kept which nobody finds again."""
        log, file = file_id(self._path + "-wal"), state_of(self._path)
        self._log = self._log or log
        if file is None or file[:2] != self.file or log != self._log:
            raise FileGone
        if self._guard is not None and self._guard.touched(file):
            self._guard.settle(self._connection)

    def rollback(self) -> None:
        """Roll back, if there is a transaction."""
        self._single = False
        if self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # where the disk fails, closing does it
                self._connection.execute("ROLLBACK")

    def conflicts(self, error: Exception) -> bool:
        """Whether an error means that the row exists already."""
        return isinstance(error, sqlite3.IntegrityError)

    def lost(self) -> bool:
        """Whether the connection is gone: a file has none that could be lost."""
        return False

    def close(self) -> None:
        """Close the connection. Who is the last to do so writes the log into the file, but not into one that it does
        not belong to: as long as somebody reads, nobody is the last, and who may only read cannot write it."""
        if self._reader is not None and not (self._guard and self._guard.spoilt):
            self._reader.close()
        self._connection.close()
        if self._reader is not None:
            self._reader.close()


def _make_for_its_owner(path: str) -> None:
    """Make the file where there is none, so that nobody else may read it: it has everybody's hands in it. What SQLite
    puts beside a file may be read by the same people. Where it cannot be made, SQLite says why."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _connect(path: str, options: str) -> sqlite3.Connection:
    uri = f"{Path(path).absolute().as_uri()}{options}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=20, check_same_thread=False)


def _reader(path: str) -> sqlite3.Connection:
    """A connection that may only read, and has read."""
    reader = _connect(path, "?mode=ro")
    try:
        reader.execute("SELECT COUNT(*) FROM sqlite_master")
    except Exception:
        reader.close()
        raise
    return reader


class SameFile:
    """Opens a file, and from then on only that file: one that was put in its place is another store."""

    def __init__(self, path: str, guard: Guard | None) -> None:
        self._path, self._file = path, None if not Path(path).is_file() else file_id(path)
        self._guard = guard

    def __call__(self) -> Sqlite:
        """Open it; raises FileGone where another file lies there now."""
        opened = Sqlite(self._path, self._file, self._guard)
        self._file = opened.file
        return opened


def no_room(path: str) -> bool:
    """Whether the disk of a file has no room for the files that SQLite needs beside it."""
    try:
        found = os.statvfs(Path(path).absolute().parent)
    except (OSError, AttributeError):  # Windows has no such call
        return False
    return found.f_bavail * found.f_frsize < ROOM or (found.f_files > 0 and found.f_favail == 0)


def file_id(path: str) -> FileId | None:
    """Which file is at a path, whatever it is called; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
