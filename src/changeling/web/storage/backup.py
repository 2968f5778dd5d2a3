"""Backups: everything in a store as one file, from SQLite or PostgreSQL, and into either of them.

A backup is gzip of lines of JSON. The first says what it is and of which schema; each table follows as a line that
names it and its columns, and a line for each row; the last has how many rows there are of each and a checksum of all
lines before it. It is read through twice: nothing is written before all of it was found to be whole.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import itertools
import json
import os
import time
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Protocol

from changeling.errors import ChangelingError
from changeling.web.storage.migrations import VERSION, TooNew, migrate, version_of
from changeling.web.storage.store import Database

FORMAT = 1
PAGE = 2000  # rows that are read or written at once
LONGEST = 64 * 1024 * 1024  # characters of one line: a row is a document or the text of a replay
LATEST = 253_402_300_000.0  # seconds since 1970: in the year 9999
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
# The tables: with which schema they came, and the columns that tell their rows apart, by which they are read page by
# page. A table that a step adds is added here: a test looks.
TABLES: dict[str, tuple[int, tuple[str, ...]]] = {
    "tables": (1, ("id",)),
    "games": (1, ("id",)),
    "answers": (1, ("game", "number")),
    "chat": (1, ("table_id", "number")),
    "replays": (1, ("id",)),
    "owners": (2, ("kind", "id")),
    "notes": (2, ("name",)),
    "decks": (3, ("id",)),
    "pictures": (3, ("game",)),
    "table_versions": (4, ("id",)),
    "codes": (5, ("code",)),
}


NAMES = {  # what one row of a table is called, and several are
    "tables": ("table", "tables"),
    "games": ("game", "games"),
    "answers": ("answer", "answers"),
    "chat": ("line of chat", "lines of chat"),
    "replays": ("replay", "replays"),
    "owners": ("owner", "owners"),
    "notes": ("note", "notes"),
    "decks": ("deck", "decks"),
    "pictures": ("picture of a game", "pictures of games"),
    "table_versions": ("version of a table", "versions of tables"),
    "codes": ("short code", "short codes"),
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


class BackupError(ChangelingError):
    """A backup cannot be made, or is not whole; nothing was changed."""


@dataclass(slots=True)
class Contents:
    """What a backup says of itself: of which schema it is, when it was made, and its rows by table."""

    schema: int
    made: float = field(default_factory=time.time)
    counts: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        said = [f"{count:,} {NAMES[table][count != 1]}" for table, count in self.counts.items() if count]
        return ", ".join(said) or "nothing"


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
        with unfinished.open("xb") as out:
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
            lines = _Lines(packed)
            lines.add({"changeling-backup": FORMAT, "schema": contents.schema, "version": version})
            for table in tables:
                contents.counts[table] = _write_table(database, lines, table, TABLES[table][1])
            lines.add({"made": contents.made, "counts": contents.counts, "sha256": lines.digest()})
        return contents
    finally:
        database.rollback()


class _Lines:
    """Lines that are written, with a checksum of all of them."""

    def __init__(self, out: gzip.GzipFile) -> None:
        self._out, self._sum = out, hashlib.sha256()

    def add(self, value: object) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._sum.update(line)
        self._out.write(line)

    def digest(self) -> str:
        return self._sum.hexdigest()


def _write_table(database: WholeDatabase, lines: _Lines, table: str, keys: tuple[str, ...]) -> int:
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


# --- reading one ------------------------------------------------------------------------------------------------------
def look_through(file: Path) -> Contents:
    """What is in a backup, after all of it was read and found to be whole. Raises BackupError, also TooNew."""
    checksum, counts = hashlib.sha256(), dict[str, int]()
    schema, table, width, end = 0, "", 0, None
    for number, (line, value) in enumerate(_lines_of(file), 1):
        damage = f"{file} is damaged: line {number}"
        if end is not None:
            raise BackupError(f"{file} is damaged: something follows its end")
        if number == 1:
            schema = _schema_of(file, value)
        elif isinstance(value, list):
            _check_row(damage, value, width)
            counts[table] += 1
        elif isinstance(value, dict) and "sha256" in value:
            end = value
            continue
        else:
            table, width = _table_of(damage, value, counts)
            counts[table] = 0
        checksum.update(line)
    if end is None:
        raise BackupError(f"{file} is not whole: its end is missing")
    if end.get("counts") != counts or end.get("sha256") != checksum.hexdigest():
        raise BackupError(f"{file} is damaged: its checksum does not fit what it holds")
    return Contents(schema, made=_made_of(file, end.get("made", 0.0)), counts=counts)


def _check_row(damage: str, row: list[object], width: int) -> None:
    """Raise BackupError for a row that is none of its table, which has so many columns; 0: none was named."""
    if not width:
        raise BackupError(f"{damage} is a row, and no table was named before it")
    if len(row) != width:
        raise BackupError(f"{damage} has {len(row)} values, and its table has {width} columns")
    if not all(isinstance(value, str | int | float) and not isinstance(value, bool) for value in row):
        raise BackupError(f"{damage} has a value that is neither text nor a number")


def _table_of(damage: str, value: object, before: Collection[str]) -> tuple[str, int]:
    """The table that a line names, and how many columns it has. Raises BackupError."""
    table, columns = (value.get("table"), value.get("columns")) if isinstance(value, dict) else (None, None)
    if not isinstance(table, str) or table not in TABLES:
        raise BackupError(f"{damage} is none of a backup")
    if table in before:
        raise BackupError(f"{damage} names the table {table} a second time")
    if not isinstance(columns, list) or not columns or not all(isinstance(column, str) for column in columns):
        raise BackupError(f"{damage} names the table {table} without its columns")
    return table, len(columns)


def _made_of(file: Path, value: object) -> float:
    """When a backup was made, in seconds since 1970, in a year that can be told. Raises BackupError."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < LATEST:
        raise BackupError(f"{file} is damaged: its last line does not say when it was made")
    return float(value)


def _schema_of(file: Path, first: object) -> int:
    if not isinstance(first, dict) or "changeling-backup" not in first:
        raise BackupError(f"{file} is no backup of Changeling's")
    schema = first.get("schema")
    if isinstance(schema, bool) or not isinstance(schema, int):
        raise BackupError(f"{file} is damaged: its first line does not say of which schema it is")
    if first["changeling-backup"] != FORMAT or not 0 < schema <= VERSION:
        raise BackupError(
            f"{file} was made by another version of Changeling ({first.get('version')}; its schema is {schema}, and"
            f" this version knows schemas up to {VERSION}): update Changeling to restore it"
        )
    return schema


def _lines_of(file: Path) -> Iterator[tuple[bytes, object]]:
    number = 0
    try:
        with gzip.open(file, "rb") as packed:
            while line := packed.readline(LONGEST):
                number += 1
                yield line, json.loads(line)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BackupError(f"{file} is no backup, or is not whole: {error}") from error
    except (ValueError, RecursionError) as error:  # of JSON, or bytes that are no text
        raise BackupError(f"{file} is damaged: line {number} cannot be read: {error}") from error
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error.strerror or error}") from error


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

    for number, (_, value) in enumerate(itertools.islice(_lines_of(file), 1, None), 2):  # noqa: B007  `write` reads it
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
