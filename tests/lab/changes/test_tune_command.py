"""Tuning: the change that a deck needs is found, and what is not known is not claimed."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from changeling.cli import main
from changeling.errors import ChangelingError
from changeling.lab.changes.trials import Seating
from changeling.lab.changes.tune_command import Aims, Games, aims_of, said, suggested, tuned
from changeling.lab.changes.variants import Variant
from changeling.lab.runs.manifest import deck_text

DECK = """take "family"

goal "At Once"
    "Have any Keeper."
    wins = count(keepers(you)) >= one

keeper "Stone"
    "It lies there."
"""


@pytest.fixture
def spec(tmp_path: Path) -> str:
    file = tmp_path / "my.cards"
    file.write_text(DECK)
    return str(file)


def test_the_goal_that_wins_too_often_is_the_first_suggestion(spec: str) -> None:
    base, found, tried = tuned(deck_text(spec), Aims(), Seating(2, "random", 300, 1), on=1)
    assert tried == 4
    assert base.measured()[2] > 2.5
    assert found[0].variant.card == "At Once"
    assert found[0].gain > 0
    assert found[0].sure > 0.8
    assert all(found[place].gain >= found[place + 1].gain for place in range(len(found) - 1))
    text = said(Aims(), base, found, tried, 300)
    assert "At Once: " in text.splitlines()[4]
    assert "urely nearer to the aims" in text


def games(frame: dict[str, list[object]]) -> Games:
    deck = deck_text("family")
    goals = [card.name for card in deck.deck().cards if card.kind == "goal"]
    number = len(frame["turns"])
    usual: dict[str, list[object]] = {
        "first": list[object]([0] * number),
        "winner": list[object](game % 2 for game in range(number)),
        "won_by": [goals[game % len(goals)] for game in range(number)],
    }
    return Games(pl.DataFrame(usual | frame), deck, 2)


def test_distance_is_zero_where_all_aims_are_met() -> None:
    assert games({"turns": [20] * 400}).distance(Aims((15, 25))) == 0
    assert games({"turns": [30] * 400}).distance(Aims((15, 25))) == pytest.approx(5 / 20)
    assert games({"turns": [10] * 400}).distance(Aims((15, 25))) == pytest.approx(5 / 20)
    winners = list[object]([0] * 300 + [1] * 100)
    ahead = games({"turns": [20] * 400, "winner": winners})
    assert ahead.distance(Aims(seat_advantage=0.05)) == pytest.approx((0.25 - 0.05) * 2)


def test_a_game_that_nobody_won_is_nobodys_advantage() -> None:
    lost = games({"turns": [20] * 4, "winner": [None, None, 0, 1], "won_by": [None] * 4})
    assert lost.measured() == (20, 0, 0)


def test_chance_is_not_taken_for_a_gain() -> None:
    deck = deck_text("family")
    longer = games({"turns": [15 + number % 31 for number in range(400)]})
    same = games({"turns": [15 + (number * 7 + 3) % 31 for number in range(400)]})
    found = suggested(longer, [(Variant("A", "nothing", deck), same)], Aims((10, 20)))[0]
    assert found.low < 0 < found.high


@pytest.mark.parametrize(
    ("turns", "seat", "share", "said"),
    [
        ("many", None, None, "--turns: write a number"),
        ("30-20", None, None, "--turns"),
        ("0", None, None, "--turns"),
        (None, -1.0, None, "--seat-advantage: 0 to 100"),
        (None, None, 0.5, "--goal-share: 1 or more"),
    ],
)
def test_aims_that_are_none_are_refused(turns: str | None, seat: float | None, share: float | None, said: str) -> None:
    with pytest.raises(ChangelingError, match=said):
        aims_of(turns, seat, share)


def test_aims_as_written() -> None:
    assert aims_of("15-25", 4, 3) == Aims((15, 25), 0.04, 3)
    assert aims_of("20", None, None) == Aims((20, 20))


def test_the_command(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "--turns",
        "5-10",
        "--seats",
        "2",
        "--bots",
        "random",
        "--games",
        "60",
        "--cores",
        "1",
        "--card",
        "At Once",
    ]
    assert main(["tune", spec, *words]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Aims: 5 to 10 turns on average, no place at the table more than 3.0 % above")
    assert "nearer by" in told
    assert main(["tune", "family"]) == 2
    assert "no cards of its own" in capsys.readouterr().err
