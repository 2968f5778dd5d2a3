"""Backups: of either database and into either, while it is written, and never half of one."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.postgres import Postgres as Server

from changeling.web.storage import backup
from changeling.web.storage.backup import WholeDatabase, back_up, restore
from changeling.web.storage.backup_file import NAMES, TABLES, BackupError, look_through
from changeling.web.storage.codes import put_code
from changeling.web.storage.databases import connector, store_at
from changeling.web.storage.documents import GameDocument, Row, TableDocument
from changeling.web.storage.migrations import VERSION, migrate, version_of
from changeling.web.storage.postgres import Postgres
from changeling.web.storage.sqlite_file import Sqlite
from changeling.web.storage.store import put_game, put_line, put_replay, put_row, put_table
from changeling.web.storage.versions import put_version
from changeling.web.wire.values import DeckChoice

DATA = Path(__file__).parent / "data"
Everything = dict[str, list[tuple[Any, ...]]]


def everything(database: WholeDatabase) -> Everything:
    found = {}
    for table, (_, keys) in TABLES.items():
        names = ", ".join(sorted(database.columns(table)))
        found[table] = sorted(database.execute(f"SELECT {names} FROM {table} ORDER BY {', '.join(keys)}"))
    return found


def fill(place: str, rows: int = 30) -> None:
    """A store with something in every table, with letters and numbers of every kind."""
    store = store_at(place)
    store.open()
    game = GameDocument("gäme", "one", 1.5, DeckChoice(["family"], "text 'quoted' \\n\n\u2028 🎴"), "{}")
    made = [
        put_table(TableDocument("one", 1.0, DeckChoice(), [], "secret", public=True)),
        put_game(game, digest="d", seed=2**64 - 1, seats=["Ann", "Zoë 🦉"]),
        *(put_row("gäme", Row(number, "option", "Ann", str(number))) for number in range(rows)),
        put_line("one", 1, "Ann", "§ 100 % ?", 1 / 3),
        put_replay("replay", text='{"a": "\\u0041"}'),
        ("INSERT INTO owners (kind, id, owner, made) VALUES (?, ?, ?, ?)", ("table", "one", "who", 0.1)),
        ("INSERT INTO notes (name, value) VALUES (?, ?)", ("secret", "s")),
        ("INSERT INTO decks (id, digest, name, title, texts, listing) VALUES (?, '', '', '', '[]', '{}')", ("d",)),
        ("INSERT INTO pictures (game, text) VALUES (?, '{}')", ("gäme",)),
        put_version("one", 1),
        put_code("BCDF", "one"),
    ]
    asyncio.run(store.write(made))
    store.close()


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path, place: str) -> str:
    """Where another, empty store can be: on PostgreSQL if the first is on SQLite, and the other way round."""
    if not place.startswith("postgres"):
        server: Server = request.getfixturevalue("postgres")
        return server.database(f"other_{abs(hash(request.node.nodeid))}")
    return str(tmp_path / "other.sqlite")


def opened(place: str) -> contextlib.closing[Sqlite | Postgres]:
    return contextlib.closing(connector(place)())


def test_every_table_is_backed_up(place: str) -> None:
    with opened(place) as database:
        migrate(database)
        ask = (
            "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
            if place.startswith("postgres")
            else "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
        assert {row[0] for row in database.execute(ask)} == {*TABLES, "schema_version"}
        assert set(NAMES) == set(TABLES)


def test_it_moves_from_one_database_to_another_and_back(
    place: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGE", 7)  # so that there are several pages
    fill(place)
    with opened(place) as first, opened(other) as second:
        before = everything(first)
        assert all(before.values())
        assert back_up(first, tmp_path / "one").counts["answers"] == 30
        restore(second, tmp_path / "one")
        assert everything(second) == before
        back_up(second, tmp_path / "two")
        first.begin_alone()
        first.execute("DELETE FROM answers")
        first.commit()
        restore(first, tmp_path / "two", replace=True)
        assert everything(first) == before
        assert version_of(first) == version_of(second) == VERSION


def test_it_is_of_one_moment_while_answers_are_written(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes a row writes its twin in the same transaction; a backup has both or neither."""
    monkeypatch.setattr(backup, "PAGE", 5)
    store_at(place).open()
    stop = threading.Event()

    def write() -> None:
        with opened(place) as database:
            number = 0
            while not stop.is_set():
                database.begin()
                for statement, values in (
                    put_row("game", Row(number, "option", "Ann", "0")),
                    put_line("table", number, "Ann", "said", 0.0),
                ):
                    database.execute(statement, values)
                database.commit()
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(8):
            with opened(place) as database:
                counts = back_up(database, tmp_path / str(number)).counts
            assert counts["answers"] == counts["chat"]
            assert look_through(tmp_path / str(number)).counts == counts
    finally:
        stop.set()
        writer.join()
    assert counts["answers"] > 0


def test_one_of_an_earlier_schema_is_brought_forward(place: str, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    with opened(str(old)) as database:
        migrate(database, 2)
        database.execute("INSERT INTO notes (name, value) VALUES ('secret', 'x')")
        back_up(database, tmp_path / "backup")
        assert version_of(database) == 2, "a backup before an update changes nothing"
    assert look_through(tmp_path / "backup").schema == 2
    with opened(place) as database:
        restore(database, tmp_path / "backup")
        assert version_of(database) == VERSION
        assert database.execute("SELECT name, value FROM notes") == [("secret", "x")]


def test_one_of_a_database_from_before_versions_were_noted(tmp_path: Path) -> None:
    """It is left as it is: the server of that version may be running."""
    old = str(tmp_path / "old.sqlite")
    shutil.copy(DATA / "version-0.1" / "tables.sqlite", old)
    with opened(old) as database:
        before = database.execute("SELECT sql FROM sqlite_master ORDER BY name")
        assert back_up(database, tmp_path / "backup").counts["answers"] == 189
        assert database.execute("SELECT sql FROM sqlite_master ORDER BY name") == before
    with opened(str(tmp_path / "new.sqlite")) as database:
        assert restore(database, tmp_path / "backup").counts["answers"] == 189
        assert version_of(database) == VERSION


# --- the way back -----------------------------------------------------------------------------------------------------
def make_newer(database: WholeDatabase) -> None:
    """Change a store as a version of tomorrow may do."""
    database.begin_alone()
    for statement in (
        "ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE friends (id TEXT PRIMARY KEY)",
        f"INSERT INTO schema_version (version) VALUES ({VERSION + 1})",
    ):
        database.execute(statement)
    database.commit()


def test_a_version_goes_back_with_a_backup_from_before(place: str, tmp_path: Path) -> None:
    fill(place)
    with opened(place) as database:
        before = everything(database)
        back_up(database, tmp_path / "backup")
        make_newer(database)
        with pytest.raises(BackupError, match="something in the store already"):
            restore(database, tmp_path / "backup")
        if place.startswith("postgres"):  # where somebody else may have friends
            with pytest.raises(BackupError, match=r"does not know: friends\. Drop those"):
                restore(database, tmp_path / "backup", replace=True)
            database.execute("DROP TABLE friends")
        restore(database, tmp_path / "backup", replace=True)
        assert everything(database) == before
        assert version_of(database) == VERSION
        assert not database.columns("friends"), "or the next update could not make it"
    store = store_at(place)
    store.open()
    store.close()


def test_tables_of_others_in_a_shared_database_are_left_alone(postgres: Server, tmp_path: Path) -> None:
    place = postgres.database("shared")
    fill(place)
    with opened(place) as database:
        database.execute("CREATE TABLE others (id TEXT PRIMARY KEY)")
        back_up(database, tmp_path / "backup")
        restore(database, tmp_path / "backup", replace=True)
        assert database.columns("others") == ["id"]


def test_a_backup_that_cannot_be_read_again_gets_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, file = str(tmp_path / "tables.sqlite"), tmp_path / "backup"
    fill(place)
    with opened(place) as database:
        back_up(database, file)
        held = file.read_bytes()

        def flips_a_bit(_: int) -> None:
            for unfinished in tmp_path.glob(".backup.*"):
                one_bit(unfinished)

        monkeypatch.setattr(os, "fsync", flips_a_bit)
        with pytest.raises(BackupError, match="do not rely on this disk"):
            back_up(database, file, replace=True)
    assert file.read_bytes() == held, "the good one before it is still there"
    assert [other.name for other in tmp_path.iterdir() if other.name.startswith(".")] == []


# --- what is damaged --------------------------------------------------------------------------------------------------
def lines(file: Path) -> list[str]:
    return [line + "\n" for line in gzip.decompress(file.read_bytes()).decode().split("\n")[:-1]]


def altered(change: Callable[[list[str]], list[str]]) -> Callable[[Path], None]:
    def alter(file: Path) -> None:
        file.write_bytes(gzip.compress("".join(change(lines(file))).encode()))

    return alter


def one_bit(file: Path) -> None:
    held = bytearray(file.read_bytes())
    held[len(held) // 2] ^= 16
    file.write_bytes(bytes(held))


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-40])


def newer(found: list[str]) -> list[str]:
    return [json.dumps(json.loads(found[0]) | {"schema": VERSION + 1}) + "\n", *found[1:]]


def written(held: bytes) -> Callable[[Path], None]:
    def write(file: Path) -> None:
        file.write_bytes(held)

    return write


def sealed(change: Callable[[list[str]], list[str]], **end: object) -> Callable[[Path], None]:
    """Alter a backup so that its checksum fits again; `end` is what its last line says besides."""

    def alter(file: Path) -> None:
        found = change(lines(file)[:-1])
        counts, table = dict[str, int](), ""
        for value in (json.loads(line) for line in found[1:]):
            if isinstance(value, dict):
                table = str(value.get("table"))
                counts[table] = 0
            else:
                counts[table] = counts.get(table, 0) + 1
        checksum = hashlib.sha256("".join(found).encode()).hexdigest()
        last = {"made": 0.0, "counts": counts, "sha256": checksum, **end}
        file.write_bytes(gzip.compress("".join([*found, json.dumps(last) + "\n"]).encode()))

    return alter


def first_row(row: list[object]) -> Callable[[list[str]], list[str]]:
    """The lines of a backup, with another first row."""
    return lambda found: [*found[:2], json.dumps(row) + "\n", *found[3:]]


TEXT = "text"
DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a bit": (one_bit, "backup|damaged"),
    "cut": (cut, "not whole"),
    "no end": (altered(lambda found: found[:-1]), "its end is missing"),
    "a row less": (altered(lambda found: [*found[:5], *found[6:]]), "checksum"),
    "a row twice": (altered(lambda found: [*found[:5], found[4], *found[5:]]), "checksum"),
    "a row changed": (altered(lambda found: [line.replace('"Ann"', '"Bob"') for line in found]), "checksum"),
    "more": (altered(lambda found: [*found, "{}\n"]), "something follows"),
    "no JSON": (altered(lambda found: [*found[:2], "{\n", *found[2:]]), "damaged"),
    "another table": (altered(lambda found: [found[0], '{"table": "users", "columns": []}\n', *found[1:]]), "line 2"),
    "no gzip": (written(b"tables.sqlite"), "no backup"),
    "empty": (written(b""), "end is missing|no backup"),
    "newer": (altered(newer), "update Changeling"),
    "made never": (sealed(list, made="yesterday"), "its last line does not say when"),
    "made at no time": (sealed(list, made=float("nan")), "its last line does not say when"),
    "made at the end of days": (sealed(list, made=1e300), "its last line does not say when"),
    "of no schema": (altered(lambda found: ['{"changeling-backup": 1, "schema": "x"}\n', *found[1:]]), "first line"),
    "a row before all tables": (sealed(lambda found: [found[0], "[1]\n", *found[1:]]), "line 2 is a row"),
    "a short row": (sealed(first_row(["one"])), "line 3 has 1 values, and its table has 4 columns"),
    "a list in a row": (sealed(first_row(["one", 0, 0.0, ["x"]])), "line 3 has a value that is neither"),
    "nothing in a row": (sealed(first_row(["one", 0, 0.0, None])), "line 3 has a value that is neither"),
    "a number too large": (sealed(first_row(["one", 10**30, 0.0, TEXT])), "rows of tables in lines 3 to"),
    "the same row again": (sealed(lambda found: [*found[:3], found[2], *found[3:]]), "rows of tables in lines 3 to"),
    "a table twice": (sealed(lambda found: [*found, found[1]]), "names the table tables a second time"),
    "a table without columns": (sealed(lambda found: [found[0], '{"table": "tables"}\n']), "without its columns"),
    "deep": (altered(lambda found: [*found[:2], "[" * 100_000 + "\n"]), "line 3 cannot be read"),
    "another program's": (altered(lambda found: ["[]\n"]), "no backup of Changeling's"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_one_is_refused_before_anything_is_touched(damage: str, tmp_path: Path) -> None:
    place = str(tmp_path / "tables.sqlite")
    fill(place)
    with opened(place) as database:
        back_up(database, tmp_path / "backup")
        before = everything(database)
        alter, words = DAMAGES[damage]
        alter(tmp_path / "backup")
        with pytest.raises(BackupError, match=words):
            restore(database, tmp_path / "backup", replace=True)
        assert everything(database) == before


def test_one_that_fails_in_the_middle_leaves_the_store_as_it_was(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(place)
    with opened(place) as database:
        back_up(database, tmp_path / "backup")
        before, insert, calls = everything(database), database.insert, list[str]()

        def failing(statement: str, rows: Any) -> None:
            calls.append(statement)
            if len(calls) == 3:
                raise sqlite3.OperationalError("the disk is gone")
            insert(statement, rows)

        monkeypatch.setattr(database, "insert", failing)
        with pytest.raises(sqlite3.OperationalError):
            restore(database, tmp_path / "backup", replace=True)
        assert len(calls) == 3
        assert everything(database) == before


def test_neither_writes_over_anything_unasked(place: str, tmp_path: Path) -> None:
    fill(place)
    with opened(place) as database:
        back_up(database, tmp_path / "backup")
        held = (tmp_path / "backup").read_bytes()
        with pytest.raises(BackupError, match="there already; --replace"):
            back_up(database, tmp_path / "backup")
        with pytest.raises(BackupError, match="something in the store already; --replace"):
            restore(database, tmp_path / "backup")
        assert (tmp_path / "backup").read_bytes() == held
        back_up(database, tmp_path / "backup", replace=True)


def test_a_backup_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    place = str(tmp_path / "tables.sqlite")
    fill(place)
    with opened(place) as database, pytest.raises(BackupError, match="cannot be written: No such file"):
        back_up(database, tmp_path / "no" / "such" / "folder")
    assert [file.name for file in tmp_path.iterdir() if "backup" in file.name] == []


def test_only_its_owner_may_read_a_backup(tmp_path: Path) -> None:
    with contextlib.closing(Sqlite(str(tmp_path / "tables.sqlite"))) as database:
        database.begin_alone()
        migrate(database)
        database.commit()
        back_up(database, tmp_path / "all.backup")
    assert (tmp_path / "all.backup").stat().st_mode & 0o777 == 0o600
