"""Nodes are killed, hang, and lose their database, while four people play at one table: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import math
import os
import random
import time
from collections.abc import Iterator

import pytest
from tests.web.nodes.cluster import Cluster
from tests.web.nodes.people import Stubborn, check, games_of, until
from tests.web.postgres import Postgres
from tests.web.served import Player, make, seats

GOES_ON = 3.0  # seconds until play must go on, on a machine that has nothing else to do
RESTARTED = 10  # kills after which the database is restarted, and again after every hundred more
SOAK = 60.0 * float(os.environ.get("CHANGELING_SOAK_MINUTES", "20"))  # seconds after which no more nodes are killed


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A PostgreSQL of their own, because it is restarted."""
    server = Postgres()
    yield server
    server.close()


async def gathered(cluster: Cluster, chance: random.Random, deck: str) -> list[Stubborn]:
    """Four people who sit at a table with one bot."""
    made = await make(cluster.address, deck={"parts": [deck]}, seats=seats(4, 1), pause=0)
    tokens = [made["token"]]
    for name in ("Bob", "Cy", "Dee"):
        player = await Player(cluster.address, made["table"]).connect()
        tokens.append((await player.ask({"type": "sit", "name": name}, "seated"))["token"])
        await player.close()
    return [Stubborn(lambda: cluster.address, made["table"], token, chance) for token in tokens]


def patience() -> float:
    """How long play may rest: longer where many others want this machine."""
    return GOES_ON * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def accepted(people: list[Stubborn]) -> int:
    return sum(len(person.accepted) for person in people)


async def goes_on(people: list[Stubborn], answers: int = 3) -> float:
    """Wait until so many more answers were accepted; gives how long that took."""
    began, before = time.monotonic(), accepted(people)
    await until(people, lambda: accepted(people) >= before + answers)
    return time.monotonic() - began


async def all_here(people: list[Stubborn]) -> None:
    await until(people, lambda: all(person.here for person in people))


async def leave(people: list[Stubborn], living: list[asyncio.Task[None]]) -> None:
    for person in people:
        person.leaving = True
    await asyncio.gather(*living)


async def killed(
    cluster: Cluster, database: Postgres, kills: int, chance: random.Random, seconds: float
) -> tuple[list[Stubborn], list[float]]:
    """Play while nodes are killed at random, until there were so many kills or the time is up; in between the database
    is restarted. Gives the people, and how long play rested after each kill, as a part of what it may."""
    people, rests, end = await gathered(cluster, chance, "doctor-who"), list[float](), time.monotonic() + seconds
    living = [asyncio.create_task(person.live()) for person in people]
    while len(rests) < kills and time.monotonic() < end:
        for person in chance.sample(people, 2):  # so that some are at the node that was started last
            person.moves, person.here = True, False
        await all_here(people)
        await goes_on(people)
        await asyncio.sleep(chance.random() * 0.1)
        node = chance.choice(cluster.nodes)
        node.kill()
        node.start()
        rests.append(await goes_on(people) / patience())
        await asyncio.to_thread(cluster.wait)
        if len(rests) % 100 == RESTARTED:
            await asyncio.to_thread(database.restart)
            await goes_on(people, 1)
    await goes_on(people, 20)
    await leave(people, living)
    return people, rests


def survives(database: Postgres, kills: int, seed: int, seconds: float = math.inf) -> list[float]:
    """Play while so many nodes are killed, or as many as there is time for; gives how long play rested after each, as a
    part of what it may."""
    place = database.database("killed")
    cluster = Cluster(place)
    try:
        people, rests = asyncio.run(killed(cluster, database, kills, random.Random(seed), seconds))
    finally:
        cluster.close()
    games = asyncio.run(games_of(place, people[0].table))
    total = check(people, games)
    kills = len(rests)
    print(f"{kills} kills, {total:,} answers in {len(games)} games; longest rest {max(rests) * GOES_ON:.2f} s")
    assert kills >= RESTARTED
    assert min(person.comings for person in people) > kills // 4
    return rests


def test_nodes_are_killed_at_random(database: Postgres) -> None:
    survives(database, 20, seed=1)


@pytest.mark.soak
def test_nodes_are_killed_a_thousand_times_and_play_hardly_rests(database: Postgres) -> None:
    """Or as often as there is time for: what was survived by then is checked all the same, and said."""
    rests = survives(database, 1000, seed=2, seconds=SOAK)
    late = sorted(rests)[-max(1, len(rests) // 20)]
    assert late <= 1.0, f"play rested for {[round(rest * GOES_ON, 1) for rest in rests]} s"


def test_a_node_that_hangs_holds_no_table(database: Postgres) -> None:
    """Whichever node hangs: people go to the other one, and bots play there."""

    async def main(cluster: Cluster) -> list[Stubborn]:
        chance = random.Random(3)
        people = await gathered(cluster, chance, "family")
        living = [asyncio.create_task(person.live()) for person in people]
        for turn in range(2):
            await all_here(people)
            await goes_on(people)
            node = cluster.nodes[turn % 2]
            node.stop()
            await goes_on(people, 10)  # people notice it after a while
            node.go_on()
            await asyncio.to_thread(cluster.wait)
        await goes_on(people, 20)
        await leave(people, living)
        return people

    place = database.database("hanging")
    cluster = Cluster(place)
    try:
        people = asyncio.run(main(cluster))
    finally:
        for node in cluster.nodes:
            node.go_on()
        cluster.close()
    check(people, asyncio.run(games_of(place, people[0].table)))
