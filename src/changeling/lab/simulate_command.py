"""The command `changeling simulate`: plays a run, shows how far it is, and says how to go on."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from changeling.errors import ChangelingError
from changeling.lab.runs.manifest import NAME, Manifest, bots_of, check_numbers, code_digest, plan_run, read_manifest
from changeling.lab.runs.run import Run
from changeling.lab.simulation import Place, Progress, Told, play_run

DECK, SEATS, BOTS, GAMES, SEED = "fluxx-4", 4, "greedy", 1000, 1


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on the command line; None where nothing was said."""

    deck: str | None = None
    seats: int | None = None
    bots: str | None = None
    games: int | None = None
    seed: int | None = None
    meta: Sequence[str] = ()

    def plan(self, folder: Path, *, resume: bool) -> Manifest:
        """The run to play: what was not said is as in the run that is gone on with, else as usual."""
        there = read_manifest(folder) if resume and (folder / NAME).exists() else None
        if there is not None and self.deck is None and not self.meta:
            return self._more_of(there)
        seats = (there.seats if there else SEATS) if self.seats is None else self.seats
        as_there = there is not None and seats == there.seats
        bots = (",".join(there.bots) if there and as_there else BOTS) if self.bots is None else self.bots
        return plan_run(
            self.deck or (there.deck.name if there else DECK),
            seats=seats,
            bots=bots,
            games=(there.games if there else GAMES) if self.games is None else self.games,
            seed=(there.seed if there else SEED) if self.seed is None else self.seed,
            meta=self.meta or (there.meta if there else ()),
        )

    def _more_of(self, there: Manifest) -> Manifest:
        """The run of the folder, with what was said changed: its deck may be nowhere else any more."""
        seats = there.seats if self.seats is None else self.seats
        games = there.games if self.games is None else self.games
        seed = there.seed if self.seed is None else self.seed
        check_numbers(games=games, seats=seats, seed=seed)
        bots = there.bots if self.bots is None else bots_of(self.bots, seats)
        return replace(there, seats=seats, games=games, seed=seed, bots=bots, code=code_digest())


def run(asked: Asked, *, out: str, resume: bool = False, cores: int | None = None, on: str | None = None) -> int:
    """Play and say what was done; gives the exit status. Ctrl-C keeps what was played."""
    if on is not None and cores is not None:
        raise ChangelingError("--cores: counts those of this machine; a cluster (--on) uses all of its own")
    folder = Path(out)
    began, last = time.monotonic(), Progress(0, 0, 0)

    def tell(progress: Progress) -> None:
        nonlocal last
        last = progress
        show(progress)

    with _progress() as show:
        try:
            wanted = asked.plan(folder, resume=resume)
            place: Place = on if on is not None else cores
            played = play_run(folder, wanted, resume=resume, on=place, tell=tell)
        except KeyboardInterrupt:
            print(_stopped(last, out), file=sys.stderr)
            return 130
    seconds = time.monotonic() - began
    new = last.played - last.before
    speed = (
        f"{new:,} of them now, in {seconds:.1f} s ({new / seconds:,.0f} games a second)" if new else "all were there"
    )
    damaged = len(last.again)
    again = f"; {damaged} damaged chunk{'s were' if damaged > 1 else ' was'} played again" if damaged else ""
    print(f"{played.played:,} games of {played.manifest.deck.name} are in {out}: {speed}{again}.")
    if said := nobody_won(played):
        print(said)
    print(f"Look at them with: changeling report {out}")
    return 0


def nobody_won(played: Run) -> str:
    """What to say of a run where most games were won by nobody: something is wrong with the deck; else nothing."""
    outcomes = dict(played.games.group_by("outcome").len().collect(engine="streaming").rows())
    without = played.played - outcomes.pop("won", 0)
    if without * 2 <= played.played:
        return ""
    ends = ", ".join(f"{name} {games:,}" for name, games in sorted(outcomes.items(), key=lambda each: -each[1]))
    deck = " ".join(shlex.quote(part) for part in played.manifest.deck.name.split("+"))
    return f"Nobody won {without:,} of them ({ends}); what is odd about the deck says: changeling deck {deck}"


def _stopped(last: Progress, out: str) -> str:
    kept = f"{last.played:,} of {last.games:,} games are kept" if last.games else "nothing was played yet"
    return f"Stopped: {kept}; the same command with --resume goes on. (In {out}.)"


@contextlib.contextmanager
def _progress() -> Iterator[Told]:
    """A bar with games a second and the time left, where standard error is a terminal and Rich is installed."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield lambda progress: None
        return
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[speed]}"))
    with Progress(
        *columns,
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        yield bar_of(bar.add_task, bar.update)


def bar_of(add: Callable[..., object], update: Callable[..., object]) -> Told:
    """Tells a bar how far a run is."""
    task: object = None
    began = 0.0

    def tell(progress: Progress) -> None:
        nonlocal task, began
        if task is None:
            task, began = add("games", total=progress.games, completed=progress.played, speed=""), time.monotonic()
            return
        speed = (progress.played - progress.before) / max(1e-9, time.monotonic() - began)
        update(task, completed=progress.played, speed=f"{speed:,.0f} a second")

    return tell
