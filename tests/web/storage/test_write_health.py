"""Whether a store can be written is found out by writing, and what failed lately is not forgotten at once."""

from __future__ import annotations

import asyncio
import sqlite3

import psycopg
import pytest

from changeling.web.storage import write_health
from changeling.web.storage.store import Store
from changeling.web.storage.write_health import SIZE, WriteHealth, trial
from changeling.web.wire.errors import StoreError


def full() -> sqlite3.Error:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


def damaged() -> sqlite3.Error:
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def test_a_failed_write_counts_until_another_succeeds_or_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    health = WriteHealth()
    assert health.wrong() == ""
    health.failed(full(), reading=False)
    assert "the disk is full" in health.wrong()
    health.succeeded()
    assert health.wrong() == ""
    health.failed(psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT"), reading=False)
    assert "standby" in health.wrong()
    monkeypatch.setattr(write_health, "REMEMBERED", 0.0)
    assert health.wrong() == "", "where nobody tries, one may be sent here to try"


def test_what_was_read_counts_only_where_it_shows_damage() -> None:
    health = WriteHealth()
    health.failed(full(), reading=True)
    assert health.wrong() == ""
    health.failed(damaged(), reading=True)
    health.succeeded()
    assert "damaged" in health.wrong(), "it stays so, however much of the file can still be written"


def test_a_trial_writes_a_row_of_its_own_and_another_each_time(store: Store) -> None:
    for now in (1.0, 2.0):
        asyncio.run(store.write([trial(now)]))
        [(value,)] = asyncio.run(store.read("SELECT value FROM notes WHERE name = 'readiness'"))
        assert len(value) == SIZE
        assert value.startswith(f"{now:.6f} ")
    assert asyncio.run(store.read("SELECT COUNT(*) FROM notes")) == [(1,)]


def test_a_store_remembers_what_failed_and_a_trial_does_not_make_it_good(store: Store) -> None:
    with pytest.raises(StoreError):
        asyncio.run(store.write([("INSERT INTO nowhere (x) VALUES (1)", ())]))
    asyncio.run(store.write([trial()]))
    assert "nowhere" in store.health.wrong()
    asyncio.run(store.write([("INSERT INTO notes (name, value) VALUES ('a', '')", ())]))
    assert store.health.wrong() == ""
