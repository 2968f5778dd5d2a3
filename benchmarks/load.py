"""Load on the web server: many tables at once, every client answering as fast as it is asked.

python -m benchmarks.load --tables 500 --clients 4 --seconds 60
python -m benchmarks.load --tables 1000 --pace 4 --db postgresql://... --workers 2
python -m benchmarks.load --figures
python -m benchmarks.load --tables 60 --seconds 10 --before PATH/TO/src

starts a server of its own with a new SQLite file, and prints answers a second, and how long it took from an answer
until everybody at its table had the update. The clients share the machine with the server. With --pace everybody thinks
for about so many seconds before an answer, as people do. With --figures it finds the knee (the most answers a second
of which 99 in 100 are shown to all within a tenth of a second), then measures 200 and 1,000 paced tables: four minutes.
Tables play all editions unless --editions names some; the first release had five. --python names another Python for the
server, which has all that a server needs: one built with optimizations is quicker (see `servers_at_once`).
With --before the server of another version is measured by turns with this one, by the same clients; both play the
editions of the first release.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

from benchmarks.clients import EDITIONS, FIRST, Tally, in_a_loop, many_files, memory_of, play, server, used_by

SOURCE = Path(__file__).parents[1] / "src"
KNEE = (10, 20, 40, 80)  # tables whose clients answer at once, among which the knee is looked for
BOUND = 100.0  # milliseconds within which 99 of 100 answers have to be shown at the knee
PACED = ((200, 25.0), (1000, 40.0))  # tables whose clients think, and for how many seconds they are watched
THINKS = 4.0  # seconds


async def _load(
    address: tuple[str, int], process: int, tally: Tally, tables: int, clients: int, seconds: float
) -> tuple[float, float]:
    """Have so many tables play; gives for how many seconds, and how many of the processor's the server used."""
    await play(address, tally, tables, clients)
    await asyncio.sleep(3)  # until all play
    tally.counting, begun, used = True, time.perf_counter(), used_by(process)
    await asyncio.sleep(seconds)
    tally.counting = False
    return time.perf_counter() - begun, used_by(process) - used


def run(
    tables: int,
    clients: int,
    seconds: float,
    database: str = "",
    *,
    pace: float = 0.0,
    workers: int = 1,
    editions: tuple[str, ...] = EDITIONS,
    source: Path = SOURCE,
    python: str = sys.executable,
) -> dict[str, object]:
    """Measure; gives the numbers. `source` is where the server's own code is, and `python` runs it."""
    many_files()
    tally = Tally(pace=pace, editions=editions)
    with (
        tempfile.TemporaryDirectory() as folder,
        server(source, database or str(Path(folder) / "tables.sqlite"), workers=workers, python=python) as (
            address,
            process,
        ),
    ):
        took, used = in_a_loop(_load(address, process, tally, tables, clients, seconds))
        memory = memory_of(process)
    waits = sorted(tally.waits)
    return {
        "tables": tables,
        "clients": tables * clients,
        "seconds": round(took, 1),
        "answers_per_second": round(tally.answers / took),
        "updates_per_second": round(tally.updates / took),
        "games_ended": tally.games,
        "overtaken_by_a_surprise": tally.overtaken,
        "median_ms": round(1000 * statistics.median(waits), 1),
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 1),
        "server_busy": round(used / took, 2),
        "server_ms_per_answer": round(1000 * used / max(1, tally.answers), 3),
        "server_mb": memory,
        "errors": tally.errors,
    }


def figures(measure: Callable[..., dict[str, object]]) -> int:
    """Find the knee, and measure paced tables; print a line for each run. `measure` is `run`, told which server.
    Fails when there was an error."""
    closed = [_line("at once", measure(tables, seconds=10.0)) for tables in KNEE]
    within = [found for found in closed if cast(float, found["p99_ms"]) < BOUND]
    knee = max(within or closed, key=lambda found: cast(int, found["answers_per_second"]))
    said = f"p99 {knee['p99_ms']} ms, {knee['server_ms_per_answer']} ms of the server's processor time for each"
    print(f"the knee: {knee['answers_per_second']} answers a second at {knee['tables']} tables, {said}", flush=True)
    every = f"every {THINKS:g} s"
    paced = [_line(every, measure(tables, seconds=seconds, pace=THINKS)) for tables, seconds in PACED]
    return 1 if any(found["errors"] for found in (*closed, *paced)) else 0


def by_turns(before: Path, tables: int, clients: int, seconds: float, runs: int) -> int:
    """Measure two versions by turns; print the best of each. Fails when there was an error."""
    best: dict[str, dict[str, object]] = {}
    failed = False
    for _ in range(runs):
        for version, source in (("before", before), ("now", SOURCE)):
            found = _line(version, run(tables, clients, seconds, editions=FIRST, source=source))
            failed = failed or bool(found["errors"])
            if version not in best or _cost(found) < _cost(best[version]):
                best[version] = found
    print(f"{_cost(best['before']):.3f} ms an answer before, {_cost(best['now']):.3f} ms now", flush=True)
    return int(failed)


def _cost(found: dict[str, object]) -> float:
    return cast(float, found["server_ms_per_answer"])


def _line(sort: str, found: dict[str, object]) -> dict[str, object]:
    """Print the most important numbers of a run."""
    print(
        f"{found['tables']:>5} tables, answers {sort:9}: {found['answers_per_second']:>5} a second, "
        f"p50 {found['median_ms']} ms, p99 {found['p99_ms']} ms, server busy {found['server_busy']}, "
        f"{found['server_ms_per_answer']} ms an answer, errors {found['errors']}",
        flush=True,
    )
    return found


def main() -> int:
    """Measure and print; fails when there was an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--clients", type=int, default=4, help="at each table")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--db", default="", help="default: a new SQLite file")
    parser.add_argument("--pace", type=float, default=0.0, metavar="S", help="think so long before an answer")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server; more than 1 need PostgreSQL")
    parser.add_argument("--editions", nargs="+", default=EDITIONS, help="default: all that there are")
    parser.add_argument("--python", default=sys.executable, help="which runs the server; default: this one")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--figures", action="store_true", help="the knee, and 200 and 1,000 paced tables")
    parser.add_argument("--before", type=Path, help="the src of another version, to be measured by turns with this one")
    parser.add_argument("--runs", type=int, default=3, help="of each version, with --before")
    args = parser.parse_args()
    if args.before is not None:
        return by_turns(args.before, args.tables, args.clients, args.seconds, args.runs)
    measure = partial(
        run,
        clients=args.clients,
        database=args.db,
        workers=args.workers,
        editions=tuple(args.editions),
        python=args.python,
    )
    if args.figures:
        return figures(measure)
    found = measure(args.tables, seconds=args.seconds, pace=args.pace)
    if args.json:
        print(json.dumps(found))
    else:
        for key, value in found.items():
            print(f"{key.replace('_', ' '):24} {value}")
    return 1 if found["errors"] else 0


if __name__ == "__main__":
    sys.exit(main())
