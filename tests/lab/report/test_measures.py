"""The measures of a report, against the same counted by hand from the rows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from changeling.lab.report.card_measures import card_measures
from changeling.lab.report.intervals import with_interval
from changeling.lab.report.measures import Measures, measure, verdict
from changeling.lab.runs.manifest import plan_run
from changeling.lab.runs.run import Run
from changeling.lab.runs.tables import CARDS
from changeling.lab.simulation import play_run


@pytest.fixture(scope="module")
def rows(small_run: Run) -> dict[str, list[dict[str, Any]]]:
    return {name: small_run.table(name).collect().rows(named=True) for name in ("games", "cards", "turns")}


@pytest.fixture(scope="module")
def measured(small_run: Run) -> Measures:
    return measure(small_run)


def test_lengths_and_outcomes(measured: Measures, rows: dict[str, list[dict[str, Any]]]) -> None:
    games = rows["games"]
    assert measured.games == len(games) == 120
    assert measured.outcomes == Counter(game["outcome"] for game in games)
    assert dict(measured.lengths.iter_rows()) == Counter(game["turns"] for game in games)
    assert measured.averages["turns"] == pytest.approx(sum(game["turns"] for game in games) / 120)
    assert measured.averages["longest"] == max(game["turns"] for game in games)


def test_places_in_the_order_of_play(measured: Measures, rows: dict[str, list[dict[str, Any]]]) -> None:
    won = [game for game in rows["games"] if game["winner"] is not None]
    counted = Counter((game["winner"] - game["first"]) % 3 for game in won)
    assert {row["place"]: row["won"] for row in measured.seats.rows(named=True)} == {n: counted[n] for n in range(3)}
    assert measured.seats["share"].sum() == pytest.approx(1)


def test_goals_and_ungoals(measured: Measures, rows: dict[str, list[dict[str, Any]]], small_run: Run) -> None:
    deck = small_run.deck
    goals = Counter(
        deck.cards[game["won_by"]].name
        for game in rows["games"]
        if game["outcome"] == "won" and game["won_by"] is not None and deck.cards[game["won_by"]].kind == "goal"
    )
    assert {row["name"]: row["won"] for row in measured.goals.rows(named=True) if row["won"]} == goals
    assert measured.goals["even"].sum() == pytest.approx(1)
    assert measured.goals.height == len({card.name for card in deck.cards if card.kind == "goal"})
    lost = Counter(deck.cards[game["won_by"]].name for game in rows["games"] if game["outcome"] == "all lost")
    assert {row["name"]: row["ended"] for row in measured.ungoals.rows(named=True) if row["ended"]} == lost
    assert lost


def test_cards(measured: Measures, rows: dict[str, list[dict[str, Any]]], small_run: Run) -> None:
    names = {card.id: (card.name, card.kind) for card in small_run.deck.cards}
    by_hand: dict[tuple[str, str], Counter[str]] = {}
    for row in rows["cards"]:
        count = by_hand.setdefault(names[row["card"]], Counter())
        for seat in range(3):
            count["drawn"] += row[f"drawn_{seat}"]
            count["played"] += row[f"played_{seat}"]
            if row["winner"] is not None:
                count["played_by"] += row[f"played_{seat}"] > 0
                count["held_by"] += row[f"front_{seat}"] > 0
                count["played_won"] += row[f"played_{seat}"] > 0 and row["winner"] == seat
                count["held_won"] += row[f"front_{seat}"] > 0 and row["winner"] == seat
        count["stolen"] += row["stolen"]
    for row in measured.cards.rows(named=True):
        for name, value in by_hand.get((row["name"], row["kind"]), Counter()).items():
            assert row[name] == value, (row["name"], name)
        if row["played_by"]:
            assert row["played_share"] == pytest.approx(row["played_won"] / row["played_by"])
            assert row["played_low"] <= row["played_share"] <= row["played_high"]
            assert row["played_even"] == pytest.approx(1 / 3)


def test_drama(measured: Measures, rows: dict[str, list[dict[str, Any]]]) -> None:
    assert dict(measured.lead_changes.iter_rows()) == Counter(game["lead_changes"] for game in rows["games"])
    won = sum(game["winner"] is not None for game in rows["games"])
    assert measured.behind["games"].sum() == won
    assert measured.chances.height == 10
    assert measured.chances["mean"].is_between(0, 1).all()


def cards_of(*given: tuple[int, int, int, float]) -> pl.LazyFrame:
    """Rows of a card: which, who won, how often seat 0 played it, and the swing of that."""
    rows = [
        dict.fromkeys(CARDS.schema(2), 0)
        | {"game": number, "card": card, "winner": winner, "played_0": plays, "swings": plays, "swing": swing}
        for number, (card, winner, plays, swing) in enumerate(given)
    ]
    return pl.DataFrame(rows, schema_overrides=CARDS.schema(2)).lazy()


def test_the_swing_of_a_card_has_an_interval_around_its_mean() -> None:
    deck = pl.DataFrame({"card": [0], "title": ["A"], "name": ["A"], "kind": ["action"], "edition": ["x"]})
    deck = deck.with_columns(pl.col("card").cast(pl.Int16))
    found = card_measures(cards_of((0, 0, 1, 0.3), (0, 1, 1, 0.1), (0, 1, 2, 0.4)), deck, 2, [0.5, 0.5]).row(
        0, named=True
    )
    assert found["swing_mean"] == pytest.approx(0.2)
    assert found["swing_low"] == pytest.approx(0.2 - 1.96 * (0.01 + 0.01) ** 0.5 / 4, abs=1e-4)
    assert found["played_by"] == 3
    assert found["played_won"] == 1


def test_who_plays_two_copies_is_one_player_of_the_card() -> None:
    deck = pl.DataFrame({"card": [0, 1, 2], "title": ["A", "A #2", "B"], "name": ["A", "A", "B"]})
    deck = deck.with_columns(pl.col("card").cast(pl.Int16), kind=pl.lit("action"), edition=pl.lit("x"))
    both = pl.concat([cards_of((0, 0, 1, 0.1)), cards_of((1, 0, 2, 0.1)), cards_of((2, 0, 1, 0.1))])
    lost = cards_of((1, 1, 1, 0.1)).with_columns(pl.col("game") + 150_000)
    found = {row["name"]: row for row in card_measures(pl.concat([both, lost]), deck, 2, [0.5, 0.5]).rows(named=True)}
    assert (found["A"]["copies"], found["A"]["played"], found["A"]["played_by"], found["A"]["played_won"]) == (
        2,
        4,
        2,
        1,
    )
    assert found["A"]["played_share"] == 0.5
    assert (found["B"]["copies"], found["B"]["played_by"], found["B"]["played_won"]) == (1, 1, 1)


def test_cards_that_are_alike_do_not_stand_out() -> None:
    """Forty cards that mean nothing, a hundred times: all forty at once are within their intervals nearly always."""
    numbers = np.random.default_rng(7)
    wrong = 0
    for _ in range(100):
        won = numbers.binomial(2000, 0.25, 40)
        rows = with_interval(pl.DataFrame({"won": won, "of": [2000] * 40}), won="won", of="of")
        wrong += any(verdict(row["share"], row["low"], row["high"], 0.25) != "even" for row in rows.rows(named=True))
    assert wrong <= 12


def test_seats_with_unlike_bots_are_compared_with_what_they_win_anyway() -> None:
    deck = pl.DataFrame({"card": [0], "title": ["A"], "name": ["A"], "kind": ["action"], "edition": ["x"]})
    deck = deck.with_columns(pl.col("card").cast(pl.Int16))
    found = card_measures(cards_of((0, 0, 1, 0.0)), deck, 2, [0.9, 0.1]).row(0, named=True)
    assert found["played_even"] == pytest.approx(0.9)


def test_a_verdict_needs_the_whole_interval() -> None:
    assert verdict(0.3, 0.26, 0.34, 0.25) == "above"
    assert verdict(0.3, 0.24, 0.36, 0.25) == "even"
    assert verdict(0.2, 0.16, 0.24, 0.25) == "below"
    assert verdict(None, 0.0, 1.0, 0.25) == "even"


def test_what_wins_games_and_is_no_goal_is_named(tmp_path: Path) -> None:
    run = play_run(tmp_path, plan_run("changeling-court", seats=3, bots="random", games=150, seed=1), on=1)
    deck = {card.id: card for card in run.deck.cards}
    won = run.games.filter(pl.col("outcome") == "won").collect()["won_by"]
    others = Counter(deck[card].name for card in won if card is not None and deck[card].kind != "goal")
    found = measure(run).otherwise
    assert others
    assert dict(found.iter_rows()) == others
    assert found["won"].is_sorted(descending=True)
