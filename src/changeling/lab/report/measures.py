"""What the games of a run say, as small tables. Everything is read lazily: memory does not grow with the games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from changeling.lab.report.card_measures import card_measures
from changeling.lab.report.intervals import with_interval
from changeling.lab.runs.run import Run

SAMPLE = 20_000  # games whose turns are looked at one by one, for the picture of chances
PARTS = 10  # of a game, in that picture


@dataclass(frozen=True, slots=True)
class Measures:
    """The tables of a report. Shares have `low` and `high`, corrected for the number of rows of their table."""

    games: int
    outcomes: dict[str, int]
    lengths: pl.DataFrame  # turns, games
    averages: dict[str, float]
    seats: pl.DataFrame  # by place in the order of play: place, won, games, share, low, high
    goals: pl.DataFrame  # by Goal: name, cards, won, of, share, low, high, even, times
    otherwise: pl.DataFrame  # by other card that ended a game in a win, most first: name, won
    ungoals: pl.DataFrame  # by Ungoal: name, ended, of, share, low, high
    cards: pl.DataFrame  # by name
    lead_changes: pl.DataFrame  # lead_changes, games
    behind: pl.DataFrame  # part of the game (0 to 1) until which the winner was behind: part, games
    chances: pl.DataFrame  # by part of the game: the winner's chance: part, low, middle, high


def measure(run: Run) -> Measures:
    """Look at all games of a run."""
    games, deck, seats = run.games, run.cards_of_deck, run.manifest.seats
    outcomes = _collect(games.group_by("outcome").len())
    averages = _collect(
        games.select(
            pl.col("turns").mean(),
            pl.col("turns").median().alias("median"),
            pl.col("turns").quantile(0.25).alias("quarter"),
            pl.col("turns").quantile(0.75).alias("three_quarters"),
            pl.col("turns").max().alias("longest"),
            pl.col("decisions").mean(),
            pl.col("lead_changes").mean(),
        )
    ).row(0, named=True)
    ended = _collect(games.group_by("won_by", "outcome").len())
    return Measures(
        games=run.played,
        outcomes={str(name): int(count) for name, count in sorted(outcomes.rows(), key=lambda row: -row[1])},
        lengths=_collect(games.group_by("turns").agg(games=pl.len()).sort("turns")),
        averages={name: float(value) for name, value in averages.items()},
        seats=_seats(games, seats),
        goals=_goals(ended, deck),
        otherwise=_otherwise(ended, deck),
        ungoals=_ungoals(ended, deck, run.played),
        cards=card_measures(run.cards, deck, seats, _shares_by_seat(games, seats, run.manifest.bots)),
        lead_changes=_collect(games.group_by("lead_changes").agg(games=pl.len()).sort("lead_changes")),
        behind=_behind(games),
        chances=_chances(run, seats),
    )


def _collect(frame: pl.LazyFrame) -> pl.DataFrame:
    return frame.collect(engine="streaming")


def _seats(games: pl.LazyFrame, seats: int) -> pl.DataFrame:
    place = (pl.col("winner") - pl.col("first") + seats) % seats
    won = _collect(games.filter(pl.col("winner").is_not_null()).group_by(place.alias("place")).agg(won=pl.len()))
    places = pl.DataFrame({"place": range(seats)}, schema={"place": pl.Int8})
    frame = places.join(won, on="place", how="left").with_columns(pl.col("won").fill_null(0))
    return with_interval(frame.with_columns(games=pl.col("won").sum()), won="won", of="games").sort("place")


def _shares_by_seat(games: pl.LazyFrame, seats: int, bots: tuple[str, ...]) -> list[float]:
    """What each seat wins anyway: an even share where all seats have the same bot, else what it did win."""
    if len(set(bots)) == 1:
        return [1 / seats] * seats
    won = _collect(games.filter(pl.col("winner").is_not_null()).group_by("winner").len())
    counts = dict(won.rows())
    total = sum(counts.values()) or 1
    return [counts.get(seat, 0) / total for seat in range(seats)]


def _by_name(deck: pl.DataFrame, kind: str, counted: pl.DataFrame) -> pl.DataFrame:
    """For each name of that kind: how many cards bear it, and the sum of what was counted by card."""
    named = deck.filter(pl.col("kind") == kind).join(counted, left_on="card", right_on="won_by", how="left")
    return named.group_by("name", maintain_order=True).agg(cards=pl.len(), won=pl.col("len").sum())


def _goals(ended: pl.DataFrame, deck: pl.DataFrame) -> pl.DataFrame:
    frame = _by_name(deck, "goal", ended.filter(pl.col("outcome") == "won"))
    frame = with_interval(frame.with_columns(of=pl.col("won").sum()), won="won", of="of")
    frame = frame.with_columns(even=pl.col("cards") / pl.col("cards").sum())
    return frame.with_columns(times=pl.col("share") / pl.col("even")).sort("share", "name", descending=[True, False])


def _otherwise(ended: pl.DataFrame, deck: pl.DataFrame) -> pl.DataFrame:
    won = ended.filter(pl.col("outcome") == "won").rename({"won_by": "card", "len": "won"})
    by = deck.filter(pl.col("kind") != "goal").join(won, on="card").group_by("name").agg(pl.col("won").sum())
    return by.sort("won", "name", descending=[True, False])


def _ungoals(ended: pl.DataFrame, deck: pl.DataFrame, games: int) -> pl.DataFrame:
    frame = _by_name(deck, "ungoal", ended.filter(pl.col("outcome") == "all lost")).rename({"won": "ended"})
    frame = with_interval(frame.with_columns(of=pl.lit(games)), won="ended", of="of")
    return frame.sort("share", "name", descending=[True, False])


def _behind(games: pl.LazyFrame) -> pl.DataFrame:
    part = (pl.col("behind_until") / pl.col("turns") * PARTS).ceil().clip(0, PARTS).cast(pl.Int8)
    found = games.filter(pl.col("behind_until").is_not_null()).group_by(part.alias("part")).agg(games=pl.len())
    return _collect(found).sort("part")


def _chances(run: Run, seats: int) -> pl.DataFrame:
    """The winner's chance by part of the game, in the first games of the run."""
    games = run.games.filter(pl.col("winner").is_not_null()).select("game", "winner", "turns").head(SAMPLE)
    chances = [pl.when(pl.col("winner") == seat).then(pl.col(f"chance_{seat}")) for seat in range(seats)]
    first = run.turns.filter(pl.col("game") < run.manifest.chunk * run.whole[0] + SAMPLE)
    found = first.join(games, on="game").select(
        ((pl.col("turn") - 1) / pl.col("turns") * PARTS).floor().clip(0, PARTS - 1).cast(pl.Int8).alias("part"),
        pl.coalesce(chances).alias("chance"),
    )
    quantiles = {name: pl.col("chance").quantile(at) for name, at in (("low", 0.1), ("middle", 0.5), ("high", 0.9))}
    return _collect(found.group_by("part").agg(mean=pl.col("chance").mean(), **quantiles)).sort("part")


def verdict(share: Any, low: Any, high: Any, even: Any) -> str:
    """Whether a share is surely above or below what would be even, or neither can be said."""
    if share is None or even is None:
        return "even"
    return "above" if low > even else "below" if high < even else "even"
