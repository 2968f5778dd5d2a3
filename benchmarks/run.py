"""Measures Changeling and its peers in one go, prints the table and writes it into docs/performance.md.

python -m benchmarks.run [--seconds 3] [--only WORDS] [--deck fluxx-4] [--seats 4] [--json FILE]

With --only, which takes part of a peer's key, or `ours`, nothing is written to docs/: half a table is no table.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.environment import ROOT, ready
from benchmarks.faces import face_figures
from benchmarks.first_decision import waiting_figures
from benchmarks.ours import figures_in, greedy_figures, report_figure, rows_in
from benchmarks.page import markdown, spliced, terminal, told
from benchmarks.peers import PEERS
from benchmarks.peers.peer import Peer
from benchmarks.rows import Figure, Report, Row
from changeling.errors import ChangelingError, NotCompiled
from changeling.lab.speed.bench import bench
from changeling.lab.speed.greedy_bench import greedy_rates, two_at_once
from changeling.play.compiled.native_games import MACHINE

PAGE = ROOT / "docs" / "performance.md"
PATIENCE = 300.0  # seconds for loading and compiling a peer, beside what is measured


def row_of(peer: Peer, python: Path, seconds: float) -> tuple[Row, dict[str, str]]:
    """Measure a peer in a fresh process; gives its row and the versions. What goes wrong there is told in the row."""
    row = Row(peer.key, peer.library, peer.game, peer.how, against=peer.against)
    command = [str(python), "-m", "benchmarks.measure", peer.key, "--seconds", str(seconds)]
    limit = PATIENCE + 10 * seconds
    try:
        done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return _noted(row, f"did not end within {limit:g} s"), {}
    if done.returncode:
        return _noted(row, told(done.stderr)), {}
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    if "missing" in found:
        return _noted(row, found["missing"]), {}
    rates = {"rate": found["decisions_per_s"], "slowest": found["slowest"], "fastest": found["fastest"]}
    return Row(**{**asdict(row), **rates}), found["versions"]


def _noted(row: Row, note: str) -> Row:
    return Row(**{**asdict(row), "note": note})


def measured(wanted: argparse.Namespace) -> Report:
    """Everything asked for, one after another."""
    chosen = [] if wanted.only == "ours" else [peer for peer in PEERS if wanted.only in peer.key]
    if wanted.only != "ours" and not chosen:
        raise SystemExit(f"--only: '{wanted.only}' is in no key: ours, {', '.join(peer.key for peer in PEERS)}")
    python = ready() if chosen else Path()
    os.environ.setdefault(MACHINE, "compiled")  # else single games are measured while that is compiled beside them
    _say(f"Changeling: {wanted.deck}, {wanted.seats} seats")
    found = bench(wanted.deck, seats=wanted.seats, seconds=wanted.seconds)
    waits = waiting_figures(wanted.deck, wanted.seats) if found["compiled"] else ()
    faces = face_figures(wanted.deck, seconds=wanted.seconds)
    greedy = sensible(wanted.deck, wanted.seconds)
    versions = {name: number or "not installed" for name, number in found["versions"].items()}
    rows = []
    for place, peer in enumerate(chosen, start=1):
        _say(f"{place}/{len(chosen)} {peer.library}: {peer.game}, {peer.how}")
        row, used = row_of(peer, python, wanted.seconds)
        rows.append(row)
        versions |= used
    return Report(
        date=date.today().isoformat(),
        command=command(wanted),
        machine=found["machine"],
        versions=versions,
        seconds=wanted.seconds,
        ours=rows_in(found),
        peers=tuple(rows),
        figures=figures_in(found) + waits + faces + greedy + reporting(),
    )


def sensible(deck: str, seconds: float) -> tuple[Figure, ...]:
    """The figures of games of sensible players; none without llvmlite."""
    _say("Changeling: games of greedy seats")
    try:
        return greedy_figures(greedy_rates(seconds=seconds), two_at_once(deck, seconds=seconds))
    except NotCompiled as missing:
        return (Figure("greedy seats", "not measured", str(missing)),)


def reporting() -> tuple[Figure, ...]:
    """What a report on a million games costs; nothing without the lab's extras."""
    _say("Changeling: a report on a million games")
    try:
        from changeling.lab.speed.report_bench import report_cost
    except ImportError as missing:
        return (Figure("a report on a million games", "not measured", str(missing)),)
    return (report_figure(report_cost()),)


def command(wanted: argparse.Namespace) -> str:
    """What measures the same again: the options that differ from what they are anyway."""
    given = [
        f"--{name} {getattr(wanted, name)}".removesuffix(".0")
        for name in ("deck", "seats", "seconds")
        if getattr(wanted, name) != READER.get_default(name)
    ]
    return f'make bench ARGS="{" ".join(given)}"' if given else "make bench"


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _seconds(text: str) -> float:
    if not 0 < (seconds := float(text)) <= 600:
        raise argparse.ArgumentTypeError(f"more than 0 and at most 600 are needed, not {text}")
    return seconds


READER = argparse.ArgumentParser(prog="benchmarks.run", description="Random play, side by side with peers.")
READER.add_argument("--seconds", type=_seconds, default=3.0, help="about so long for each row (%(default)s)")
READER.add_argument("--only", default="", metavar="WORDS", help="peers with this in their key; 'ours' for none of them")
READER.add_argument("--deck", default="fluxx-4", help="what we play (%(default)s)")
READER.add_argument("--seats", type=int, default=4, choices=range(2, 7), help="how many play it (%(default)s)")
READER.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to this file")


def main(arguments: Sequence[str]) -> int:
    """The command; gives the exit status."""
    wanted = READER.parse_args(arguments)
    try:
        report = measured(wanted)
    except ChangelingError as error:
        raise SystemExit(f"bench: {error}") from error
    print(terminal(report))
    if wanted.json:
        wanted.json.write_text(json.dumps(asdict(report), indent=1) + "\n", encoding="utf-8")
    if not wanted.only:
        page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        PAGE.write_text(spliced(page, markdown(report)), encoding="utf-8")
        _say(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
