"""A SQLite file that somebody writes over in place, and logs beside files that they do not belong to."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from changeling.web.storage.databases import connector, store_at
from changeling.web.storage.documents import Row
from changeling.web.storage.failures import FileOverwritten, LogOfAnother, LogWithoutFile
from changeling.web.storage.file_guard import Guard, check_log, stamp_of
from changeling.web.storage.postgres import Postgres
from changeling.web.storage.sqlite_file import Sqlite
from changeling.web.storage.store import Store, put_row
from changeling.web.wire.errors import StoreError


def write(store: Store, number: int, text: str = "move") -> None:
    asyncio.run(store.write([put_row("game", Row(number, "option", "Ann", text))]))


def running(file: Path) -> Store:
    """A store in use, and in `monday` a copy from when it was last stopped."""
    store = store_at(str(file))
    store.open()
    write(store, 0)
    store.close()
    shutil.copy(file, file.with_name("monday"))
    store = store_at(str(file))
    store.open()
    for number in range(1, 5):
        write(store, number, "x" * 5000)
    return store


def monday(file: Path) -> None:
    shutil.copyfile(file.with_name("monday"), file)  # in place, as `cp` does it


def monday_of_the_same_age(file: Path) -> None:
    subprocess.run(["cp", "-p", str(file.with_name("monday")), str(file)], check=True)


def nothing(file: Path) -> None:
    file.write_bytes(b"")


def half(file: Path) -> None:
    file.write_bytes(file.with_name("monday").read_bytes()[:5000])


def a_letter(file: Path) -> None:
    file.write_bytes(b"Dear Ann, " * 2000)


OVER: list[Callable[[Path], None]] = [monday, monday_of_the_same_age, nothing, half, a_letter]


@pytest.mark.parametrize("over", OVER)
def test_a_file_that_is_written_over_is_noticed_before_the_next_write_counts(
    over: Callable[[Path], None], tmp_path: Path
) -> None:
    file = tmp_path / "tables.sqlite"
    store = running(file)
    over(file)
    held = file.read_bytes()
    for number in (10, 11):
        with pytest.raises(StoreError, match="written over while the server ran"):
            write(store, number)
    with pytest.raises(StoreError, match="written over"):
        asyncio.run(store.game("game"))
    store.close()
    assert file.read_bytes() == held, "what somebody put there is left as it is"
    assert (tmp_path / "tables.sqlite-wal").stat().st_size, "and so is the log, which is all that is left of the rest"
    for opens in (store_at, connector):
        with pytest.raises((StoreError, LogOfAnother, LogWithoutFile), match=r"tables\.sqlite-wal"):
            opened(opens(str(file)))
    assert file.read_bytes() == held


def opened(given: Store | Callable[[], Sqlite | Postgres]) -> None:
    if isinstance(given, Store):
        given.open()
        given.close()
    else:
        given().close()


def test_with_the_log_away_the_copy_is_the_store(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    store = running(file)
    monday(file)
    with pytest.raises(StoreError):
        write(store, 10)
    store.close()
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).rename(tmp_path / f"aside{end}")
    again = store_at(str(file))
    again.open()
    write(again, 1)
    assert asyncio.run(again.read("SELECT number FROM answers ORDER BY number")) == [(0,), (1,)]
    again.close()
    with contextlib.closing(sqlite3.connect(file)) as closed:
        assert closed.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_copy_of_any_moment_is_told_from_the_file(tmp_path: Path) -> None:
    """Whenever the log was written into the file, an older copy is another file."""
    file = tmp_path / "tables.sqlite"
    store = running(file)
    for number in range(10, 80):
        write(store, number, "x" * 200_000)
        if number == 30:
            shutil.copy(file, tmp_path / "monday")
    assert (tmp_path / "monday").read_bytes() != file.read_bytes(), "there was no checkpoint meanwhile"
    monday(file)
    with pytest.raises(StoreError, match="written over"):
        write(store, 100)
    store.close()


@pytest.mark.parametrize("ends", [True, False])
def test_a_copy_is_not_written_to_before_it_is_whole(
    ends: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same file over itself does no harm once it is whole, and until then nothing is written to it."""
    monkeypatch.setattr("changeling.web.storage.file_guard.PATIENCE", 20.0 if ends else 0.1)
    file = tmp_path / "tables.sqlite"
    store = running(file)
    held, half_way = file.read_bytes(), threading.Event()

    def copy() -> None:
        with file.open("wb", buffering=0) as out:
            out.write(held[:8192])
            half_way.set()
            if ends:
                time.sleep(0.5)
                out.write(held[8192:])

    copying = threading.Thread(target=copy)
    copying.start()
    half_way.wait()
    with contextlib.nullcontext() if ends else pytest.raises(StoreError, match="written over"):
        write(store, 10)
    copying.join()
    store.close()
    if ends:
        with contextlib.closing(sqlite3.connect(file)) as closed:
            assert closed.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert closed.execute("SELECT COUNT(*) FROM answers").fetchone() == (6,)


def test_other_programs_that_use_sqlite_may_write_too(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    store = running(file)
    code = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit(); c.close()"
    for number, statement in enumerate(
        [
            "UPDATE answers SET move = 'y'",
            "PRAGMA wal_checkpoint(TRUNCATE)",
            "VACUUM",
            "PRAGMA wal_checkpoint(TRUNCATE)",
        ]
    ):
        subprocess.run([sys.executable, "-c", code, str(file), statement], check=True)
        write(store, 10 + number)
    file.chmod(0o600)
    write(store, 20)
    store.close()
    again = store_at(str(file))
    again.open()
    assert asyncio.run(again.read("SELECT COUNT(*) FROM answers")) == [(10,)]
    again.close()


def test_a_server_that_was_killed_goes_on_and_not_with_another_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    running(file).close()
    code = (
        "import asyncio, os, sys; from changeling.web.storage.databases import store_at\n"
        "store = store_at(sys.argv[1]); store.open()\n"
        "asyncio.run(store.write([('INSERT INTO notes (name, value) VALUES (?, ?)', (sys.argv[2], ''))])); os._exit(0)"
    )
    for name in ("one", "two"):
        subprocess.run([sys.executable, "-c", code, str(file), name], check=True)
        assert (tmp_path / "tables.sqlite-wal").stat().st_size
    again = store_at(str(file))
    again.open()
    assert asyncio.run(again.read("SELECT name FROM notes ORDER BY name")) == [("one",), ("two",)]
    again.close()
    subprocess.run([sys.executable, "-c", code, str(file), "three"], check=True)
    monday(file)
    with pytest.raises(StoreError, match="do not belong together"):
        store_at(str(file)).open()


# --- logs without files -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("take", [Path.unlink, nothing])
def test_a_log_without_its_file_is_kept(take: Callable[[Path], object], tmp_path: Path) -> None:
    file, log = tmp_path / "tables.sqlite", tmp_path / "tables.sqlite-wal"
    file.write_bytes(b"x")
    log.write_bytes(b"everything since the last checkpoint")
    take(file)
    for opens in (store_at, connector):
        with pytest.raises((StoreError, LogWithoutFile), match="put the file back"):
            opened(opens(str(file)))
    assert log.read_bytes() == b"everything since the last checkpoint"
    log.write_bytes(b"")
    opened(store_at(str(file)))


def test_a_new_file_has_nothing_to_do_with_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    running(file).close()
    file.unlink()
    with contextlib.closing(connector(str(file))()) as database:  # as a restore makes it
        database.begin_alone()
        database.execute("CREATE TABLE a (b)")
        database.commit()
        check_log(str(file))


def test_a_file_is_read_that_the_log_was_half_written_to(tmp_path: Path) -> None:
    """When the power goes in the middle of a checkpoint, the head says already how large the file was going to be."""
    file = tmp_path / "tables.sqlite"
    running(file).close()
    stamp = stamp_of(str(file))
    assert stamp
    file.write_bytes(file.read_bytes()[:8192])
    assert stamp_of(str(file)) == stamp
    assert stamp_of(str(tmp_path / "none")) is None


def test_where_no_number_can_be_noted_the_last_one_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.sqlite"
    guard = Guard(str(file))
    with contextlib.closing(Sqlite(str(file), None, guard)) as database:
        database.begin()
        database.commit()
        stamp = stamp_of(str(file))

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("changeling.web.storage.file_guard._note", full)
        database.begin()
        database.execute("CREATE TABLE a (b)")
        database.commit()
        database.execute("PRAGMA wal_checkpoint")
        database.begin()
        database.commit()
        assert stamp_of(str(file)) == stamp
        file.write_bytes(b"")
        with pytest.raises(FileOverwritten):
            database.begin()
