"""Intervals: as wide as they should be, wider where more is looked at together."""

from __future__ import annotations

import polars as pl
import pytest

from changeling.lab.contest.rating import wilson
from changeling.lab.report.intervals import games_to_be_sure, with_interval, z_of


def test_one_share_has_the_usual_interval() -> None:
    row = with_interval(pl.DataFrame({"won": [65], "of": [100]}), won="won", of="of").row(0, named=True)
    low, high = wilson(65, 100)
    assert (row["low"], row["high"]) == (pytest.approx(low), pytest.approx(high))
    assert row["share"] == 0.65


def test_many_shares_have_wider_ones() -> None:
    frame = with_interval(pl.DataFrame({"won": [65] * 50, "of": [100] * 50}), won="won", of="of")
    low, high = wilson(65, 100)
    assert frame["low"][0] < low
    assert frame["high"][0] > high
    assert z_of(50) == pytest.approx(3.2905, abs=1e-4)  # two-sided 0.05 / 50


def test_nothing_says_nothing() -> None:
    row = with_interval(pl.DataFrame({"won": [0, 1], "of": [0, 1]}), won="won", of="of").row(0, named=True)
    assert (row["share"], row["low"], row["high"]) == (None, 0.0, 1.0)


def test_a_smaller_difference_needs_more_games() -> None:
    few, many = games_to_be_sure(2.0, 10.0), games_to_be_sure(-0.2, 10.0)
    assert few is not None
    assert many is not None
    assert many == pytest.approx(100 * few, rel=0.01)
    assert games_to_be_sure(0.0, 10.0) is None
