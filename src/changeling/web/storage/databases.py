"""The databases that a store can be on: a SQLite file, or PostgreSQL by URL."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from changeling.errors import ChangelingError
from changeling.web.storage.store import Database, Store

_URLS = ("postgresql://", "postgres://")
HANGS, LOCKED = 1000, 5000  # milliseconds that a transaction may rest, and that a lock is waited for
_OCTETS = re.compile(r"OCTET_LENGTH\(([\w.]+)\)")


class Sqlite:
    """A SQLite file.

    The log is flushed at every commit (synchronous=FULL): with NORMAL an accepted answer could be lost with the power.
    """

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=20, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=20000", "wal_autocheckpoint=2000"):
            self._connection.execute(f"PRAGMA {pragma}")

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement; gives its rows."""
        statement = _OCTETS.sub(r"LENGTH(CAST(\1 AS BLOB))", statement)  # OCTET_LENGTH came with SQLite 3.43
        return self._connection.execute(statement, values).fetchall()

    def begin(self) -> None:
        """Begin a transaction. The write lock is taken at once, so that it cannot fail half-way."""
        self._connection.execute("BEGIN IMMEDIATE")

    def be_alone(self) -> None:
        """Nothing: whoever writes is alone."""

    def commit(self) -> None:
        """Commit."""
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """Roll back, if there is a transaction."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def conflicts(self, error: Exception) -> bool:
        """Whether an error means that the row exists already."""
        return isinstance(error, sqlite3.IntegrityError)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class Postgres:
    """A PostgreSQL database. The driver is psycopg 3."""

    def __init__(self, url: str) -> None:
        import psycopg

        self._errors = psycopg.errors
        # A node that hangs in a transaction would have others wait for its rows.
        options = f"-c idle_in_transaction_session_timeout={HANGS} -c lock_timeout={LOCKED}"
        self._connection = psycopg.connect(url, autocommit=True, connect_timeout=10, options=options)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement; gives its rows."""
        cursor = self._connection.execute(statement.replace("?", "%s").encode(), values)
        return cursor.fetchall() if cursor.description else []

    def begin(self) -> None:
        """Begin a transaction."""
        self._connection.execute("BEGIN")

    def be_alone(self) -> None:
        """Wait until no other node changes the schema; until the end of the transaction none does."""
        self._connection.execute("SET LOCAL lock_timeout = 0")
        self._connection.execute("SELECT pg_advisory_xact_lock(7201)")

    def commit(self) -> None:
        """Commit."""
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """Roll back; a lost connection has done so already."""
        try:
            self._connection.execute("ROLLBACK")
        except self._errors.Error:
            return

    def conflicts(self, error: Exception) -> bool:
        """Whether an error means that the row exists already."""
        return isinstance(error, self._errors.UniqueViolation)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def store_at(place: str) -> Store:
    """The store at a path or URL. Raises ChangelingError for what is neither."""
    return Store(_connector(place))


def file_of(place: str) -> str | None:
    """The file of a store that is one; None for a database that is reached by a URL."""
    return None if place.startswith(_URLS) else place.removeprefix("sqlite:///")


def _connector(place: str) -> Callable[[], Database]:
    if place.startswith(_URLS):
        try:
            import psycopg  # noqa: F401  whether it is there; Postgres imports it again
        except ImportError as error:
            raise ChangelingError("--db: PostgreSQL needs its driver: pip install 'changeling[postgres]'") from error
        return lambda: Postgres(place)
    path = file_of(place) or ""
    if "://" in path:
        raise ChangelingError(f"--db: '{place}' is neither a file nor a URL such as postgresql://user@host/name")
    if path == ":memory:":
        raise ChangelingError("--db: a table has to outlive its server: name a file")
    folder = Path(path).parent
    if not folder.is_dir():
        raise ChangelingError(f"--db: there is no folder {folder} for {path}")
    return lambda: Sqlite(path)
