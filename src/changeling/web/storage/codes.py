"""Short codes: four letters that lead to a table for as long as it waits for players.

A code is a row, so that no two tables have the same one, whichever node they were made at.
"""

from __future__ import annotations

import secrets
from typing import Annotated

from msgspec import Meta

from changeling.web.storage.store import Statement, Store

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that no word comes of it; told apart when they are read aloud
LENGTH = 4
Code = Annotated[str, Meta(pattern=f"^[{LETTERS}]{{{LENGTH}}}$")]


def draw_code() -> str:
    """Four letters by chance; whether they are taken is seen when they are written down."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """The code that somebody has typed, in capitals and without what stands between its letters; empty for none."""
    letters = "".join(letter for letter in text if not letter.isspace() and letter != "-")
    letters = letters.upper() if letters.isascii() else ""
    return letters if len(letters) == LENGTH and set(letters) <= set(LETTERS) else ""


def put_code(code: str, table: str) -> Statement:
    """Give a code to a table. It conflicts where another table has it."""
    return "INSERT INTO codes (code, table_id) VALUES (?, ?)", (code, table)


def drop_codes(table: str) -> Statement:
    """Take back the code of a table."""
    return "DELETE FROM codes WHERE table_id = ?", (table,)


async def table_of(store: Store, code: str) -> str:
    """The id of the table that has a code; empty where none has. Raises StoreError."""
    rows = await store.read("SELECT table_id FROM codes WHERE code = ?", code)
    return str(rows[0][0]) if rows else ""
