"""Nodes are killed, hang, and lose their database, while people play at several tables: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import math
import os
import random
import time
from collections.abc import Iterator

import pytest
from tests.web.nodes.cluster import Cluster
from tests.web.nodes.people import Stubborn
from tests.web.nodes.play import THINKS, People, Rests, all_here, checked, gathered, goes_on, leave, move_some
from tests.web.postgres import Postgres

DECKS = ("doctor-who", "family", "cthulhu", "doctor-who")  # of the tables; with Surprises but for one
NODES = 4
RESTARTED = 10  # kills after which the database is restarted, and again after every hundred more
SOAK = 60.0 * float(os.environ.get("CHANGELING_SOAK_MINUTES", "20"))  # seconds after which nothing more happens


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A PostgreSQL of their own, because it is restarted."""
    server = Postgres()
    yield server
    server.close()


class Upheaval:
    """People play at several tables, before several nodes on a database of their own, whatever happens to those."""

    def __init__(self, database: Postgres, name: str, tables: int, nodes: int, seed: int) -> None:
        self.database, self.place = database, database.database(name)
        self.chance, self.rests = random.Random(seed), Rests()
        self.cluster, self.tables = Cluster(self.place, nodes), list[People]()
        self._decks = DECKS[:tables]

    async def main(self, happens: list[str], seconds: float) -> None:
        """Have all of this happen, or as much as there is time for: `kill` of nodes, several at a time, or what a
        database can do. Play must go on after each of it."""
        end = time.monotonic() + seconds
        for deck in self._decks:
            self.tables.append(await gathered(self.cluster, self.chance, deck, THINKS))
        living = [asyncio.create_task(person.live()) for people in self.tables for person in people]
        for what in happens:
            if time.monotonic() >= end:
                break
            await move_some(self.tables, self.chance)
            await asyncio.sleep(self.chance.random() * 0.1)
            await getattr(self, what)()
        await asyncio.gather(*(goes_on(people, 20) for people in self.tables))
        await leave([person for people in self.tables for person in people], living)

    async def kill(self) -> None:
        """Kill some nodes, all but one at most, and start them again."""
        nodes = self.chance.sample(self.cluster.nodes, self.chance.randrange(1, max(2, len(self.cluster.nodes))))
        for node in nodes:
            node.kill()
            self.kills += 1
        for node in nodes:
            node.start()
        await self.rests.note(self.tables)
        await asyncio.to_thread(self.cluster.wait)
        if self.kills % 100 >= RESTARTED > (self.kills - len(nodes)) % 100:
            await self.restart()

    async def restart(self) -> None:
        await self._outage("restart")

    async def crash(self) -> None:
        await self._outage("crash")

    async def murder(self) -> None:
        await self._outage("kill")

    async def _outage(self, how: str) -> None:
        await asyncio.to_thread(getattr(self.database, how))
        await self.back.note(self.tables, 1)
        self.outages += 1

    def run(self, happens: list[str], seconds: float = math.inf) -> None:
        """Have it happen, check that nothing is lost or doubled, and say how it went."""
        self.kills, self.outages, self.back = 0, 0, Rests()
        try:
            asyncio.run(self.main(happens, seconds))
        finally:
            self.cluster.close()
        answers, games = asyncio.run(checked(self.place, self.tables))
        print(f"{self.kills} kills, {self.outages} outages, {answers:,} answers in {games} games, none lost or doubled")
        for name, rests in (("killed nodes", self.rests), ("outages", self.back)):
            if rests.seconds:
                print(f"{name}: {rests}")
        assert sum(person.comings > 1 for people in self.tables for person in people) > len(self.tables)


def test_nodes_are_killed_at_random(database: Postgres) -> None:
    upheaval = Upheaval(database, "killed", 2, 3, seed=1)
    upheaval.run(["kill"] * 20)
    assert upheaval.kills >= 20
    assert upheaval.outages


def test_the_database_is_restarted_and_crashes(database: Postgres) -> None:
    upheaval = Upheaval(database, "outages", 2, 2, seed=4)
    upheaval.run(["restart", "crash", "murder"])
    assert upheaval.outages == 3


@pytest.mark.soak
def test_nodes_are_killed_a_thousand_times_and_play_hardly_rests(database: Postgres) -> None:
    """Or as often as there is time for: what was survived by then is checked all the same, and said."""
    upheaval = Upheaval(database, "killed_often", len(DECKS), NODES, seed=2)
    upheaval.run(["kill"] * 520, SOAK)  # of two nodes on average
    assert upheaval.kills > RESTARTED
    assert upheaval.rests.late() <= 1.0, f"play rested for {sorted(upheaval.rests.seconds)[-50:]} s"


@pytest.mark.soak
def test_the_database_is_gone_forty_times(database: Postgres) -> None:
    """Restarted, killed, and crashed, with nodes that are killed in between."""
    upheaval = Upheaval(database, "gone_often", len(DECKS), 3, seed=5)
    upheaval.run(["restart", "crash", "kill", "murder"] * 14, SOAK)
    assert upheaval.outages >= 40


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
    asyncio.run(checked(place, [people]))
