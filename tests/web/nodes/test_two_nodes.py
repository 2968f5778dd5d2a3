"""Two nodes on one PostgreSQL: whatever is done at one is seen at the other, as if it were one server."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import httpx
import pytest
from tests.web.postgres import Postgres
from tests.web.served import PATIENT, QUICK, Json, Player, Served, choosing, make, seats, serving

from changeling.engine.version import ENGINE
from changeling.web.nodes.notices import Wrote
from changeling.web.settings import Settings
from changeling.web.storage.store import put_table
from changeling.web.storage.versions import put_version, version_of
from changeling.web.table.written import game_log
from changeling.web.wire.values import Speed

_numbers = itertools.count()
Nodes = tuple[Served, Served]


@contextlib.contextmanager
def two(postgres: Postgres, settings: Settings = QUICK) -> Iterator[Nodes]:
    place = postgres.database(f"nodes_{next(_numbers)}")
    with serving(place, settings) as first, serving(place, settings) as second:
        yield first, second


@pytest.fixture
def nodes(postgres: Postgres) -> Iterator[Nodes]:
    with two(postgres) as found:
        yield found


@contextlib.asynccontextmanager
async def spread(nodes: Nodes, people: list[str], *, bots: int = 0, **form: Any) -> AsyncIterator[list[Player]]:
    """A table of people who are connected to the nodes by turns, the host to the first."""
    made = await make(nodes[0].address, name=people[0], **{"seats": seats(len(people), bots), "pause": 0, **form})
    players = [await Player(nodes[0].address, made["table"], made["token"]).connect()]
    for number, name in enumerate(people[1:], 1):
        player = await Player(nodes[number % 2].address, made["table"]).connect()
        assert (await player.ask({"type": "sit", "name": name}, "seated"))["type"] == "seated"
        players.append(player)
    try:
        for player in players:
            await seen(player, lambda view: {s["name"] for s in view["lobby"]["seats"] if s["here"]} >= set(people))
        yield players
    finally:
        for player in players:
            await player.close()


async def seen(player: Player, fits: Callable[[Json], bool]) -> Json:
    """Wait until a player sees what fits."""
    async with asyncio.timeout(PATIENT):
        while not fits(player.view):
            await asyncio.sleep(0.01)
    return player.view


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await test()

    asyncio.run(main())


def named(view: Json, name: str) -> Json:
    found: Json = next(seat for seat in view["lobby"]["seats"] if seat["name"] == name)
    return found


@pytest.mark.parametrize("deck", ["family", "doctor-who"])
def test_a_game_spread_over_two_nodes_is_one_game(nodes: Nodes, deck: str) -> None:
    """With Surprises, whose windows are answered at both nodes, and a bot."""

    async def test() -> None:
        async with spread(nodes, ["Ann", "Bob", "Cy", "Dee"], bots=1, deck={"parts": [deck]}) as players:
            for number, player in enumerate(players):
                player.react = choosing(random.Random(number))
            await players[0].say({"type": "start"})
            over = [await player.until("over") for player in players]
            assert len({str(message["ended"]) for message in over}) == 1
            for player in players:
                told = [event["number"] for one in player.heard for event in one.get("events", ())]
                assert told == sorted(told), "events came in another order"
                assert sorted(set(told)) == list(range(told[-1] + 1)), "an event was not told"
                assert player.view["public"] == players[0].view["public"]
                for question in {said["question"] for said in player.said if said["type"] == "answer"}:
                    ends = [one for one in player.heard if one["type"] in ("accepted", "error")]
                    assert len([one for one in ends if one["question"] == question]) == 1
            async with httpx.AsyncClient(base_url=nodes[1].url, timeout=PATIENT) as http:
                replay = await http.get(f"/api/replays/{over[0]['ended']['replay']}")
                assert replay.status_code == 200

    run(test)


def lines(player: Player) -> dict[int, str]:
    """What a player has heard said, by number, one by one or in a state."""
    found: dict[int, str] = {}
    for message in player.heard:
        for said in [message["said"]] if message["type"] == "chat" else message.get("chat", ()):
            assert found.setdefault(said["number"], said["text"]) == said["text"]
    return found


def test_talk_reactions_and_lookers_on_are_seen_everywhere(nodes: Nodes) -> None:
    async def test() -> None:
        async with spread(nodes, ["Ann", "Bob"]) as (ann, bob):
            watcher = await Player(nodes[1].address, ann.table).connect()
            await seen(ann, lambda view: bool(view["lobby"]["watching"] == 1))
            await asyncio.gather(
                *(one.say({"type": "say", "text": f"{number}"}) for number in range(8) for one in (ann, bob))
            )
            for player in (ann, bob, watcher):
                async with asyncio.timeout(PATIENT):
                    while len(lines(player)) < 16:
                        await asyncio.sleep(0.01)
                assert list(lines(player)) == list(range(16))
                assert sorted(lines(player).values()) == sorted(f"{number}" for number in range(8) for _ in "ab")
            since = len(bob.heard)
            await ann.say({"type": "react", "reaction": "wow"})
            assert (await bob.until("reacted", since=since))["name"] == "Ann"
            await watcher.close()
            await seen(ann, lambda view: bool(view["lobby"]["watching"] == 0))

    run(test)


def has_names(names: set[str], view: Json) -> bool:
    return {seat["name"] for seat in view["lobby"]["seats"]} == names


def test_documents_are_not_overwritten(nodes: Nodes) -> None:
    """Everybody introduces themselves again at the same moment, at both nodes: nobody's name is lost."""

    async def test() -> None:
        async with spread(nodes, ["Ann", "Bob", "Cy", "Dee"]) as players:
            for turn in range(5):
                names = {f"{name}{turn}" for name in "ABCD"}
                await asyncio.gather(
                    *(one.say({"type": "introduce", "name": name}) for one, name in zip(players, names, strict=True))
                )
                for player in players:
                    await seen(player, functools.partial(has_names, names))

    run(test)


def test_a_host_at_another_node_admits_and_removes(nodes: Nodes) -> None:
    async def test() -> None:
        async with spread(nodes, ["Ann", "Bob"], bots=1) as (ann, bob):
            await ann.say({"type": "start"})
            await seen(bob, lambda view: view["lobby"]["phase"] == "playing")
            cy = await Player(nodes[1].address, ann.table).connect()
            await cy.ask({"type": "sit", "name": "Cy"}, "waiting")
            view = await seen(ann, lambda view: bool(view["lobby"]["asking"]))
            await ann.say({"type": "admit", "request": view["lobby"]["asking"][0]["number"], "accept": True})
            assert (await cy.until("seated"))["place"] == 3
            await seen(ann, lambda view: len(view["lobby"]["seats"]) == 4 and not view["lobby"]["asking"])
            await ann.say({"type": "remove", "place": 1})
            await bob.gone()
            assert bob.socket.close_code == 1008
            assert "seat/removed" in [message["code"] for message in bob.heard if message["type"] == "error"]
            await seen(cy, lambda view: named(view, "Bob")["kind"] == "bot")
            await cy.close()

    run(test)


def test_players_at_both_nodes_have_their_part_in_the_shuffle(nodes: Nodes) -> None:
    async def test() -> None:
        async with spread(nodes, ["Ann", "Bob"]) as players:
            for player, nonce in zip(players, ("a1" * 16, "b2" * 16), strict=True):
                await player.commit(nonce)
            await seen(players[0], lambda view: len(view["lobby"]["shuffle"]["commitments"]) == 2)
            await players[0].say({"type": "start"})
            for player in players:
                view = await seen(player, lambda view: view["lobby"]["phase"] == "playing")
                assert set(view["lobby"]["nonces"]) == {"Ann", "Bob"}

    run(test)


def test_the_driver_leaves_and_bots_play_on(nodes: Nodes) -> None:
    """Whoever came first drives the table; when nobody is left there, the other node does."""

    async def test() -> None:
        async with spread(nodes, ["Ann", "Bob"], bots=2) as (ann, bob):
            for player in (ann, bob):
                player.react = choosing(random.Random(1))
            await ann.say({"type": "start"})
            await seen(bob, lambda view: view["lobby"]["phase"] == "playing")
            driver = [node for node in nodes if node.registry.peers.drives(ann.table)]
            assert driver == [nodes[0]]
            again = await Player(nodes[1].address, ann.table, ann.token).connect()
            again.react = choosing(random.Random(1))
            await again.say({"type": "resync"})
            await ann.close()
            await bob.until("over")
            await again.close()

    run(test)


def test_a_client_comes_back_at_another_node(nodes: Nodes) -> None:
    """Twenty times at one table or, where a game is over before that, at several."""

    async def comes_back(players: list[Player], node: Served) -> bool:
        """Whoever is asked answers, goes away at once and comes back; gives whether the game goes on."""
        async with asyncio.timeout(PATIENT):
            while not (questions := [player for player in players if player.view["question"]]):
                await asyncio.sleep(0.01)
        asked = questions[0]
        question = asked.view["question"]
        answer = {"type": "answer", "question": question["id"], "option": question["options"][0]["code"]}
        await asked.say(answer)
        await asked.close()  # whether it has arrived or not
        again = await Player(node.address, asked.table, asked.token).connect()
        players[players.index(asked)] = again
        now = again.view["question"]
        if now and now["id"] == question["id"]:
            await again.ask(answer, "accepted")
        async with asyncio.timeout(PATIENT):
            while all(player.view["lobby"]["phase"] == "playing" for player in players):
                if any(one.view["question"] and one.view["question"]["id"] > question["id"] for one in players):
                    return True
                await asyncio.sleep(0.01)
        return False

    async def test() -> None:
        turns = itertools.count()
        while (turn := next(turns)) < 20:
            async with spread(nodes, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
                await players[0].say({"type": "start"})
                for player in players:
                    await seen(player, lambda view: view["lobby"]["phase"] == "playing")
                while turn < 20 and await comes_back(players, nodes[turn % 2]):
                    turn = next(turns)

    run(test)


def test_a_game_that_cannot_go_on_is_shown_at_both_nodes_whatever_is_done_at_one(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = postgres.database(f"nodes_{next(_numbers)}")
    known: list[tuple[str, str]] = []

    async def begin(nodes: Nodes) -> None:
        async with spread(nodes, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
            await players[0].say({"type": "start"})
            for player in players:
                await seen(player, lambda view: view["public"] is not None)
            known.extend((player.table, player.token) for player in players)

    async def by_an_earlier_program(node: Served, speed: Speed) -> None:
        """A node that was not updated yet goes on with the game, and changes the table."""
        store, table = node.registry.store, known[0][0]
        document, version = await store.table(table), await version_of(store, table) + 1
        assert document is not None
        assert document.phase == "playing"
        document.speed = speed
        told = node.registry.peers.telling(Wrote(table, version, document.game, [], None, False))
        await store.write([put_version(table, version), put_table(document), *told])

    async def still_shown(player: Player, speed: Speed) -> None:
        await seen(player, lambda view: view["lobby"]["speed"] == speed)
        state = await player.ask({"type": "resync", "since": 0}, "state")
        assert (state["lobby"]["phase"], state["ended"]["how"]) == ("over", "put away")
        assert state["public"] is not None

    async def later(nodes: Nodes) -> None:
        ann, bob = [await Player(node.address, *who).connect() for node, who in zip(nodes, known, strict=True)]
        for player in (ann, bob):
            assert (player.view["lobby"]["phase"], player.view["ended"]["how"]) == ("over", "put away")
        await by_an_earlier_program(nodes[0], "at once")
        await still_shown(bob, "at once")
        await ann.ask({"type": "pace", "speed": "brisk"}, "lobby")
        await still_shown(bob, "brisk")
        await ann.ask({"type": "rematch"}, "state")
        await seen(bob, lambda view: view["lobby"]["phase"] == "lobby" and view["public"] is None)
        for player in (ann, bob):
            await player.close()

    with serving(place) as first, serving(place) as second:
        asyncio.run(begin((first, second)))
    monkeypatch.setattr(game_log, "ENGINE", ENGINE + 1)
    with serving(place) as first, serving(place) as second:
        asyncio.run(later((first, second)))
