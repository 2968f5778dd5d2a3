"""Several tables at which people play while something happens to nodes and database, and how long play rests then."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.web.nodes.cluster import Cluster
from tests.web.nodes.people import Stubborn, check, games_of, until
from tests.web.served import Player, make, seats

GOES_ON = 3.0  # seconds until play must go on, on a machine that has nothing else to do
THINKS = 0.03  # seconds, at most, that people at several tables think, so that they leave some of the machine to others
People = list[Stubborn]


async def gathered(cluster: Cluster, chance: random.Random, deck: str, thinks: float = 0.0) -> People:
    """Four people who sit at a table with one bot."""
    made = await make(cluster.address, deck={"parts": [deck]}, seats=seats(4, 1), pause=0)
    tokens = [made["token"]]
    for name in ("Bob", "Cy", "Dee"):
        player = await Player(cluster.address, made["table"]).connect()
        tokens.append((await player.ask({"type": "sit", "name": name}, "seated"))["token"])
        await player.close()

    def processes() -> list[int]:
        return [node.pid for node in cluster.nodes]

    return [Stubborn(lambda: cluster.address, made["table"], token, chance, thinks, processes) for token in tokens]


def slowness() -> float:
    """How much slower things are allowed to be because others want this machine."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def accepted(people: People) -> int:
    return sum(len(person.accepted) for person in people)


async def goes_on(people: People, answers: int = 3) -> float:
    """Wait until so many more answers were accepted; gives how long that took."""
    began, before = time.monotonic(), accepted(people)
    await until(people, lambda: accepted(people) >= before + answers)
    return time.monotonic() - began


async def all_here(people: People) -> None:
    await until(people, lambda: all(person.here for person in people))


async def leave(people: Sequence[Stubborn], living: Sequence[asyncio.Task[None]]) -> None:
    for person in people:
        person.leaving = True
    await asyncio.gather(*living)


@dataclass(slots=True)
class Rests:
    """How long play rested at each table after something had happened, in seconds, and as a part of what it may."""

    seconds: list[float] = field(default_factory=list)
    parts: list[float] = field(default_factory=list)

    async def note(self, tables: Sequence[People], answers: int = 3) -> None:
        """Wait until play goes on at all tables."""
        rested = await asyncio.gather(*(goes_on(people, answers) for people in tables))
        may = GOES_ON * slowness()
        self.seconds += rested
        self.parts += [rest / may for rest in rested]

    def __str__(self) -> str:
        ordered = sorted(self.seconds)
        half, most = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        late = sum(rest > GOES_ON for rest in ordered)
        return (
            f"play went on after p50 {half:.2f} s, p99 {most:.2f} s, max {ordered[-1]:.2f} s"
            f" ({len(ordered)} rests, {late} longer than {GOES_ON:g} s)"
        )

    def late(self) -> float:
        """What all but one in twenty rested for at most, as a part of what it may."""
        return sorted(self.parts)[-max(1, len(self.parts) // 20)]


async def move_some(tables: Sequence[People], chance: random.Random) -> None:
    """Have some people come by another connection, so that some are at the nodes that were started last."""
    for people in tables:
        for person in chance.sample(people, 2):
            person.moves, person.here = True, False
    await asyncio.gather(*(all_here(people) for people in tables))


async def checked(place: str, tables: Sequence[People]) -> tuple[int, int]:
    """Check that nothing is lost or doubled at any table; gives how many answers were accepted, in how many games."""
    total = played = 0
    for people in tables:
        games = await games_of(place, people[0].table)
        total += check(people, games)
        played += len(games)
    return total, played
