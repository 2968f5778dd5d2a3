"""Databases that fail: a file that was taken away, a full disk, one that may only be read, one that does not answer."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.web.postgres import Postgres

from changeling.web.storage import databases, failures
from changeling.web.storage.databases import connector, store_at
from changeling.web.storage.documents import Row
from changeling.web.storage.store import PUT_ROW, Store, put_row
from changeling.web.wire.errors import StoreError

ROOT = Path(__file__).parents[3]


def write(store: Store, number: int, text: str = "move") -> None:
    asyncio.run(store.write([put_row("game", Row(number, "option", "Ann", text))]))


# --- a file that was taken away ---------------------------------------------------------------------------------------
def remove(file: Path) -> None:
    file.unlink()


def move(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))


def replace(file: Path) -> None:
    shutil.copy(file, file.with_name("copy"))
    os.replace(file.with_name("copy"), file)


def remove_log(file: Path) -> None:
    file.with_name(file.name + "-wal").unlink()


def remove_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


@pytest.mark.parametrize("take", [remove, move, replace, remove_log, remove_folder])
def test_a_file_that_was_taken_away_is_noticed_before_the_next_write_counts(
    take: Callable[[Path], object], tmp_path: Path
) -> None:
    file = tmp_path / "folder" / "tables.sqlite"
    file.parent.mkdir()
    store = store_at(str(file))
    store.open()
    write(store, 0)
    take(file)
    for number in (1, 2, 3):  # and it does not go on in a new file either
        with (
            pytest.raises(StoreError, match="removed or replaced")
            if take is not remove_log or number == 1
            else (contextlib.nullcontext())
        ):
            write(store, number)
    if take in (remove, move):
        assert not file.exists(), "no new and empty file is made in its place"
    store.close()


def test_reading_notices_it_too(tmp_path: Path) -> None:
    store = store_at(str(tmp_path / "tables.sqlite"))
    store.open()
    write(store, 0)
    (tmp_path / "tables.sqlite").unlink()
    with pytest.raises(StoreError, match="removed or replaced"):
        asyncio.run(store.game("game"))
    store.close()


def test_a_server_started_again_takes_the_file_that_is_there(tmp_path: Path) -> None:
    store = store_at(str(tmp_path / "tables.sqlite"))
    store.open()
    write(store, 0)
    store.close()
    replace(tmp_path / "tables.sqlite")
    again = store_at(str(tmp_path / "tables.sqlite"))
    again.open()
    write(again, 1)
    again.close()


# --- no room ----------------------------------------------------------------------------------------------------------
def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room(small_disk: Path) -> None:
    store = store_at(str(small_disk / "tables.sqlite"))
    store.open()
    rest = small_disk / "rest"
    rest.write_bytes(b"x" * 1_000_000)
    kept = list[int]()

    def write_on() -> None:
        for number in range(1000):
            write(store, number, "x" * 10_000)
            kept.append(number)

    with pytest.raises(StoreError, match="the disk is full: make room"):
        write_on()
    assert 10 < len(kept) < 1000
    with pytest.raises(StoreError, match="the disk is full"):
        write(store, 5000, "x" * 10_000)
    rest.unlink()
    write(store, len(kept), "x" * 10_000)
    found = asyncio.run(store.read("SELECT number FROM answers ORDER BY number"))
    assert [row[0] for row in found] == [*kept, len(kept)], "all that was acknowledged is there, and nothing else"
    store.close()


LIMITED = """
import asyncio, resource, signal, sys
from changeling.web.storage.databases import store_at
from changeling.web.storage.store import put_line
from changeling.web.wire.errors import StoreError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = store_at(sys.argv[1])
store.open()
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
kept = 0
try:
    for number in range(1000):
        asyncio.run(store.write([put_line("t", number, "Ann", "x" * 10_000, 0.0)]))
        kept += 1
except StoreError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.getrlimit(resource.RLIMIT_FSIZE)[1],) * 2)
asyncio.run(store.write([put_line("t", kept, "Ann", "x" * 10_000, 0.0)]))
store.close()
print(kept + 1)
"""


def test_a_file_that_may_not_grow_is_said_too(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path / "tables.sqlite")],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        timeout=120,
        check=False,
    )
    said, _, kept = run.stdout.rstrip().rpartition("\n")
    assert failures.NO_SPACE_FOR_FILE in said, run.stdout + run.stderr
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
        assert file.execute("SELECT COUNT(*) FROM chat").fetchone() == (int(kept),)


# --- files that are no stores, or may not be written ------------------------------------------------------------------
def test_a_file_that_may_only_be_read(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write every file; a disk that may only be read is tested instead")
    file = tmp_path / "tables.sqlite"
    made(file)
    file.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(StoreError, match=re.escape(failures.READ_ONLY)):
            store_at(str(file)).open()
    finally:
        tmp_path.chmod(0o755)


def test_a_disk_that_may_only_be_read(small_disk: Path) -> None:
    file = small_disk / "tables.sqlite"
    made(file)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(StoreError, match=re.escape(failures.READ_ONLY)):
        store_at(str(file)).open()


def made(file: Path) -> None:
    """A store that is closed, with no log beside it."""
    store = store_at(str(file))
    store.open()
    store.close()
    with contextlib.closing(sqlite3.connect(file)) as closed:
        closed.execute("PRAGMA journal_mode=DELETE")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann, " * 200)
    with pytest.raises(StoreError, match=re.escape(failures.NO_DATABASE)):
        store_at(str(tmp_path / "letter")).open()


def test_a_damaged_database_says_so(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    store = store_at(str(file))
    store.open()
    for number in range(200):
        write(store, number, "x" * 3000)
    store.close()
    held = bytearray(file.read_bytes())
    held[8192:-4096] = b"\xff" * (len(held) - 12288)
    file.write_bytes(bytes(held))
    again = store_at(str(file))

    def read() -> None:
        again.open()
        asyncio.run(again.read("SELECT COUNT(move) FROM answers WHERE move <> ''"))

    with pytest.raises(StoreError, match=re.escape(failures.DAMAGED)):
        read()
    again.close()


# --- databases that do not answer -------------------------------------------------------------------------------------
def test_a_statement_that_takes_too_long_is_broken_off(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "STATEMENT_SECONDS", 1)
    monkeypatch.setitem(databases.TIMEOUTS, "statement_timeout", 1)
    store = store_at(place)
    store.open()
    endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n WHERE x > 5"
    begun = time.monotonic()
    with pytest.raises(StoreError, match="took too long"):
        asyncio.run(store.read(endless))
    assert time.monotonic() - begun < 60
    write(store, 0)
    store.close()


def test_a_row_that_somebody_holds_is_not_waited_for_for_ever(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(databases.TIMEOUTS, "lock_timeout", 1)
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
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that is slow for a moment: PostgreSQL has ended it, nothing of it was done, and nobody is told."""
    monkeypatch.setitem(databases.TIMEOUTS, "idle_in_transaction_session_timeout", 0.6)
    run, pauses = databases.Postgres.execute, [1.2, 1.2]

    def slowly(self: databases.Postgres, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if statement == PUT_ROW and pauses:
            time.sleep(pauses.pop())
        return run(self, statement, values)

    monkeypatch.setattr(databases.Postgres, "execute", slowly)
    store = store_at(postgres.database("rested"))
    store.open()
    write(store, 0)
    assert not pauses
    assert asyncio.run(store.read("SELECT number FROM answers")) == [(0,)]
    assert store.health.wrong() == ""
    store.close()


def test_a_connection_that_is_lost_at_the_end_leaves_it_open_what_was_written(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been written, so it is not done again: who asked reads what the store has."""
    commit, url = databases.Postgres.commit, postgres.database("lost_at_the_end")

    def lost(self: databases.Postgres) -> None:
        commit(self)
        raise psycopg.OperationalError("the connection was lost")

    store = store_at(url)
    store.open()
    monkeypatch.setattr(databases.Postgres, "commit", lost)
    monkeypatch.setattr(databases.Postgres, "lost", lambda self: True)
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
def test_why_a_database_cannot_be_reached(place: str, words: str, postgres: Postgres) -> None:
    url = place.replace("{server}/no-such-database", postgres.url("no-such-database"))
    with pytest.raises(StoreError, match=re.escape(words)):
        store_at(url).open()


def test_a_user_who_may_not_write(postgres: Postgres) -> None:
    url = postgres.database("guarded")
    store_at(url).open()
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE USER reader")
        owner.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    store = store_at(url.replace("changeling@", "reader@"))
    with pytest.raises(StoreError, match="may not write"):
        store.open()


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
