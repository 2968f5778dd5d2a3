"""Pictures of a report: each bar is what it says it is."""

from __future__ import annotations

import re

import polars as pl

from changeling.lab.report.pictures import histogram


def heights(picture: str) -> list[tuple[str, str]]:
    """What each bar says of itself: the number or the first of its numbers, and the share of games."""
    return re.findall(r'aria-label="turns: (\d+)[^"]*; games: ([\d.]+)%"', picture)


def test_each_small_number_has_a_bar_of_its_own() -> None:
    frame = pl.DataFrame({"turns": [0, 1, 3], "games": [50, 30, 20]})
    picture = histogram(frame, "turns", "turns")
    assert [float(share) for _, share in heights(picture)] == [50, 30, 0, 20]


def test_what_one_game_in_a_hundred_has_does_not_stretch_it() -> None:
    frame = pl.DataFrame({"turns": [1, 2, 500], "games": [600, 395, 5]})
    assert [(number, float(share)) for number, share in heights(histogram(frame, "turns", "turns"))] == [
        ("1", 60),
        ("2", 39.5),
    ]


def test_the_last_bar_is_as_wide_as_the_others() -> None:
    """Numbers from 0 to 40, each as often: the largest does not fall into the bar before it."""
    frame = pl.DataFrame({"turns": range(41), "games": [10] * 41})
    picture = histogram(frame, "turns", "turns")
    *shares, last = (float(share) for _, share in heights(picture))
    assert len(set(shares)) == 1
    assert last <= shares[0]
