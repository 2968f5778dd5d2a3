"""The command `changeling transfer`: plays Changeling-Transfer with a policy and prints what came of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from changeling.errors import ChangelingError
from changeling.lab.contest.ladder import Task, play_all
from changeling.lab.transfer.score import Share, Trial, result, share_of
from changeling.lab.transfer.suites import RIVAL, SUITES, UnseenDeck


def run(policy: str, *, games: int, jobs: int = 1, out: str | None = None) -> int:
    """Play every deck of the benchmark and print shares, suites and the score; returns the exit status."""
    trial = Trial(policy, games)
    if not 1 <= jobs <= 256:
        raise ChangelingError(f"--jobs: 1 to 256 games can be played at once, not {jobs}")
    if out is not None and not out.endswith(".json"):
        raise ChangelingError(f"--out: results are written as .json, not as {out}")
    found: dict[str, Share] = {}
    for suite in SUITES:
        for deck in suite.decks:
            found[deck.name] = _play(trial, deck, jobs)
            if sys.stderr.isatty():
                print(f"{deck.name}: {found[deck.name].value:.1%}", file=sys.stderr)
    made = result(trial, found)
    if out is not None:
        _write(Path(out), json.dumps(made, indent=1) + "\n")
    print(table(made))
    return 0


def _play(trial: Trial, deck: UnseenDeck, jobs: int) -> Share:
    places: dict[tuple[tuple[str, ...], int], list[int]] = {}
    tasks: dict[tuple[tuple[str, ...], int], Task] = {}
    for place, task in trial.tasks(deck):  # where the policy is the rival itself, one game is that of both places
        places.setdefault(task.key, []).append(place)
        tasks[task.key] = task
    played = play_all(list(tasks.values()), jobs=jobs)
    return share_of([(place, game) for game in played for place in places[game.key]])


def table(made: dict[str, Any]) -> str:
    """The results as text."""
    lines = [
        f"{made['benchmark']}: {made['policy']} against {RIVAL}, two seats, {made['games_per_deck']} games a deck",
        "",
        f"{'':28}  {'won':>6}   95 %",
    ]
    for name, suite in made["suites"].items():
        lines.append(_line(name if suite["counts"] else f"{name} (not in the score)", suite))
        lines += [_line(f"  {deck}", share) for deck, share in suite["decks"].items()]
    lines += ["", _line("score", made["score"])]
    gap = made["trained"]["share"] - made["score"]["share"]
    return "\n".join(
        [*lines, f"{'lost on the way':28}  {100 * gap:>5.1f}   points, from the trained editions to the others"]
    )


def _line(name: str, share: dict[str, float]) -> str:
    return f"{name:28}  {share['share']:>6.1%}   {share['low']:.1%} to {share['high']:.1%}"


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ChangelingError(f"{path} cannot be written: {error.strerror}") from error
