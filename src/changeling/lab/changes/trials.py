"""Games of several decks on the same seeds, kept in memory: what comparing and tuning are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from changeling.lab.games.played_games import play_games
from changeling.lab.runs.manifest import DeckText, Job, bots_of, check_numbers, code_digest
from changeling.lab.runs.ray_workers import play_on_ray
from changeling.lab.runs.tables import frames_of
from changeling.lab.runs.workers import cores_here, play_here
from changeling.lab.simulation import Place, check_place

_PART = 100  # games of a piece of work


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays, how many games with each deck, and the seed of the first."""

    seats: int = 4
    bots: str = "greedy"
    games: int = 2000
    seed: int = 1

    def __post_init__(self) -> None:
        check_numbers(games=self.games, seats=self.seats, seed=self.seed)
        bots_of(self.bots, self.seats)


def play_trials(decks: Sequence[DeckText], at: Seating, on: Place = None) -> list[pl.DataFrame]:
    """The table `games` of each deck, with the names of cards for their numbers: row N of all has the same seed."""
    check_place(on)
    jobs = list(_jobs(decks, at))
    if isinstance(on, str):
        made = play_on_ray(_games_of, iter(jobs), on)
    else:
        made = play_here(_games_of, iter(jobs), min(on or cores_here(), len(jobs)))
    found = dict(made)
    parts = len(jobs) // len(decks)
    frames = [pl.concat(found[deck * parts + part] for part in range(parts)) for deck in range(len(decks))]
    return [_named(frame, deck) for frame, deck in zip(frames, decks, strict=True)]


def _jobs(decks: Sequence[DeckText], at: Seating) -> Iterator[Job]:
    bots, number = bots_of(at.bots, at.seats), 0
    for deck in decks:
        for first in range(0, at.games, _PART):
            games = min(_PART, at.games - first)
            yield Job(number, deck, at.seats, bots, at.seed + first, first, games, code_digest())
            number += 1


def _games_of(job: Job) -> tuple[int, pl.DataFrame]:
    played = play_games(job.deck.deck(), job.seats, job.bots, np.asarray(job.seeds))
    return job.number, frames_of(played, job.seats, job.seed - job.first)["games"]


def _named(frame: pl.DataFrame, deck: DeckText) -> pl.DataFrame:
    names = {card.id: card.name for card in deck.deck().cards}
    name = pl.col("won_by").replace_strict(names, return_dtype=pl.String, default=None)
    return frame.with_columns(name.alias("won_by"))
