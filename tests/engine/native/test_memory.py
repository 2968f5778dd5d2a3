"""What is read and stored in memory: indices that are known, and numbers as memory has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.engine.native.from_text import function_of

from changeling.engine.native.build import Compiled
from changeling.engine.native.entry_points import Ints, Reals
from changeling.engine.native.kinds import Kind, Record, array_of, record_of
from changeling.engine.native.signature import CannotCompile

LIST = np.dtype([("many", "i2", (4,)), ("share", "f8")], align=True)
PRIMES = (2, 3, 5, 7)
KINDS: dict[str, Kind] = {"Lists": array_of(record_of(LIST))}


def from_the_end(place: int) -> int:
    return PRIMES[-1] * 100 + PRIMES[-4] + PRIMES[place]


def test_a_tuple_is_indexed_from_its_end_where_that_is_known() -> None:
    call = Compiled().load(from_the_end)
    assert [call(place) for place in range(4)] == [from_the_end(place) for place in range(4)]


def in_order(numbers: Ints, place: int) -> int:
    """What is stored first is seen by the targets after it, and an index is looked up once."""
    place, numbers[place] = 1, 5
    numbers[place], numbers[0] = numbers[0], numbers[place]
    numbers[raised(numbers)] += numbers[2] * 10
    return int(numbers[0] * 1000 + numbers[1] * 100 + place)


def raised(numbers: Ints) -> int:
    numbers[2] += 1
    return int(numbers[2])


def test_targets_are_stored_in_their_order() -> None:
    mine, theirs = np.array([3, 4, 0], np.int64), np.array([3, 4, 0], np.int64)
    assert Compiled().load(in_order)(theirs, 0) == in_order(mine, 0)
    assert mine.tolist() == theirs.tolist()


# --- what is refused
REFUSED = [
    ("numbers[-1] += 1", r"an index that counts from the end is not compiled: numbers\[-1\]"),
    ("lists[0].many[0] = lists[0].many[4]", r"it has no such element: lists\[0\].many\[4\]"),
    ("numbers[0] = PRIMES[4]", r"a tuple of 4 has no such part: PRIMES\[4\]"),
    ("numbers[0] = numbers[share]", r"a float where an int is wanted: numbers\[share\]"),
    ("numbers[0] = numbers[1:2]", "Slice is not compiled: 1:2"),
    ("numbers[0] = share", r"a float where an int is wanted: numbers\[0\] = share"),
    ("lists[0].many[1] += share", r"a float where an int is wanted: lists\[0\].many\[1\] \+= share"),
    ("for each in numbers: numbers[0] = each", "a tuple is wanted: for each in numbers:$"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_would_be_another_place_or_number_is_refused(text: str, why: str) -> None:
    head = "def refused(numbers: Ints, lists: Lists, share: float) -> None:"
    function = function_of(f"{head}\n    {text}", PRIMES=PRIMES)
    with pytest.raises(CannotCompile, match=f"<text>:2: {why}"):
        Compiled().load(function, kinds=KINDS)


# --- the layout of records
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ([("grid", "i2", (3, 4))], r"field grid is no list of numbers, but has the shape \(3, 4\)"),
        ([("none", "i2", (0,))], r"field none is no list of numbers, but has the shape \(0,\)"),
        ([("small", "i1"), ("wide", "i8")], "field wide does not lie where a number of 8 bytes has to"),
        ([("wide", "i8"), ("small", "i1")], "field wide does not lie where a number of 8 bytes has to"),
        ([("sum", "c16")], "no numbers of type complex128"),
        ([("turned", ">i4")], "no numbers of type >i4"),
    ],
)
def test_a_record_that_lies_otherwise_is_refused(fields: list[Any], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        Record(np.dtype(fields))


def halved(reals: Reals, one: int) -> None:
    reals[one] = one
    reals[0] /= 2


def test_an_integer_is_stored_as_a_float() -> None:
    reals = np.array([3.0, 0.0])
    assert Compiled().load(halved)(reals, 1) is None
    assert reals.tolist() == [1.5, 1.0]
