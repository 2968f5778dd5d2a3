"""Two nodes put the same questions to the same people, so that who answers what one of them shows is not refused."""

from __future__ import annotations

import asyncio
import random

import pytest
from tests.web.nodes.test_postgres_peers import ended
from tests.web.nodes.test_two_nodes import Nodes, run, seen, spread, two
from tests.web.postgres import Postgres
from tests.web.served import PATIENT, Json, Player, Served, serving

from changeling.web.nodes.postgres_peers import PostgresPeers
from changeling.web.table.game import game_loop


def test_how_somebody_wants_to_be_asked_goes_along_to_another_node(postgres: Postgres) -> None:
    """What was said last counts at both nodes: else one asks while the other answers."""

    async def agree(nodes: Nodes, table: str, habit: str) -> None:
        async with asyncio.timeout(PATIENT):
            while [list(node.registry.tables[table].all_habits().values()) for node in nodes] != [[habit]] * 2:
                await asyncio.sleep(0.01)

    async def main(nodes: Nodes) -> None:
        async with spread(nodes, ["Ann", "Bob"]) as (ann, bob):
            watcher = await Player(nodes[0].address, ann.table).connect()
            await ann.say({"type": "habit", "windows": "quick"})
            await agree(nodes, ann.table, "quick")
            await ann.close()
            again = await Player(nodes[1].address, ann.table, ann.token).connect()
            await again.say({"type": "habit", "windows": "ask"})
            await agree(nodes, ann.table, "ask")
            await again.close()
            back = await Player(nodes[0].address, ann.table, ann.token).connect()
            await seen(bob, lambda view: all(seat["here"] for seat in view["lobby"]["seats"]))
            await back.say({"type": "habit", "windows": "timed"})
            await agree(nodes, ann.table, "timed")
            for player in (watcher, back):
                await player.close()

    with two(postgres) as nodes:
        run(lambda: main(nodes))


@pytest.mark.parametrize("deck", ["family", "doctor-who"])
def test_an_answer_outside_of_windows_is_never_too_late(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, deck: str
) -> None:
    """However often the table pauses before it gives an answer that goes without saying."""
    monkeypatch.setattr(game_loop, "MOST_AT_ONCE", 1)
    refused: list[tuple[Json, Json]] = []

    async def react(player: Player, message: Json) -> None:
        question = message.get("question") if message["type"] in ("state", "update") else None
        if question and player.said[-1].get("question") != question["id"]:
            option = random.Random(question["id"]).choice(question["options"])
            await player.say({"type": "answer", "question": question["id"], "option": option["code"]})
        if message["type"] == "error":
            asked = [one.get("question") for one in player.heard if one["type"] in ("state", "update")]
            refused.extend((one, message) for one in asked if one and one["id"] == message["question"])

    async def main(nodes: Nodes) -> None:
        async with spread(nodes, ["Ann", "Bob", "Cy", "Dee"], bots=1, deck={"parts": [deck]}) as players:
            for player in players:
                player.react = react
            await players[0].say({"type": "start"})
            for player in players:
                await player.until("over")

    with two(postgres) as nodes:
        for _ in range(3):
            run(lambda: main(nodes))
    assert not [(one["ask"], said["message"]) for one, said in refused if not one["window"]]


# --- without a connection ---------------------------------------------------------------------------------------------
def peers_of(node: Served) -> PostgresPeers:
    peers = node.registry.peers
    assert isinstance(peers, PostgresPeers)
    return peers


async def asked_first(players: list[Player]) -> Player:
    """Whoever is asked outside of windows."""
    async with asyncio.timeout(PATIENT):
        while not (asked := [one for one in players if one.view["question"] and not one.view["question"]["window"]]):
            await asyncio.sleep(0.01)
    return asked[0]


def first_answer(player: Player) -> Json:
    question = player.view["question"]
    return {"type": "answer", "question": question["id"], "option": question["options"][0]["code"]}


def test_what_was_accepted_is_not_asked_again_by_a_node_that_hears_nothing(postgres: Postgres) -> None:
    """Whoever comes to it is shown what the store has."""

    async def main(nodes: Nodes) -> None:
        async with spread(nodes, ["Ann", "Bob", "Cy", "Dee"]) as players:
            await players[0].say({"type": "start"})
            for player in players:
                await seen(player, lambda view: view["lobby"]["phase"] == "playing")
            asked = await asked_first(players)
            here = players.index(asked) % 2
            listening = peers_of(nodes[1 - here])._tasks[0]
            listening.get_loop().call_soon_threadsafe(listening.cancel)
            async with asyncio.timeout(PATIENT):
                while peers_of(nodes[1 - here]).hears():
                    await asyncio.sleep(0.01)
            answer = first_answer(asked)
            assert (await asked.ask(answer, "accepted"))["type"] == "accepted"
            again = await Player(nodes[1 - here].address, asked.table, asked.token).connect()
            question = again.view["question"]
            assert question is None or question["id"] > answer["question"]
            await again.close()

    with two(postgres) as nodes:
        run(lambda: main(nodes))


def is_new(player: Player, answered: set[int]) -> bool:
    question = player.view.get("question")
    return player.view.get("ended") is not None or (question is not None and question["id"] not in answered)


def test_an_answer_in_a_window_reaches_the_driver_although_its_node_loses_its_connections(postgres: Postgres) -> None:
    place = postgres.database("questions_lost")
    lost: list[int] = []

    async def main(nodes: Nodes) -> None:
        async with spread(nodes, ["Ann", "Bob", "Cy", "Dee"], deck={"parts": ["doctor-who"]}) as players:
            await players[0].say({"type": "start"})
            answered = set[int]()
            while len(lost) < 6 and all(player.view.get("ended") is None for player in players):
                async with asyncio.timeout(PATIENT):
                    while not (asked := [one for one in players if is_new(one, answered)]):
                        await asyncio.sleep(0.01)
                for player in asked:
                    question = player.view["question"]
                    if question is None:
                        continue
                    answered.add(question["id"])
                    if question["window"] and player.address == nodes[1].address:
                        lost.append(await asyncio.to_thread(ended, place, peers_of(nodes[1])))
                    plays = [option for option in question["options"] if option["sort"] == "play"]
                    option = (question["options"][-1:] if question["window"] else plays or question["options"])[0]
                    await player.say({"type": "answer", "question": question["id"], "option": option["code"]})

    with serving(place) as first, serving(place) as second:
        run(lambda: main((first, second)))
    assert lost
