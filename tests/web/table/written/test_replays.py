"""After the game: replays to look at, to share, to bring, to play on from, and shuffles that can be proved."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.web.served import PATIENT, Json, Player, Served, choosing, play_out, serving, table_of

import changeling as cl
from changeling.cli import main as command
from changeling.engine.version import ENGINE
from changeling.web.table.gathering.fair_shuffle import commitment_of, deal_of, promise_of
from changeling.web.table.replay.verdict import verify
from changeling.web.table.written import replays
from changeling.web.wire.http_bodies import ReplayFile

TEXT = 'take "family"\n\nkeeper "Tea"\n    "Warm."\n\ngoal "Tea Time"\n    "Have Tea."\n    wins = has("Tea")\n'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as server:
        yield server


@pytest.fixture(scope="module")
def ended(served: Served) -> Json:
    """How a game with an own deck ended; of some length, since it can be won with the first few cards."""
    for _ in range(50):
        found = finished(served, {"text": TEXT})
        file = httpx.get(f"{served.url}/api/replays/{found['replay']}/file", verify=False, timeout=PATIENT)
        if len(json.loads(file.text)["moves"]) > 12:
            return found
    raise AssertionError("fifty games in a row were over after a dozen moves")


def finished(served: Served, deck: Json) -> Json:
    async def main() -> Json:
        async with table_of(served.address, ["Ann", "Bob"], bots=1, deck=deck) as (ann, bob):
            await ann.commit("01" * 16)
            await bob.commit("ff" * 32)
            lobby = bob.view["lobby"]
            found = await play_out([ann, bob], random.Random(2))
            assert found["seal"]["commitment"] == lobby["commitment"]
            return found

    return asyncio.run(main())


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, verify=False, timeout=PATIENT) as client:
        yield client


def whole(http: httpx.Client, path: str, count: int = 200) -> Json:
    """All pages of a replay as one. The first frame of each has a whole scene."""
    found: Json = http.get(path, params={"count": count}).json()
    while found["next"] is not None:
        page = http.get(path, params={"from": found["next"], "count": count}).json()
        assert all(frame["moves"] >= found["next"] for frame in page["frames"])
        found = {**page, "frames": found["frames"] + page["frames"]}
    return found


def scenes(replay: Json) -> Iterator[tuple[Json, Json]]:
    """Each frame with the whole scene at it."""
    scene: Json = {}
    for frame in replay["frames"]:
        scene = {**scene, **frame["changes"]}
        yield frame, scene


def test_a_replay_shows_every_position(http: httpx.Client, ended: Json) -> None:
    replay = whole(http, f"/api/replays/{ended['replay']}")
    file = http.get(f"/api/replays/{ended['replay']}/file")
    assert "attachment" in file.headers["content-disposition"]
    record = cl.Record.from_json(file.text)
    from changeling.web.gallery.decks import deck_of
    from changeling.web.wire.values import DeckChoice

    deck = deck_of(DeckChoice(text=TEXT))
    assert replay["frames"][0]["moves"] == 0
    assert replay["frames"][-1]["moves"] == len(record.moves)
    assert replay["ended"]["winner"] == ended["winner"]
    told = 0
    for frame, scene in scenes(replay):
        game = cl.replay(record, deck=deck, moves=frame["moves"])
        assert scene["hands"] == {seat: list(game.view(seat).hand) for seat in game.seats}
        assert scene["discard"] == list(game.view("Ann").discard)
        assert len(scene["piled"]) == scene["pile"] == game.view("Ann").pile
        assert [event["number"] for event in frame["events"]] == list(range(told, told + len(frame["events"])))
        told += len(frame["events"])
    assert scene["over"]
    cards = {card["title"] for card in http.get(f"/api/decks/{replay['deck']}").json()["cards"]}
    assert {"Tea", "Tea Time"} <= cards


def test_pages_of_any_length_show_the_same(http: httpx.Client, ended: Json) -> None:
    path = f"/api/replays/{ended['replay']}"
    usual, small = whole(http, path), whole(http, path, 3)
    assert [(f["moves"], f["events"]) for f in small["frames"]] == [(f["moves"], f["events"]) for f in usual["frames"]]
    assert [scene for _, scene in scenes(small)] == [scene for _, scene in scenes(usual)]
    assert small["ended"] == usual["ended"]
    assert small["moves"] == usual["moves"] == small["frames"][-1]["moves"]
    at = usual["frames"][5]["moves"]
    page = http.get(path, params={"from": at, "count": 1}).json()  # back from the end
    assert [scene for _, scene in scenes(page)] == [list(scenes(usual))[5][1]]
    beyond = http.get(path, params={"from": usual["moves"] + 1})
    assert (beyond.status_code, beyond.json()["error"]["code"]) == (409, "replay/moves")
    for odd in ("-1", "x", "1e3", "9" * 30, "", "²"):
        answer = http.get(path, params={"from": odd})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "request/invalid")


def test_a_file_can_be_brought_back(http: httpx.Client, ended: Json) -> None:
    file = http.get(f"/api/replays/{ended['replay']}/file").text
    kind = {"content-type": "application/json"}
    brought = http.post("/api/replays", content=file, headers=kind)
    assert brought.status_code == 201
    again = whole(http, f"/api/replays/{brought.json()['replay']}")
    first = whole(http, f"/api/replays/{ended['replay']}")
    assert again["frames"] == first["frames"]
    values = json.loads(file)
    for change in (
        {"moves": ["play Nothing"]},
        {"moves": ["done"] * 30_000},
        {"digest": "0"},
        {"seats": ["Ann"]},
        {"web": {"deck": {"parts": ["../../etc"]}}},
        {"web": {}, "deck": ["secret.cards"]},
        {"changeling": 9},
        {"moment": "yesterday"},
        {"web": {"deck": values["web"]["deck"], "engine": ENGINE + 1}},
    ):
        wrong = http.post("/api/replays", content=json.dumps({**values, **change}), headers=kind)
        refused = (wrong.status_code, wrong.json()["error"]["code"])
        assert refused in (
            (409, "replay/unreadable"),
            (409, "replay/version"),
            (409, "deck/unknown"),
            (400, "body/invalid"),
        ), change


def test_a_game_whose_cards_ask_for_the_date_can_be_brought_back() -> None:
    """Whatever the cards saw of the day and the hour, they see again."""
    for seed in range(3):
        game = cl.Game("changeling-court", seats=["Ann", "Bob"], seed=seed, moment="2026-11-14T23:30")
        choose = random.Random(seed)
        while not game.over and len(game.record().moves) < 400:
            game.answer(choose.choice(game.decision.options))
        file = msgspec.json.decode(game.record().to_json(), type=ReplayFile)
        assert cl.Record.from_json(replays.checked(file)) == game.record()


def test_a_file_carries_every_fact_of_a_record() -> None:
    kept = {one.name for one in dataclasses.fields(cl.Record)} | {"changeling", "web"}
    assert set(ReplayFile.__struct_fields__) == kept


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
)


@pytest.mark.parametrize(
    "change",
    [
        {"table": {"machine": {"stack": [[0] * 24]}}},
        {"seed": -1},
        {"seed": "7"},
        {"moves": [-1]},
        {"moves": [{"a": 1}]},
        {"moves": ["x" * 300]},
        {"people": {"Ann": {"age": 10**30}}},
        {"seats": [["Ann"], "Bob"]},
        {"deck": "family"},
        {"web": {"deck": {"text": "x" * 300_000}}},
        {"web": [1]},
        {"meta": ["a\0b"]},
        {"moment": 7},
        {"moment": "2" * 50},
        {"web": {"engine": -1}},
    ],
    ids=str,
)
def test_nothing_but_a_deck_seats_a_seed_and_answers_is_taken(http: httpx.Client, ended: Json, change: Json) -> None:
    file = http.get(f"/api/replays/{ended['replay']}/file").json()
    wrong = http.post("/api/replays", json={**file, **change})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, "body/invalid")


@pytest.mark.parametrize("table", [BOMB, cl.Game("family", seats=["Ann", "Bob"], seed=1).notation(), "table: {}"])
def test_a_position_is_not_taken(http: httpx.Client, ended: Json, table: str) -> None:
    file = http.get(f"/api/replays/{ended['replay']}/file").json()
    wrong = http.post("/api/replays", json={**file, "table": table})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (409, "replay/unreadable")
    assert "began from a position" in wrong.json()["error"]["message"]


@pytest.mark.parametrize("number", ["9" * 6000, "1e400", "NaN", '"\\ud800"', "[" * 100_000, "\0"])
def test_a_body_that_is_no_json_is_refused(http: httpx.Client, ended: Json, number: str) -> None:
    file = http.get(f"/api/replays/{ended['replay']}/file").json()
    text = json.dumps({**file, "seed": 0}).replace('"seed": 0', f'"seed": {number}')
    wrong = http.post("/api/replays", content=text, headers={"content-type": "application/json"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, "body/invalid")


def test_what_is_no_answer_is_said_without_a_hand(http: httpx.Client, ended: Json) -> None:
    file = http.get(f"/api/replays/{ended['replay']}/file").json()
    wrong = http.post("/api/replays", json={**file, "moves": ["play Nothing"]}).json()["error"]["message"]
    assert "it is no answer to what is asked there" in wrong
    assert "|" not in wrong


def test_playing_on_from_a_position(served: Served, http: httpx.Client, ended: Json) -> None:
    replay = whole(http, f"/api/replays/{ended['replay']}")
    frame, scene = next((frame, scene) for frame, scene in scenes(replay) if frame["moves"] > 3)
    path = f"/api/replays/{ended['replay']}/fork"
    made = http.post(path, json={"moves": frame["moves"], "place": 1, "bot": "random"}).json()
    for form, code in [
        ({"moves": 99_999, "place": 0}, "replay/moves"),
        ({"moves": replay["frames"][-1]["moves"], "place": 0}, "replay/over"),
        ({"moves": 0, "place": 5}, "seat/none"),
        ({"moves": 0, "place": 0, "bot": "hal"}, "bot/unknown"),
    ]:
        assert http.post(path, json=form).json()["error"]["code"] == code

    async def main() -> None:
        player = await Player(served.address, made["table"], made["token"]).connect()
        state = await player.until("state")  # the first: bots may have gone on since
        assert state["own"]["hand"] == scene["hands"]["Bob"]
        assert state["lobby"]["commitment"] == ""
        player.react = choosing(random.Random(5))
        await player.say({"type": "resync"})
        over = await player.until("over")
        assert over["ended"]["seal"] is None
        await player.close()

    asyncio.run(main())


def test_verify_accepts_the_file_and_refuses_every_change(
    http: httpx.Client, ended: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = http.get(f"/api/replays/{ended['replay']}/file").text
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    assert command(["verify", str(file)]) == 0
    assert command(["verify", str(file), "--commitment", ended["seal"]["fingerprint"]]) == 0
    assert command(["verify", str(file), "--commitment", "00" * 32]) == 1
    assert "FAIL all that was promised has the fingerprint 0000" in capsys.readouterr().out
    values = json.loads(text)
    seal = values["web"]["seal"]
    changes: list[dict[str, Any]] = [
        {"seed": values["seed"] ^ 1},
        {"moves": values["moves"][:-1]},
        {"moves": [*values["moves"][:2], *values["moves"][3:]]},
        {"web": {**values["web"], "winner": "Nobody"}},
        {"web": {**values["web"], "seal": {**seal, "secret": "00" * 32}}},
        {"web": {**values["web"], "seal": {**seal, "nonces": {}}}},
        {"web": {**values["web"], "seal": {**seal, "nonces": {**seal["nonces"], "Bob": "00" * 32}}}},
        {"web": {**values["web"], "seal": {**seal, "commitments": {"Ann": seal["commitments"]["Ann"]}}}},
        {"web": {**values["web"], "seal": {**seal, "commitment": "00" * 32}}},
        {"web": {**values["web"], "seal": {**seal, "fingerprint": "00" * 32}}},
        {"web": {**values["web"], "seal": {**seal, "fingerprint": ""}}},
        {"web": {**values["web"], "seal": {**seal, "broken": [{"fingerprint": "00" * 32, "silent": ["Bob"]}]}}},
        {"web": {**values["web"], "seal": {**seal, "seats": seal["seats"][::-1]}}},
        {"web": {**values["web"], "seal": {**seal, "seed": "7"}}},
        {"holiday": not values["holiday"]},
        {"people": {"Bob": {"birthday": True, "age": None, "parent": False, "grandparent": False}}},
        {"web": {**values["web"], "seal": None}},
        {"digest": "0" * 16},
    ]
    for change in changes:
        assert not verify(json.dumps({**values, **change})).holds, change
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    assert command(["verify", str(tmp_path / "other.json")]) == 2
    assert command(["verify", str(tmp_path / "none.json")]) == 2


def test_the_seed_comes_from_the_secret_and_every_nonce(ended: Json) -> None:
    seal = ended["seal"]
    assert seal["nonces"] == {"Ann": "01" * 16, "Bob": "ff" * 32}
    assert seal["commitments"] == {name: promise_of(nonce) for name, nonce in seal["nonces"].items()}
    assert commitment_of(seal["secret"]) == seal["commitment"]
    assert str(deal_of(seal["fingerprint"], seal["secret"], seal["seats"], seal["nonces"])) == seal["seed"]
    assert seal["broken"] == []
