"""What an answer costs the servers of several versions, measured at the same time.

git worktree add /tmp/first 48c854de
python -m benchmarks.servers_at_once first=/tmp/first/src now=src
python -m benchmarks.servers_at_once mine=src debian=src@/tmp/debian/bin/python

starts a server of each version, with a SQLite file of its own, and has the same clients play at all of them at once,
over real sockets. A machine is quick for a while and slow for a while, and others use it, too: servers that run
together have all of that alike. Every few seconds it notes how much processor time each has used since, and for how
many answers; what is printed is the median of these slices for each version, and of the ratio to the first one that is
named, with the least and the most.

After @ comes the Python that is to run a server, which has all that a server needs installed; it is this one where none
is named. How a Python was built makes a difference: without the optimizations that `configure` leaves out unless it is
asked for them (as pyenv leaves it) the same server costs more.

With no pace everybody answers as fast as they are asked, and the quicker server gets more answers. With --pace
everybody thinks for about so many seconds, and each server gets the same number.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.clients import FIRST, Tally, in_a_loop, many_files, play, server, used_by

SETTLED = 3.0  # seconds until all tables play
LEAST = 20  # answers of a slice that counts


@dataclass(frozen=True, slots=True)
class Version:
    """What is measured: the code at `source`, run by a Python."""

    source: Path
    python: str = sys.executable


@dataclass(frozen=True, slots=True)
class Slice:
    """A few seconds of one server: what it used of the processor, and for how much."""

    seconds: float
    used: float
    answers: int
    updates: int

    @property
    def cost(self) -> float:
        """Milliseconds of the processor for an answer."""
        return 1000 * self.used / max(1, self.answers)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of one version: medians of all slices, and the ratios to the first version in each of them."""

    version: str
    cost: float
    answers_per_second: float
    updates_per_answer: float
    p50_ms: float
    p99_ms: float
    ratio: float
    least: float
    most: float
    errors: dict[str, int]


async def _watch(
    servers: dict[str, tuple[tuple[str, int], int]], tallies: dict[str, Tally], args: argparse.Namespace
) -> dict[str, list[Slice]]:
    """Have the clients play at all servers; gives the slices of each."""
    await asyncio.gather(
        *(play(address, tallies[name], args.tables, args.clients) for name, (address, _) in servers.items())
    )
    await asyncio.sleep(SETTLED)
    slices: dict[str, list[Slice]] = {name: [] for name in servers}
    for tally in tallies.values():
        tally.counting = True
    until = time.perf_counter() + args.seconds
    while time.perf_counter() < until:
        begun = time.perf_counter()
        before = {
            name: (used_by(process), tallies[name].answers, tallies[name].updates)
            for name, (_, process) in servers.items()
        }
        await asyncio.sleep(args.slice)
        took = time.perf_counter() - begun
        for name, (_, process) in servers.items():
            used, answers, updates = before[name]
            tally = tallies[name]
            slices[name].append(Slice(took, used_by(process) - used, tally.answers - answers, tally.updates - updates))
    for tally in tallies.values():
        tally.counting = False
    return slices


def summed(slices: dict[str, list[Slice]], tallies: dict[str, Tally]) -> list[Found]:
    """The medians of what was measured, and the ratios to the version that is named first. A slice counts where every
    server had enough answers in it."""
    first = next(iter(slices))
    counting = [
        number for number in range(len(slices[first])) if all(of[number].answers >= LEAST for of in slices.values())
    ]
    if not counting:
        raise SystemExit(f"no slice had {LEAST} answers at every server; take longer ones")
    found = []
    for name, of in slices.items():
        mine = [of[number] for number in counting]
        ratios = [of[number].cost / slices[first][number].cost for number in counting]
        waits = sorted(tallies[name].waits) or [0.0]
        found.append(
            Found(
                name,
                statistics.median(one.cost for one in mine),
                statistics.median(one.answers / one.seconds for one in mine),
                sum(one.updates for one in mine) / sum(one.answers for one in mine),
                1000 * statistics.median(waits),
                1000 * waits[int(len(waits) * 0.99)],
                statistics.median(ratios),
                min(ratios),
                max(ratios),
                dict(tallies[name].errors),
            )
        )
    return found


def run(versions: dict[str, Version], args: argparse.Namespace) -> list[Found]:
    """Measure all versions at the same time."""
    many_files()
    tallies = {name: Tally(pace=args.pace, editions=tuple(args.editions)) for name in versions}
    with contextlib.ExitStack() as stack:
        servers = {}
        for name, version in versions.items():
            database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "tables.sqlite"
            servers[name] = stack.enter_context(server(version.source, str(database), python=version.python))
        slices = in_a_loop(_watch(servers, tallies, args))
    return summed(slices, tallies)


def line(found: Found) -> str:
    """What was found of a version, as it is printed."""
    return (
        f"{found.version:12} {found.cost:.3f} ms an answer, {found.ratio:.3f} times the first ({found.least:.2f} to"
        f" {found.most:.2f}), {found.answers_per_second:5.0f} answers a second, {found.updates_per_answer:.2f} updates"
        f" each, p50 {found.p50_ms:.1f} ms, p99 {found.p99_ms:.1f} ms, errors {found.errors}"
    )


def _named(text: str) -> tuple[str, Version]:
    named, _, python = text.partition("@")
    name, _, source = named.rpartition("=")
    path = Path(source).resolve()
    if not (path / "changeling" / "web").is_dir():
        raise argparse.ArgumentTypeError(f"{source}: there is no changeling in it; name the src of a version")
    if python and not os.access(python, os.X_OK):
        raise argparse.ArgumentTypeError(f"{python}: this is no Python that can be run")
    return name or path.parent.name, Version(path, python or sys.executable)


def main(arguments: list[str]) -> int:
    """Measure and print; fails when there was an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "versions", nargs="+", type=_named, metavar="NAME=SRC[@PYTHON]", help="of each; ratios are to the first"
    )
    parser.add_argument("--tables", type=int, default=12, help="at each server (%(default)s)")
    parser.add_argument("--clients", type=int, default=4, help="at each table (%(default)s)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each run (%(default)s)")
    parser.add_argument("--slice", type=float, default=4.0, help="seconds between two looks (%(default)s)")
    parser.add_argument("--pace", type=float, default=0.0, metavar="S", help="think so long before an answer")
    parser.add_argument("--editions", nargs="+", default=FIRST)
    parser.add_argument("--runs", type=int, default=1, help="each with new servers")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    versions, failed = dict(args.versions), False
    for _ in range(args.runs):
        for found in run(versions, args):
            print(json.dumps(asdict(found)) if args.json else line(found), flush=True)
            failed = failed or bool(found.errors)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
