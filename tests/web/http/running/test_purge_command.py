"""`changeling purge`: says what it would remove, removes it, and is clear about what it was given wrongly."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from tests.web.postgres import Postgres

from changeling.cli import main
from changeling.web.storage.databases import store_at
from changeling.web.storage.documents import TableDocument
from changeling.web.storage.store import put_replay, put_table
from changeling.web.wire.values import DeckChoice


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database("purged")


def fill(place: str) -> None:
    """A store with a finished table, a lobby, a running game and a replay, each fifty days old."""
    store = store_at(place)
    store.open()
    ago = time.time() - 50 * 86_400
    made = [
        put_table(TableDocument("over", 1.0, DeckChoice(), [], "", phase="over")),
        put_table(TableDocument("lobby", 1.0, DeckChoice(), [], "")),
        put_table(TableDocument("playing", 1.0, DeckChoice(), [], "", phase="playing", game="game")),
        put_replay("replay", text="{}"),
        ("UPDATE tables SET changed = ?", (ago,)),
        ("UPDATE replays SET made = ?", (ago,)),
    ]
    asyncio.run(store.write(made))
    store.close()


def test_it_says_what_it_would_remove_and_then_removes_it(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    def said(*options: str) -> str:
        assert main(["purge", "--database", place, *options]) == 0
        return capsys.readouterr().out

    fill(place)
    assert said("--keep-lobbies", "0") == "Removed: nothing.\n"
    all_of_it = "1 table that was never begun, 1 finished table, 1 replay"
    assert said("--days", "49", "--dry-run") == f"Would be removed: {all_of_it}.\n"
    assert said("--days", "51", "--dry-run") == "Would be removed: nothing.\n"
    assert said("--dry-run") == "Would be removed: 1 table that was never begun.\n"
    assert said("--days", "1") == f"Removed: {all_of_it}.\n"
    assert said("--days", "1") == "Removed: nothing.\n", "a running game is not one of those"
    assert said("--keep-games", "49") == "Removed: 1 game left in the middle.\n"


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (["--days", "0"], "--days: 1 to"),
        (["--days", "-3"], "--days: 1 to"),
        (["--days", "99999999"], "--days: 1 to"),
        (["--keep-tables", "-1"], "--keep-tables: 0"),
    ],
)
def test_what_is_wrong_is_said(
    options: list[str], wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "tables.sqlite")
    fill(place)
    assert main(["purge", "--db", place, *options]) == 2
    assert wrong in capsys.readouterr().err


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "none.sqlite"
    assert main(["purge", "--db", str(place)]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert not place.exists()
    place.write_text("this is no database, whatever its name says" * 20)
    assert main(["purge", "--db", str(place)]) == 2
    assert "--db: the store cannot be opened" in capsys.readouterr().err
