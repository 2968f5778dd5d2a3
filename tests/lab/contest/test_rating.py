"""What results say: shares with intervals, and ratings."""

from __future__ import annotations

import pytest

from changeling.lab.contest.rating import Result, ratings, wilson


def test_wilson_knows_how_little_a_few_games_say() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(10, 10)
    assert 0.7 < low < 0.75
    assert high == pytest.approx(1.0)
    narrow, wide = wilson(650, 1000), wilson(65, 100)
    assert wide[0] < narrow[0] < 0.65 < narrow[1] < wide[1]


def test_ratings_say_how_likely_a_win_is() -> None:
    games = [Result(("a", "b"), "a" if number % 4 else "b", number) for number in range(4000)]
    found = ratings(("a", "b"), games)
    difference = found["a"].value - found["b"].value
    assert 1 / (1 + 10 ** (-difference / 400)) == pytest.approx(0.75, abs=0.002)
    assert found["a"].low < found["a"].value < found["a"].high
    assert found["a"].value + found["b"].value == pytest.approx(3000)


def test_ratings_of_a_larger_table() -> None:
    """One against three that wins half its games is three times as strong as each of them."""
    games = [Result(("b", "a", "b", "b"), "a" if number % 2 else "b", number) for number in range(4000)]
    found = ratings(("a", "b"), games)
    assert 10 ** ((found["a"].value - found["b"].value) / 400) == pytest.approx(3, rel=0.02)


def test_whoever_wins_everything_has_a_finite_rating() -> None:
    found = ratings(("a", "b"), [Result(("a", "b"), "a", number) for number in range(50)])
    assert 1600 < found["a"].value < 2500


def test_games_that_nobody_won_change_no_rating() -> None:
    games = [Result(("a", "b"), "a" if number % 3 else "b", number) for number in range(60)]
    drawn = [Result(("a", "b"), None, number) for number in range(60, 90)]
    assert ratings(("a", "b"), games + drawn) == ratings(("a", "b"), games)


def test_games_of_one_deal_count_together_in_the_interval() -> None:
    """The same results in few deals say less than in many."""
    many = [Result(("a", "b"), "a" if number % 4 else "b", number) for number in range(400)]
    few = [Result(game.seated, game.winner, game.deal // 40 * 4 + game.deal % 4) for game in many]
    wide, narrow = ratings(("a", "b"), few)["a"], ratings(("a", "b"), many)["a"]
    assert wide.value == narrow.value
    assert wide.high - wide.low > narrow.high - narrow.low
