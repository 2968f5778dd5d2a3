"""Tables and sheets as NumPy records, for the compiled machine: the same fields as in `engine.layout`.

Needs NumPy only; nothing here imports llvmlite.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.engine.fields import Field, Flat
from changeling.engine.layout import Table
from changeling.engine.sheet_layout import Sheet

_WORD: Final = 8  # bytes


def _dtype(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """Fields in their order. Lists begin at whole words, so that a record can be copied word by word up to any list."""
    names, formats, offsets = [], [], []
    end = 0
    for field in fields:
        kind = np.dtype(field.kind)
        align = _WORD if field.length else kind.itemsize
        begin = -(-end // align) * align
        names.append(field.name)
        formats.append((kind, (field.length,)) if field.length else kind)
        offsets.append(begin)
        end = begin + kind.itemsize * (field.length or 1)
    size = -(-end // _WORD) * _WORD
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size}, align=True)


TABLE: Final = _dtype(Table.fields)
SHEET: Final = _dtype(Sheet.fields)


def table_with(more: tuple[Field, ...]) -> np.dtype[Any]:
    """A table with further fields behind its last one, where copying a table (`entry_points.copy_table`) leaves them
    alone."""
    return _dtype(Table.fields + more)


def to_record(flat: Flat, record: Any) -> None:
    """Write a table or sheet into a NumPy record of its type."""
    for field in flat.fields:
        value = getattr(flat, field.name)
        if field.length:
            room = record[field.name]
            room[: len(value)] = value
            room[len(value) :] = 0
        else:
            record[field.name] = value


def from_record(record: Any, table: Table) -> Table:
    """Read a table back out of a NumPy record."""
    for field in Table.fields:
        value = record[field.name]
        setattr(table, field.name, value.tolist() if field.length else int(value))
    return table


def records(count: int, kind: np.dtype[Any] = TABLE) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Room for tables, and the same memory as integers for copying."""
    tables = np.zeros(count, kind)
    return tables, tables.view(np.int64).reshape(count, -1)


def sheet_record(d: Sheet) -> NDArray[Any]:
    """A deck as the compiled machine takes it."""
    sheets = np.zeros(1, SHEET)
    to_record(d, sheets[0])
    return sheets


def store(t: Table, tables: NDArray[Any], row: int) -> None:
    """Put a table into a row."""
    to_record(t, tables[row])


def fetch(tables: NDArray[Any], row: int) -> Table:
    """Take a table out of a row."""
    return from_record(tables[row], Table())
