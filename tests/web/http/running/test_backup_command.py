"""`changeling backup` and `changeling restore` as people use them, beside a server that runs."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import secrets
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.postgres import Postgres
from tests.web.served import Json, Player, serving, start, table_of
from tests.web.small_disk import fill_up

from changeling.cli import main
from changeling.web.storage.databases import store_at
from changeling.web.storage.file_lock import only_server


async def begin(address: str) -> tuple[str, str, Json]:
    async with table_of(address, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
        await start(players)
        return players[0].table, players[0].token, players[0].view


@pytest.mark.parametrize("there", ["sqlite", "postgres"])
def test_a_game_moves_to_another_database_and_goes_on(
    there: str, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    here, file = str(tmp_path / "tables.sqlite"), str(tmp_path / "backup")
    other = str(tmp_path / "other.sqlite") if there == "sqlite" else postgres.database("moved")
    with serving(here) as served:
        table, token, stood = asyncio.run(begin(served.address))
        assert main(["backup", file, "--db", here]) == 0  # while the server runs
        assert capsys.readouterr().out.startswith(f"Backed up to {file}: 1 table, 1 game, ")
    assert main(["restore", file, "--check"]) == 0
    assert "is whole: 1 table" in capsys.readouterr().out
    assert main(["restore", file, "--db", other]) == 0
    assert "Restored from" in capsys.readouterr().out

    async def again(address: str) -> None:
        player = await Player(address, table, token).connect()
        assert (player.view["public"], player.view["own"]) == (stood["public"], stood["own"])
        await player.close()

    with serving(other) as served:
        asyncio.run(again(served.address))


@pytest.mark.parametrize("there", ["sqlite", "postgres"])
def test_nothing_is_restored_under_a_server_that_runs(
    there: str, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "tables.sqlite") if there == "sqlite" else postgres.database("busy")
    with serving(place) as served:
        table, _, _ = asyncio.run(begin(served.address))
        assert main(["backup", str(tmp_path / "backup"), "--db", place]) == 0
        assert main(["restore", str(tmp_path / "backup"), "--db", place, "--replace"]) == 2
        assert "a server has this store open; stop it first" in capsys.readouterr().err
        assert asyncio.run(served.registry.store.table(table)) is not None


def test_what_is_wrong_is_said_and_leaves_nothing_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, file, new = str(tmp_path / "tables.sqlite"), tmp_path / "backup", tmp_path / "new.sqlite"

    def said(*given: str) -> str:
        assert main(list(given)) == 2
        return capsys.readouterr().err

    assert "there is no file" in said("backup", str(file), "--db", place)
    store_at(place).open()
    assert main(["backup", str(file), "--db", place]) == 0
    assert "--replace" in said("backup", str(file), "--db", place)
    assert main(["backup", str(file), "--db", place, "--replace"]) == 0
    held = file.read_bytes()
    file.write_bytes(held[:-9])
    assert "not whole" in said("restore", str(file), "--db", str(new))
    assert "not whole" in said("restore", str(file), "--check")
    assert not new.exists()
    lines = gzip.decompress(held).split(b"\n")
    lines[-2] = json.dumps(json.loads(lines[-2]) | {"made": "long ago"}).encode()
    file.write_bytes(gzip.compress(b"\n".join(lines)))
    for given in (("--db", str(new)), ("--check",)):
        wrong = said("restore", str(file), *given)
        assert f"{file} is damaged: its last line" in wrong
        assert "--db" not in wrong
    assert "cannot be read" in said("restore", str(tmp_path / "nothing"), "--db", str(new))
    assert "cannot be reached" in said("restore", str(_whole(file, held)), "--db", "postgresql://x@127.0.0.1:9/y")
    (tmp_path / "letter").write_text("Dear Ann" * 1000)
    assert "no database" in said("restore", str(file), "--db", str(tmp_path / "letter"))
    assert (tmp_path / "letter").read_text().startswith("Dear Ann")


def _whole(file: Path, held: bytes) -> Path:
    file.write_bytes(held)
    return file


LIMITED = """
import resource, signal, sys
from changeling.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
sys.exit(main(["backup", sys.argv[2], "--db", sys.argv[1]]))
"""


def test_a_disk_without_room_leaves_no_half_backup(tmp_path: Path) -> None:
    place, folder = str(tmp_path / "tables.sqlite"), tmp_path / "backups"
    folder.mkdir()
    store = store_at(place)
    store.open()
    held = secrets.token_hex(200_000)
    asyncio.run(store.write([("INSERT INTO notes (name, value) VALUES ('much', ?)", (held,))]))
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, place, str(folder / "backup")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    store.close()
    assert run.returncode == 2, run.stderr
    assert "cannot be written: File too large" in run.stderr
    assert list(folder.iterdir()) == []


def test_a_log_without_its_file_is_refused_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store_at(str(tmp_path / "one.sqlite")).open()
    assert main(["backup", str(tmp_path / "backup"), "--db", str(tmp_path / "one.sqlite")]) == 0
    place, log = str(tmp_path / "lost.sqlite"), tmp_path / "lost.sqlite-wal"
    log.write_bytes(b"everything since the last checkpoint")
    for command in (["restore", str(tmp_path / "backup")], ["serve", "--host", "127.0.0.1", "--port", "0"]):
        assert main([*command, "--db", place]) == 2
        assert "put the file back that the log belongs to" in capsys.readouterr().err
        assert log.read_bytes() == b"everything since the last checkpoint"
    log.rename(tmp_path / "aside")
    assert main(["restore", str(tmp_path / "backup"), "--db", place]) == 0


def test_the_server_of_a_file_is_asked_for_by_its_lock_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, file = str(tmp_path / "tables.sqlite"), str(tmp_path / "backup")
    store_at(place).open()
    assert main(["backup", file, "--db", place]) == 0
    assert not (tmp_path / "tables.sqlite.lock").exists(), "nobody but the server makes it"
    with only_server(place):
        assert main(["restore", file, "--db", place, "--replace"]) == 2
        assert "stop it first" in capsys.readouterr().err
        assert main(["backup", file, "--db", place, "--replace"]) == 0


def test_where_the_store_of_the_server_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CHANGELING_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for command in (["backup", str(tmp_path / "backup")], ["purge"]):
        assert main(command) == 2
        assert "name the server's with --db, or as it is named to the server: CHANGELING_DB" in capsys.readouterr().err


def test_on_a_full_disk_it_is_said_and_the_store_can_be_moved(
    small_disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the server stopped there is no log, and no room to make one."""
    place, file, elsewhere = str(small_disk / "tables.sqlite"), str(tmp_path / "backup"), str(tmp_path / "new.sqlite")
    store = store_at(place)
    store.open()
    asyncio.run(store.write([("INSERT INTO notes (name, value) VALUES ('a', 'b')", ())]))
    store.close()
    fill_up(small_disk / "rest")

    def said(*given: str) -> str:
        assert main(list(given)) == 2
        return capsys.readouterr().err

    assert "the disk is full: make room" in said("serve", "--host", "127.0.0.1", "--port", "0", "--db", place)
    purged = said("purge", "--days", "30", "--db", place)
    assert "the disk is full" in purged
    assert "such as old backups; or stop the server, back up to another disk and restore there" in purged
    assert "No space left on device" in said("backup", str(small_disk / "backup"), "--db", place)
    assert main(["backup", file, "--db", place]) == 0
    assert main(["restore", file, "--db", elsewhere]) == 0
    with contextlib.closing(sqlite3.connect(elsewhere)) as moved:
        assert moved.execute("SELECT name, value FROM notes").fetchall() == [("a", "b")]
    (small_disk / "rest").unlink()
    assert main(["purge", "--days", "30", "--db", place]) == 0
