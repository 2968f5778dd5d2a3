"""The games of a run that are worth watching: the longest, and those that are most unlike all others."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from changeling.lab.report.words import percent
from changeling.lab.runs.run import Run

HOW_MANY = 5
_RARE = 0.25  # a share of games above which a trait is not worth a word


@dataclass(frozen=True, slots=True)
class Pick:
    """A game that was picked, and in plain words what for."""

    game: int
    seed: int
    turns: int
    why: str


def longest(run: Run) -> list[Pick]:
    """The games of most turns."""
    found = run.games.select("game", "seed", "turns", "outcome").sort(["turns", "game"], descending=[True, False])
    rows = found.head(HOW_MANY).collect(engine="streaming").rows(named=True)
    return [Pick(row["game"], row["seed"], row["turns"], f"{row['turns']:,} turns, {row['outcome']}") for row in rows]


def strangest(run: Run) -> list[Pick]:
    """The games that are rare in most ways at once.

    A game's strangeness is the sum over its traits of how rare they are: one in ten counts 1, one in a hundred 2.
    """
    games = run.games.select(
        "game", "seed", "turns", "outcome", "won_by", "lead_changes", "behind_until", "last_chance"
    ).collect(engine="streaming")
    number = games.height
    rarity = {
        "comeback": pl.col("last_chance").rank("max") / number,
        "seesaw": (-pl.col("lead_changes") / pl.col("turns").clip(10)).rank("max") / number,
        "short": pl.col("turns").rank("max") / number,
        "ending": pl.len().over("outcome", "won_by") / number,
    }
    traits = games.with_columns(**{name: each.fill_null(1.0) for name, each in rarity.items()})
    score = pl.sum_horizontal(-pl.col(name).log10() for name in rarity).alias("score")
    found = traits.with_columns(score).sort(["score", "game"], descending=[True, False]).head(HOW_MANY)
    names = dict(run.cards_of_deck.select("card", "name").rows())
    return [Pick(row["game"], row["seed"], row["turns"], _why(row, names)) for row in found.rows(named=True)]


def _why(row: dict[str, object], names: dict[int, str]) -> str:
    """What is rare about a game, the rarest first."""
    ended = names.get(row["won_by"], "") if isinstance(row["won_by"], int) else ""
    said = {
        "comeback": f"the winner's chance was {_percent(row['last_chance'])} as the last turn began",
        "seesaw": f"the lead changed {row['lead_changes']} times in {row['turns']} turns",
        "short": f"over after {row['turns']} turns",
        "ending": f"ended by {ended}" if ended else f"{row['outcome']}",
    }
    rare = sorted((name for name in said if float(str(row[name])) < _RARE), key=lambda name: float(str(row[name])))
    return "; ".join(said[name] for name in rare) or said["ending"]


def _percent(value: object) -> str:
    return "unknown" if value is None else percent(float(str(value)))
