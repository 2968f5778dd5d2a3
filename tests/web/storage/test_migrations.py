"""The schema comes forward step by step, from real files of every version before, and never goes back."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.web.postgres import Postgres

from changeling.web.storage.backup import WholeDatabase
from changeling.web.storage.databases import connector, store_at
from changeling.web.storage.migrations import STEPS, VERSION, migrate, version_of
from changeling.web.wire.errors import StoreError

DATA = Path(__file__).parent / "data"
KNOWN = ("tables", "games", "answers", "chat", "replays")
EARLIER = {"version-0.1": KNOWN, "version-0.2": (*KNOWN, "owners", "notes")}  # files that servers of then have written
Rows = dict[str, list[tuple[Any, ...]]]


def rows_of(file: Path, tables: tuple[str, ...]) -> Rows:
    with contextlib.closing(sqlite3.connect(file)) as database:
        return {table: database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables}


def shape_of(database: WholeDatabase) -> dict[str, list[str]]:
    names = ("schema_version", *EARLIER["version-0.2"], "decks", "pictures", "table_versions", "codes")
    return {table: database.columns(table) for table in names}


@pytest.mark.parametrize("version", EARLIER)
def test_a_file_of_an_earlier_version_comes_forward_with_all_its_rows(version: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    shutil.copy(DATA / version / "tables.sqlite", file)
    before = rows_of(file, EARLIER[version])
    assert before["answers"]
    for _ in range(2):  # the second time there is nothing to do
        store = store_at(str(file))
        store.open()
        store.close()
    after = rows_of(file, EARLIER[version])
    for table, rows in before.items():
        width = len(rows[0]) if rows else 0
        assert [row[:width] for row in after[table]] == rows, table
    with (
        contextlib.closing(connector(str(file))()) as database,
        contextlib.closing(connector(str(tmp_path / "n"))()) as new,
    ):
        migrate(new)
        assert version_of(database) == VERSION
        assert shape_of(database) == shape_of(new)


def test_the_file_of_version_2_holds_what_its_server_said() -> None:
    expected = json.loads((DATA / "version-0.2" / "expected.json").read_text(encoding="utf-8"))
    found = rows_of(DATA / "version-0.2" / "tables.sqlite", EARLIER["version-0.2"])
    assert {table: len(rows) for table, rows in found.items()} == expected["rows"]


@pytest.mark.parametrize("start", range(VERSION))
def test_every_step_follows_on_the_one_before(place: str, start: int) -> None:
    with contextlib.closing(connector(place)()) as database:
        database.begin_alone()
        migrate(database, start)
        if start:
            database.execute(
                "INSERT INTO games (id, table_id, digest, seed, seats, document) VALUES (?, '', '', '', '', '')", ("g",)
            )
        database.commit()
        assert version_of(database) == start
        database.begin_alone()
        assert migrate(database) == start
        database.commit()
        assert version_of(database) == VERSION
        assert len(database.execute("SELECT * FROM games")) == bool(start)


def test_a_step_that_fails_leaves_the_version_before(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store_at(place).open()
    broken = (*STEPS, ("CREATE TABLE more (id TEXT)", "THIS IS NO STATEMENT"))
    monkeypatch.setattr("changeling.web.storage.migrations.STEPS", broken)
    monkeypatch.setattr("changeling.web.storage.migrations.VERSION", len(broken))
    monkeypatch.setattr("changeling.web.storage.migrations.migrate.__defaults__", (len(broken),))
    with pytest.raises(StoreError, match="cannot be opened"):
        store_at(place).open()
    with contextlib.closing(connector(place)()) as database:
        assert version_of(database) == len(STEPS)
        assert database.columns("more") == []


def test_a_newer_database_is_refused_and_left_as_it_is(place: str) -> None:
    store_at(place).open()
    with contextlib.closing(connector(place)()) as database:
        database.execute("INSERT INTO schema_version (version) VALUES (?)", (VERSION + 4,))
    with pytest.raises(StoreError, match=f"newer version of Changeling.*schema {VERSION + 4}.*up to {VERSION}.*update"):
        store_at(place).open()
    with contextlib.closing(connector(place)()) as database:
        assert version_of(database) == VERSION + 4


def test_two_nodes_that_start_together_take_turns(postgres: Postgres) -> None:
    url = postgres.database("together")
    first = connector(url)()
    first.begin_alone()
    with psycopg.connect(url, autocommit=True) as other:
        free = other.execute("SELECT pg_try_advisory_lock(%s)", (0x6368616E,)).fetchone()
        assert free == (False,)
        first.commit()
        assert other.execute("SELECT pg_try_advisory_lock(%s)", (0x6368616E,)).fetchone() == (True,)
    first.close()
