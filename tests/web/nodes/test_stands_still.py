"""A table goes on although the node that drives it has lost for a moment what people mean to answer, or all of it.

In each of these somebody has answered in a Surprise window, was told that it is noted, and is not asked again; or a bot
is to play. Nobody does anything more that would have the table go on.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.web.nodes.test_two_nodes import run, two
from tests.web.postgres import Postgres
from tests.web.served import PATIENT, QUICK, Json, Player, Served, make, seats, serving

from changeling.web.nodes.postgres_peers import PostgresPeers
from changeling.web.storage.store import Store
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.live.stored_table import RETRY
from changeling.web.wire.errors import StoreError


class Failing:
    """A store that fails at some of what it is asked for."""

    def __init__(self, store: Store, fails: Callable[[str], bool]) -> None:
        self.store, self.fails, self.failed = store, fails, 0

    def __getattr__(self, name: str) -> Any:
        async def fail(*values: Any) -> None:
            self.failed += 1
            raise StoreError("disk full")

        return fail if self.fails(name) else getattr(self.store, name)


@contextlib.contextmanager
def failing(table: LiveTable, fails: Callable[[str], bool]) -> Any:
    """The store of a table fails at what `fails` says, for as long as this lasts."""
    table.store = found = Failing(table.store, fails)  # type: ignore[assignment]
    try:
        yield found
    finally:
        table.store = found.store


def once(what: str) -> Callable[[str], bool]:
    """The first of the calls with that name."""
    left = [what]

    def fails(name: str) -> bool:
        return name in left and left.pop() == name

    return fails


async def comes(fits: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENT):
        while not fits():
            await asyncio.sleep(0.01)


def asked_in_anns_window(message: Json) -> Json | None:
    question: Json | None = message.get("question")
    public = message.get("public")
    return question if question and question["window"] and public and public["turn"] == "Ann" else None


async def waits(player: Player, message: Json) -> None:
    """Answer everything at once, but for what is asked in a window while it is Ann's turn."""
    question = message.get("question") if message["type"] in ("state", "update") else None
    said = {one.get("question") for one in player.said}
    if question and not asked_in_anns_window(message) and question["id"] not in said:
        await player.say({"type": "answer", "question": question["id"], "option": question["options"][-1]["code"]})


async def accepted(player: Player) -> None:
    """Wait until what a player is asked was accepted as it was answered."""
    question = [one["question"] for one in player.said if one["type"] == "answer"][-1]
    await comes(lambda: any(one["type"] == "accepted" and one["question"] == question for one in player.heard))


async def passes(player: Player, *kinds: str) -> Json:
    """Answer with a pass what is asked in a window; gives what comes of it."""
    question = player.view["question"]
    answer = {"type": "answer", "question": question["id"], "option": question["options"][-1]["code"]}
    return await player.ask(answer, *kinds)


@contextlib.asynccontextmanager
async def in_window(nodes: Sequence[Served]) -> AsyncIterator[list[Player]]:
    """Ann, Bob and Cy, each at one of these nodes, in a window that Bob and Cy are asked in and have not answered."""
    made = await make(nodes[0].address, name="Ann", seats=seats(3, 0), pause=0, deck={"parts": ["doctor-who"]})
    players = [await Player(nodes[0].address, made["table"], made["token"]).connect()]
    for node, name in zip(nodes[1:], ("Bob", "Cy"), strict=True):
        player = await Player(node.address, made["table"]).connect()
        assert (await player.ask({"type": "sit", "name": name}, "seated"))["type"] == "seated"
        players.append(player)
    try:
        for player in players:
            player.react = waits
        await players[0].say({"type": "start"})
        await comes(lambda: all(asked_in_anns_window(player.view) for player in players[1:]))
        for player in players:
            player.react = None
        yield players
    finally:
        for player in players:
            await player.close()


def table_at(node: Served, player: Player) -> LiveTable:
    return node.registry.tables[player.table]


def peers_of(node: Served) -> PostgresPeers:
    assert isinstance(node.registry.peers, PostgresPeers)
    return node.registry.peers


def lose(table: LiveTable) -> None:
    """Have a node load a table again before anything else happens to it, and nobody see to that."""
    table.note_window()
    table._lost = True


async def never(connection: object) -> None:
    """Get no lock."""


# --- what was meant ---------------------------------------------------------------------------------------------------
def test_who_drives_from_now_on_asks_what_was_meant_before(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob has answered at his node. Cy's node, at which nobody was then, drives the table after Ann's has gone."""

    async def main(first: Served, second: Served, third: Served) -> None:
        async with in_window([first, second, third]) as (ann, bob, cy):
            await cy.close()
            await comes(lambda: not table_at(third, ann).clients)
            assert (await passes(bob, "noted"))["type"] == "noted"
            await comes(lambda: not table_at(third, ann).is_as_stored())  # it has heard of that, and kept nothing
            again = await Player(third.address, cy.table, cy.token).connect()
            monkeypatch.setattr(peers_of(second), "_lock", never)
            await ann.close()
            await comes(lambda: third.registry.peers.drives(ann.table))
            await passes(again, "accepted")
            await accepted(bob)
            await again.close()

    place = postgres.database("stands_still_drives")
    with serving(place) as first, serving(place) as second, serving(place) as third:
        run(lambda: main(first, second, third))


def test_what_was_meant_while_the_store_failed_is_asked_again(postgres: Postgres) -> None:
    """The node that drives could not take down what Bob answered, because it had to load the table and could not."""

    async def main(first: Served, second: Served) -> None:
        async with in_window([first, second, first]) as (ann, bob, cy):
            table = table_at(first, ann)
            with failing(table, lambda name: True) as store:
                lose(table)
                assert (await passes(bob, "noted"))["type"] == "noted"
                await comes(lambda: store.failed > 0)
                await asyncio.sleep(0.2)
            await passes(cy, "accepted")
            await accepted(bob)

    with two(postgres) as nodes:
        run(lambda: main(*nodes))


def test_who_could_not_say_what_was_meant_says_it_later(postgres: Postgres) -> None:
    """The node that drives has lost it, and asked Bob's for it when that could not read its store."""

    async def main(first: Served, second: Served) -> None:
        async with in_window([first, second, first]) as (ann, bob, cy):
            assert (await passes(bob, "noted"))["type"] == "noted"
            driving, table = table_at(first, ann), table_at(second, ann)
            await comes(lambda: driving.loop is not None and bool(driving.loop.window and driving.loop.window.intents))
            with failing(table, lambda name: True):
                lose(table)
                await bob.ask({"type": "ping", "number": 1})
                await comes(lambda: table.loop is None)
                lose(driving)
                driving._open = None  # as of a node that never knew
                await cy.ask({"type": "ping", "number": 1}, "pong")
                await asyncio.sleep(0.5)
            await passes(cy, "noted", "accepted")
            await accepted(bob)

    with two(postgres) as nodes:
        run(lambda: main(*nodes))


# --- on one node ------------------------------------------------------------------------------------------------------
def test_answers_that_wait_outlive_a_command_that_finds_the_table_lost_and_fails(tmp_path: Path) -> None:
    async def main(node: Served) -> None:
        async with in_window([node] * 3) as (ann, bob, cy):
            assert (await passes(bob, "noted"))["type"] == "noted"
            table = table_at(node, ann)
            lose(table)
            with failing(table, once("write")):
                assert (await ann.ask({"type": "say", "text": "hello"}, "chat"))["type"] == "error"
            await passes(cy, "accepted")
            await accepted(bob)

    with serving(tmp_path / "tables.sqlite") as node:
        run(lambda: main(node))


def test_an_answer_that_was_refused_does_not_count_later(tmp_path: Path) -> None:
    """The last answer of a window could not be written. Who gave it is asked again, and nothing comes of it."""

    async def main(node: Served) -> None:
        async with in_window([node] * 3) as (ann, bob, cy):
            assert (await passes(bob, "noted"))["type"] == "noted"
            question, table = cy.view["question"], table_at(node, ann)
            with failing(table, once("write")):
                assert (await passes(cy, "accepted"))["type"] == "error"
            await asyncio.sleep(RETRY + 0.5)
            assert (await ann.ask({"type": "resync", "since": 0}, "state"))["public"]["window"]
            assert not [one for one in cy.heard if one["type"] == "accepted" and one["question"] == question["id"]]
            assert (await cy.ask({"type": "resync", "since": 0}, "state"))["question"]["id"] == question["id"]
            assert (await passes(cy, "accepted"))["question"] == question["id"]
            await accepted(bob)

    with serving(tmp_path / "tables.sqlite") as node:
        run(lambda: main(node))


@pytest.mark.parametrize("fails", ["write", "all"])
def test_a_bot_plays_although_the_store_failed_while_it_thought(tmp_path: Path, fails: str) -> None:
    """Somebody says something, and that fails; whether the table can be loaded again at once or only later."""

    async def main(node: Served) -> None:
        made = await make(node.address, name="Ann", seats=seats(1, 1), pause=0, deck={"parts": ["family"]})
        ann = await Player(node.address, made["table"], made["token"]).connect()
        ann.react = waits
        await ann.say({"type": "start"})
        await comes(lambda: bool(ann.view["public"]) and ann.view["public"]["asked"] not in ("", "Ann"))
        table = table_at(node, ann)
        assert table.loop is not None
        rows = table.loop.log.next_row
        with failing(table, once("write") if fails == "write" else lambda name: True):
            assert (await ann.ask({"type": "say", "text": "hello"}, "chat"))["type"] == "error"
        await comes(lambda: table.loop is not None and table.loop.log.next_row > rows)
        await ann.close()

    with serving(tmp_path / "tables.sqlite", replace(QUICK, bot_delay=(1.0, 1.0))) as node:
        run(lambda: main(node))


def test_a_bot_plays_for_who_is_not_there_when_the_table_is_loaded(tmp_path: Path) -> None:
    """The server was started anew, and only Ann has come back; it is Bob's turn."""
    known: list[Player] = []

    async def begin(node: Served) -> None:
        made = await make(node.address, name="Ann", seats=seats(2, 0), pause=0, deck={"parts": ["family"]})
        ann = await Player(node.address, made["table"], made["token"]).connect()
        bob = await Player(node.address, made["table"]).connect()
        await bob.ask({"type": "sit", "name": "Bob"}, "seated")
        ann.react = waits
        await ann.say({"type": "start"})
        await comes(lambda: bool(bob.view.get("question")))
        known.append(ann)
        for player in (ann, bob):
            await player.close()

    async def later(node: Served) -> None:
        again = await Player(node.address, known[0].table, known[0].token).connect()
        assert again.view["public"]["asked"] == "Bob"
        await comes(lambda: any(seat["away"] for seat in again.view["lobby"]["seats"] if seat["name"] == "Bob"))
        await comes(lambda: again.view["public"]["asked"] == "Ann")
        await again.close()

    for doing in (begin, later):
        with serving(tmp_path / "tables.sqlite", replace(QUICK, patience=1.0, host_patience=1000.0)) as node:
            run(lambda doing=doing, node=node: doing(node))  # type: ignore[misc]


def test_a_bot_plays_after_an_answer_came_too_late_because_another_node_was_first(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The node that drives the table loads it again when it finds that out, and refuses the answer."""

    async def main(first: Served, second: Served) -> None:
        made = await make(first.address, name="Ann", seats=seats(1, 1), pause=0, deck={"parts": ["family"]})
        ann = await Player(first.address, made["table"], made["token"]).connect()
        await ann.ask({"type": "start"}, "state")
        await comes(lambda: bool(ann.view.get("question")))
        there = await Player(second.address, made["table"], made["token"]).connect()
        question = there.view["question"]
        answer = {"type": "answer", "question": question["id"], "option": question["options"][-1]["code"]}
        assert first.registry.peers.drives(ann.table)
        peers = peers_of(first)
        hear, late, waiting = peers._hear, list[str](), [True]

        def hear_late(text: str) -> None:
            late.append(text)
            while late and not waiting:
                hear(late.pop(0))

        monkeypatch.setattr(peers, "_hear", hear_late)
        assert (await there.ask(answer, "accepted"))["type"] == "accepted"
        assert (await ann.ask(answer, "accepted"))["code"] == "answer/stale"
        waiting.clear()  # from here on it hears what it has missed
        await comes(lambda: bool(there.view.get("question")) and there.view["question"]["id"] > question["id"])
        for player in (ann, there):
            await player.close()

    with two(postgres, replace(QUICK, bot_delay=(0.5, 0.5))) as nodes:
        run(lambda: main(*nodes))
