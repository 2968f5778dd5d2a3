"""Backups: everything in a store as one file, from SQLite or PostgreSQL, and into either of them.

`backup_file` says what is in the file. It is read through twice: nothing is written before all of it was found to be
whole.
"""

from __future__ import annotations

import contextlib
import gzip
import itertools
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

from changeling.web.storage.backup_file import FORMAT, TABLES, BackupError, Contents, Lines, lines_of, look_through
from changeling.web.storage.migrations import VERSION, TooNew, migrate, version_of
from changeling.web.storage.store import Database

PAGE = 2000  # rows that are read or written at once
# Errors of both databases that are about a row, and not about the database.
_OF_ROWS = {
    "IntegrityError",
    "DataError",
    "InterfaceError",
    "ProgrammingError",
    "OverflowError",
    "ValueError",
    "TypeError",
}


class WholeDatabase(Database, Protocol):
    """A connection as backups use it."""

    def insert(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each of these rows."""

    def columns(self, table: str) -> list[str]:
        """The columns of a table in their order; none where there is no such table."""

    def tables(self) -> list[str]:
        """All tables."""

    def is_ours_alone(self) -> bool:
        """Whether nobody else can have tables in it."""

    def in_use(self) -> bool:
        """Whether another program has the database open, as a running server does."""

    def begin_reading(self) -> None:
        """Begin a transaction that sees the database as it is now, whatever is written meanwhile. It may last."""


# --- making one -------------------------------------------------------------------------------------------------------
def back_up(database: WholeDatabase, file: Path, *, version: str = "", replace: bool = False) -> Contents:
    """Write all of a store, as it is at one moment, to a file. A server may go on writing meanwhile.

    `version` is that of the program, for whoever reads the file. The store is left as it is, also one of an earlier
    schema. The file is there when it is on the disk and was read again and found whole, or not at all. Raises
    BackupError."""
    if file.exists() and not replace:
        raise BackupError(f"{file} is there already; --replace writes over it")
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(unfinished, "xb", opener=_for_its_owner) as out:
            contents = _write(database, out, version)
            out.flush()
            os.fsync(out.fileno())
        _verify(unfinished, contents)
        os.replace(unfinished, file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return contents


def _for_its_owner(path: str, flags: int) -> int:
    """Open a file that nobody else may read: a backup has everybody's hands in it."""
    return os.open(path, flags, 0o600)


def _verify(unfinished: Path, written: Contents) -> None:
    try:
        found = look_through(unfinished)
    except BackupError as error:
        raise BackupError(f"what was written is not what is read again ({error}): do not rely on this disk") from error
    if found.counts != written.counts:
        raise BackupError("what was written is not what is read again: do not rely on this disk")


def _shape_of(database: WholeDatabase) -> tuple[int, list[str]]:
    """The schema of a store and its tables. Where no version was noted yet, the tables that are there tell it."""
    noted = version_of(database) if database.columns("schema_version") else 0
    if noted:
        return noted, [table for table, (since, _) in TABLES.items() if since <= noted]
    there = [table for table in TABLES if database.columns(table)]
    return max((TABLES[table][0] for table in there), default=1), there


def _write(database: WholeDatabase, out: IO[bytes], version: str) -> Contents:
    database.begin_reading()
    try:
        schema, tables = _shape_of(database)
        contents = Contents(schema)
        if contents.schema > VERSION:
            raise TooNew(contents.schema)
        with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as packed:
            lines = Lines(packed)
            lines.add({"changeling-backup": FORMAT, "schema": contents.schema, "version": version})
            for table in tables:
                contents.counts[table] = _write_table(database, lines, table, TABLES[table][1])
            lines.add({"made": contents.made, "counts": contents.counts, "sha256": lines.digest()})
        return contents
    finally:
        database.rollback()


def _write_table(database: WholeDatabase, lines: Lines, table: str, keys: tuple[str, ...]) -> int:
    columns = database.columns(table)
    lines.add({"table": table, "columns": columns})
    names, order, marks, count = ", ".join(columns), ", ".join(keys), ", ".join("?" * len(keys)), 0
    last: tuple[Any, ...] = ()
    while True:
        after = f"WHERE ({order}) > ({marks})" if last else ""
        rows = database.execute(f"SELECT {names} FROM {table} {after} ORDER BY {order} LIMIT ?", (*last, PAGE))
        for row in rows:
            lines.add(list(row))
        count += len(rows)
        if len(rows) < PAGE:
            return count
        last = tuple(rows[-1][columns.index(key)] for key in keys)


# --- putting it back --------------------------------------------------------------------------------------------------
def restore(database: WholeDatabase, file: Path, *, replace: bool = False) -> Contents:
    """Put a backup into a store: all of it or nothing. What is there is replaced if `replace` says so; else the store
    has to be empty. A backup of an earlier schema is brought forward. Raises BackupError."""
    contents = look_through(file)
    database.begin_alone()
    try:
        _empty(database, replace=replace)
        migrate(database, contents.schema)
        counts = _fill(database, file)
        if counts != contents.counts:
            raise BackupError(f"{file} has changed while it was read")
        migrate(database)
        database.commit()
    except BaseException:
        database.rollback()
        raise
    return contents


def _empty(database: WholeDatabase, *, replace: bool) -> None:
    """Drop every table of a store, whatever version made them. Raises BackupError where there is something in them that
    is not to be replaced, and where it cannot be known whose they are."""
    there = database.tables()
    known = {*TABLES, "schema_version"}.intersection(there)
    if not replace and any(database.execute(f"SELECT 1 FROM {table} LIMIT 1") for table in known & set(TABLES)):
        raise BackupError("there is something in the store already; --replace removes all of it first")
    more = [table for table in there if table not in known]
    newer = "schema_version" in known and version_of(database) > VERSION
    if newer and more and not database.is_ours_alone():
        raise BackupError(
            f"a newer version of Changeling has made tables that this one does not know: {', '.join(more)}. Drop those"
            " of them that are Changeling's, or restore into an empty database"
        )
    for table in (*known, *(more if newer else ())):
        database.execute(f'DROP TABLE "{table}"')


@contextlib.contextmanager
def _blaming(damage: str) -> Iterator[None]:
    """Blame the file where a database cannot take a row; an error of the database itself stays what it is."""
    try:
        yield
    except Exception as error:
        if not {kind.__name__ for kind in type(error).__mro__} & _OF_ROWS:
            raise
        raise BackupError(f"{damage}: {' '.join(str(error).split())}") from error


def _fill(database: WholeDatabase, file: Path) -> dict[str, int]:
    """Insert every row of a backup; gives how many there were of each table."""
    counts, statement, table, waiting, number = dict[str, int](), "", "", list[list[Any]](), 0

    def write() -> None:
        if waiting:
            first = number - len(waiting)
            with _blaming(f"{file} is damaged: the rows of {table} in lines {first} to {number - 1} cannot be kept"):
                database.insert(statement, waiting)
            counts[table] += len(waiting)
            waiting.clear()

    for number, (_, value) in enumerate(itertools.islice(lines_of(file), 1, None), 2):  # noqa: B007  `write` reads it
        if isinstance(value, list):
            if len(waiting) >= PAGE:
                write()
            waiting.append(value)
        elif isinstance(value, dict) and "table" in value:
            write()
            table, columns = str(value["table"]), value["columns"]
            if unknown := set(columns) - set(database.columns(table)):
                raise BackupError(f"{file} has columns of {table} that are not known: {', '.join(sorted(unknown))}")
            counts[table] = 0
            statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    write()
    return counts
