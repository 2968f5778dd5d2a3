"""Games that were stored by version 0.1 still load: a running one goes on from where it was, a finished one is shown.

The files in data/version-0.1 were written by a server of that version: `tables.sqlite` is its database, `replay.json` a
replay that it exported, and `expected.json` what it sent to its clients before it stopped.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.served import PATIENT, Json, Player, Served, choosing, serving

from changeling.web.table.verdict import SERVER_ONLY, verify

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


def test_a_running_game_goes_on_from_where_it_was(served: Served) -> None:
    async def main() -> None:
        players = []
        for stood in RUNNING["stood"]:
            player = await Player(served.address, RUNNING["table"], stood["token"]).connect()
            players.append(player)
            assert player.place == stood["place"]
            state = await player.ask({"type": "resync", "since": 0}, "state")
            for part in ("public", "own", "question", "events", "chat", "ended"):
                assert holds(state[part], stood["state"][part]), part
            for part in ("deck", "phase", "round", "meta", "host", "commitment", "nonces", "pause"):
                assert holds(state["lobby"][part], stood["state"]["lobby"][part]), part
        for player in players:
            player.react = choosing(random.Random(4))
            await player.say({"type": "resync"})
        ends = [(await player.until("over"))["ended"] for player in players]
        assert ends[0] == ends[1]
        assert ends[0]["seal"]["commitment"] == RUNNING["stood"][0]["state"]["lobby"]["commitment"]
        for player in players:
            await player.close()

    asyncio.run(main())


def test_a_finished_game_can_be_looked_back_on(served: Served) -> None:
    before = FINISHED["replay"]
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        replay = http.get(f"/api/replays/{before['replay']}").json()
        file = http.get(f"/api/replays/{before['replay']}/file").text
    assert holds(replay, {key: before[key] for key in ("replay", "deck", "title", "seats")})
    ended = {key: value for key, value in before["ended"].items() if key != "text"}  # the sentence may be a better one
    assert holds(replay["ended"], ended)
    assert [told(frame) for frame in replay["frames"]] == [
        [*frame[:3], bool(frame[3]), *frame[4:]] for frame in before["frames"]
    ]
    scene: Json = {}
    for frame in replay["frames"]:
        scene.update(frame["changes"])
    assert holds(scene, before["last_scene"])
    assert json.loads(file) == json.loads((DATA / "replay.json").read_text(encoding="utf-8"))


def told(frame: Json) -> list[object]:
    """The part of a frame that `expected.json` holds; the words of a question may change, not whether there is one."""
    events = [[event["what"], event["seat"], event["card"]] for event in frame["events"]]
    return [frame["moves"], frame["seat"], frame["answer"], bool(frame["ask"]), events]


def test_its_table_shows_how_it_ended_and_plays_again(served: Served) -> None:
    async def main() -> None:
        player = await Player(served.address, FINISHED["table"], FINISHED["token"]).connect()
        assert holds(player.view["ended"], FINISHED["ended"])
        assert player.view["public"]["over"]
        state = await player.ask({"type": "rematch"}, "state")
        assert (state["lobby"]["phase"], state["lobby"]["round"]) == ("lobby", 2)
        await player.close()

    asyncio.run(main())


def test_an_exported_replay_is_read(served: Served) -> None:
    text = (DATA / "replay.json").read_text(encoding="utf-8")
    verdict = verify(text, FINISHED["ended"]["seal"]["commitment"])
    assert (verdict.holds, verdict.notes) == (True, (SERVER_ONLY,))
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        answer = http.post("/api/replays", content=text, headers={"content-type": "application/json"})
        assert answer.status_code == 201, answer.text
        replay = http.get(f"/api/replays/{answer.json()['replay']}").json()
    assert replay["ended"]["winner"] == FINISHED["ended"]["winner"]
    assert len(replay["frames"]) == len(FINISHED["replay"]["frames"])


def test_a_game_that_cannot_be_read_is_refused_without_a_card(tmp_path: Path) -> None:
    place = tmp_path / "tables.sqlite"
    shutil.copy(DATA / "tables.sqlite", place)
    with sqlite3.connect(place) as database:
        database.execute("UPDATE answers SET move = 'play Nothing' WHERE number = 1")
    with serving(place) as served, httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        table = http.get(f"/api/tables/{RUNNING['table']}")
        replay = http.get(f"/api/replays/{FINISHED['replay']['replay']}/file")
        assert (table.status_code, table.json()["error"]["code"]) == (503, "store/unavailable")
        assert (replay.status_code, replay.json()["error"]["code"]) == (409, "replay/unreadable")
        for answer in (table, replay):
            assert "|" not in answer.text
            assert "Nothing" not in answer.text

        async def main() -> tuple[int | None, Json]:
            player = await Player(served.address, RUNNING["table"], RUNNING["stood"][0]["token"]).connect(hello=False)
            error = await player.ask({"type": "hello", "token": RUNNING["stood"][0]["token"]})
            await player.gone()
            return player.socket.close_code, error

        code, error = asyncio.run(main())
        assert (code, error["code"]) == (1013, "store/unavailable")
