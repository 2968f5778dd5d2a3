"""The command `changeling ladder`: plays a match, shows its progress, and prints the results."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from changeling.decks.shelf import load_deck
from changeling.errors import ChangelingError
from changeling.lab.contest import results
from changeling.lab.contest.ladder import Match, Played, play_all, summary
from changeling.lab.contest.plot import picture
from changeling.lab.runs.ray_workers import check_ray

_EVERY = 10.0  # seconds between two times that results are written


def run(
    match: Match,
    *,
    games: int,
    jobs: int = 1,
    out: str | None = None,
    plot: str | None = None,
    on: str | None = None,
) -> int:
    """Play the games that are missing, `games` for every pairing; returns the exit status. Ctrl-C ends it early.

    `on` names a Ray cluster (`ray`, `ray://host:port`), which plays them instead of `jobs` processes here.
    """
    if on is not None:
        check_ray(on)
    if not 1 <= games <= 1_000_000:
        raise ChangelingError(f"--games: 1 to 1,000,000 can be played, not {games}")
    if not 1 <= jobs <= 256:
        raise ChangelingError(f"--jobs: 1 to 256 games can be played at once, not {jobs}")
    if plot is not None and not plot.endswith(".svg"):
        raise ChangelingError(f"--plot: a picture is written as .svg, not as {plot}")
    digest = load_deck(match.deck).digest
    path = None if out is None else Path(out)
    before = [] if path is None else results.read(path, match, digest)
    everything = list(match.tasks(games))
    wanted = {task.key for task in everything}
    done = {game.key for game in before}
    left = [task for task in everything if task.key not in done]
    played = list(before)

    def keep() -> None:
        if path is not None:
            results.write(path, match, digest, played)

    stopped = _play(left, played, jobs=jobs, on=on, keep=keep, already=len(everything) - len(left))
    keep()
    counted = [game for game in played if game.key in wanted]
    print(table(match, summary(match, counted)))
    if plot is not None:
        _write(Path(plot), picture(match, summary(match, counted)))
    if stopped:
        again = "the same command goes on from here" if path is not None else "--out FILE.json keeps them next time"
        print(f"Stopped after {len(counted)} of {len(everything)} games; {again}.", file=sys.stderr)
    return 130 if stopped else 0


def _play(
    left: Sequence[Any], played: list[Played], *, jobs: int, on: str | None, keep: Callable[[], None], already: int
) -> bool:
    """Play what is left into `played`; returns whether Ctrl-C stopped it."""
    kept = time.monotonic()
    try:
        with progress_bar(already + len(left), already) as advance:
            for game in play_all(left, jobs=jobs, on=on):
                played.append(game)
                advance()
                if time.monotonic() - kept > _EVERY:
                    keep()
                    kept = time.monotonic()
    except KeyboardInterrupt:
        return True
    return False


@contextlib.contextmanager
def progress_bar(total: int, already: int) -> Iterator[Callable[[], None]]:
    """A progress bar where standard error is a terminal and Rich is installed; else nothing."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield lambda: None
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total, completed=already)
        yield lambda: bar.advance(task)


def table(match: Match, found: dict[str, Any]) -> str:
    """The results as text."""
    width = max(len(bot) for bot in match.bots)
    alone = "" if match.seats == 2 else f", one against {match.seats - 1}"
    lines = [f"{match.deck}, {match.seats} seats{alone}", ""]
    lines.append(f"{'':{width}}  {'against':{width}}  {'games':>6}  {'won':>6}  {'share':>6}   95 %            even")
    for row in found["pairings"]:
        share = "-" if row["share"] is None else f"{row['share']:.1%}"
        edges = f"{row['low']:.1%} to {row['high']:.1%}"
        line = f"{row['bot']:{width}}  {row['against']:{width}}  {row['games']:>6}  {row['won']:>6}  {share:>6}"
        nobody = f"  nobody won {row['nobody']}" if row["nobody"] else ""
        lines.append(f"{line}   {edges:15} {row['even']:.0%}{nobody}")
    lines += ["", f"{'':{width}}  rating   95 %"]
    for name, each in sorted(found["ratings"].items(), key=lambda item: -item[1]["rating"]):
        lines.append(f"{name:{width}}  {each['rating']:>6.0f}   {each['low']:.0f} to {each['high']:.0f}")
    return "\n".join(lines)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ChangelingError(f"{path} cannot be written: {error.strerror}") from error
