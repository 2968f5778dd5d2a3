"""The server is killed again and again in one game: nothing that was accepted is lost, nothing counts twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.web.ports import reserved_port
from tests.web.postgres import Postgres
from tests.web.served import PATIENT, Json, Player, endless, make, seats
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import changeling as cl
from changeling.web.gallery.decks import deck_of
from changeling.web.storage.databases import store_at
from changeling.web.storage.documents import Row
from changeling.web.table.game.render import Scenes
from changeling.web.table.game.surprise_window import question_id
from changeling.web.table.written.game_log import GameLog, rebuild


class Killable:
    """Server processes, one after the other, on one port and one database."""

    def __init__(self, database: str) -> None:
        self._place, self.port = reserved_port()
        command = [sys.executable, "-m", "tests.web.killable", str(self.port), database]
        self._host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._read() == "ready"
        self.pid = 0

    def _read(self) -> str:
        assert self._host.stdout is not None
        return self._host.stdout.readline().strip()

    def start(self) -> None:
        assert self._host.stdin is not None
        self._host.stdin.write("\n")
        self._host.stdin.flush()
        self.pid = int(self._read())

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        assert self._read() == "gone"

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        assert self._host.stdin is not None
        self._host.stdin.close()
        self._host.wait(PATIENT)
        assert self._host.stdout is not None
        self._host.stdout.close()
        self._place.close()


class Stubborn:
    """A person who comes back after every crash, and answers whatever is asked."""

    def __init__(self, address: str, table: str, chance: random.Random, token: str = "") -> None:
        self.address, self.table, self.token, self.chance = address, table, token, chance
        self.sent: dict[int, str] = {}
        self.accepted: list[int] = []
        self.seen: list[Json] = []
        self.comings = 0
        self.here = False  # and has seen the table since coming
        self.leaving = False

    async def live(self) -> None:
        while not self.leaving:
            with contextlib.suppress(OSError, TimeoutError, InvalidHandshake, ConnectionClosed):
                await self._visit()
            await asyncio.sleep(0.005)

    async def _visit(self) -> None:
        player = Player(self.address, self.table, self.token)
        player.react = self._react
        try:
            async with asyncio.timeout(PATIENT):
                await player.connect(hello=False)
                await player.say({"type": "hello", "token": self.token})
                await player.gone()
        finally:
            self.here = False
            await player.close()

    async def _react(self, player: Player, message: Json) -> None:
        if message["type"] == "welcome":
            self.comings += 1
        if message["type"] == "accepted":
            self.accepted.append(message["question"])
        if message["type"] in ("state", "update") and message["public"]:
            self.seen.append(message)
            self.here = True
        question = message.get("question") if message["type"] in ("state", "update") else None
        said = [message.get("question") for message in player.said]
        if question and not self.leaving and question["id"] not in said:
            assert question["id"] not in self.accepted, "an accepted answer is asked for again"
            option = self.chance.choice(question["options"])
            self.sent[question["id"]] = str(option["code"])
            await player.say({"type": "answer", "question": question["id"], "option": option["code"]})


MANY = [pytest.param(kind, kills, marks=pytest.mark.soak) for kind, kills in (("sqlite", 100), ("postgres", 50))]


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", 3), ("postgres", 2), *MANY])
def test_killed_again_and_again_in_one_game(
    kind: str, kills: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = str(tmp_path / "tables.sqlite")
    if kind == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.database("killed")
    servers = Killable(database)
    try:
        people = asyncio.run(killed(servers, kills, random.Random(5)))
    finally:
        servers.close()
    rows, log = asyncio.run(rebuilt(database, people[0].table))
    assert people[0].comings > kills // 2
    numbers = [row.number for row in rows]
    assert numbers == list(range(len(rows)))
    for place, person in enumerate(people):
        name = log.game.seats[place]
        counted = [question_of(row, person) for row in rows if row.seat == name and row.by == "person"]
        assert len(set(counted)) == len(counted), "an answer counts twice"
        assert set(person.accepted) <= set(counted), "an accepted answer is lost"
        assert len(person.accepted) > kills // 4
        assert (person.seen[-1]["public"], person.seen[-1]["own"]) in list(last_scenes(log, place))


def last_scenes(log: GameLog, place: int) -> Iterator[tuple[Json, Json]]:
    """What a seat saw of the last positions of a game, played back in this process."""
    record, scenes = log.game.record(), Scenes(log.game.deck)
    for moves in range(max(0, len(record.moves) - 20), len(record.moves) + 1):
        game = cl.replay(record, deck=log.game.deck, moves=moves)
        yield tuple(json.loads(msgspec.json.encode(part)) for part in (scenes.public(game), scenes.own(game, place)))


async def killed(servers: Killable, kills: int, chance: random.Random) -> list[Stubborn]:
    """Play while the server is killed at random moments; gives the two people."""
    address = f"127.0.0.1:{servers.port}"
    servers.start()
    await reachable(address)
    made = await make(address, deck={"text": endless()}, seats=seats(2, 2), pause=0)
    host = await Player(address, made["table"], made["token"]).connect()
    guest = await Player(address, made["table"]).connect()
    token = (await guest.ask({"type": "sit", "name": "Bob"}, "seated"))["token"]
    await host.ask({"type": "start"}, "state")
    for player in (host, guest):
        await player.close()
    people = [Stubborn(address, made["table"], chance, token) for token in (made["token"], token)]
    living = [asyncio.create_task(person.live()) for person in people]
    for number in range(kills):
        await both_do(people, accepted=1, back=people[number % 2 : number % 2 + 1])
        await asyncio.sleep(chance.random() * 0.15)
        servers.kill()
        servers.start()
    await both_do(people, accepted=0, back=people)
    async with asyncio.timeout(2 * PATIENT):  # the last server lives until both have done their share
        while min(len(person.accepted) for person in people) <= kills // 4:
            await asyncio.sleep(0.005)
    for person in people:
        person.leaving = True
    servers.kill()
    await asyncio.gather(*living)
    return people


async def both_do(people: list[Stubborn], *, accepted: int, back: list[Stubborn]) -> None:
    """Wait until so many more answers of both were accepted, and some of them have come back and seen the table."""
    before = sum(len(person.accepted) for person in people)
    comings = [person.comings for person in back]
    async with asyncio.timeout(2 * PATIENT):
        while sum(len(person.accepted) for person in people) < before + accepted:
            await asyncio.sleep(0.005)
        while any(person.comings == number or not person.here for person, number in zip(back, comings, strict=True)):
            await asyncio.sleep(0.005)


async def reachable(address: str) -> None:
    host, port = address.split(":")
    async with asyncio.timeout(PATIENT):
        while True:
            try:
                _, writer = await asyncio.open_connection(host, int(port))
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                await writer.wait_closed()
                return


async def rebuilt(database: str, table: str) -> tuple[list[Row], GameLog]:
    """The rows of a table's game, and the game they make."""
    store = store_at(database)
    store.open()
    try:
        document = await store.table(table)
        assert document is not None
        found = await store.game(document.game)
        assert found is not None
        return found[1], rebuild(found[0], deck_of(found[0].deck), found[1])
    finally:
        store.close()


def question_of(row: Row, person: Stubborn) -> int:
    """The question that a row answers: the only one that the person answered so, of those it can be."""
    possible = [question_id(1, row.number - among, among) for among in range(6)]
    fitting = [question for question in possible if person.sent.get(question) == row.move]
    assert fitting, f"row {row.number} holds an answer that nobody gave: {row.move}"
    return fitting[0]
