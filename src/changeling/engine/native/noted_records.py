"""A table with its journal as a NumPy record. Needs NumPy only; nothing here imports llvmlite."""

from __future__ import annotations

from typing import Final

from changeling.engine.fields import SCRATCH, Field
from changeling.engine.journal_layout import Noted
from changeling.engine.native.records import TABLE, table_with

NOTED_FIELDS: Final = (
    *Noted.fields,
    Field("sheet_at", SCRATCH, 0, "i8", "the address of the sheet"),
    Field("spare", SCRATCH, TABLE.itemsize // 8, "i8", "room for a copy of the table, to evaluate something on"),
)
NOTED_TABLE: Final = table_with(NOTED_FIELDS)
