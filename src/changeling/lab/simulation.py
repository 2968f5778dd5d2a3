"""Games by the million: plays a run into its folder, and goes on with one that was stopped."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from changeling.errors import ChangelingError
from changeling.lab.runs.chunks import Chunk, clear_parts, play_chunk, trouble, write_chunk
from changeling.lab.runs.lock import alone_in
from changeling.lab.runs.manifest import NAME, Job, Manifest, plan_run, read_manifest, write_manifest
from changeling.lab.runs.ray_workers import check_ray, play_on_ray
from changeling.lab.runs.run import Run, open_run
from changeling.lab.runs.workers import cores_here, play_here
from changeling.play.meta_rules import meta_names

Told = Callable[["Progress"], None]
Place = int | str | None
"""Where chunks are played: on so many cores of this machine (None: all), or on a cluster ("ray", "ray://host:port")."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: games played, of how many, and how many of them were there before; chunks played again."""

    played: int
    games: int
    before: int
    again: tuple[str, ...] = ()


def simulate(
    deck: str,
    *,
    games: int = 1000,
    seats: int = 4,
    bots: str | Sequence[str] = "greedy",
    seed: int = 1,
    out: str | Path | None = None,
    resume: bool = False,
    on: Place = None,
    table: str = "games",
    meta: Sequence[str] = (),
) -> pl.LazyFrame:
    """Play games and give a table of them (`games`, `cards` or `turns`) as a lazy frame. `meta` names the Meta Rules
    that are played with, `bots` one bot for all seats, or one for each.

    Without `out` the files are kept until this program ends. A script that calls this with several cores has to be
    one that can be imported (`if __name__ == "__main__":`), because its processes do that.
    """
    folder = Path(tempfile.mkdtemp(prefix="changeling-")) if out is None else Path(out)
    if out is None:
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    wanted = plan_run(deck, seats=seats, bots=bots, games=games, seed=seed, meta=meta_names(meta))
    return play_run(folder, wanted, resume=resume, on=on).table(table)


def play_run(
    folder: Path, wanted: Manifest, *, resume: bool = False, on: Place = None, tell: Told | None = None
) -> Run:
    """Play a run into its folder, or with `resume` what is missing of it. Whatever stops it, whole chunks are kept.

    Raises ChangelingError when the folder holds another run, is being written to, or cannot be.
    """
    check_place(on)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ChangelingError(f"--out: {folder} cannot be a run's folder: {error.strerror}") from error
    try:
        with alone_in(folder):
            manifest = _settled(folder, wanted, resume=resume)
            _play_missing(folder, manifest, on, tell or (lambda progress: None))
    except OSError as error:
        raise ChangelingError(f"{folder} cannot be written: {error.strerror}") from error
    return open_run(folder, deep=False)


def _settled(folder: Path, wanted: Manifest, *, resume: bool) -> Manifest:
    """The manifest of the folder, written if it is new."""
    if not (folder / NAME).exists():
        foreign = sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
        if foreign:
            raise ChangelingError(f"--out: {folder} is not empty and holds no run (it has {foreign[0]})")
        write_manifest(folder, wanted)
        return wanted
    there = read_manifest(folder)
    if not resume:
        raise ChangelingError(
            f"--out: {folder} holds a run already ({there.deck.name}, {there.games:,} games); --resume goes on with it"
        )
    if found := there.differences(wanted):
        own = there.deck.digest != wanted.deck.digest and there.deck.name == wanted.deck.name
        hint = " (without --deck the cards are those that the run began with)" if own else ""
        raise ChangelingError(f"--resume: {folder} holds another run: {'; '.join(found)}{hint}")
    if wanted.games < there.games:
        raise ChangelingError(f"--games: {folder} holds a run of {there.games:,} games; ask for as many or more")
    manifest = replace(wanted, chunk=there.chunk)
    if manifest != there:
        write_manifest(folder, manifest)
    return manifest


def _play_missing(folder: Path, manifest: Manifest, on: Place, tell: Told) -> None:
    clear_parts(folder)
    found = {number: trouble(folder, manifest, number) for number in range(manifest.chunks)}
    missing = [number for number, text in found.items() if text is not None]
    before = sum(job.games for job in manifest.jobs([number for number, text in found.items() if text is None]))
    progress = Progress(before, manifest.games, before, tuple(text for text in found.values() if text))
    tell(progress)
    for chunk in _played(manifest.jobs(missing), on, len(missing)):
        write_chunk(folder, chunk)
        progress = replace(progress, played=progress.played + chunk.games)
        tell(progress)


def _played(jobs: Iterator[Job], on: Place, number: int) -> Iterator[Chunk]:
    if not number:
        return iter(())
    if isinstance(on, str):
        return play_on_ray(play_chunk, jobs, on)
    return play_here(play_chunk, jobs, min(on or cores_here(), number))


def check_place(on: Place) -> None:
    """Raise ChangelingError where nothing can be played there."""
    if isinstance(on, str):
        check_ray(on)
    elif on is not None and not 1 <= on <= 1024:
        raise ChangelingError(f"--cores: 1 to 1024 can be used, not {on}")
