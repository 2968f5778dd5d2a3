"""Both databases: a statement that never ends, and who has a store open."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from changeling.web.storage import postgres, sqlite_file
from changeling.web.storage.databases import connector, store_at
from changeling.web.storage.documents import Row
from changeling.web.storage.store import Store, put_row
from changeling.web.wire.errors import StoreError


def write(store: Store, number: int, text: str = "move") -> None:
    asyncio.run(store.write([put_row("game", Row(number, "option", "Ann", text))]))


def test_a_statement_that_takes_too_long_is_broken_off(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "TRANSACTION_SECONDS", 1)
    monkeypatch.setitem(postgres.TIMEOUTS, "statement_timeout", 1)
    store = store_at(place)
    store.open()
    endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n WHERE x > 5"
    begun = time.monotonic()
    with pytest.raises(StoreError, match="took too long"):
        asyncio.run(store.read(endless))
    assert time.monotonic() - begun < 60
    write(store, 0)
    store.close()


def test_who_has_a_store_open_is_seen(place: str) -> None:
    store = store_at(place)
    store.open()
    with contextlib.closing(connector(place)()) as database:
        write(store, 0)
        assert database.in_use()
        store.close()
        deadline = time.monotonic() + 60
        while database.in_use():  # PostgreSQL takes a moment to see that a connection is closed
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert database.execute("SELECT COUNT(*) FROM answers") == [(1,)], "it can be used after the question"
