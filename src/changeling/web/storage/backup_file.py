"""The file of a backup: how it is written, and how it is read through and found to be whole.

It is gzip of lines of JSON. The first says what it is and of which schema; each table follows as a line that names it
and its columns, and a line for each row; the last has how many rows there are of each and a checksum of all lines
before it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import time
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from changeling.errors import ChangelingError
from changeling.web.storage.migrations import VERSION

FORMAT = 1
LONGEST = 64 * 1024 * 1024  # characters of one line: a row is a document or the text of a replay
LATEST = 253_402_300_000.0  # seconds since 1970: in the year 9999
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


# --- writing one ------------------------------------------------------------------------------------------------------
class Lines:
    """Lines that are written, with a checksum of all of them."""

    def __init__(self, out: gzip.GzipFile) -> None:
        self._out, self._sum = out, hashlib.sha256()

    def add(self, value: object) -> None:
        """Write a line."""
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._sum.update(line)
        self._out.write(line)

    def digest(self) -> str:
        """The checksum of what was written."""
        return self._sum.hexdigest()


# --- reading one ------------------------------------------------------------------------------------------------------
def look_through(file: Path) -> Contents:
    """What is in a backup, after all of it was read and found to be whole. Raises BackupError, also TooNew."""
    checksum, counts = hashlib.sha256(), dict[str, int]()
    schema, table, width, end = 0, "", 0, None
    for number, (line, value) in enumerate(lines_of(file), 1):
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


def lines_of(file: Path) -> Iterator[tuple[bytes, object]]:
    """The lines of a backup, each as it stands there and as a value. Raises BackupError."""
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
