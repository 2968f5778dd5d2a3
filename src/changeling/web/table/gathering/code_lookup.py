"""Tables and their short codes: a table is written down with one that no other has, and found by it while it waits."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.web.storage.codes import draw_code, put_code, read_code, table_of
from changeling.web.storage.documents import TableDocument
from changeling.web.storage.store import Statement, Store, put_table
from changeling.web.wire.errors import Refuse, StoreConflict

TRIES = 20  # codes that are drawn for one table; of 160,000 few are in use


async def keep_table(store: Store, document: TableDocument, besides: Sequence[Statement] = ()) -> None:
    """Write down a new table with a code that no other table has, and `besides` with it. Raises StoreError."""
    for _ in range(TRIES):
        try:
            await store.write([put_code(document.code, document.id), put_table(document), *besides])
            return
        except StoreConflict:
            document.code = draw_code()
    document.code = ""  # nearly all are in use: the link still leads to it
    await store.write([put_table(document), *besides])


async def waiting_table(store: Store, code: str) -> str:
    """The id of the table that has a code, if it waits for players. Raises Refuse where there is none, StoreError."""
    asked = read_code(code)
    table = await table_of(store, asked) if asked else ""
    document = await store.table(table) if table else None
    if document is None or document.code != asked or not waits(document):
        raise Refuse("code/none", f"no table that waits for players has the code '{code[:20]}'", status=404)
    return table


def waits(document: TableDocument) -> bool:
    """Whether somebody can still sit down before the game."""
    return document.phase == "lobby" and any(seat.kind != "human" for seat in document.seats)
