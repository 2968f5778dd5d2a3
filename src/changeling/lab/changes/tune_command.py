"""The command `changeling tune`: which small changes bring a deck nearer to what it should be, and how sure that is.

Every change is tried by itself on the same seeds. The better third is tried again with more games of other seeds, so
that a change which was lucky at first is not believed for that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from changeling.errors import ChangelingError
from changeling.lab.changes.trials import Seating, play_trials
from changeling.lab.changes.variants import Variant, variants
from changeling.lab.report.intervals import LEVEL
from changeling.lab.report.words import percent
from changeling.lab.runs.manifest import DeckText, deck_text
from changeling.lab.simulation import Place

_RESAMPLES = 400
_FEWEST = 50  # games for a change, in the first round
_SHOWN = 15


@dataclass(frozen=True, slots=True)
class Aims:
    """What a deck should be like. Where a number is None nothing is asked for."""

    turns: tuple[float, float] | None = None
    seat_advantage: float = 0.03
    goal_share: float = 2.5

    def __str__(self) -> str:
        length = "" if self.turns is None else f"{self.turns[0]:g} to {self.turns[1]:g} turns on average, "
        return (
            f"{length}no place at the table more than {percent(self.seat_advantage)} above its even share, "
            f"no Goal above {self.goal_share:g} times its share"
        )


def aims_of(turns: str | None, seat_advantage: float | None, goal_share: float | None) -> Aims:
    """The aims as somebody writes them. Raises ChangelingError that says what can be written."""
    found = None
    if turns is not None:
        match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", turns.strip())
        if match is None or not 0 < int(match[1]) <= int(match[2] or match[1]):
            raise ChangelingError(f"--turns: write a number of turns or a range, 20 or 15-25, not '{turns}'")
        found = (float(match[1]), float(match[2] or match[1]))
    advantage = 3.0 if seat_advantage is None else seat_advantage
    if not 0 <= advantage <= 100:
        raise ChangelingError(f"--seat-advantage: 0 to 100 percent, not {advantage:g}")
    share = 2.5 if goal_share is None else goal_share
    if not 1 <= share <= 1000:
        raise ChangelingError(f"--goal-share: 1 or more times even, not {share:g}")
    return Aims(found, advantage / 100, share)


class Games:
    """The games of a deck as arrays, from which its distance to the aims is worked out again and again."""

    def __init__(self, frame: pl.DataFrame, deck: DeckText, seats: int) -> None:
        goals = [card.name for card in deck.deck().cards if card.kind == "goal"]
        names = sorted(set(goals))
        place = {name: number for number, name in enumerate(names)}
        won = frame["winner"].is_not_null().to_numpy()
        self.seats = seats
        self.turns = frame["turns"].to_numpy().astype(float)
        order = (frame["winner"].fill_null(0).to_numpy() - frame["first"].to_numpy()) % seats
        self.places = np.where(won, order, seats)  # the last number: nobody won
        self.goals = np.array(
            [place.get(name, len(names)) if name else len(names) for name in frame["won_by"].to_list()]
        )
        self.even = np.array([goals.count(name) / len(goals) for name in names]) if names else np.ones(0)

    def measured(self, sample: np.ndarray | slice = slice(None)) -> tuple[float, float, float]:
        """The mean length, the largest advantage of a place, and the largest multiple of a Goal's even share."""
        turns = float(self.turns[sample].mean())
        places = np.bincount(self.places[sample], minlength=self.seats + 1)[: self.seats]
        advantage = float(places.max() / max(1, places.sum()) - 1 / self.seats)
        goals = np.bincount(self.goals[sample], minlength=len(self.even) + 1)[: len(self.even)]
        times = goals / max(1, goals.sum()) / self.even
        return turns, advantage, float(times.max()) if len(times) else 0.0

    def distance(self, aims: Aims, sample: np.ndarray | slice = slice(None)) -> float:
        """How far the deck is from the aims: each excess as a part of what is allowed, added; 0 where all are met."""
        turns, advantage, times = self.measured(sample)
        far = max(0.0, times / aims.goal_share - 1)
        far += max(0.0, advantage - aims.seat_advantage) * self.seats
        if aims.turns is not None:
            low, high = aims.turns
            far += max(0.0, low - turns, turns - high) / ((low + high) / 2)
        return far


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change that was tried: what the deck is like with it, the gain with its interval, how sure it is."""

    variant: Variant
    measured: tuple[float, float, float]
    gain: float
    low: float
    high: float
    sure: float  # the share of resampled games in which it is a gain


def suggested(base: Games, tried: Sequence[tuple[Variant, Games]], aims: Aims) -> list[Suggestion]:
    """The changes ranked by their gain. Intervals come from drawing the seeds anew, and are corrected for the number
    of changes (Bonferroni)."""
    chance = np.random.default_rng(1)
    samples = [chance.integers(0, len(base.turns), len(base.turns)) for _ in range(_RESAMPLES)]
    before = np.array([base.distance(aims, sample) for sample in samples])
    edge = (1 - LEVEL) / 2 / max(1, len(tried))
    found = []
    for variant, games in tried:
        gains = before - np.array([games.distance(aims, sample) for sample in samples])
        low, high = np.quantile(gains, [edge, 1 - edge])
        gain = base.distance(aims) - games.distance(aims)
        sure = float((gains > 0).mean())
        found.append(Suggestion(variant, games.measured(), gain, float(low), float(high), sure))
    return sorted(found, key=lambda each: (-each.gain, each.variant.card, each.variant.change))


def tuned(
    deck: DeckText, aims: Aims, at: Seating, *, cards: Sequence[str] = (), on: Place = None
) -> tuple[Games, list[Suggestion], int]:
    """Try all small changes; gives the deck's own games, the ranked suggestions, and how many changes were tried."""
    every = variants(deck, cards)
    few = Seating(at.seats, at.bots, min(at.games, max(_FEWEST, at.games // 4)), at.seed)
    base, *rest = play_trials([deck, *(each.deck for each in every)], few, on)
    first = Games(base, deck, at.seats)
    ranked = suggested(first, _with_games(every, rest, at.seats), aims)
    best = [each.variant for each in ranked[: max(3, len(ranked) // 3)]]
    more = Seating(at.seats, at.bots, at.games, at.seed + few.games)  # other seeds: luck does not carry over
    base, *rest = play_trials([deck, *(each.deck for each in best)], more, on)
    games = Games(base, deck, at.seats)
    return games, suggested(games, _with_games(best, rest, at.seats), aims), len(every)


def _with_games(tried: Sequence[Variant], frames: Sequence[pl.DataFrame], seats: int) -> list[tuple[Variant, Games]]:
    return [(each, Games(frame, each.deck, seats)) for each, frame in zip(tried, frames, strict=True)]


def said(aims: Aims, base: Games, found: Sequence[Suggestion], tried: int, games: int) -> str:
    """The suggestions as text."""
    lines = [f"Aims: {aims}.", f"Now: {_measured(base.measured())}."]
    if base.distance(aims) == 0:
        lines.append("All aims are met in these games; changes can only be told apart where one is missed.")
    rows = [("nearer by", "from", "to", "sure", "turns", "place", "Goal", "change")]
    for each in found[:_SHOWN]:
        turns, advantage, times = each.measured
        gain = (f"{each.gain:+.2f}", f"{each.low:+.2f}", f"{each.high:+.2f}", f"{each.sure:.0%}")
        rows.append(
            (
                *gain,
                f"{turns:.1f}",
                f"{advantage * 100:+.1f} %",
                f"{times:.1f}x",
                f"{each.variant.card}: {each.variant.change}",
            )
        )
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    lines += [
        "",
        *("  ".join([*(cell.rjust(wide) for cell, wide in zip(row, widths, strict=False)), row[-1]]) for row in rows),
        "",
    ]
    surely = [each for each in found if each.low > 0]
    none = f"None of the {tried} changes that were tried is surely nearer to the aims; more --games tell more apart."
    lines.append(f"Surely nearer to the aims: {len(surely)} of {tried} changes that were tried." if surely else none)
    if len(found) < tried:
        lines.append(f"Those that did best in a first, shorter trial were tried again: {len(found)}, listed here.")
    lines.append(
        f"{games:,} games for each, one change at a time; `from` and `to` hold for all rows together with 95 %."
    )
    return "\n".join(lines)


def _measured(values: tuple[float, float, float]) -> str:
    turns, advantage, times = values
    place = f"the best place {percent(advantage)} above even"
    return f"{turns:.1f} turns, {place}, the strongest Goal {times:.1f} times its share"


def run(spec: str, aims: Aims, at: Seating, *, cards: Sequence[str] = (), on: Place = None) -> int:
    """Try changes and print the best; gives the exit status."""
    base, found, tried = tuned(deck_text(spec), aims, at, cards=cards, on=on)
    print(said(aims, base, found, tried, at.games))
    return 0
