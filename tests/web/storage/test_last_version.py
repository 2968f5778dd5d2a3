"""Games that were stored by version 0.1 were played by other cards: their tables load, and say so in plain words.

The files in data/version-0.1 were written by a server of that version: `tables.sqlite` is its database, `replay.json` a
replay that it exported, and `expected.json` what it sent to its clients before it stopped.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.served import PATIENT, Json, Player, Served, serving

from changeling.web.table.replay.verdict import SERVER_ONLY, verify

DATA = Path(__file__).parent / "data" / "version-0.1"
EXPECTED: Json = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))
RUNNING, FINISHED = EXPECTED["running"], EXPECTED["finished"]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    shutil.copy(DATA / "tables.sqlite", tmp_path)
    with serving(tmp_path / "tables.sqlite") as server:
        yield server


def holds(now: object, before: object) -> bool:
    """Whether a value says all that it said before; fields may have been added."""
    if isinstance(before, dict):
        return isinstance(now, dict) and all(key in now and holds(now[key], before[key]) for key in before)
    if isinstance(before, list):
        return (
            isinstance(now, list)
            and len(now) == len(before)
            and all(holds(a, b) for a, b in zip(now, before, strict=True))
        )
    return now == before


def test_what_counts_as_the_same() -> None:
    assert holds({"a": [1, {"b": 2, "new": 3}]}, {"a": [1, {"b": 2}]})
    assert not holds({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})
    assert not holds({"a": [1]}, {"a": [1, 2]})
    assert not holds({}, {"a": None})


def test_a_running_game_is_put_away_and_everybody_keeps_the_seat(served: Served) -> None:
    async def main() -> None:
        players = []
        for stood in RUNNING["stood"]:
            player = await Player(served.address, RUNNING["table"], stood["token"]).connect()
            players.append(player)
            assert player.place == stood["place"]
            state = await player.ask({"type": "resync", "since": 0}, "state")
            assert (state["lobby"]["phase"], state["public"], state["ended"]) == ("lobby", None, None)
            assert [seat["name"] for seat in state["lobby"]["seats"]] == [
                seat["name"] for seat in stood["state"]["lobby"]["seats"]
            ]
            assert "earlier version of its cards" in state["chat"][-1]["text"]
        for player in players:
            await player.close()

    asyncio.run(main())


def test_a_finished_game_says_that_it_cannot_be_played_back(served: Served) -> None:
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        for path in ("", "/file"):
            answer = http.get(f"/api/replays/{FINISHED['replay']['replay']}{path}")
            assert answer.status_code == 410
            assert "another version of its cards" in answer.text


def test_its_table_plays_again(served: Served) -> None:
    async def main() -> None:
        player = await Player(served.address, FINISHED["table"], FINISHED["token"]).connect()
        state = await player.ask({"type": "resync", "since": 0}, "state")
        assert (state["lobby"]["phase"], state["lobby"]["round"]) == ("lobby", 2)
        await player.close()

    asyncio.run(main())


def test_an_exported_replay_is_refused_in_words(served: Served) -> None:
    text = (DATA / "replay.json").read_text(encoding="utf-8")
    verdict = verify(text, FINISHED["ended"]["seal"]["commitment"])
    assert not verdict.holds
    assert any("recorded with another version" in says for _, says in verdict.checks)
    assert verdict.notes == (SERVER_ONLY,)
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        answer = http.post("/api/replays", content=text, headers={"content-type": "application/json"})
        assert answer.status_code == 409
        assert "another version of its cards" in answer.text


def test_a_table_of_the_schema_before_this_one_is_opened_by_those_who_sat_there(tmp_path: Path) -> None:
    """Whether its game goes on depends on the cards and the engine of today; seats and chat are there in any case."""
    data = DATA.with_name("version-0.2")
    running = json.loads((data / "expected.json").read_text(encoding="utf-8"))["running"]
    shutil.copy(data / "tables.sqlite", tmp_path)

    async def main(served: Served) -> None:
        for place, token in enumerate(running["tokens"]):
            player = await Player(served.address, running["table"], token).connect()
            assert player.place == place
            assert [seat["name"] for seat in player.view["lobby"]["seats"]][:2] == running["names"]
            assert player.view["chat"][0]["text"] == "see you tomorrow"
            if player.view["lobby"]["phase"] != "playing":
                assert "earlier version of its cards" in player.view["chat"][-1]["text"]
            await player.close()

    with serving(tmp_path / "tables.sqlite") as served:
        asyncio.run(main(served))
