"""Games go on with the cards that they were begun with; one that this engine cannot go on with is shown as it stood."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.served import PATIENT, Json, Player, Served, choosing, serving, start, table_of

from changeling.decks import shelf
from changeling.engine.version import ENGINE
from changeling.web.gallery import decks as gallery
from changeling.web.gallery import kept_decks
from changeling.web.settings import Ages
from changeling.web.storage.databases import store_at
from changeling.web.storage.purge import Purge
from changeling.web.table.live import kept_games
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.written import game_log

CACHES = (
    shelf._edition,
    shelf._editions,
    shelf._names,
    shelf.basic_text,
    shelf._assembled,
    gallery._mix,
    gallery.edition_cards,
    gallery.edition_list,
)


@contextlib.contextmanager
def other_editions(folder: Path) -> Iterator[None]:
    """While this lasts, the editions are those of another folder: as they were in an earlier version of the program."""
    usual = shelf._root

    def forget() -> None:
        for cached in CACHES:
            cached.cache_clear()
        gallery._cards_by_id.clear()
        gallery._infos.clear()
        kept_decks._ready.clear()

    forget()
    shelf._root = lambda: folder
    try:
        yield
    finally:
        shelf._root = usual
        forget()


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """Editions in which a card of the family's deck was another, and one has since been taken out."""
    folder = tmp_path / "editions"
    with resources.as_file(resources.files("changeling") / "editions") as usual:
        shutil.copytree(usual, folder)
    rules = folder / "family" / "rules.cards"
    text = rules.read_text(encoding="utf-8")
    assert "draws = 3" in text
    rules.write_text(text.replace("draws = 3", "draws = 4"), encoding="utf-8")
    keepers = folder / "family" / "keepers.cards"
    keepers.write_text(keepers.read_text(encoding="utf-8") + '\nkeeper "The Old Card"\n', encoding="utf-8")
    return folder


async def begin(address: str, **form: Any) -> list[tuple[str, str, Json]]:
    """A game of two in which some was answered; gives each player's table, token and state."""
    async with table_of(address, ["Ann", "Bob"], **{"deck": {"parts": ["family"]}, **form}) as players:
        await start(players)
        for _ in range(6):
            asked = next((player for player in players if player.view["question"]), players[0])
            if question := asked.view["question"]:
                code = question["options"][0]["code"]
                since = len(asked.heard)
                await asked.ask({"type": "answer", "question": question["id"], "option": code}, "accepted", "noted")
                await asked.until("update", since=since)
        return [
            (player.table, player.token, await player.ask({"type": "resync", "since": 0}, "state"))
            for player in players
        ]


async def again(address: str, known: list[tuple[str, str, Json]]) -> list[Player]:
    return [await Player(address, table, token).connect() for table, token, _ in known]


def cards(served: Served, state: Json) -> list[str]:
    answer = httpx.get(f"{served.url}/api/decks/{state['lobby']['deck']['id']}", timeout=PATIENT)
    assert answer.status_code == 200
    return [card["title"] for card in answer.json()["cards"]]


def test_an_update_of_the_cards_changes_no_game_that_is_played(earlier: Path, tmp_path: Path) -> None:
    with other_editions(earlier), serving(tmp_path / "tables.sqlite") as served:
        known = asyncio.run(begin(served.address))

    async def second(served: Served) -> None:
        players = await again(served.address, known)
        for player, (_, _, stood) in zip(players, known, strict=True):
            state = await player.ask({"type": "resync", "since": 0}, "state")
            for part in ("own", "public", "question", "events"):
                assert state[part] == stood[part], part
            assert "The Old Card" in cards(served, state)
        await to_the_end(players)
        ended = players[0].view["ended"]
        replay = httpx.get(f"{served.url}/api/replays/{ended['replay']}", timeout=PATIENT)
        assert replay.status_code == 200, "the replay is of the cards that were played with, too"
        await players[0].ask({"type": "rematch"}, "state")
        assert "The Old Card" not in cards(served, players[0].view), "the next game has the cards of today"
        for player in players:
            await player.close()

    with serving(tmp_path / "tables.sqlite") as served:
        asyncio.run(second(served))


async def to_the_end(players: list[Player]) -> None:
    for player in players:
        player.react = choosing(random.Random(5))
        await player.say({"type": "resync"})
    for player in players:
        await player.until("over")
        player.react = None


def test_a_game_of_another_engine_is_shown_as_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        known = asyncio.run(begin(served.address))
    monkeypatch.setattr(game_log, "ENGINE", ENGINE + 1)

    async def second(served: Served) -> None:
        looker = await Player(served.address, known[0][0]).connect()
        players = await again(served.address, known)
        for player, (_, _, stood) in zip(players, known, strict=True):
            state = player.view
            assert (state["lobby"]["phase"], state["ended"]["how"]) == ("over", "put away")
            assert "cannot go on" in state["ended"]["text"]
            assert (state["own"], state["public"]) == (stood["own"], stood["public"])
            assert (state["question"], looker.view["own"]) == (None, None)
            assert cards(served, state) == cards(served, stood)
        assert looker.view["public"] == known[0][2]["public"]
        answer = {"type": "answer", "question": 1, "option": 0}
        assert (await players[0].ask(answer))["code"] == "phase/playing"
        await players[1].ask({"type": "rematch"}, "state")
        assert players[1].view["lobby"]["phase"] == "lobby"
        assert players[1].view["public"] is None
        for player in (looker, *players):
            await player.close()

    with serving(tmp_path / "tables.sqlite") as served:
        asyncio.run(second(served))


def test_a_game_that_was_never_left_has_no_picture_and_its_table_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_picture(self: LiveTable) -> None:
        """As when the process is killed."""

    with monkeypatch.context() as killed, serving(tmp_path / "tables.sqlite") as served:
        killed.setattr(LiveTable, "keep_picture", no_picture)
        known = asyncio.run(begin(served.address))
    monkeypatch.setattr(game_log, "ENGINE", ENGINE + 1)

    async def second(served: Served) -> None:
        player = await Player(served.address, *known[0][:2]).connect()
        assert (player.view["lobby"]["phase"], player.view["public"]) == ("lobby", None)
        assert player.view["chat"][-1]["text"] == kept_games.PUT_AWAY
        assert player.view["chat"][-1]["kind"] == "note"
        looker = await Player(served.address, known[0][0]).connect()
        await looker.say({"type": "say", "text": kept_games.PUT_AWAY})  # in the table's own words
        said = (await player.until("chat"))["said"]
        assert (said["name"], said["text"], said["kind"]) == ("", kept_games.PUT_AWAY, "said")
        await looker.close()
        await player.close()

    with serving(tmp_path / "tables.sqlite") as served:
        asyncio.run(second(served))


def test_a_table_whose_cards_cannot_be_read_any_more_has_others_and_says_so(tmp_path: Path) -> None:
    own = {"text": 'take "family"\n\nkeeper "Cat"\n'}
    with serving(tmp_path / "tables.sqlite") as served:
        known = asyncio.run(begin(served.address, deck=own))
    with sqlite3.connect(tmp_path / "tables.sqlite") as file:  # as if words of the language had been taken away
        for table, column in (("tables", "document"), ("games", "document"), ("decks", "texts")):
            file.execute(f"UPDATE {table} SET {column} = REPLACE({column}, 'keeper', 'kept')")
    file.close()

    async def second(served: Served) -> None:
        player = await Player(served.address, *known[0][:2]).connect()
        assert [line["text"] for line in player.view["chat"]] == [kept_games.PUT_AWAY, kept_games.OTHER_CARDS]
        assert player.view["public"] == known[0][2]["public"]
        assert "Cat" in cards(served, player.view)
        await player.ask({"type": "rematch"}, "state")
        assert "Cat" not in cards(served, player.view)
        await player.close()

    with serving(tmp_path / "tables.sqlite") as served:
        asyncio.run(second(served))


def test_cards_are_kept_once_and_go_with_the_last_of_their_games(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        for _ in range(2):
            asyncio.run(begin(served.address))

    def count(table: str) -> int:
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
            return int(file.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])

    assert [count(table) for table in ("games", "decks", "pictures")] == [2, 1, 2]
    store = store_at(str(tmp_path / "tables.sqlite"))
    store.open()
    later = time.time() + 400 * 86_400
    asyncio.run(Purge(store, Ages(), now=later).run())
    store.close()
    assert [count(table) for table in ("games", "decks", "pictures")] == [0, 0, 0]
