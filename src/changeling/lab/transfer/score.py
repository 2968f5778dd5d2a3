"""What a policy's games of Changeling-Transfer come to: shares by deck, means by suite, and one score.

Each deal is played twice, once from either seat, so that nobody gains by its luck; the two games together are one
observation, and the spread of these gives the intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from changeling.errors import ChangelingError
from changeling.lab.contest.ladder import Task, check_bot
from changeling.lab.transfer.suites import BENCHMARK, RIVAL, SEED, SUITES, Suite, UnseenDeck

SEATS = 2
MOST_GAMES = 100_000


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games won, with its 95 % interval."""

    value: float
    error: float  # standard error

    @property
    def low(self) -> float:
        """The lower end."""
        return max(0.0, self.value - 1.96 * self.error)

    @property
    def high(self) -> float:
        """The upper end."""
        return min(1.0, self.value + 1.96 * self.error)

    def as_dict(self) -> dict[str, float]:
        """For a file."""
        return {"share": round(self.value, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def mean_of(shares: Sequence[Share]) -> Share:
    """The mean of shares that were measured apart."""
    return Share(fmean(each.value for each in shares), sqrt(sum(each.error**2 for each in shares)) / len(shares))


class Outcome(NamedTuple):
    """A game: which deal, the policy's place, and 1 where it won."""

    deal: int
    place: int
    won: int


@dataclass(frozen=True, slots=True)
class Trial:
    """A policy by its name, and how many games of each deck it plays. Raises ChangelingError where it cannot be."""

    policy: str
    games: int

    def __post_init__(self) -> None:
        if not 2 <= self.games <= MOST_GAMES or self.games % SEATS:
            raise ChangelingError(
                f"--games: an even number from 2 to {MOST_GAMES:,} is needed, for each deal is played from both seats; "
                f"not {self.games}"
            )
        check_bot(self.policy)

    def tasks(self, deck: UnseenDeck) -> Iterator[tuple[int, Task]]:
        """The games of a deck, each with the policy's place."""
        for deal in range(self.games // SEATS):
            for place in range(SEATS):
                seated = (self.policy, RIVAL) if place == 0 else (RIVAL, self.policy)
                yield place, Task(deck.source, seated, (self.policy, RIVAL), SEED, deal)


def share_of(played: Sequence[Outcome]) -> Share:
    """The share of games that the policy won."""
    by_deal: dict[int, list[float]] = {}
    for game in played:
        by_deal.setdefault(game.deal, []).append(float(game.won))
    deals = [fmean(each) for each in by_deal.values()]
    value, count = fmean(deals), len(deals)
    # One more deal that came out even and one that did not: an interval of no width would claim too much.
    spread = (sum((each - value) ** 2 for each in deals) + 0.5) / (count + 1)
    return Share(value, sqrt(spread / count))


def result(trial: Trial, played: Mapping[str, Sequence[Outcome]]) -> dict[str, Any]:
    """Everything as a file has it; `played` are the games by the names of decks, of which only those of the trial
    count."""
    deals = trial.games // SEATS
    found = {name: share_of([game for game in games if game.deal < deals]) for name, games in played.items()}
    suites = {}
    for suite in SUITES:
        decks = {deck.name: found[deck.name] for deck in suite.decks}
        suites[suite.name] = {
            **mean_of(list(decks.values())).as_dict(),
            "counts": suite.counts,
            "decks": {name: share.as_dict() for name, share in decks.items()},
        }
    return {
        "benchmark": BENCHMARK,
        "policy": trial.policy,
        "against": RIVAL,
        "games_per_deck": trial.games,
        "score": score(found).as_dict(),
        "trained": mean_of_suite(SUITES[0], found).as_dict(),
        "suites": suites,
    }


def mean_of_suite(suite: Suite, found: dict[str, Share]) -> Share:
    """The mean over the decks of a suite."""
    return mean_of([found[deck.name] for deck in suite.decks])


def score(found: dict[str, Share]) -> Share:
    """The mean over the suites that count, each as much as another."""
    return mean_of([mean_of_suite(suite, found) for suite in SUITES if suite.counts])
