"""Short codes: what is one, that no two tables have the same, and how they are read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from changeling.web.storage.codes import LENGTH, LETTERS, draw_code, drop_codes, put_code, read_code, table_of
from changeling.web.storage.databases import store_at
from changeling.web.wire.errors import StoreConflict


def test_codes_are_drawn_of_letters_that_make_no_words() -> None:
    for _ in range(200):
        code = draw_code()
        assert len(code) == LENGTH
        assert set(code) <= set(LETTERS)
    assert not set(LETTERS) & set("AEIOUY")


@pytest.mark.parametrize(
    ("typed", "code"),
    [("bcdf", "BCDF"), (" BC-df ", "BCDF"), ("b c d f", "BCDF"), ("bcd", ""), ("bcdfg", ""), ("abcd", ""), ("ßß", "")],
)
def test_a_code_is_read_as_it_is_typed(typed: str, code: str) -> None:
    assert read_code(typed) == code


def test_no_two_tables_have_the_same_code(tmp_path: Path) -> None:
    async def main() -> None:
        await store.write([put_code("BCDF", "one")])
        with pytest.raises(StoreConflict):
            await store.write([put_code("BCDF", "two")])
        assert await table_of(store, "BCDF") == "one"
        await store.write([drop_codes("one")])
        assert await table_of(store, "BCDF") == ""
        await store.write([put_code("BCDF", "two")])
        assert await table_of(store, "BCDF") == "two"

    store = store_at(str(tmp_path / "tables.sqlite"))
    store.open()
    asyncio.run(main())
    store.close()
