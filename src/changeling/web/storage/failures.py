"""What databases say when they fail, in words that tell an operator what to do."""

from __future__ import annotations

import sqlite3

FULL = "the disk is full: make room, and everything goes on by itself"
READ_ONLY = "the database can only be read, not written: give this user the right to write the file and its folder"
GONE = (
    "the database file was removed or replaced while the server ran; nothing is written any more. "
    "Put the file back or restore a backup, and start the server again"
)
NO_SPACE_FOR_FILE = "the database file may not grow any more: a limit of file sizes, or the disk, stands against it"
DAMAGED = "the database is damaged: stop the server, keep the file, and restore the last backup"
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
    "53100": FULL,
    "53": "the database has no memory or no connections left",
    "25006": READ_ONLY,
    "42501": "this user may not write the database: grant it the right to",
    "57014": SLOW,
    "55P03": BUSY,
    "25P03": SLOW,
    "57": STOPPED,
    "08": UNREACHABLE,
    "28": REFUSED,
    "3D000": MISSING,
    "XX": DAMAGED,
}


class FileGone(Exception):
    """The file of the database is not the one that was opened."""

    def __init__(self) -> None:
        super().__init__(GONE)


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


def _meaning(error: Exception) -> str | None:
    if isinstance(error, FileGone):
        return GONE
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
