"""A store on PostgreSQL, by URL. The driver is psycopg 3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

# Seconds. A node that hangs in a transaction would have the others wait for its rows: it may rest there for a second.
TIMEOUTS = {"statement_timeout": 20, "lock_timeout": 5, "idle_in_transaction_session_timeout": 1}
# A host that has silently gone is noticed by what is sent and never acknowledged, after so many milliseconds.
NETWORK: dict[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    "application_name": "changeling",
}
SCHEMA_LOCK = 0x6368616E  # the advisory lock of whoever changes the schema


class Postgres:
    """A PostgreSQL database."""

    def __init__(self, url: str) -> None:
        import psycopg

        self._errors = psycopg.errors
        self._connection = psycopg.connect(url, autocommit=True, **network_of(url))
        for name, seconds in TIMEOUTS.items():
            self._connection.execute(f"SET {name} = '{seconds}s'".encode())

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement; gives its rows."""
        cursor = self._connection.execute(statement.replace("?", "%s").encode(), values)
        return cursor.fetchall() if cursor.description else []

    def insert(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each of these rows."""
        with self._connection.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s").encode(), rows)

    def columns(self, table: str) -> list[str]:
        """The columns of a table."""
        ask = (
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_name = ? AND table_schema = current_schema() ORDER BY ordinal_position"
        )
        return [str(row[0]) for row in self.execute(ask, (table,))]

    def tables(self) -> list[str]:
        """All tables."""
        ask = (
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_type = 'BASE TABLE' AND table_schema = current_schema() ORDER BY table_name"
        )
        return [str(row[0]) for row in self.execute(ask)]

    def is_ours_alone(self) -> bool:
        """A database may be shared with other programs."""
        return False

    def in_use(self) -> bool:
        """Whether another connection of ours is open."""
        ask = (
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name LIKE 'changeling%' AND pid <> pg_backend_pid() LIMIT 1"
        )
        return bool(self.execute(ask.replace("%", "%%")))

    def begin(self, *, single: bool = False) -> None:
        """Begin a transaction, also of a `single` statement: where it is lost before its end, nothing was done."""
        self._connection.execute("BEGIN")

    def begin_alone(self) -> None:
        """Begin a transaction that changes the schema; another process that does so is waited for."""
        self._begin_long("BEGIN")
        self._connection.execute(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})".encode())

    def begin_reading(self) -> None:
        """Begin a transaction that sees the database as it is now."""
        self._begin_long("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def _begin_long(self, begin: str) -> None:
        self._connection.execute(begin.encode())
        for name in TIMEOUTS:
            self._connection.execute(f"SET LOCAL {name} = 0".encode())

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

    def lost(self) -> bool:
        """Whether the connection is gone: PostgreSQL then rolls back what was not committed."""
        return bool(self._connection.closed)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def network_of(url: str) -> dict[str, Any]:
    """How a connection to PostgreSQL notices that the other end is gone, as far as the URL itself does not say."""
    from psycopg.conninfo import conninfo_to_dict

    return {key: value for key, value in NETWORK.items() if key not in conninfo_to_dict(url)}
