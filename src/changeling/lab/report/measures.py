"""What the games of a run say, as small tables. Everything is read lazily: memory does not grow with the games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from changeling.lab.report.intervals import with_interval, z_of
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


# --- cards ------------------------------------------------------------------------------------------------------------
def card_measures(cards: pl.LazyFrame, deck: pl.DataFrame, seats: int, anyway: list[float]) -> pl.DataFrame:
    """By name of a card, copies together: what happened to it, and how those fared who played it or had it.

    `anyway` is what each seat wins whatever it plays. `played_even` and `held_even` are what the players of a card
    would have won by that.
    """
    counted = _collect(cards.group_by("card").agg(_sums(seats)))
    frame = deck.join(counted, on="card", how="left").drop("card", "title").fill_null(0)
    number = pl.selectors.numeric()
    frame = frame.group_by("name", "kind", "edition", maintain_order=True).agg(pl.len().alias("copies"), number.sum())
    for what in ("played", "held"):
        by_seat = [pl.col(f"{what}_by_{seat}") for seat in range(seats)]
        even = pl.sum_horizontal(one * share for one, share in zip(by_seat, anyway, strict=True))
        players = pl.sum_horizontal(by_seat)
        frame = frame.with_columns(players.alias(f"{what}_by"), (even / players).alias(f"{what}_even"))
        seen = with_interval(
            frame.filter(pl.col(f"{what}_by") > 0), won=f"{what}_won", of=f"{what}_by", prefix=f"{what}_"
        )
        keep = ["name", "kind", "edition", *(f"{what}_{end}" for end in ("share", "low", "high"))]
        frame = frame.join(seen.select(keep), on=["name", "kind", "edition"], how="left", maintain_order="left")
    return _with_swing(frame.drop([f"{what}_by_{seat}" for what in ("played", "held") for seat in range(seats)]))


def _sums(seats: int) -> list[pl.Expr]:
    """What is summed up for each card."""
    winner, numbers = pl.col("winner"), range(seats)
    swing, swings = pl.col("swing").cast(pl.Float64), pl.col("swings").cast(pl.Float64)
    found: list[pl.Expr] = [pl.len().alias("games")]
    for what, column in (("played", "played"), ("held", "front")):
        did = [pl.col(f"{column}_{seat}") > 0 for seat in numbers]
        found += [(did[seat] & winner.is_not_null()).sum().alias(f"{what}_by_{seat}") for seat in numbers]
        found.append(pl.sum_horizontal((did[seat] & (winner == seat)).sum() for seat in numbers).alias(f"{what}_won"))
    for name in ("drawn", "played", "front"):
        found.append(pl.sum_horizontal(pl.col(f"{name}_{seat}").cast(pl.Int64).sum() for seat in numbers).alias(name))
    for name in ("in_play", "stolen", "cancelled", "discarded", "used", "swings"):
        found.append(pl.col(name).cast(pl.Int64).sum())
    found.append(swing.sum())
    found += [
        (swing * swing).sum().alias("swing_squares"),
        (swing * swings).sum().alias("swing_products"),
        (swings * swings).sum().alias("swings_squares"),
    ]
    return found


def _with_swing(frame: pl.DataFrame) -> pl.DataFrame:
    """The mean change of chances by a play, with the interval of a ratio of two sums over games."""
    z = z_of(int((frame["swings"] > 0).sum()))
    mean, plays = pl.col("swing") / pl.col("swings"), pl.col("swings")
    spread = pl.col("swing_squares") - 2 * mean * pl.col("swing_products") + mean * mean * pl.col("swings_squares")
    error = spread.clip(lower_bound=0.0).sqrt() / plays
    some = plays > 0
    return frame.with_columns(
        pl.when(some).then(mean).alias("swing_mean"),
        pl.when(some).then(mean - z * error).alias("swing_low"),
        pl.when(some).then(mean + z * error).alias("swing_high"),
    ).drop("swing_squares", "swing_products", "swings_squares")


def verdict(share: Any, low: Any, high: Any, even: Any) -> str:
    """Whether a share is surely above or below what would be even, or neither can be said."""
    if share is None or even is None:
        return "even"
    return "above" if low > even else "below" if high < even else "even"
