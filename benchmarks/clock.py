"""How a rate is taken, the same for every peer, and the same way in which `changeling bench` takes ours.

A warm-up finds how much work fills a repeat; then each repeat does new work, and the median of the repeats counts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

REPEATS = 5

# (seed, portions) -> what was done; a portion is a game, or a fixed number of steps. Only this is timed.
Work = Callable[[int, int], Any]
# What was done -> decisions made. Not timed: some libraries count slower than they play.
Count = Callable[[Any], int]


def rate(work: Work, seconds: float, count: Count = int) -> dict[str, float]:
    """Decisions a second by the clock on the wall, over REPEATS repeats or more, until `seconds` have passed."""
    work(0, 1)  # compiles and loads whatever the first call does
    seed, portions, share = 1, 1, seconds / REPEATS
    while True:
        took = _timed(work, seed, portions, count)[1]
        seed += portions
        if took >= share / 4:
            break
        portions *= 2
    portions = max(1, round(portions * share / took))
    rates: list[float] = []
    passed, made = 0.0, 0
    while len(rates) < REPEATS or passed < seconds:
        decisions, took = _timed(work, seed, portions, count)
        seed, passed, made = seed + portions, passed + took, made + decisions
        rates.append(decisions / took)
    return {
        "decisions_per_s": statistics.median(rates),
        "slowest": min(rates),
        "fastest": max(rates),
        "seconds": passed,
        "decisions": made,
    }


def _timed(work: Work, seed: int, portions: int, count: Count) -> tuple[int, float]:
    began = time.perf_counter()
    done = work(seed, portions)
    took = max(time.perf_counter() - began, 1e-9)  # a coarse clock may not have moved
    return count(done), took
