"""SQLite files that fail: one that was taken away, a full disk, one that may only be read, one that is damaged."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from changeling.web.storage import failures
from changeling.web.storage.databases import store_at
from changeling.web.storage.documents import Row
from changeling.web.storage.migrations import migrate
from changeling.web.storage.sqlite_file import Sqlite
from changeling.web.storage.store import Store, put_row
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


def test_what_follows_a_single_statement_that_failed_is_committed(tmp_path: Path) -> None:
    place = str(tmp_path / "t.sqlite")
    with contextlib.closing(Sqlite(place)) as database:
        database.execute("CREATE TABLE one (number INTEGER PRIMARY KEY)")
        database.execute("INSERT INTO one VALUES (1)")
        database.begin(single=True)
        with pytest.raises(sqlite3.IntegrityError):
            database.execute("INSERT INTO one VALUES (1)")
        database.rollback()
        database.begin_alone()
        database.execute("INSERT INTO one VALUES (2)")
        database.commit()
    with contextlib.closing(Sqlite(place)) as database:
        assert database.execute("SELECT number FROM one") == [(1,), (2,)]


def test_only_its_owner_may_read_a_file_that_is_made_and_what_lies_beside_it(tmp_path: Path) -> None:
    with contextlib.closing(Sqlite(str(tmp_path / "tables.sqlite"))) as database:
        database.begin_alone()
        migrate(database)
        database.commit()
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes.keys() >= {"tables.sqlite", "tables.sqlite-wal"}
    assert set(modes.values()) == {0o600}
