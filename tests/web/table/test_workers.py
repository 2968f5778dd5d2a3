"""What takes long runs in worker processes, whoever asks for it: nothing of it is called in the server."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.served import PATIENT, Json, Player, Served, choosing, endless, make, serving
from tests.web.shared_workers import SHARED

import changeling as cl
from changeling.bots.greedy import Greedy
from changeling.bots.search import Search
from changeling.engine.seen.questions.decision import Option
from changeling.play.seated_bot import SeatedBot
from changeling.web.gallery import decks
from changeling.web.table import workers
from changeling.web.table.game.bot_thinking import MOST_LOST, BotThinking
from changeling.web.table.workers import SMALL, Workers
from changeling.web.table.written import game_log, replays
from changeling.web.wire.http_bodies import CheckDeck
from changeling.web.wire.values import DeckChoice
from changeling.web.workers.process import WorkerLost

HEAVY = [
    (decks, "own_deck"),
    (decks, "before_game"),
    (decks, "oddities"),
    (replays, "play_back"),
    (replays, "rebuild"),
    (workers, "rebuild"),
    (workers, "replay"),
    (game_log, "replay"),
    (Greedy, "choose"),
    (Search, "choose"),
]
SMALL_CALLS = {"replay", "rebuild"}  # a game that begins is laid out in the server: it has no moves yet


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of heavy functions that this process, in which the server runs, has called."""
    found: list[str] = []

    def watch(owner: Any, name: str) -> None:
        before: Callable[..., Any] = getattr(owner, name)

        def noted(*args: Any, **named: Any) -> Any:
            if name not in SMALL_CALLS or not is_small(args, named):
                found.append(f"{owner.__name__}.{name}")
            return before(*args, **named)

        monkeypatch.setattr(owner, name, noted)

    for owner, name in HEAVY:
        watch(owner, name)
    return found


def is_small(args: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Whether a game is played again for a few moves only."""
    first = args[0]
    moves = named.get("moves")
    if moves is None:
        moves = len(first.moves) if isinstance(first, cl.Record) else len(args[2]) if len(args) > 2 else 0
    return bool(moves <= SMALL)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "tables.sqlite") as server:
        yield server


def asked(job: str) -> int:
    return SHARED.uploads.asked[job] + SHARED.bots.asked[job]


async def play(player: Player, moves: int, chance: random.Random) -> None:
    """Have a game played until it has so many events."""
    player.react = choosing(chance)
    await player.say({"type": "start"})
    while player.view.get("public") is None or len(player.said) < moves:
        await player.until("update", "over", since=len(player.heard))
    player.react = None


def test_uploads_are_checked_elsewhere(served: Served, called: list[str]) -> None:
    text = "".join(f'keeper "K{n}"\n    "One."\n' for n in range(150))
    text += "".join(f'goal "G{n}"\n    "One."\n    wins = has("K{n}", "K{n + 1}")\n' for n in range(100))
    before = asked("check")
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        report = http.post("/api/decks/check", json={"deck": {"text": text}, "seats": 4}).json()
        assert report["cards"] == 250
        assert len(http.get(f"/api/decks/{report['id']}").json()["cards"]) >= 250
        made = http.post("/api/tables", json={"name": "Ann", "deck": {"text": text}})
        assert made.status_code == 201
        assert http.get(f"/api/tables/{made.json()['table']}").status_code == 200
    assert asked("check") == before + 1
    assert called == []


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_long_game_its_bots_its_undo_and_its_loading_run_elsewhere(
    served: Served, called: list[str], bot: str
) -> None:
    async def main() -> None:
        deck = {"text": endless()}
        made = await make(served.address, deck=deck, seats=[{"kind": "human"}, {"kind": "bot", "bot": bot}], pause=0)
        ann = await Player(served.address, made["table"], made["token"]).connect()
        before = {job: asked(job) for job in ("choose", "played", "rebuilt")}
        await play(ann, 12, random.Random(3))
        assert asked("choose") > before["choose"]
        undone = await ann.ask({"type": "undo"}, "state")
        assert undone["type"] == "state"
        assert asked("played") == before["played"] + 1
        await ann.close()
        served.registry.tables.clear()  # as after a while without anybody
        again = await Player(served.address, made["table"], made["token"]).connect()
        assert asked("rebuilt") == before["rebuilt"] + 1
        assert again.view["public"] == undone["public"]
        await again.close()

    asyncio.run(main())
    assert called == []


def test_replays_are_played_elsewhere(served: Served, called: list[str]) -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=5)
    chance = random.Random(1)
    while not game.over and len(game.record().moves) < 1_000:
        game.answer(chance.randrange(len(game.decision.options)))
    file = game.record().to_json()
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        brought = http.post("/api/replays", content=file, headers={"content-type": "application/json"}).json()
        path = f"/api/replays/{brought['replay']}"
        page = http.get(path).json()
        while page["next"] is not None:
            page = http.get(path, params={"from": page["next"]}).json()
        assert page["frames"][-1]["moves"] == len(game.record().moves)
        assert http.post(f"{path}/fork", json={"moves": 60, "place": 0}).status_code == 201
    assert called == []


# --- what is lost -----------------------------------------------------------------------------------------------------
class LostWorkers(Workers):
    """Workers that give no answer to bots."""

    def __init__(self) -> None:
        super().__init__()
        self.tries = 0

    async def choose(self, *args: Any) -> Option:
        self.tries += 1
        raise WorkerLost("it has crashed")


@pytest.mark.parametrize(("text", "quick"), [("", "greedy"), ("keeper", "last")])
def test_a_bot_whose_thinking_is_lost_goes_on_without(text: str, quick: str) -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=5)
    while len(game.decision.options) == 1:
        game.answer(0)
    view, decision = game.view(game.decision.seat), game.decision

    async def main() -> tuple[list[Option | None], int]:
        lost, woken = LostWorkers(), asyncio.Semaphore(0)

        async def wake() -> None:
            woken.release()

        thinking = BotThinking(wake, lost, DeckChoice(["fluxx-4"], text))
        for question in range(MOST_LOST + 2):
            thinking.think(question, SeatedBot("search", 1), view, decision)
            await woken.acquire()
        return [thinking.chosen(question) for question in range(MOST_LOST + 2)], lost.tries

    chosen, tries = asyncio.run(main())
    expected = SeatedBot("greedy", 1).choose(view, decision) if quick == "greedy" else decision.options[-1]
    assert set(chosen) == {expected}
    assert tries == MOST_LOST, "a game whose bots are waited for in vain is not waited for any longer"


def test_the_caller_of_what_is_given_up_gets_a_sentence(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*args: Any, **named: Any) -> Json:
        raise WorkerLost("it has crashed")

    monkeypatch.setattr(SHARED.uploads, "ask", lost)
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        answer = http.post("/api/decks/check", json={"deck": {"text": 'keeper "Tea"\n'}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "work/given-up")
    assert "more time or memory" in answer.json()["error"]["message"]


def test_a_report_is_that_of_the_gallery() -> None:
    check = CheckDeck(DeckChoice(["family"], 'keeper "Tea"\n    "Warm."\n'), 3)
    assert asyncio.run(SHARED.report(check)) == decks.report_on(check)


def test_a_table_of_an_edition_needs_no_worker(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def none(*given: Any, **named: Any) -> Any:
        raise WorkerLost("all are busy", busy=True)

    monkeypatch.setattr(SHARED.uploads, "ask", none)
    monkeypatch.setattr(SHARED, "_odd", OrderedDict())
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        for edition in cl.editions():
            seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
            made = http.post("/api/tables", json={"name": "Ann", "deck": {"parts": [edition]}, "seats": seats})
            assert made.status_code == 201, made.text
