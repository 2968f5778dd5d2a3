"""Expressions of compiled code give what Python gives: each function here is run both ways with the same numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.engine.native.from_text import function_of

from changeling.engine.native.build import Compiled
from changeling.engine.native.signature import CannotCompile

PRIMES = (2, 3, 5, 7, 11)
whole = st.integers(-(2**31), 2**31 - 1)
real = st.floats(-1e9, 1e9)


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return Compiled().load(function)


# --- integers
def divided(one: int, other: int) -> int:
    return one // other if other != 0 else 0


def left_over(one: int, other: int) -> int:
    return one % other if other != 0 else 0


def by_eight(one: int, other: int) -> int:
    return one // 8 * 1000 + one % 8 + other % 1


def by_minus_three(one: int, other: int) -> int:
    return one // -3 * 7 + one % -3 + other // -1


def bits(one: int, other: int) -> int:
    return (one & other) ^ (one | 5) ^ ~other


def shifted(one: int, other: int) -> int:
    return (one << other % 20) + (one >> other % 40)


def signs(one: int, other: int) -> int:
    return -one - -other + 1 * -7


def compared(one: int, other: int) -> int:
    return (
        (one < other)
        + 2 * (one <= other)
        + 4 * (one > other)
        + 8 * (one >= other)
        + 16 * (one == other)
        + 32 * (one != other)
    )


def in_a_row(one: int, other: int) -> bool:
    return -100 < one <= other < 100 or not one != other > 3


def one_of(one: int, other: int) -> int:
    return (one % 13 in PRIMES) + 2 * (other % 13 not in (1, 4, one))


def last_looked_at(one: int, other: int) -> int:
    return (one % 3 and other % 5) * 100 + (one % 2 or other % 7 or 9)


def chosen(one: int, other: int) -> int:
    return one if one > other else other if other % 2 == 0 else -1


def least_and_most(one: int, other: int) -> int:
    return min(one, other, 17) * 3 + max(one, other) + min(PRIMES) + len(PRIMES)


def from_a_tuple(one: int, other: int) -> int:
    return PRIMES[one % 5] * 100 + PRIMES[2] + PRIMES[other % len(PRIMES)]


def of_truth(one: int, other: int) -> int:
    both = one > 0 and other > 0
    either = (one > 0) | (other > 0)
    return int(both) + 2 * int(either) + 4 * ((one > 0) ^ (other > 0)) + bool(one) + (not other)


INTEGERS = [
    divided, left_over, by_eight, by_minus_three, bits, shifted, signs, compared, in_a_row, one_of, last_looked_at,
    chosen, least_and_most, from_a_tuple, of_truth,
]  # fmt: skip


@pytest.mark.parametrize("function", INTEGERS)
@given(one=whole, other=whole)
@example(one=0, other=0)
@example(one=-7, other=3)
@example(one=7, other=-3)
@example(one=-(2**31), other=-1)
def test_of_integers(function: Callable[[int, int], int], one: int, other: int) -> None:
    assert compiled(function)(one, other) == function(one, other)


def test_what_python_would_refuse_ends_no_process() -> None:
    def quotient(one: int, other: int) -> int:
        return one // other

    def rest(one: int, other: int) -> int:
        return one % other

    assert compiled(quotient)(5, 0) == compiled(rest)(5, 0) == 0
    assert compiled(quotient)(-(2**63), -1) == -(2**63)
    assert compiled(rest)(-(2**63), -1) == 0


# --- floats
def reckoned(one: float, other: float) -> float:
    return (one + 0.1) * other - one / (abs_of(other) + 1) + 3


def abs_of(one: float) -> float:
    return -one if one < 0 else one


def roots(one: float, other: float) -> float:
    return math.sqrt(abs_of(one)) + math.exp(-abs_of(other) / 1e9)


def mixed(one: float, other: float) -> float:
    return max(one, 3) + min(1, other, 2.5) + int(other) + float(one > other) + (one != other)


@pytest.mark.parametrize("function", [reckoned, roots, mixed])
@given(one=real, other=real)
@example(one=0.0, other=-0.0)
def test_of_floats(function: Callable[[float, float], float], one: float, other: float) -> None:
    assert compiled(function)(one, other) == function(one, other)


def test_logarithms() -> None:
    def log_of(one: float) -> float:
        return math.log(one)

    for number in (1e-9, 0.5, 1.0, 2.0, 12345.678):
        assert compiled(log_of)(number) == pytest.approx(math.log(number), rel=1e-15)


# --- calls
def test_what_is_not_given_has_its_default() -> None:
    def calls(one: int) -> int:
        return called_plainly(one) + called_plainly(one, 5) + called_plainly(other=one, one=2)

    assert compiled(calls)(4) == calls(4)


def called_plainly(one: int, other: int = 3) -> int:
    return one * 10 + other


@settings(max_examples=30)
@given(st.integers(0, 25))
def test_functions_call_themselves(number: int) -> None:
    assert compiled(fibonacci)(number) == fibonacci(number)


def fibonacci(number: int) -> int:
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


# --- what is not compiled
REFUSED = [
    ("max(one, 3, key=called_plainly)", "what Python has takes arguments by place: max"),
    ("int(math.log(one, 2))", r"this call with 2 arguments is not compiled: math.log\(one, 2\)"),
    ("int() + one", r"this call with 0 arguments is not compiled: int\(\)"),
    ("int(one, 5)", r"this call with 2 arguments is not compiled: int\(one, 5\)"),
    ("min(one)", r"a tuple is wanted: min\(one\)"),
    ("min()", r"this call with 0 arguments is not compiled: min\(\)"),
    ("len(one, one)", r"this call with 2 arguments is not compiled: len\(one, one\)"),
    ("abs(one)", r"this call is not compiled: abs\(one\)"),
    ("~(one / 2)", r"a float where an int is wanted: ~\(one / 2\)"),
    ("one / 2 // 3", r"FloorDiv of floats is not compiled: one / 2 // 3"),
    ("one << -1", "a shift by a negative number: one << -1"),
    ("one >> -1", "a shift by a negative number: one >> -1"),
    ("one << 64", "more than 64 bits: one << 64"),
    ("called_plainly(one / 2)", r"a float where an int is wanted: called_plainly\(one / 2\)"),
    ("called_plainly(one, one=2)", r"more is given than it takes: called_plainly\(one, one=2\)"),
    ("called_plainly(*(one, 2))", r"Starred is not compiled: \*\(one, 2\)"),
    ("7 if 0 < one in (1, 2) else 0", r"In is not compiled: 0 < one in \(1, 2\)"),
    ("one is 3", "Is is not compiled: one is 3"),
    ("(one, 2) == (3, 2)", r"a group where a number is wanted: \(one, 2\) == \(3, 2\)"),
    ("(two := one) + two", r"NamedExpr is not compiled: \(two := one\)"),
    ("sum(each for each in (one, 2))", r"this call is not compiled: sum\("),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_what_would_give_something_else_is_refused_by_its_place(text: str, why: str) -> None:
    text = f"def refused(one: int) -> int:\n    return {text}"
    function = function_of(text, math=math, called_plainly=called_plainly)
    with pytest.raises(CannotCompile, match=f"<text>:2: {why}"):
        Compiled().load(function)
