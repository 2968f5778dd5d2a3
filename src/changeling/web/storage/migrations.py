"""The schema of the store, as numbered steps from an empty database to today's. Only ever forward.

A step is never edited once it was released: what changes is a new step at the end. Steps add and fill; they take
nothing away that the program of the step before needs, so that an older server on the same PostgreSQL goes on until it
is replaced. Databases from before versions were noted in them are brought up to date by the first two steps, which
leave alone what is there.
"""

from __future__ import annotations

from typing import Protocol

from changeling.web.wire.errors import StoreError


class Migrated(Protocol):
    """The database, as far as steps need it. Statements run inside of a transaction that the caller has begun."""

    def execute(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """Run one statement; gives its rows."""


STEPS: tuple[tuple[str, ...], ...] = (
    (  # 1: version 0.1
        "CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, public INTEGER NOT NULL,"
        " changed DOUBLE PRECISION NOT NULL, document TEXT NOT NULL)",
        "CREATE INDEX IF NOT EXISTS tables_public ON tables (public, changed)",
        "CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, table_id TEXT NOT NULL, digest TEXT NOT NULL,"
        " seed TEXT NOT NULL, seats TEXT NOT NULL, document TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS answers (game TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL,"
        " seat TEXT NOT NULL, move TEXT NOT NULL, made_by TEXT NOT NULL, made DOUBLE PRECISION NOT NULL,"
        " PRIMARY KEY (game, number))",
        "CREATE TABLE IF NOT EXISTS chat (table_id TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,"
        " text TEXT NOT NULL, made DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, number))",
        "CREATE TABLE IF NOT EXISTS replays (id TEXT PRIMARY KEY, game TEXT NOT NULL, text TEXT NOT NULL,"
        " made DOUBLE PRECISION NOT NULL)",
    ),
    (  # 2: who had what kept, and removing what is too old
        "CREATE TABLE IF NOT EXISTS owners (kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL,"
        " made DOUBLE PRECISION NOT NULL, PRIMARY KEY (kind, id))",
        "CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "CREATE INDEX IF NOT EXISTS owners_owner ON owners (owner, kind)",
        "CREATE INDEX IF NOT EXISTS tables_changed ON tables (changed, id)",
        "CREATE INDEX IF NOT EXISTS games_table ON games (table_id)",
        "CREATE INDEX IF NOT EXISTS replays_made ON replays (made, id)",
        "CREATE INDEX IF NOT EXISTS replays_game ON replays (game)",
    ),
    (  # 3: the cards that games are played with, and how games stood when they were last left
        "CREATE TABLE decks (id TEXT PRIMARY KEY, digest TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,"
        " texts TEXT NOT NULL, listing TEXT NOT NULL)",
        "ALTER TABLE games ADD COLUMN cards TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX games_cards ON games (cards)",
        "CREATE TABLE pictures (game TEXT PRIMARY KEY, text TEXT NOT NULL)",
    ),
    (  # 4: versions of tables, by which of two nodes that change one at the same time only one succeeds
        "CREATE TABLE IF NOT EXISTS table_versions (id TEXT PRIMARY KEY, version INTEGER NOT NULL)",
    ),
    (  # 5: short codes of tables that wait for players
        "CREATE TABLE codes (code TEXT PRIMARY KEY, table_id TEXT NOT NULL)",
        "CREATE INDEX codes_table ON codes (table_id)",
    ),
)
VERSION = len(STEPS)
_NOTE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)"


class TooNew(StoreError):
    """The store was written by a newer version of the program than this one."""

    def __init__(self, found: int) -> None:
        super().__init__(
            f"it was written by a newer version of Changeling (schema {found}; this version knows schemas up to"
            f" {VERSION}): update Changeling, or restore a backup that was made before"
        )


def migrate(database: Migrated, to: int = VERSION) -> int:
    """Bring a database forward, at most to a version; gives the version that it had. Raises TooNew."""
    database.execute(_NOTE)
    found = version_of(database)
    if found > VERSION:
        raise TooNew(found)
    for number in range(found + 1, to + 1):
        for statement in STEPS[number - 1]:
            database.execute(statement)
        database.execute("INSERT INTO schema_version (version) VALUES (?)", (number,))
    return found


def version_of(database: Migrated) -> int:
    """The version of a database that has been noted in it; 0 where none was, as in an empty one."""
    rows = database.execute("SELECT COALESCE(MAX(version), 0) FROM schema_version")
    return int(str(rows[0][0]))
