"""The tables of a run: what is in the files is what was played, with the types and names that the page tells."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from changeling.decks.shelf import load_deck
from changeling.lab.games.played_games import OUTCOMES, play_games
from changeling.lab.runs.run import Run
from changeling.lab.runs.tables import CARDS, DECK, GAMES, TABLES, TURNS, deck_frame, drama, frames_of, leaders


def test_files_have_the_documented_columns(small_run: Run) -> None:
    for name, table in TABLES.items():
        assert dict(small_run.table(name).collect_schema()) == table.schema(3)


def test_every_column_is_said_to_be_something() -> None:
    for table in (GAMES, CARDS, TURNS, DECK):
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names)
        assert all(column.about.endswith(".") for column in table.columns)


def test_rows_are_those_that_were_played() -> None:
    played = play_games("family", 2, "greedy", range(50, 60))
    frames = frames_of(played, 2, 40)
    games = frames["games"]
    assert games["game"].to_list() == list(range(10, 20))
    assert games["seed"].to_list() == list(range(50, 60))
    assert games["winner"].fill_null(-1).to_list() == played.games["winner"].tolist()
    assert games["outcome"].to_list() == [OUTCOMES[code] for code in played.games["outcome"]]
    assert games["turns"].to_list() == played.games["turns"].tolist()
    cards = frames["cards"]
    assert cards["card"].to_list() == played.cards["card"].tolist()
    assert cards["drawn_1"].to_list() == played.cards["drawn"][:, 1].tolist()
    winners = dict(games.select("game", "winner").iter_rows())
    assert all(winners[game] == winner for game, winner in cards.select("game", "winner").iter_rows())
    turns = frames["turns"]
    assert turns["turn"].to_list() == played.turns["turn"].tolist()
    assert turns["chance_0"].to_numpy() == pytest.approx(played.turns["chance"][:, 0], abs=0.00051)


def test_what_is_nothing_is_null() -> None:
    played = play_games("cthulhu", 4, "random", range(30))
    games = frames_of(played, 4, 0)["games"]
    nobody = games.filter(pl.col("outcome") != "won")
    assert nobody.height > 0
    assert nobody["winner"].null_count() == nobody["behind_until"].null_count() == nobody.height
    assert games.filter(pl.col("outcome") == "won")["winner"].null_count() == 0


def turns_of(*rows: tuple[int, int, int, float, float]) -> dict[str, np.ndarray]:
    seed, turn, seat, *chances = zip(*rows, strict=True)
    return {
        "seed": np.array(seed, np.uint64),
        "turn": np.array(turn, np.int32),
        "seat": np.array(seat, np.int8),
        "chance": np.array(list(zip(*chances, strict=True)), np.float32),
    }


def test_who_leads_is_judged_by_own_turns() -> None:
    """On each own turn both look better; seat 0 is ahead by that until its fifth turn, and in the second game never."""
    turns = turns_of(
        (1, 1, 0, 0.7, 0.3),
        (1, 2, 1, 0.4, 0.6),
        (1, 3, 0, 0.7, 0.3),
        (1, 4, 1, 0.2, 0.8),
        (1, 5, 0, 0.5, 0.5),
        (2, 1, 1, 0.1, 0.9),
        (2, 2, 0, 0.6, 0.4),
    )
    assert leaders(turns, 2).tolist() == [-1, 0, 0, 1, 1, -1, 1]
    games: dict[str, np.ndarray] = {"seed": np.array([1, 2], np.uint64), "winner": np.array([1, -1], np.int8)}
    found = drama(games, turns, 2)
    assert found["lead_changes"].tolist() == [1, 0]
    assert found["behind_until"].tolist() == [3, -1]
    assert found["last_chance"].tolist() == [pytest.approx(0.5), -1]


def test_the_table_of_the_deck() -> None:
    deck = load_deck("doctor-who")
    frame = deck_frame(deck)
    assert frame["card"].to_list() == [card.id for card in deck.cards]
    assert frame.filter(pl.col("title") == "Weeping Angels #2")["name"].to_list() == ["Weeping Angels"]
