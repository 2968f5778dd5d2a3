"""What databases say when they fail, in words that tell an operator what to do."""

from __future__ import annotations

import sqlite3

FULL = "the disk is full: make room, and everything goes on by itself"
READ_ONLY = "the database can only be read, not written: give this user the right to write the file and its folder"
GONE = (
    "the database file was removed or replaced while the server ran; nothing is written any more. "
    "Put the file back or restore a backup, and start the server again"
)
OVERWRITTEN = (
    "the database file was written over while the server ran; nothing is written to it any more. "
    "Stop the server, keep the file and its -wal in another folder, and restore the last backup"
)
NO_SPACE_FOR_FILE = "the database file may not grow any more: a limit of file sizes, or the disk, stands against it"
DAMAGED = "the database is damaged: stop the server, keep the file, and restore the last backup"
FULL_THERE = "the disk of the database server is full: make room there, and everything goes on by itself"
READ_ONLY_THERE = (
    "the database can only be read, not written: it is a standby, or was set to be read only. Name the primary "
    "(with several hosts in the URL: target_session_attrs=read-write), or let it be written again"
)
DAMAGED_THERE = "the database server reports that its data are damaged: stop this server, and restore the last backup"
HELD_THERE = "another session holds what was to be written: end it, or wait until it has finished"
NO_DATABASE = "this file is no database of Changeling's"
BUSY = "another program holds the database: end it, or wait until it has finished"
SLOW = "the database took too long to answer"
UNREACHABLE = "the database cannot be reached: is it running, and is its address right?"
REFUSED = "the database refuses this user or password"
MISSING = "there is no database of that name"
STOPPED = "the database is being stopped or started"

_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: "the database file cannot be opened: may this user read and write it and its folder?",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: NO_DATABASE,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_INTERRUPT: SLOW,
    sqlite3.SQLITE_IOERR: "the disk failed at reading or writing the database",
}
_POSTGRES = {  # by SQLSTATE, or by its class, which is the first two characters
    "53100": FULL_THERE,
    "53": "the database has no memory or no connections left",
    "25006": READ_ONLY_THERE,
    "42501": "this user may not write the database: grant it the right to",
    "57014": SLOW,
    "55P03": HELD_THERE,
    "40P01": HELD_THERE,
    "25P03": SLOW,
    "57": STOPPED,
    "08": UNREACHABLE,
    "28": REFUSED,
    "3D000": MISSING,
    "XX001": DAMAGED_THERE,
    "XX002": DAMAGED_THERE,
    "XX": "the database server reports a fault of its own: its log says more",
}


class Unusable(Exception):
    """The file of the database cannot be used as it is; the error says why, and what to do."""


class FileGone(Unusable):
    """The file of the database is not the one that was opened."""

    def __init__(self, said: str = GONE) -> None:
        super().__init__(said)


class FileOverwritten(FileGone):
    """Somebody has written over the file of the database, in place."""

    def __init__(self) -> None:
        super().__init__(OVERWRITTEN)


class LogWithoutFile(Unusable):
    """There is a log with something in it beside a file that is missing or empty."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path}-wal holds what was answered last, but {path} itself is missing or empty: put the file back that "
            "the log belongs to; or move the log to another folder, and start with an empty store or restore a backup"
        )


class LogOfAnother(Unusable):
    """There is a log beside a file that it does not belong to."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path} was replaced by another file while {path}-wal still held what was answered last, and the two do "
            f"not belong together. To go on with the file as it is now, move {path}-wal and {path}-shm to another "
            f"folder; or put the former file back. If both were put back together, remove {path}.stamp"
        )


class DiskFull(Unusable):
    """There is no room for the files that SQLite needs beside its own."""

    def __init__(self) -> None:
        super().__init__(FULL)


def plainly(error: Exception) -> str:
    """What happened and what to do, then what the database itself said."""
    said = " ".join(str(error).split())
    meant = _meaning(error)
    if meant is None or meant == said:
        return said or type(error).__name__
    return f"{meant} ({said})" if said else meant


def reason(error: Exception) -> str:
    """What happened, without what the database said: that may name files and hosts, which strangers need not know."""
    return _meaning(error) or "the database failed"


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file of a store is damaged."""
    return _meaning(error) in (DAMAGED, NO_DATABASE)


def _meaning(error: Exception) -> str | None:
    if isinstance(error, Unusable):
        return str(error)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_IOERR_WRITE:
            return NO_SPACE_FOR_FILE
        return _SQLITE.get(code & 0xFF) if code is not None else None
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _POSTGRES.get(state) or _POSTGRES.get(state[:2])
    if type(error).__module__.startswith("psycopg") and type(error).__name__ == "OperationalError":
        return _of_connecting(str(error))
    return None


def _of_connecting(said: str) -> str:
    """Why no connection was made. Its error has no code, only what the server or the system said."""
    if "authentication failed" in said or "no password supplied" in said:
        return REFUSED
    if "database" in said and "does not exist" in said:
        return MISSING
    if "starting up" in said or "shutting down" in said:
        return STOPPED
    return UNREACHABLE
