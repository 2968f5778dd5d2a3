"""Seats: how many, and which names can be told from answers."""

from __future__ import annotations

import pytest

import changeling as cl
from changeling.play.seats import MAX_SEATS, MIN_SEATS, check_seats

NAMES = [f"P{number}" for number in range(MAX_SEATS + 1)]


@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
def test_two_to_six_can_play(seats: int) -> None:
    assert check_seats(tuple(NAMES[:seats])) == NAMES[:seats]


@pytest.mark.parametrize("names", [[], NAMES[:1], NAMES])
def test_fewer_or_more_are_refused(names: list[str]) -> None:
    with pytest.raises(cl.ChangelingError, match=f"2 to 6 names are needed, not {len(names)}"):
        check_seats(names)


@pytest.mark.parametrize("names", ["Ann", 3, None, {"Ann": 1, "Bob": 2}, {"Ann", "Bob"}])
def test_what_is_no_list_is_refused(names: object) -> None:
    with pytest.raises(cl.ChangelingError, match="a list of 2 to 6 names is needed"):
        check_seats(names)


@pytest.mark.parametrize("name", ["Änne", "Ann Lee", "?", "7", "A" * 40])
def test_any_readable_name_will_do(name: str) -> None:
    assert check_seats([name, "Bob"]) == [name, "Bob"]


@pytest.mark.parametrize(
    "name",
    ["", " ", "\n", "A\tB", "A" * 41, "+ Dee", "+", " Ann", "Ann ", "Ann  Lee", "\u200b", "done", "yes", "left"],
)
def test_a_name_that_cannot_be_read_or_could_be_an_answer_is_refused(name: str) -> None:
    with pytest.raises(cl.ChangelingError, match="cannot be a name"):
        check_seats([name, "Bob"])


def test_a_name_is_there_once() -> None:
    with pytest.raises(cl.ChangelingError, match="'Ann' is there twice"):
        check_seats(["Ann", "Bob", "Ann"])
    assert check_seats(["Ann", "ann"]) == ["Ann", "ann"]
