"""What the games of a run say about each card, copies of a card together."""

from __future__ import annotations

import polars as pl

from changeling.lab.report.intervals import with_interval, z_of

_NOBODY = -1  # the winner of a game that nobody won, as a number
_AT_ONCE = 100_000  # games whose copies are looked at together: memory does not grow with the games
_KEY = ["name", "kind", "edition"]
_DONE = {"played": "played", "held": "front"}  # what a seat did with a card, and the column that tells
_COUNTS = ("in_play", "stolen", "cancelled", "discarded", "used", "swings")


def card_measures(cards: pl.LazyFrame, deck: pl.DataFrame, seats: int, anyway: list[float]) -> pl.DataFrame:
    """By name of a card, copies together: what happened to it, and how those fared who played it or had it.

    `anyway` is what each seat wins whatever it plays. `played_even` and `held_even` are what the players of a card
    would have won by that. Who plays two copies in a game is one player of the card.
    """
    counted = deck.join(_counted(cards, seats), on="card", how="left").drop("card", "title").fill_null(0)
    number = pl.selectors.numeric()
    frame = counted.group_by(_KEY, maintain_order=True).agg(pl.len().alias("copies"), number.sum())
    frame = frame.update(_players_of_copies(cards, deck, seats), on=_KEY, how="left", maintain_order="left")
    for what in _DONE:
        by_seat = [pl.col(f"{what}_by_{seat}") for seat in range(seats)]
        even = pl.sum_horizontal(one * share for one, share in zip(by_seat, anyway, strict=True))
        players = pl.sum_horizontal(by_seat)
        frame = frame.with_columns(players.alias(f"{what}_by"), (even / players).alias(f"{what}_even"))
        some = frame.filter(pl.col(f"{what}_by") > 0)
        seen = with_interval(some, won=f"{what}_won", of=f"{what}_by", prefix=f"{what}_")
        keep = [*_KEY, *(f"{what}_{end}" for end in ("share", "low", "high"))]
        frame = frame.join(seen.select(keep), on=_KEY, how="left", maintain_order="left")
    return _with_swing(frame.drop([f"{what}_by_{seat}" for what in _DONE for seat in range(seats)]))


def _counted(cards: pl.LazyFrame, seats: int) -> pl.DataFrame:
    """By card: what is summed up over all games. Grouped by winner at first, which spares to compare in each row."""
    swing, swings = pl.col("swing").cast(pl.Float64), pl.col("swings").cast(pl.Float64)
    sums = [pl.len().alias("games")]
    sums += [
        (pl.col(f"{column}_{seat}") > 0).sum().cast(pl.Int64).alias(f"{what}_by_{seat}")
        for what, column in _DONE.items()
        for seat in range(seats)
    ]
    each = [f"{name}_{seat}" for name in ("drawn", "played", "front") for seat in range(seats)]
    sums += [pl.col(name).sum().cast(pl.Int64) for name in (*each, *_COUNTS)]
    sums += [
        swing.sum(),
        (swing * swing).sum().alias("swing_squares"),
        (swing * swings).sum().alias("swing_products"),
        (swings * swings).sum().alias("swings_squares"),
    ]
    winner = pl.col("winner").fill_null(_NOBODY)
    found = cards.group_by("card", winner).agg(sums).collect(engine="streaming")
    for name in ("drawn", "played", "front"):
        columns = [f"{name}_{seat}" for seat in range(seats)]
        found = found.with_columns(pl.sum_horizontal(columns).alias(name)).drop(columns)
    return _by_winner(found, seats).group_by("card").agg(pl.all().exclude("winner").sum())


def _by_winner(found: pl.DataFrame, seats: int) -> pl.DataFrame:
    """What each seat did in games that somebody won, and how many of those who did it won (`played_won`...)."""
    somebody = pl.col("winner") != _NOBODY
    for what in _DONE:
        by_seat = [pl.col(f"{what}_by_{seat}") for seat in range(seats)]
        won = [pl.when(pl.col("winner") == seat).then(by_seat[seat]).otherwise(0) for seat in range(seats)]
        found = found.with_columns(
            pl.sum_horizontal(won).alias(f"{what}_won"),
            *(pl.when(somebody).then(one).otherwise(0).alias(one.meta.output_name()) for one in by_seat),
        )
    return found


def _players_of_copies(cards: pl.LazyFrame, deck: pl.DataFrame, seats: int) -> pl.DataFrame:
    """Of cards with copies: how many played or had any of them, and how many of those won.

    Added up by copy, who has two would count twice, and be taken for two that happened to win together.
    """
    copies = deck.filter(pl.len().over(_KEY) > 1).select("card", *_KEY)
    did = [
        (pl.col(f"{column}_{seat}") > 0).any().alias(f"{what}_by_{seat}")
        for what, column in _DONE.items()
        for seat in range(seats)
    ]
    last = 0 if not copies.height else cards.select(pl.col("game").max()).collect(engine="streaming").item() or 0
    parts = []
    for first in range(0, last + 1 if copies.height else 0, _AT_ONCE):
        some = cards.filter(pl.col("game").is_between(first, first + _AT_ONCE - 1), pl.col("winner").is_not_null())
        players = some.join(copies.lazy(), on="card").group_by("game", "winner", *_KEY).agg(did)
        summed = players.group_by("winner", *_KEY).agg(pl.selectors.boolean().sum().cast(pl.Int64))
        parts.append(_by_winner(summed.collect(engine="streaming"), seats))
    if not parts:
        return copies.select(_KEY).clear()
    return pl.concat(parts).group_by(_KEY).agg(pl.all().exclude("winner").sum())


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
