"""PostgreSQL that fails: rows that somebody holds, connections that are lost, a database that is not there."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from typing import Any

import psycopg
import pytest
from tests.web.postgres import Postgres as Server

from changeling.web.storage import failures
from changeling.web.storage.databases import store_at
from changeling.web.storage.documents import Row
from changeling.web.storage.postgres import TIMEOUTS, Postgres
from changeling.web.storage.store import PUT_ROW, Store, put_row
from changeling.web.wire.errors import StoreError


def write(store: Store, number: int, text: str = "move") -> None:
    asyncio.run(store.write([put_row("game", Row(number, "option", "Ann", text))]))


def test_a_row_that_somebody_holds_is_not_waited_for_for_ever(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TIMEOUTS, "lock_timeout", 1)
    url = postgres.database("held")
    store = store_at(url)
    store.open()
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE answers")
        with pytest.raises(StoreError, match=re.escape(failures.HELD_THERE)):
            write(store, 0)
    write(store, 0)
    store.close()


def test_a_transaction_that_rested_too_long_is_done_on_another_connection(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that is slow for a moment: PostgreSQL has ended it, nothing of it was done, and nobody is told."""
    monkeypatch.setitem(TIMEOUTS, "idle_in_transaction_session_timeout", 0.6)
    run, pauses = Postgres.execute, [1.2, 1.2]

    def slowly(self: Postgres, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if statement == PUT_ROW and pauses:
            time.sleep(pauses.pop())
        return run(self, statement, values)

    monkeypatch.setattr(Postgres, "execute", slowly)
    store = store_at(postgres.database("rested"))
    store.open()
    write(store, 0)
    assert not pauses
    assert asyncio.run(store.read("SELECT number FROM answers")) == [(0,)]
    assert store.health.wrong() == ""
    store.close()


def test_a_connection_that_is_lost_at_the_end_leaves_it_open_what_was_written(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been written, so it is not done again: who asked reads what the store has."""
    commit, url = Postgres.commit, postgres.database("lost_at_the_end")

    def lost(self: Postgres) -> None:
        commit(self)
        raise psycopg.OperationalError("the connection was lost")

    store = store_at(url)
    store.open()
    monkeypatch.setattr(Postgres, "commit", lost)
    monkeypatch.setattr(Postgres, "lost", lambda self: True)
    with pytest.raises(StoreError) as raised:
        write(store, 0)
    assert type(raised.value) is StoreError, "not that another node was first, as it is when it is written again"
    store.close()


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("postgresql://nobody@127.0.0.1:9/none", failures.UNREACHABLE),
        ("{server}/no-such-database", failures.MISSING),
    ],
)
def test_why_a_database_cannot_be_reached(place: str, words: str, postgres: Server) -> None:
    url = place.replace("{server}/no-such-database", postgres.url("no-such-database"))
    with pytest.raises(StoreError, match=re.escape(words)):
        store_at(url).open()


def test_a_user_who_may_not_write(postgres: Server) -> None:
    url = postgres.database("guarded")
    store_at(url).open()
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE USER reader")
        owner.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    store = store_at(url.replace("changeling@", "reader@"))
    with pytest.raises(StoreError, match="may not write"):
        store.open()
