"""The command `changeling transfer`: plays Changeling-Transfer with a policy and prints what came of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from changeling.decks.shelf import load_deck
from changeling.errors import ChangelingError
from changeling.lab.contest.ladder import Task, play_all
from changeling.lab.contest.ladder_command import progress_bar
from changeling.lab.transfer import kept_games
from changeling.lab.transfer.kept_games import Games
from changeling.lab.transfer.score import Outcome, Trial, result, share_of
from changeling.lab.transfer.suites import RIVAL, SUITES, UnseenDeck

_EVERY = 10.0  # seconds between two times that games are written down


def run(policy: str, *, games: int, jobs: int = 1, out: str | None = None, resume: bool = False) -> int:
    """Play every deck of the benchmark and print shares, suites and the score; returns the exit status. Ctrl-C ends it
    early; what `out` has by then `resume` goes on with."""
    trial = Trial(policy, games)
    if not 1 <= jobs <= 256:
        raise ChangelingError(f"--jobs: 1 to 256 games can be played at once, not {jobs}")
    if out is not None and not out.endswith(".json"):
        raise ChangelingError(f"--out: results are written as .json, not as {out}")
    if resume and out is None:
        raise ChangelingError("--resume: --out FILE.json says which games to go on with")
    decks = tuple(deck for suite in SUITES for deck in suite.decks)
    digests, path = kept_games.digests_of(decks), None if out is None else Path(out)
    played: Games = {deck.name: {} for deck in decks}
    if path is not None and resume:
        played = kept_games.read(path, trial, digests)

    def keep() -> None:
        if path is not None:
            kept_games.write(path, trial, digests, played)

    keep()  # what cannot be written is said before anything is played
    try:
        for deck in decks:
            _play(trial, deck, played[deck.name], jobs, keep)
            _tell(trial, deck, played[deck.name])
    except KeyboardInterrupt:
        keep()
        count = sum(map(len, played.values()))
        again = "the same command with --resume goes on" if path else "--out FILE.json keeps them next time"
        print(f"Stopped after {count:,} of {games * len(decks):,} games; {again}.", file=sys.stderr)
        return 130
    keep()
    print(table(result(trial, {name: list(each.values()) for name, each in played.items()})))
    return 0


def _play(
    trial: Trial, deck: UnseenDeck, played: dict[tuple[int, int], Outcome], jobs: int, keep: Callable[[], None]
) -> None:
    """Play what is missing of a deck's games."""
    places: dict[tuple[tuple[str, ...], int], list[int]] = {}
    tasks: dict[tuple[tuple[str, ...], int], Task] = {}
    for place, task in trial.tasks(deck):  # where the policy is the rival itself, one game is that of both places
        if (task.deal, place) not in played:
            places.setdefault(task.key, []).append(place)
            tasks[task.key] = task
    if not tasks:
        return
    _make_ready(deck)
    kept = time.monotonic()
    with progress_bar(trial.games, trial.games - len(tasks)) as advance:
        for game in play_all(list(tasks.values()), jobs=jobs):
            for place in places[game.key]:
                played[game.deal, place] = Outcome(game.deal, place, int(game.winner == place))
            advance()
            if time.monotonic() - kept > _EVERY:
                keep()
                kept = time.monotonic()


def _make_ready(deck: UnseenDeck) -> None:
    """Have greedy compiled, which weighs every answer of the rival and of `learned`: interpreted it takes many times as
    long."""
    try:
        from changeling.play.compiled.compiled_greedy import make_ready
    except ImportError:  # without NumPy all is played interpreted
        return
    make_ready(load_deck(deck.source))


def _tell(trial: Trial, deck: UnseenDeck, played: dict[tuple[int, int], Outcome]) -> None:
    share = share_of([game for game in played.values() if game.deal < trial.games // 2])
    print(f"{deck.name}: {share.value:.1%} of {trial.games:,} games", file=sys.stderr, flush=True)


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
