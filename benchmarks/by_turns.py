"""Measures two versions of Changeling by turns in one run: `python -m benchmarks.by_turns --before PATH/TO/src`.

A machine is quick for a while and slow for a while. So each version is measured in short rounds, one after the other,
each round in a process of its own with a cache of its own, and the medians are compared. Compiling begins with an
empty cache; reloading takes a full one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
VERSIONS = ("before", "after")
# Names of what is measured: how `changeling bench --json` calls it, and whether more is better.
RATES = {
    "compiled": "whole games, decisions/s of CPU time",
    "mixed": "whole games of five editions mixed",
    "batch": "batch with masks",
    "observed": "batch with observations",
    "stepped": "one game stepped from Python",
}
COSTS = {
    "copy_ns": "copy of a table, ns",
    "compile_s": "compile all that the bench uses, s of CPU time",
    "reload_s": "reload it, s of CPU time",
}
# Older versions have the bench elsewhere. The time is that of a process of its own.
LOADS = """
from changeling.play.batch import Batch
try:
    from changeling.lab.speed.bench import bench
except ImportError:
    from changeling.lab.bench import bench
Batch('family', 2, 2)
{more}
"""
PLAYS = "bench('family', seats=2, seconds=0.01)"


def cpu_seconds(source: Path, cache: Path) -> float:
    """The processor's time for a process that loads every compiled function, and compiles it where it has to."""
    program = (
        f"import resource\n{LOADS.format(more=PLAYS)}\n"
        "used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]\n"
        "print('USED', sum(each.ru_utime + each.ru_stime for each in used))"
    )
    return float(_output(source, cache, [sys.executable, "-c", program]).rpartition("USED")[2])


def rates(source: Path, cache: Path, seconds: float) -> dict[str, float]:
    """One round of the version's own bench, by the processor's time."""
    command = [sys.executable, "-m", "changeling.cli", "bench", "--json", "--seconds", str(seconds)]
    found: dict[str, Any] = json.loads(_output(source, cache, command))
    measured: dict[str, float] = {key: found[key]["per_cpu_s"] for key in RATES}
    return measured | {"copy_ns": found["copy"]["cpu_ns"]}


def _output(source: Path, cache: Path, command: Sequence[str]) -> str:
    environment = os.environ | {"PYTHONPATH": str(source), "CHANGELING_CACHE": str(cache)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{source}: {done.stderr}")
    return done.stdout


def measured(sources: dict[str, Path], *, rounds: int, compiles: int, seconds: float) -> dict[str, dict[str, Any]]:
    """All numbers, by version and name: a list for each, in the order in which they were taken."""
    found: dict[str, dict[str, Any]] = {version: {} for version in sources}

    def add(version: str, name: str, number: float) -> None:
        found[version].setdefault(name, []).append(number)
        print(f"{version:8}{name:12}{number:>14,.2f}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        caches: dict[str, Path] = {}
        for number in range(compiles):
            for version in _turn(number):
                caches[version] = Path(folder) / f"{version}{number}"
                add(version, "compile_s", cpu_seconds(sources[version], caches[version]))
        for number in range(rounds):
            for version in _turn(number):
                add(version, "reload_s", cpu_seconds(sources[version], caches[version]))
                for name, rate in rates(sources[version], caches[version], seconds).items():
                    add(version, name, rate)
    return found


def _turn(number: int) -> tuple[str, ...]:
    """Who goes first changes from round to round."""
    return VERSIONS if number % 2 == 0 else VERSIONS[::-1]


def table(found: dict[str, dict[str, Any]]) -> str:
    """Medians side by side, with after / before."""
    lines = ["| what | before | after | after / before |", "| --- | ---: | ---: | ---: |"]
    for name, title in (RATES | COSTS).items():
        before, after = (statistics.median(found[version][name]) for version in VERSIONS)
        digits = 0 if before > 1000 else 2
        lines.append(f"| {title} | {before:,.{digits}f} | {after:,.{digits}f} | {after / before:.3f} |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """The command; gives the exit status."""
    reader = argparse.ArgumentParser(prog="benchmarks.by_turns", description="Two versions, measured by turns.")
    reader.add_argument("--before", type=Path, required=True, help="the src folder of the version to compare with")
    reader.add_argument("--after", type=Path, default=ROOT / "src", help="the other one (this one's)")
    reader.add_argument("--rounds", type=int, default=5, help="rounds of each version (%(default)s)")
    reader.add_argument("--compiles", type=int, default=2, help="compilations of each version (%(default)s)")
    reader.add_argument("--seconds", type=float, default=1.0, help="for each number of a round (%(default)s)")
    wanted = reader.parse_args(arguments)
    sources = {"before": wanted.before.resolve(), "after": wanted.after.resolve()}
    for source in sources.values():
        if not (source / "changeling").is_dir():
            raise SystemExit(f"{source}: there is no changeling in it")
    print(table(measured(sources, rounds=wanted.rounds, compiles=max(1, wanted.compiles), seconds=wanted.seconds)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
