"""Arithmetic at its edges: what Python gives, and where Python gives nothing or more than 64 bits, what is written."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from changeling.engine.native.build import Compiled

LOWEST, HIGHEST = -(2**63), 2**63 - 1
wide = st.integers(LOWEST, HIGHEST)


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return Compiled().load(function)


# --- comparing
def ordered(one: int, other: float) -> int:
    """Each comparison, either way round."""
    made = (one < other) + 2 * (one <= other) + 4 * (one == other) + 8 * (one != other)
    made += 16 * (one > other) + 32 * (one >= other)
    made += 64 * (other < one) + 128 * (other <= one) + 256 * (other == one)
    return made + 512 * (other != one) + 1024 * (other > one) + 2048 * (other >= one)


@given(one=wide, other=st.floats() | wide.map(float))
@example(one=2**53 + 1, other=2.0**53)
@example(one=-(2**53) - 1, other=-(2.0**53))
@example(one=HIGHEST, other=2.0**63)
@example(one=LOWEST, other=-(2.0**63))
@example(one=0, other=math.nan)
@example(one=0, other=math.inf)
def test_an_integer_is_compared_with_a_float_as_it_is(one: int, other: float) -> None:
    assert compiled(ordered)(one, other) == ordered(one, other)


# --- shifts
def to_the_right(one: int, by: int) -> int:
    return (one >> by) ^ (one >> 63) ^ (one >> 200)


def to_the_left(one: int, by: int) -> int:
    return one << by


@given(one=wide, by=st.integers(0, 300))
@example(one=-5, by=64)
def test_bits_can_be_moved_out_to_the_right(one: int, by: int) -> None:
    assert compiled(to_the_right)(one, by) == to_the_right(one, by)


@given(one=wide, by=st.integers(0, 300))
@example(one=1, by=64)
def test_to_the_left_bits_beyond_the_last_are_lost(one: int, by: int) -> None:
    kept = (one << by) % 2**64
    assert compiled(to_the_left)(one, by) == (kept - 2**64 if kept > HIGHEST else kept)


def test_shifts_by_negative_numbers_end_no_process() -> None:
    assert compiled(to_the_left)(5, -1) == 0
    assert compiled(to_the_right)(5, -1) == compiled(to_the_right)(5, 64)


# --- what Python would refuse
def share(one: float, other: float) -> float:
    return one / other


def of_integers(one: int, other: int) -> float:
    return one / other + one / 8 + one / -3


def test_floats_are_divided_by_0_as_integers_are() -> None:
    assert compiled(share)(5.0, 0.0) == compiled(share)(0.0, -0.0) == compiled(share)(math.inf, 0) == 0
    assert compiled(of_integers)(6, 0) == 6 / 8 + 6 / -3
    assert compiled(of_integers)(6, 4) == of_integers(6, 4)
    assert math.isnan(compiled(share)(1.0, math.nan))


def whole_part(one: float) -> int:
    return int(one)


@given(st.floats(-(2.0**63), 2.0**62))
def test_an_integer_is_made_of_a_float(one: float) -> None:
    assert compiled(whole_part)(one) == int(one)


def test_what_has_no_integer_has_the_closest_one() -> None:
    found = [compiled(whole_part)(one) for one in (math.nan, math.inf, -math.inf, 1e30, 2.0**63)]
    assert found == [0, HIGHEST, LOWEST, HIGHEST, HIGHEST]


# --- the lowest number
def lowest(one: int) -> int:
    return one + -9223372036854775808


def turned(one: int) -> int:
    return -one // -1


def test_the_lowest_number_can_be_written_and_turned() -> None:
    assert compiled(lowest)(5) == LOWEST + 5
    assert compiled(turned)(LOWEST) == LOWEST, "integers go round at 64 bits"
    assert compiled(turned)(HIGHEST) == HIGHEST


# --- truth
def is_more(one: int, other: int) -> bool:
    return one > other


@pytest.mark.parametrize("other", [2, 3])
def test_what_is_true_or_false_is_so_in_python(other: int) -> None:
    assert compiled(is_more)(3, other) is (other == 2)
