"""What a report says: plain, and only what is sure."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from changeling.lab.report.measures import Measures, measure
from changeling.lab.report.words import (
    beside,
    cards_said,
    drama_said,
    goals_said,
    length_said,
    percent,
    place_name,
    seats_said,
    signed,
    won_otherwise,
)
from changeling.lab.runs.run import Run


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.38, "38 %"),
        (0.0996, "10 %"),
        (0.0912, "9.1 %"),
        (0.0034, "0.34 %"),
        (0.0, "0.00 %"),
        (1.0, "100 %"),
        (None, "-"),
    ],
)
def test_shares_for_people(value: float | None, text: str) -> None:
    assert percent(value) == text


def test_changes_have_a_sign() -> None:
    assert [signed(value) for value in (0.05, -0.05, 0.0, None)] == ["+5.0 %", "-5.0 %", "0.00 %", "-"]


def test_shares_that_are_near_are_told_apart() -> None:
    assert beside(0.38, 0.25) == "38 %, even would be 25 %"
    assert beside(0.256, 0.25) == "25.6 %, even would be 25.0 %"


def test_places_have_names() -> None:
    assert [place_name(place, 3) for place in range(3)] == ["who begins", "who plays second", "who plays last"]
    assert [place_name(place, 2) for place in range(2)] == ["who begins", "who plays second"]
    assert len({place_name(place, 6) for place in range(6)}) == 6


def test_few_games_claim_little(small_run: Run) -> None:
    m: Measures = measure(small_run)
    assert "Half of the games take" in length_said(m)
    assert "were lost by everybody" in length_said(m)
    assert seats_said(m).startswith(("No place at the table is surely better", "Who "))
    assert "The lead changes" in drama_said(m)
    for said in goals_said(m):
        assert "more often than it should" in said or "never won" in said
    for what in ("played", "held"):
        assert len(cards_said(m, what)) <= 4


def test_games_that_no_goal_has_won_are_spoken_of(small_run: Run) -> None:
    m = measure(small_run)
    by_goals = int(m.goals["won"].sum())
    assert won_otherwise(replace(m, outcomes={"won": by_goals})) == []
    (one,) = won_otherwise(replace(m, outcomes={"won": by_goals + 1}))
    assert one.startswith("1 game was won otherwise")
    (more,) = won_otherwise(replace(m, outcomes={"won": by_goals + 1200}))
    assert more.startswith("1,200 games were won otherwise")
    cards = pl.DataFrame({"name": ["The Bell", "The Door"], "won": [1000, 200]})
    (named,) = won_otherwise(replace(m, outcomes={"won": by_goals + 1200}, otherwise=cards))
    assert "not by a Goal (The Bell 1,000, The Door 200); the shares" in named
