"""Of two who change a table at the same time, one has written and the other nothing."""

from __future__ import annotations

import asyncio

import pytest

from changeling.web.storage.documents import Row, SeatDocument, TableDocument
from changeling.web.storage.store import Store, put_line, put_row, put_table
from changeling.web.storage.versions import check_version, lines_from, put_version, rows_from, table_at, version_of
from changeling.web.wire.errors import StoreConflict
from changeling.web.wire.values import DeckChoice


def table(name: str) -> TableDocument:
    return TableDocument("table", 0.0, DeckChoice(["family"]), [SeatDocument("human", name)], "00")


def test_a_version_is_written_once(store: Store) -> None:
    async def main() -> None:
        await store.write([put_table(table("Ann"))])
        assert await table_at(store, "table") == (table("Ann"), 0)
        await store.write([put_version("table", 1), put_table(table("Bob"))])
        for late in (1, 3):
            with pytest.raises(StoreConflict):
                await store.write([put_table(table("Cy")), put_version("table", late)])
        assert await table_at(store, "table") == (table("Bob"), 1)
        await store.write([put_version("table", 2), put_table(table("Dee"))])
        assert (await table_at(store, "table"), await version_of(store, "table")) == ((table("Dee"), 2), 2)
        assert (await table_at(store, "none"), await version_of(store, "none")) == (None, 0)

    asyncio.run(main())


def test_rows_are_written_only_for_the_version_that_was_read(store: Store) -> None:
    async def main() -> None:
        await store.write([check_version("table", 0), put_row("game", Row(0, "option", "Ann", "1"))])
        await store.write([put_version("table", 1)])
        for late in (0, 2):
            with pytest.raises(StoreConflict):
                await store.write([check_version("table", late), put_row("game", Row(1, "option", "Ann", "2"))])
        await store.write([check_version("table", 1), put_row("game", Row(1, "option", "Ann", "3"))])
        assert [row.move for row in await rows_from(store, "game", 0)] == ["1", "3"]
        assert [row.move for row in await rows_from(store, "game", 1)] == ["3"]

    asyncio.run(main())


def test_one_that_fails_costs_the_others_in_its_batch_nothing(store: Store) -> None:
    async def main() -> None:
        lines = [[put_line("table", number % 4, "Ann", f"{number}", 0.0)] for number in range(8)]
        done = await asyncio.gather(*(store.write(line) for line in lines), return_exceptions=True)
        assert [isinstance(one, StoreConflict) for one in done] == [False] * 4 + [True] * 4
        assert [line[2] for line in await lines_from(store, "table", 1)] == ["1", "2", "3"]

    asyncio.run(main())
