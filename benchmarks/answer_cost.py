"""What an answer costs the server itself, without sockets and disks: one table, four clients, every message made.

python -m benchmarks.answer_cost --answers 4000

prints the processor time for an answer in each edition, the best of several runs, and with --profile where it goes.
With --before PATH/TO/src another version is measured by turns with this one, run by run, for a machine is quick for a
while and slow for a while.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import pstats
import random
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


async def _table(edition: str, workers: Workers) -> tuple[LiveTable, list[Client]]:
    seats = [SeatDocument("human", name, token=token_hash(name)) for name in NAMES]
    document = TableDocument("table-id", 0.0, DeckChoice([edition]), seats, "00", pause=0)
    store = NoStore(no_database, document=write(document))
    table = LiveTable(document, deck_of(document.deck), store, Settings(lobby_delay=0.0), workers)
    clients = [Client(table.state_of) for _ in NAMES]
    for client, name in zip(clients, NAMES, strict=True):
        await table.connect(client, m.Hello(token=name))
    return table, clients


async def _play(table: LiveTable, clients: list[Client], answers: int, chance: random.Random) -> float:
    """Play so many answers, game after game; gives the processor time that they took."""
    used, left = 0.0, answers
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
        began = time.process_time()
        await execute(table, clients[place], message)
        used += time.process_time() - began
        left -= 1
        for client in clients:
            client._news.clear()
            client._replies.clear()
    return used


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


def by_turns(before: Path, editions: list[str], answers: int, runs: int) -> int:
    """Measure two versions by turns, each run in a process of its own; print the best of each."""
    sources = {"before": before, "now": ROOT / "src"}
    for edition in editions:
        best = dict.fromkeys(sources, float("inf"))
        for _ in range(runs):
            for version, source in sources.items():
                best[version] = min(best[version], _run_of(source, edition, answers))
        print(f"{edition:20} {best['before']:.3f} ms before, {best['now']:.3f} ms now", flush=True)
    return 0


def _run_of(source: Path, edition: str, answers: int) -> float:
    """Milliseconds for an answer in one run of a version."""
    command = [sys.executable, "-m", "benchmarks.answer_cost", "--editions", edition, "--runs", "1"]
    environment = os.environ | {"PYTHONPATH": f"{source}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [*command, "--answers", str(answers)], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
    )
    return float(done.stdout.split()[1])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--editions", nargs="+", default=EDITIONS)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--before", type=Path, help="the src of another version")
    args = parser.parse_args()
    os.environ.setdefault("CHANGELING_MACHINE", "interpreted")  # as a server does; versions before had only that one
    if args.before is not None:
        return by_turns(args.before, args.editions, args.answers, args.runs)
    profile = cProfile.Profile() if args.profile else None
    for edition in args.editions:
        found = asyncio.run(measure(edition, args.answers, args.runs, profile))
        print(f"{edition:20} {found:.3f} ms for an answer", flush=True)
    if profile is not None:
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
    return 0


if __name__ == "__main__":
    sys.exit(main())
