"""A chunk: some games of a run, played as one piece of work and kept as one folder of Parquet files.

The folder is written under another name, brought to the disk and then renamed, so that what has the name of a chunk is
whole. The sums of its files are in it: a file that was damaged later is found.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from changeling.errors import ChangelingError
from changeling.lab.games.played_games import play_games
from changeling.lab.runs.manifest import Job, Manifest, code_digest
from changeling.lab.runs.tables import TABLES, frames_of

FOLDER = "chunks"
SUMS = "sums.json"
_PART = ".part-"
_ROW_GROUP = 1 << 20


@dataclass(frozen=True, slots=True)
class Chunk:
    """What a worker hands back: the chunk's files by name."""

    number: int
    games: int
    files: dict[str, bytes]


def play_chunk(job: Job) -> Chunk:
    """Play a chunk. The same job gives the same bytes in every process and on every machine."""
    if job.code != code_digest():
        raise ChangelingError(
            f"chunk {job.number}: this machine has another version of changeling ({code_digest()}, not {job.code}); "
            "install the same one on all"
        )
    played = play_games(job.deck.deck(), job.seats, job.bots, np.asarray(job.seeds), meta=job.meta)
    files = {}
    for name, frame in frames_of(played, job.seats, job.seed - job.first).items():
        written = io.BytesIO()
        frame.write_parquet(written, compression="zstd", row_group_size=_ROW_GROUP)
        files[f"{name}.parquet"] = written.getvalue()
    return Chunk(job.number, job.games, files)


def chunk_folder(run: Path, number: int) -> Path:
    """Where a chunk is kept."""
    return run / FOLDER / f"{number:08}"


def write_chunk(run: Path, chunk: Chunk) -> None:
    """Keep a chunk in the run's folder. Raises ChangelingError, with nothing kept, where the disk refuses."""
    place = chunk_folder(run, chunk.number)
    part = place.with_name(f"{_PART}{place.name}")
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(chunk.files.items())}
    about = json.dumps({"games": chunk.games, "sums": sums}, indent=1) + "\n"
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for name, content in {**chunk.files, SUMS: about.encode()}.items():
            _write(part / name, content)
        if place.exists():
            shutil.rmtree(place)
        os.replace(part, place)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise ChangelingError(
            f"chunk {chunk.number} cannot be written into {run}: {error.strerror}; "
            "what was written before is whole, and --resume goes on from there"
        ) from error


def _write(path: Path, content: bytes) -> None:
    """Write a file through to the disk."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def clear_parts(run: Path) -> None:
    """Remove what a process that was killed left half written."""
    for part in (run / FOLDER).glob(f"{_PART}*"):
        shutil.rmtree(part, ignore_errors=True)


def trouble(run: Path, manifest: Manifest, number: int, *, deep: bool = True) -> str | None:
    """What is wrong with a chunk: empty where it is not there yet, None where it is whole.

    `deep` reads its files and checks their sums; otherwise only their presence and games are looked at.
    """
    place = chunk_folder(run, number)
    if not place.exists():
        return ""
    try:
        about = json.loads((place / SUMS).read_text(encoding="utf-8"))
        games, sums = int(about["games"]), dict(about["sums"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"{place.name}: {SUMS} is missing or damaged"
    if games != min(manifest.chunk, manifest.games - number * manifest.chunk):
        return ""  # the run has grown since: its last chunk was shorter
    for name in (f"{table}.parquet" for table in TABLES):
        try:
            content = (place / name).read_bytes() if deep else b""
            size = (place / name).stat().st_size
        except OSError:
            return f"{place.name}: {name} is missing"
        if size == 0 or (deep and hashlib.sha256(content).hexdigest() != sums.get(name)):
            return f"{place.name}: {name} is not what was written"
    return None
