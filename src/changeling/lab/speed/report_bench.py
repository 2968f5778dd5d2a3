"""How long a report takes, and how much memory: of a run that is made large by copies of one chunk."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from changeling.errors import ChangelingError
from changeling.lab.runs.chunks import Chunk, play_chunk, write_chunk
from changeling.lab.runs.manifest import Manifest, plan_run, write_manifest

_CHUNK = 2000
# The child counts its own memory: what the system counts of a child includes what its parent had when it was made.
_REPORT = """
import pathlib, resource, sys
from changeling.cli import main
failed = main(["report", sys.argv[1]])
status = pathlib.Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else ()
peak = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
print(peak[0] if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.exit(failed)
"""


@dataclass(frozen=True, slots=True)
class ReportCost:
    """What a report took."""

    games: int
    rows: int  # of all three tables
    seconds: float
    megabytes: float  # the most memory that its process had


def report_cost(games: int = 1_000_000, *, chunk: int = _CHUNK) -> ReportCost:
    """Make a run of so many games and have a process of its own report on it."""
    run = plan_run("fluxx-4", seats=4, bots="greedy", games=games // chunk * chunk, seed=1, chunk=chunk)
    with tempfile.TemporaryDirectory(prefix="changeling-") as folder:
        rows = _filled(Path(folder), run)
        began = time.monotonic()
        done = subprocess.run([sys.executable, "-c", _REPORT, folder], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise ChangelingError(f"the report on {run.games:,} games failed")
        return ReportCost(run.games, rows, time.monotonic() - began, int(done.stdout.split()[-1]) / 1024)


def _filled(folder: Path, run: Manifest) -> int:
    """Write the run's first chunk and copies of it with the numbers of the others; gives how many rows there are."""
    first = play_chunk(next(iter(run.jobs([0]))))
    frames = {name: pl.read_parquet(io.BytesIO(content)) for name, content in first.files.items()}
    for chunk in _copies(frames, run):
        write_chunk(folder, chunk)
    write_manifest(folder, run)
    return run.chunks * sum(frame.height for frame in frames.values())


def _copies(frames: dict[str, pl.DataFrame], run: Manifest) -> Iterator[Chunk]:
    for number in range(run.chunks):
        files = {}
        for name, frame in frames.items():
            written = io.BytesIO()
            frame.with_columns(pl.col("game") + number * run.chunk).write_parquet(written, compression="zstd")
            files[name] = written.getvalue()
        yield Chunk(number, run.chunk, files)
