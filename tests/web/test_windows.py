"""Surprise windows over real sockets: who holds what shows neither in what is sent nor in who is waited for."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from tests.engine.test_windows import NAMES, positions
from tests.web.served import QUICK, Json, Player, Served, make, seats, serving, start, table_of

import changeling as cl
from changeling.play.position import load_yaml
from changeling.web.documents import GameDocument, SeatDocument, TableDocument
from changeling.web.lobby import draw_id
from changeling.web.seals import token_hash
from changeling.web.settings import Settings
from changeling.web.shapes import DeckChoice
from changeling.web.store import put_game, put_table

EDITIONS = ["cthulhu", "doctor-who", "dice-camera-action"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as server:
        yield server


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_messages_come_whether_another_seat_holds_a_surprise_or_not(served: Served, edition: str) -> None:
    async def main() -> int:
        windows = 0
        for game, twin, seat in islice(positions(edition, polite=True), 0, 48, 4):
            holder = next(name for name in NAMES if game.view(name).hand != twin.view(name).hand)
            heard = [await acted(served, one, seat) for one in (game, twin)]
            for name in NAMES:
                if name != holder:
                    assert heard[0][name] == heard[1][name]
            windows += any(message.get("public", {}).get("window") for message in heard[0][seat])
        return windows

    assert asyncio.run(main()) > 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_messages_come_whether_a_bot_holds_a_surprise_or_not(served: Served, edition: str) -> None:
    async def main() -> int:
        compared = 0
        for game, twin, seat in islice(positions(edition, polite=True), 0, 64, 4):
            holder = next(name for name in NAMES if game.view(name).hand != twin.view(name).hand)
            heard = [await acted(served, one, seat, bot=holder) for one in (game, twin)]
            one, other = heard[0][seat], heard[1][seat]
            assert one == other
            compared += any(message["type"] == "update" and "public" in message for message in one)
        return compared

    assert asyncio.run(main()) > 5


async def acted(served: Served, game: cl.Game, seat: str, bot: str = "") -> dict[str, list[Json]]:
    """Put a position on a table, have a seat do its first option and everybody else pass; gives what each heard."""
    table = await placed(served, game, bot)
    players = [await Player(served.address, table, f"token of {name}").connect() for name in NAMES if name != bot]
    for player in players:
        while sum(place["here"] for place in player.view["lobby"]["seats"]) < len(players):
            await player.until("lobby", since=len(player.heard))
        player.heard.clear()
    actor = next(player for player in players if player.place == NAMES.index(seat))
    await answered(actor, actor.view["question"]["options"][0])
    await actor.until("update")
    await caught_up(players)
    while actor.view["public"]["window"]:
        asked = [player for player in players if player.view["question"]]
        before = shown(actor)
        for player in asked:  # one after the other, so that the order of what is heard is no matter of chance
            await answered(player, player.view["question"]["options"][-1])
        while shown(actor) == before:
            await actor.until("update", since=len(actor.heard))
        await caught_up(players)
    heard = {NAMES[player.place or 0]: first_window(player.heard) for player in players}
    for player in players:
        await player.close()
    return heard


async def answered(player: Player, option: Json) -> None:
    answer = {"type": "answer", "question": player.view["question"]["id"], "option": option["code"]}
    await player.ask(answer, "noted", "accepted")


async def caught_up(players: list[Player]) -> None:
    """Wait until all have heard the same updates."""
    newest = max(shown(player) for player in players)
    for player in players:
        while shown(player) < newest:
            await player.until("update", since=len(player.heard))


def shown(player: Player) -> int:
    """The number of the last update that a player heard."""
    return max((message["seq"] for message in player.heard if message["type"] == "update"), default=0)


def first_window(heard: list[Json]) -> list[Json]:
    """What was heard until the first window closed; of what came of it, which may well differ, only that it came."""
    found: list[Json] = []
    opened = False
    for message in heard:
        if message["type"] == "update" and (opened or not message["public"]["window"]):
            return [*found, {"type": "update", "seq": message["seq"]}]
        opened = opened or message["type"] == "update"
        found.append(message)
    return found


async def placed(served: Served, game: cl.Game, bot: str) -> str:
    """A table in the store, at a position, with a token for each seat."""
    position = json.dumps({"seed": 0, "table": load_yaml(game.notation())["table"]})
    record = cl.Record(game.record().deck, game.deck.digest, game.seats, 0, polite=True, table=position)
    seated = [
        SeatDocument("bot", name, bot="random")
        if name == bot
        # for a fair comparison nobody is alone at the table
        else SeatDocument("human", name, token=token_hash(f"token of {name}"))
        for name in game.seats
    ]
    choice = DeckChoice([game.deck.name])
    table = TableDocument(draw_id(), 0.0, choice, seated, "", phase="playing", game=draw_id(), pause=0)
    begun = GameDocument(table.game, table.id, 0.0, choice, record.to_json())
    statements = [put_table(table), put_game(begun, digest=record.digest, seed=0, seats=game.seats)]
    await served.hall.store.write(statements)
    return table.id


# --- the pause --------------------------------------------------------------------------------------------------------
async def until_window(players: list[Player]) -> list[Player]:
    """Have cards played until a window is open in which people are asked; gives those."""
    await start(players)
    while True:
        asked = [player for player in players if player.view.get("question")]
        if asked and all(player.view["question"]["window"] for player in asked):
            return asked
        if asked:
            question = asked[0].view["question"]
            plays = [option for option in question["options"] if option["sort"] == "play"] or question["options"]
            answer = {"type": "answer", "question": question["id"], "option": plays[0]["code"]}
            since = [len(player.heard) for player in players]
            await asked[0].say(answer)
            for player, heard in zip(players, since, strict=True):
                await player.until("update", since=heard)
        else:
            await asyncio.sleep(0.01)


def test_who_does_not_answer_in_time_passes_whatever_they_hold(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob", "Cy"], deck={"parts": ["doctor-who"]}, pause=0.3) as players:
            asked = await until_window(players)
            assert len(asked) == 2
            assert {player.view["public"]["asked"] for player in players} == {""}
            assert {player.view["pause"]["seconds"] <= 0.3 for player in players} == {True}
            assert [player.view["question"]["options"][-1]["text"] for player in asked] == ["done", "done"]
            before = [len(player.heard) for player in players]
            for player, heard in zip(players, before, strict=True):
                update = await player.until("update", since=heard)
                assert update["seq"] == (await players[0].until("update", since=before[0]))["seq"]

    asyncio.run(main())


def test_passes_take_effect_together_and_can_be_changed_until_then(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob", "Cy"], deck={"parts": ["doctor-who"]}, pause=0) as players:
            first, second = await until_window(players)
            third = next(player for player in players if player not in (first, second))
            question = first.view["question"]
            answer = {"type": "answer", "question": question["id"], "option": question["options"][-1]["code"]}
            quiet = [len(second.heard), len(third.heard)]
            assert (await first.ask(answer, "noted", "accepted"))["type"] == "noted"
            assert (await first.ask(answer, "noted", "accepted"))["type"] == "noted"
            for player in players:
                assert (await player.ask({"type": "ping", "number": 7}, "pong"))["number"] == 7
            assert [message["type"] for message in second.heard[quiet[0] :]] == ["pong"]
            assert [message["type"] for message in third.heard[quiet[1] :]] == ["pong"]
            other = second.view["question"]
            await second.say({"type": "answer", "question": other["id"], "option": other["options"][-1]["code"]})
            assert (await first.until("accepted", since=quiet[0]))["question"] == question["id"]
            await third.until("update", since=quiet[1])

    asyncio.run(main())


def test_a_hold_gives_more_time_and_a_habit_waits_or_does_not(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob", "Cy"], deck={"parts": ["doctor-who"]}, pause=0.5) as players:
            asked = await until_window(players)
            question = asked[0].view["question"]
            state = await asked[0].ask({"type": "hold", "question": question["id"]}, "state")
            assert state["question"]["seconds"] > 9
            wrong = await asked[0].ask({"type": "hold", "question": 3}, "state")
            assert wrong["code"] == "hold/not-asked"

    asyncio.run(main())


def test_who_plays_against_bots_alone_is_asked_only_with_a_choice_and_without_a_clock(tmp_path: Path) -> None:
    async def main(address: str) -> int:
        made = await make(address, deck={"parts": ["doctor-who"]}, seats=seats(1, 3), pause=0.2)
        player = await Player(address, made["table"], made["token"]).connect()
        asked = []

        async def react(player: Player, message: Json) -> None:
            question = message.get("question") if message["type"] in ("state", "update") else None
            assert message.get("pause") is None
            if question:
                asked.append(question)
                await player.say(
                    {"type": "answer", "question": question["id"], "option": question["options"][0]["code"]}
                )

        player.react = react
        await player.say({"type": "start"})
        await player.until("over")
        await player.close()
        windows = [question for question in asked if question["window"]]
        assert all(len(question["options"]) > 1 and question["seconds"] is None for question in windows)
        return len(windows)

    with serving(tmp_path / "tables.sqlite") as served:
        assert sum(asyncio.run(main(served.address)) for _ in range(4)) > 0


def test_bots_take_their_time_whatever_they_hold(tmp_path: Path) -> None:
    """The delay is drawn when a window opens, before anybody looks at what the bots hold."""

    async def main(address: str) -> None:
        made = await make(address, deck={"parts": ["doctor-who"]}, seats=seats(1, 2), first=0)
        player = await Player(address, made["table"], made["token"]).connect()
        await start([player])
        while not (plays := [option for option in player.view["question"]["options"] if option["sort"] == "play"]):
            await answered(player, player.view["question"]["options"][0])
            while not player.view["question"]:
                await player.until("update", since=len(player.heard))
        begun = time.monotonic()
        await answered(player, plays[0])
        await player.until("update")
        while player.view["public"]["window"]:
            await player.until("update", since=len(player.heard))
        assert time.monotonic() - begun >= 0.25
        await player.close()

    settings = Settings(bot_delay=(0.0, 0.0), window_delay=(0.25, 0.25), rates=False)
    with serving(tmp_path / "tables.sqlite", settings) as served:
        asyncio.run(main(served.address))
    assert QUICK.window_delay == (0.0, 0.0)
