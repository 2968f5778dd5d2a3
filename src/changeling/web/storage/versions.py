"""Versions of tables: who writes a table says which version it has read, and writes only where that is the last one.

So of two nodes that change a table at the same time one succeeds, and the other reads it again and judges anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from changeling.web.storage.documents import Row, TableDocument, read_row, read_table
from changeling.web.storage.store import MUST_FIND, Statement, Store, understood


def put_version(table: str, version: int) -> Statement:
    """Write down that a table has this version from now on. It fails unless it had the one before."""
    return (
        "INSERT INTO table_versions (id, version) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET"
        f" version = excluded.version WHERE table_versions.version = excluded.version - 1 RETURNING 1{MUST_FIND}",
        (table, version),
    )


def check_version(table: str, version: int) -> Statement:
    """Fail unless a table has this version still. A table that was never changed has none written down."""
    if version == 0:
        return f"SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM table_versions WHERE id = ?){MUST_FIND}", (table,)
    return f"SELECT 1 FROM table_versions WHERE id = ? AND version = ?{MUST_FIND}", (table, version)


async def table_at(store: Store, table: str) -> tuple[TableDocument, int] | None:
    """The document of a table and its version. Raises StoreError."""
    statement = (
        "SELECT tables.document, COALESCE(table_versions.version, 0) FROM tables"
        " LEFT JOIN table_versions ON table_versions.id = tables.id WHERE tables.id = ?"
    )
    rows = await store.read(statement, table)
    return (understood(read_table, rows[0][0]), int(rows[0][1])) if rows else None


async def version_of(store: Store, table: str) -> int:
    """The version of a table. Raises StoreError."""
    rows = await store.read("SELECT version FROM table_versions WHERE id = ?", table)
    return int(rows[0][0]) if rows else 0


async def rows_from(store: Store, game: str, number: int) -> Sequence[Row]:
    """The rows of a game from a number on. Raises StoreError."""
    statement = "SELECT number, kind, seat, move, made_by FROM answers WHERE game = ? AND number >= ? ORDER BY number"
    return [understood(read_row, row) for row in await store.read(statement, game, number)]


async def last_answer(store: Store, game: str) -> float:
    """When the last row of a game was written, in seconds since 1970; 0 where there is none. Raises StoreError."""
    rows = await store.read("SELECT made FROM answers WHERE game = ? ORDER BY number DESC LIMIT 1", game)
    return float(rows[0][0]) if rows else 0.0


async def lines_from(store: Store, table: str, number: int) -> list[tuple[int, str, str, float]]:
    """The lines that were said at a table from a number on. Raises StoreError."""
    statement = "SELECT number, name, text, made FROM chat WHERE table_id = ? AND number >= ? ORDER BY number"
    return [(int(row[0]), row[1], row[2], float(row[3])) for row in await store.read(statement, table, number)]
