"""What an answer costs the server itself, without sockets and disks: one table, four clients, every message made.

python -m benchmarks.answer_cost --answers 4000

prints the processor time for an answer in each edition, the best of several runs, and with --profile where it goes.
With --before PATH/TO/src another version is measured by turns with this one, a hundred answers each, for a machine is
quick for a while and slow for a while; what is printed then is the median of all turns, for each version.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import pstats
import random
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from changeling.web.gallery.decks import deck_of
from changeling.web.settings import Settings
from changeling.web.storage.documents import SeatDocument, TableDocument, write
from changeling.web.storage.store import Statement, Store
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.gathering.seat_tokens import token_hash
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.workers import Workers
from changeling.web.wire import messages as m
from changeling.web.wire.values import DeckChoice

EDITIONS = ("fluxx-4", "family", "cthulhu", "doctor-who", "dice-camera-action")
ROOT = Path(__file__).parents[1]
TURN = 100  # answers
NAMES = ("Ann", "Bob", "Cy", "Dee")


@dataclass(slots=True)
class NoStore(Store):
    """Keeps nothing."""

    document: str = ""

    async def write(self, statements: list[Statement]) -> None:
        """Forget it."""

    async def read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Only the table is ever read, when it is loaded."""
        return [(self.document, 0)] if "FROM tables" in statement else []

    async def chat(self, table: str, most: int) -> list[tuple[int, str, str, float]]:
        """Nobody says anything."""
        return []


def no_database() -> Any:
    """There is none."""
    raise AssertionError("this store has no database")


def _settings() -> Settings:
    """A server's, but that every message is made for every client; versions before always did that."""
    own: dict[str, Any] = {"lobby_delay": 0.0, "update_every": 0.0, "standings_every": 0.0}
    return Settings(**{name: value for name, value in own.items() if name in Settings.__slots__})


async def _table(edition: str, workers: Workers) -> tuple[LiveTable, list[Client]]:
    seats = [SeatDocument("human", name, token=token_hash(name)) for name in NAMES]
    document = TableDocument("table-id", 0.0, DeckChoice([edition]), seats, "00", pause=0)
    store = NoStore(no_database, document=write(document))
    table = LiveTable(document, deck_of(document.deck), store, _settings(), workers)
    clients = [Client(table.state_of) for _ in NAMES]
    for client, name in zip(clients, NAMES, strict=True):
        await table.connect(client, m.Hello(token=name))
    return table, clients


async def _play(table: LiveTable, clients: list[Client], answers: int, chance: random.Random) -> float:
    """Play so many answers, game after game; gives the processor time that they took. To ask for the time can take as
    long as an answer, so that is done once."""
    left, began = answers, time.process_time()
    while left:
        if table.document.phase != "playing":
            if table.document.phase == "over":
                await execute(table, clients[0], m.Rematch())
            await execute(table, clients[0], m.Start())
        moment, loop = table.moment(), table.loop
        assert loop is not None
        waiting = loop.window.intents if loop.window is not None else ()
        asked = ((p, q) for p in range(len(NAMES)) if p not in waiting and (q := loop.question(p, moment)) is not None)
        place, question = next(asked, (0, None))
        if question is None:  # the table has paused, so that others have their turn
            await asyncio.sleep(0.001)
            continue
        message = m.Answer(question.id, chance.choice(question.options).code)
        await execute(table, clients[place], message)
        left -= 1
        for client in clients:
            client._news.clear()
            client._replies.clear()
    return time.process_time() - began


async def measure(edition: str, answers: int, runs: int, profile: cProfile.Profile | None) -> float:
    """Milliseconds for an answer, the best of several runs."""
    workers = Workers()
    best = float("inf")
    for run in range(runs):
        table, clients = await _table(edition, workers)
        if profile is not None:
            profile.enable()
        best = min(best, await _play(table, clients, answers, random.Random(run)))
        if profile is not None:
            profile.disable()
        table.close()
    await workers.close()
    return 1000 * best / answers


def by_turns(before: Path, editions: list[str], answers: int) -> int:
    """Measure two versions by turns, each in a process of its own; print the median turn of each."""
    sources = {"before": before, "now": ROOT / "src"}
    for edition in editions:
        playing = {version: _playing(source, edition) for version, source in sources.items()}
        took: dict[str, list[float]] = {version: [] for version in sources}
        for number in range(answers // TURN + 1):
            for version, process in playing.items():
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write("\n")
                process.stdin.flush()
                found = float(process.stdout.readline())
                if number:  # the first is for what is made once
                    took[version].append(found)
        for process in playing.values():
            process.communicate()
        then, now = statistics.median(took["before"]), statistics.median(took["now"])
        print(f"{edition:20} {then:.3f} ms before, {now:.3f} ms now: {now / then:.2f} times", flush=True)
    return 0


def _playing(source: Path, edition: str) -> subprocess.Popen[str]:
    """A process that plays a turn with a version for each line that it reads."""
    command = [sys.executable, "-m", "benchmarks.answer_cost", "--editions", edition, "--turns"]
    environment = os.environ | {"PYTHONPATH": f"{source}{os.pathsep}{ROOT}"}
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )


async def play_turns(edition: str) -> None:
    """For each line that is read, play a turn and print the milliseconds for an answer."""
    workers, chance = Workers(), random.Random(1)
    table, clients = await _table(edition, workers)
    for _ in sys.stdin:
        print(1000 * await _play(table, clients, TURN, chance) / TURN, flush=True)
    table.close()
    await workers.close()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--editions", nargs="+", default=EDITIONS)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--before", type=Path, help="the src of another version")
    parser.add_argument("--turns", action="store_true", help="play a turn for each line that is read")
    args = parser.parse_args()
    os.environ.setdefault("CHANGELING_MACHINE", "interpreted")  # as a server does; versions before had only that one
    if args.before is not None:
        return by_turns(args.before, args.editions, args.answers)
    if args.turns:
        asyncio.run(play_turns(args.editions[0]))
        return 0
    profile = cProfile.Profile() if args.profile else None
    for edition in args.editions:
        found = asyncio.run(measure(edition, args.answers, args.runs, profile))
        print(f"{edition:20} {found:.3f} ms for an answer", flush=True)
    if profile is not None:
        for order in ("tottime", "cumulative"):
            pstats.Stats(profile).sort_stats(order).print_stats(60)
    return 0


if __name__ == "__main__":
    sys.exit(main())
