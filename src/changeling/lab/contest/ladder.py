"""All against all: every pair of bots with the same deals, each in every seat, and what that says of their strength.

At a table for two a pair plays against each other. At a larger one each bot of a pair sits once alone among copies of
the other. A deal is played once in every seating, so that nobody gains by its luck. Results are kept as they come:
Ctrl-C loses nothing, and the same command goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import itertools
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.errors import ChangelingError
from changeling.interrupts import kept_from_children
from changeling.lab.contest.cheating_bot import CheatingBot
from changeling.lab.contest.rating import Result, ratings, wilson
from changeling.lab.games.start_tables import names_of
from changeling.lab.runs.ray_workers import play_on_ray
from changeling.play import bot_factory
from changeling.play.driver import Chooser, play
from changeling.play.game import Game
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.whole import whole

CAP = 4000  # answers in a game; one that is not over by then has no winner
ORACLE = "oracle"  # the name of the cheating bot


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: which bots, with which deck, how many seats, and the seed that the deals follow from."""

    bots: tuple[str, ...]
    deck: str
    seats: int
    seed: int

    def __post_init__(self) -> None:
        for name in ("seats", "seed"):
            object.__setattr__(self, name, whole(f"--{name}", getattr(self, name)))
        if len(set(self.bots)) < 2 or len(set(self.bots)) != len(self.bots):
            raise ChangelingError(
                f"ladder: two or more different bots are needed, not {', '.join(self.bots) or 'none'}"
            )
        if not MIN_SEATS <= self.seats <= MAX_SEATS:
            raise ChangelingError(f"--seats: {MIN_SEATS} to {MAX_SEATS} can play, not {self.seats}")
        if not 0 <= self.seed < 1 << 62:
            raise ChangelingError(f"--seed: a number from 0 to 2**62 - 1 is needed, not {self.seed}")
        for bot in self.bots:
            check_bot(bot)

    def pairings(self) -> list[tuple[str, str]]:
        """Who sits alone, and who has all the other seats."""
        if self.seats == MIN_SEATS:
            return list(itertools.combinations(self.bots, 2))
        return list(itertools.permutations(self.bots, 2))

    def tasks(self, games: int) -> Iterator[Task]:
        """Every game, one deal after another: whoever stops early has played all pairings about equally often."""
        for deal in range(-(-games // self.seats)):
            for one, others in self.pairings():
                for place in range(self.seats):
                    seated = [others] * self.seats
                    seated[place] = one
                    yield Task(self.deck, tuple(seated), (one, others), self.seed, deal)


@dataclass(frozen=True, slots=True)
class Task:
    """One game to play."""

    deck: str
    seated: tuple[str, ...]
    pairing: tuple[str, str]
    seed: int
    deal: int

    @property
    def key(self) -> tuple[tuple[str, ...], int]:
        """Identifies the game within the match."""
        return self.seated, self.deal


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played. `winner` is the place of the winner, or nothing."""

    seated: tuple[str, ...]
    pairing: tuple[str, str]
    deal: int
    winner: int | None
    over: bool
    decisions: int
    turns: int
    seconds: tuple[float, ...] = field(default=())  # of thinking, by place

    @property
    def key(self) -> tuple[tuple[str, ...], int]:
        """Identifies the game within the match."""
        return self.seated, self.deal

    @property
    def result(self) -> Result:
        """The game as ratings take it."""
        return Result(self.seated, None if self.winner is None else self.seated[self.winner], self.deal)


def check_bot(name: str) -> None:
    """Raise ChangelingError when no such bot can play here."""
    kind, _, rest = name.partition(":")
    if kind == ORACLE:
        bot_factory.check(f"search:{rest.removeprefix('pile:') or bot_factory.BUDGET}")
    else:
        bot_factory.check(name)


class _Timed:
    """A chooser that measures how much processor time it uses."""

    def __init__(self, inner: Chooser) -> None:
        self.inner, self.seconds = inner, 0.0

    def choose(self, view: Any, decision: Any) -> Any:
        began = time.thread_time()
        option = self.inner.choose(view, decision)
        self.seconds += time.thread_time() - began
        return option


@lru_cache(maxsize=8)
def _deck(name: str) -> Deck:
    return load_deck(name)


def play_task(task: Task) -> Played:
    """Play one game. Budgets are processor time, so that a busy machine weakens nobody."""
    game = Game(_deck(task.deck), seats=names_of(len(task.seated)), seed=task.seed + task.deal)
    choosers = {
        seat: _Timed(_chooser(bot, _seed(task, place), game))
        for place, (seat, bot) in enumerate(zip(game.seats, task.seated, strict=True))
    }
    play(game, choosers, most=CAP)
    return Played(
        task.seated,
        task.pairing,
        task.deal,
        None if game.winner is None else game.seats.index(game.winner),
        game.over,
        game.table.decisions,
        game.table.turns,
        tuple(round(chooser.seconds, 3) for chooser in choosers.values()),
    )


def _chooser(bot: str, seed: int, game: Game) -> Chooser:
    kind, _, rest = bot.partition(":")
    if kind != ORACLE:
        return bot_factory.bot(bot, seed, wait=True, clock=time.thread_time)
    pile = rest.startswith("pile:")
    budget = rest.removeprefix("pile:") or bot_factory.BUDGET
    return CheatingBot(game, seed, bot_factory.seconds_of(budget), pile)


def _seed(task: Task, place: int) -> int:
    """A bot's own seed: another for every game and place, the same whenever it is played."""
    text = f"{task.seed}/{task.deal}/{'/'.join(task.seated)}/{place}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def play_all(tasks: Sequence[Task], *, jobs: int, on: str | None = None) -> Iterator[Played]:
    """Play games, `jobs` at a time or on a cluster; yields each when it is over, in any order."""
    if on is not None:
        yield from play_on_ray(play_task, iter(tasks), on)
        return
    if jobs == 1:
        yield from map(play_task, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        waiting = iter(tasks)

        def more(number: int) -> set[Future[Played]]:
            with kept_from_children():  # the pool starts a process when it is given more than the others can do
                return {pool.submit(play_task, task) for task in itertools.islice(waiting, number)}

        running = more(2 * jobs)
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= more(len(done))
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def summary(match: Match, games: Sequence[Played]) -> dict[str, Any]:
    """Shares by pairing, and ratings, from what was played."""
    rows = []
    for one, others in match.pairings():
        here = [game for game in games if game.pairing == (one, others)]
        won = sum(game.winner is not None and game.seated[game.winner] == one for game in here)
        low, high = wilson(won, len(here))
        rows.append(
            {
                "bot": one,
                "against": others,
                "games": len(here),
                "won": won,
                "lost": sum(game.winner is not None for game in here) - won,
                "nobody": sum(game.winner is None for game in here),
                "share": won / len(here) if here else None,
                "low": low,
                "high": high,
                "even": 1 / match.seats,
            }
        )
    rated = ratings(match.bots, (game.result for game in games))
    return {
        "pairings": rows,
        "ratings": {
            name: {"rating": round(each.value, 1), "low": round(each.low, 1), "high": round(each.high, 1)}
            for name, each in rated.items()
        },
        "turns": round(sum(game.turns for game in games) / len(games), 1) if games else None,
        "decisions": round(sum(game.decisions for game in games) / len(games), 1) if games else None,
    }
