"""The tables of a run, column by column: what the files hold, what the reference page says, what a report reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from changeling.cards.deck import Deck
from changeling.lab.games.played_games import MOST_TURNS, OUTCOMES, PlayedGames

OUTCOME = pl.Enum(OUTCOMES)
Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Column:
    """A column. One that is `by_seat` is as many columns as there are seats: `name_0`, `name_1` and so on."""

    name: str
    type: pl.DataType
    about: str
    by_seat: bool = False
    none: str = ""  # what it means that there is no value; empty where there always is one

    def names(self, seats: int) -> list[str]:
        """The columns of the file, in a game of so many seats."""
        return [f"{self.name}_{seat}" for seat in range(seats)] if self.by_seat else [self.name]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what a row is, and its columns."""

    name: str
    row: str
    columns: tuple[Column, ...]

    def schema(self, seats: int) -> dict[str, pl.DataType]:
        """The types by the names of the file's columns."""
        return {name: column.type for column in self.columns for name in column.names(seats)}


_GAME = Column("game", pl.Int64(), "The number of the game in the run, from 0.")

GAMES = Table(
    "games",
    "a game",
    (
        _GAME,
        Column("seed", pl.UInt64(), "The seed of the game: the run's seed and the game's number added."),
        Column("first", pl.Int8(), "The seat that began. Seats are numbered from 0, clockwise."),
        Column(
            "winner",
            pl.Int8(),
            "The seat that won; of several who win together, the one that had the turn or was next to have it.",
            none="nobody won",
        ),
        Column("outcome", OUTCOME, "How it ended: " + ", ".join(f"`{name}`" for name in OUTCOMES) + "."),
        Column(
            "won_by", pl.Int16(), "The card that ended it: the winning Goal, or the Ungoal.", none="no card ended it"
        ),
        Column("turns", pl.Int32(), "How many turns were begun."),
        Column("decisions", pl.Int32(), "How many questions were answered."),
        Column(
            "lead_changes",
            pl.Int32(),
            "How often another seat came to lead. The leader has the best `chance` as the own latest turn began.",
        ),
        Column(
            "behind_until",
            pl.Int32(),
            "The last turn that began with another seat than the winner in the lead; 0 where none did.",
            none="nobody won",
        ),
        Column("last_chance", pl.Float32(), "The winner's chance as the last turn began.", none="nobody won"),
    ),
)
CARDS = Table(
    "cards",
    "a game and a card of it; a card that was not drawn, played or in play in a game has no row for it",
    (
        _GAME,
        Column("card", pl.Int16(), "The number of the card in the deck; the table `deck` has its name."),
        Column("winner", pl.Int8(), "The seat that won the game, as in `games`.", none="nobody won"),
        Column("drawn", pl.UInt16(), "How often this seat drew it.", by_seat=True),
        Column("played", pl.UInt16(), "How often this seat played it.", by_seat=True),
        Column("front", pl.UInt16(), "In how many turns it lay in front of this seat.", by_seat=True),
        Column("in_play", pl.UInt16(), "In how many turns it was a rule or a Goal in play."),
        Column("stolen", pl.UInt16(), "How often a player took it from another."),
        Column("cancelled", pl.UInt16(), "How often it was cancelled as it was played."),
        Column("discarded", pl.UInt16(), "How often it was discarded."),
        Column("used", pl.UInt16(), "How often its free action was used."),
        Column("swings", pl.UInt16(), "How many plays of it were measured for the next column."),
        Column(
            "swing",
            pl.Float32(),
            "How much those plays together changed the chance to win of who played it (1: from none to certain).",
        ),
        Column("end_seat", pl.Int8(), "Which seat had it at the end, in front or in hand.", none="nobody had it"),
        Column("end_hand", pl.Boolean(), "Whether it was in that seat's hand."),
    ),
)
TURNS = Table(
    "turns",
    "a game and a turn of it in which somebody was asked anything, as that begins; "
    + f"the first {MOST_TURNS:,} of a game",
    (
        _GAME,
        Column("turn", pl.Int32(), "The number of the turn in the game, from 1."),
        Column("seat", pl.Int8(), "Whose turn it is."),
        Column(
            "chance",
            pl.Float32(),
            "The chance that this seat wins, as the bots' evaluation has it with all cards open; to three decimals.",
            by_seat=True,
        ),
    ),
)
TABLES = {table.name: table for table in (GAMES, CARDS, TURNS)}

DECK = Table(
    "deck",
    "a card of the deck",
    (
        Column("card", pl.Int16(), "Its number, as in the other tables."),
        Column("title", pl.String(), "Its name, with `#2` for the second copy."),
        Column("name", pl.String(), "Its name; copies of a card share it."),
        Column("kind", pl.String(), "keeper, goal, creeper, ungoal, rule, action, surprise or meta."),
        Column("edition", pl.String(), "The edition or the file that it comes from."),
    ),
)


def deck_frame(deck: Deck) -> pl.DataFrame:
    """The cards of a deck as the table `deck`."""
    rows = [(card.id, card.title, card.name, card.kind, card.edition) for card in deck.cards]
    return pl.DataFrame(rows, schema=DECK.schema(0), orient="row")


def frames_of(played: PlayedGames, seats: int, start: int) -> dict[str, pl.DataFrame]:
    """The tables of some games as they were played; game N of the run has seed `start` + N."""
    games, cards, turns = played
    begun = np.searchsorted(games["seed"], cards["seed"])
    made: dict[str, dict[str, Any]] = {
        "games": games | {"outcome": _outcomes(games["outcome"])} | drama(games, turns, seats),
        "cards": cards | {"winner": games["winner"][begun]},
        "turns": turns,
    }
    return {name: _frame(TABLES[name], columns, seats, start) for name, columns in made.items()}


def drama(games: Columns, turns: Columns, seats: int) -> Columns:
    """By game: how often the lead changed, until when the winner was behind, and how likely the win was at last."""
    game, leader = np.searchsorted(games["seed"], turns["seed"]), leaders(turns, seats)
    changed = (leader[1:] != leader[:-1]) & (leader[:-1] >= 0) & (game[1:] == game[:-1])
    winner = games["winner"][game]
    behind = np.where((leader >= 0) & (winner >= 0) & (leader != winner), turns["turn"], 0)
    until = np.zeros(len(games["seed"]), np.int32)
    np.maximum.at(until, game, behind)
    last = np.zeros(len(until), np.float32)
    last[game] = turns["chance"][np.arange(len(game)), winner]  # rows are in the order of turns: the last one stays
    nobody = games["winner"] < 0
    return {
        "lead_changes": np.bincount(game[1:][changed], minlength=len(until)).astype(np.int32),
        "behind_until": np.where(nobody, -1, until),
        "last_chance": np.where(nobody, -1, last),
    }


def leaders(turns: Columns, seats: int) -> NDArray[np.int64]:
    """By turn: the seat in the lead, or -1 until everybody had a turn.

    Whose turn it is has the better chances just for that. So seats are compared by their chances as their own latest
    turns began.
    """
    rows = np.arange(len(turns["seed"]))
    begins = np.searchsorted(turns["seed"], turns["seed"])  # by turn: the first row of its game
    latest = np.full((len(rows), seats), -1.0)
    for seat in range(seats):
        row = np.maximum.accumulate(np.where(turns["seat"] == seat, rows, -1))
        had = row >= begins
        latest[had, seat] = turns["chance"][row[had], seat]
    return np.where(latest.min(axis=1, initial=0.0) >= 0, latest.argmax(axis=1), -1)


def _outcomes(codes: NDArray[Any]) -> pl.Series:
    return pl.Series(np.asarray(OUTCOMES)[codes], dtype=OUTCOME)


def _frame(table: Table, columns: Mapping[str, Any], seats: int, start: int) -> pl.DataFrame:
    """The columns of a table out of what was played, with their types, and nothing where nothing is."""
    found: dict[str, Any] = {"game": columns["seed"].astype(np.int64) - start}
    for column in table.columns:
        if column.name == "game":
            continue
        values = columns[column.name]
        if column.type == pl.Float32:  # equal numbers are equal bytes, files are smaller, and there is no minus zero
            values = np.round(values, 3) + np.float32(0)
        for seat, name in enumerate(column.names(seats)):
            found[name] = np.ascontiguousarray(values[:, seat]) if column.by_seat else values
    frame = pl.DataFrame(found).cast(table.schema(seats))  # type: ignore[arg-type]
    none = [column.name for column in table.columns if column.none]
    return frame.with_columns(pl.when(pl.col(name) >= 0).then(pl.col(name)) for name in none)
