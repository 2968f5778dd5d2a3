"""Whether a SQLite file is still the one that its log belongs to.

SQLite trusts its file. Where somebody writes over it in place (`cp monday.sqlite tables.sqlite` under a running
server), the log goes on, acknowledges what nobody will find again, and is at last mixed into a file that it is not of.
So a server marks its file with a random number, anew whenever the log was written into it, and notes the number in a
small file beside it (`tables.sqlite.stamp`). A file that somebody else has written has to bear the number still:
another program that uses SQLite keeps it, a copy from before does not have it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import time
from pathlib import Path

from changeling.web.storage.failures import FileGone, FileOverwritten, LogOfAnother, LogWithoutFile

PATIENCE = 2.0  # seconds that a copy of a file may take
State = tuple[int, int, int, int, int]


class Guard:
    """Looks after one file for one server, however often that connects to it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._left: State | None = None  # how the file was when we looked last; None before the first time
        self.spoilt = False  # somebody has written over the file: nothing may be written to it any more

    def touched(self, now: State | None) -> bool:
        """Whether anybody has written the file, whose state this is, since `settle`; the log of this server counts too.

        Raises FileGone where there is none, and FileOverwritten where what was written is another file."""
        if self.spoilt:
            raise FileOverwritten
        if now is None:
            raise FileGone
        if now == self._left:
            return False
        noted = _noted(self._path)
        if self._left is not None and noted and not _bears(self._path, noted, shrunk=now[2] < self._left[2]):
            self.spoilt = True
            raise FileOverwritten
        return True

    def settle(self, connection: sqlite3.Connection) -> None:
        """Give the file a new number, and remember how it is now. Where that fails, the last number still holds."""
        stamp = secrets.randbelow(2**31 - 1) + 1
        with contextlib.suppress(OSError, sqlite3.Error):
            known = (_noted(self._path) | {stamp_of(self._path)}) - {None}
            _note(self._path, {*known, stamp})  # before it is in the file: who looks meanwhile finds either
            try:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(f"PRAGMA user_version = {stamp}")
                connection.execute("COMMIT")
            except sqlite3.Error:
                connection.rollback()
                raise
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            if stamp_of(self._path) == stamp:  # else somebody reads what was before, and the log keeps it for now
                _note(self._path, {stamp})
        self._left = state_of(self._path)


def check_log(path: str) -> None:
    """Whether the log beside a file may be used with it. SQLite would delete one beside a file that is missing or
    empty, and write any other into the file. Raises LogWithoutFile or LogOfAnother; nothing was changed then."""
    if not size_of(f"{path}-wal"):
        if not size_of(path):  # what is made here now has nothing to do with what was here before
            with contextlib.suppress(OSError):
                Path(f"{path}.stamp").unlink(missing_ok=True)
        return
    if not size_of(path):
        raise LogWithoutFile(path)
    noted = _noted(path)
    if noted and stamp_of(path) not in noted:
        raise LogOfAnother(path)


def _bears(path: str, noted: set[int | None], *, shrunk: bool) -> bool:
    """Whether a file bears one of the numbers. One that is smaller than it was may be half of a copy: it is waited for
    until it is whole, because what is written now would be lost under the rest of the copy."""
    end = time.monotonic() + PATIENCE
    while (found := stamp_of(path, whole=shrunk)) is None and shrunk and time.monotonic() < end:
        time.sleep(0.02)
    return found in noted


def stamp_of(path: str, *, whole: bool = False) -> int | None:
    """The number in the file itself, whatever its log says; None where it cannot be read, or is not `whole`.

    SQLite reads it, not we: to close a file takes away all locks that this process has on it. A file to which the log
    was half written, when the power went, is read as well: that is what `writable_schema` is for."""
    try:
        with contextlib.closing(
            sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as file:
            if not whole:
                file.execute("PRAGMA writable_schema = ON")
            return int(file.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return None


def _noted(path: str) -> set[int | None]:
    """The numbers that a file may bear; none where nothing was noted."""
    try:
        words = Path(f"{path}.stamp").read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return set()
    return {int(word) for word in words if word.isascii() and word.isdigit()}


def _note(path: str, stamps: set[int | None]) -> None:
    unfinished = Path(f"{path}.stamp.new")
    try:
        with unfinished.open("w", encoding="ascii") as out:
            out.write(" ".join(map(str, sorted(stamp or 0 for stamp in stamps))) + "\n")
            out.flush()
            os.fsync(out.fileno())
        os.replace(unfinished, f"{path}.stamp")
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def state_of(path: str) -> State | None:
    """Which file is at a path, and when it was written; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def size_of(path: str) -> int:
    """How many bytes a file has; none where there is no file."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
