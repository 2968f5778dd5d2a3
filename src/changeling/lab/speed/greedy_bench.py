"""How fast games of sensible players are here and now: four greedy seats, compiled, edition by edition.

Games a second of processor time; for two at once, of the clock on the wall. What is compared with each other is
measured by turns, repeat by repeat, on the same games.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from changeling.decks.shelf import editions, published
from changeling.lab.games.compiled_games import CompiledGames
from changeling.lab.games.interpreted_games import KINDS
from changeling.lab.games.played_games import CAP, columns_of
from changeling.lab.games.start_tables import setting_of

SEATS = 4
REPEATS = 5
_FEWEST = 20  # games of a repeat

Work = Callable[[int, int], None]  # first seed, games


@dataclass(frozen=True, slots=True)
class GreedyRate:
    """What was measured of a deck: games a second of processor time, and how much longer they take when all is told of
    them (0.1: a tenth)."""

    deck: str
    games_per_cpu_s: float
    decisions_per_cpu_s: float
    recording: float


def greedy_rate(deck: str, *, seconds: float) -> GreedyRate:
    """Measure a deck for about so many seconds. Raises NotCompiled."""
    played, cards = CompiledGames(setting_of(deck), SEATS), len(setting_of(deck).deck.cards)
    bare, told = _work(played, cards, records=False), _work(played, cards, records=True)
    games = _games_in(bare, seconds / (2 * REPEATS))
    took = [[_cpu(work, number * games, games) for work in (bare, told)] for number in range(1, REPEATS + 1)]
    rate = statistics.median(games / one for one, _ in took)
    rows = played.play(_bots(), np.arange(games, dtype=np.uint64), cap=CAP, records=False)
    over = statistics.median(two / one for one, two in took) - 1
    return GreedyRate(deck, rate, rate * float(rows.games["answers"].mean()), over)


def greedy_rates(*, seconds: float) -> list[GreedyRate]:
    """Measure each edition, and all of them mixed."""
    return [greedy_rate(deck, seconds=seconds) for deck in (*editions(), "+".join(published()))]


@dataclass(frozen=True, slots=True)
class Scaling:
    """How many times the games of one thread two play in the same time, at most 2: threads of one process, and two
    processes that share nothing, which is what the machine gives."""

    threads: float
    processes: float


def two_at_once(deck: str, *, seconds: float) -> Scaling:
    """Measure a deck alone, by two threads and by two processes, in turns. Raises NotCompiled."""
    works = [_recorded(deck) for _ in range(2)]
    games = _games_in(works[0], seconds / (2 * REPEATS))
    context = multiprocessing.get_context("spawn")
    with ThreadPoolExecutor(1) as thread, ProcessPoolExecutor(1, mp_context=context) as process:
        process.submit(_elsewhere, deck, 0, 1).result()  # it imports, and loads what is compiled

        def beside(other: Future[None], seed: int, games: int) -> None:
            works[0](seed, games)
            other.result()

        def threads(seed: int, games: int) -> None:
            beside(thread.submit(works[1], seed, games), seed, games)

        def processes(seed: int, games: int) -> None:
            beside(process.submit(_elsewhere, deck, seed, games), seed, games)

        took = [
            [_wall(work, number * games, games) for work in (works[0], threads, processes)]
            for number in range(1, REPEATS + 1)
        ]
    return Scaling(*(statistics.median(2 * one[0] / one[place] for one in took) for place in (1, 2)))


def _recorded(deck: str) -> Work:
    return _work(CompiledGames(setting_of(deck), SEATS), len(setting_of(deck).deck.cards), records=True)


_kept = lru_cache(maxsize=1)(_recorded)


def _elsewhere(deck: str, seed: int, games: int) -> None:
    """Play in the process that this is called in."""
    _kept(deck)(seed, games)


def _bots() -> Sequence[int]:
    return [KINDS["greedy"]] * SEATS


def _work(played: CompiledGames, cards: int, *, records: bool) -> Work:
    """Games with nothing told of them, or told in full, as `play_games` does."""

    def work(seed: int, games: int) -> None:
        rows = played.play(_bots(), np.arange(seed, seed + games, dtype=np.uint64), cap=CAP, records=records)
        if records:
            columns_of(rows, SEATS, cards)

    return work


def _games_in(work: Work, share: float) -> int:
    """How many games take about so many seconds."""
    work(0, 1)  # what is compiled is loaded by its first use
    return max(_FEWEST, round(_FEWEST * share / _cpu(work, 0, _FEWEST)))


def _cpu(work: Work, seed: int, games: int) -> float:
    began = time.process_time()
    work(seed, games)
    return max(time.process_time() - began, 1e-9)


def _wall(work: Work, seed: int, games: int) -> float:
    began = time.perf_counter()
    work(seed, games)
    return time.perf_counter() - began
