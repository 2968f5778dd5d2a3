"""Statistics of results: shares with intervals, and ratings from who won at which table."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_Z = 1.959963984540054  # 95 %
_MIDDLE, _SCALE = 1500.0, 400.0
_ROUNDS = 500
_RESAMPLES = 200


def wilson(won: float, games: int) -> tuple[float, float]:
    """The interval that holds the true share with 95 % (Wilson's), from games won among games played.

    >>> [round(edge, 3) for edge in wilson(65, 100)]
    [0.553, 0.736]
    """
    if games == 0:
        return 0.0, 1.0
    share, weight = won / games, _Z * _Z / games
    middle = (share + weight / 2) / (1 + weight)
    spread = _Z / (1 + weight) * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    return max(0.0, middle - spread), min(1.0, middle + spread)


@dataclass(frozen=True, slots=True)
class Result:
    """One game: who sat at the table, who won (None: nobody), and the number of its deal."""

    seated: tuple[str, ...]
    winner: str | None
    deal: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as in Elo's system: 400 points more are ten times the chance to win. The average is 1500."""

    value: float
    low: float
    high: float


def ratings(names: Sequence[str], results: Iterable[Result]) -> dict[str, Rating]:
    """Ratings by a Bradley-Terry fit for tables of any size: each seat's chance is its strength's share of the table's.

    The intervals (95 %) are bootstrapped over deals, because the games of one deal are not independent.
    """
    played = [result for result in results if result.winner is not None]
    values = _fit(names, Counter((result.seated, result.winner) for result in played))
    by_deal: dict[int, list[Result]] = {}
    for result in played:
        by_deal.setdefault(result.deal, []).append(result)
    deals = list(by_deal.values())
    chance = random.Random(1)
    drawn: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(_RESAMPLES if deals else 0):
        sample = [result for group in chance.choices(deals, k=len(deals)) for result in group]
        fitted = _fit(names, Counter((result.seated, result.winner) for result in sample))
        for name in names:
            drawn[name].append(fitted[name])
    found = {}
    for name in names:
        spread = sorted(drawn[name]) or [values[name]]
        low, high = spread[int(0.025 * (len(spread) - 1))], spread[math.ceil(0.975 * (len(spread) - 1))]
        found[name] = Rating(values[name], min(low, values[name]), max(high, values[name]))
    return found


def _fit(names: Sequence[str], won: Counter[tuple[tuple[str, ...], str | None]]) -> dict[str, float]:
    """Hunter's iteration. One game against each of the others, half won, keeps strengths finite."""
    strength = dict.fromkeys(names, 1.0)
    wins = {name: 0.5 * (len(names) - 1) for name in names}
    for (_, winner), times in won.items():
        if winner is not None:
            wins[winner] += times
    for _ in range(_ROUNDS):
        shares = dict.fromkeys(names, 0.0)
        for (seated, _), times in won.items():
            total = sum(strength[name] for name in seated)
            for name in seated:
                shares[name] += times / total
        for name in names:
            shares[name] += sum(1.0 / (strength[name] + strength[other]) for other in names if other != name)
        fitted = {name: wins[name] / shares[name] if shares[name] else 1.0 for name in names}
        mean = math.exp(sum(math.log(value) for value in fitted.values()) / len(fitted))
        fitted = {name: value / mean for name, value in fitted.items()}
        moved = max(abs(math.log(fitted[name] / strength[name])) for name in names)
        strength = fitted
        if moved < 1e-6:
            break
    return {name: _MIDDLE + _SCALE * math.log10(value) for name, value in strength.items()}
