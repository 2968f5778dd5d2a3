"""Statements of compiled code do what Python does; what is not compiled is refused, by its place."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from textwrap import indent
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.engine.native.from_text import function_of

from changeling.engine.native.build import Compiled
from changeling.engine.native.entry_points import Ints
from changeling.engine.native.kinds import Kind, array_of, record_of
from changeling.engine.native.signature import CannotCompile

PAIR = np.dtype([("one", "i4"), ("many", "i2", (4,)), ("wide", "i8"), ("part", "f4")], align=True)
Pair = Any
Pairs = NDArray[Any]
Slants = NDArray[Any]
KINDS: dict[str, Kind] = {"Pair": record_of(PAIR), "Pairs": array_of(record_of(PAIR)), "Slants": array_of("u1", 2, "A")}


@cache
def compiled(function: Callable[..., Any], *, boundscheck: bool = False) -> Callable[..., Any]:
    return Compiled(boundscheck=boundscheck).load(function, kinds=KINDS)


# --- loops, branches and variables
def search(numbers: Ints, wanted: int) -> int:
    """The place of the last number that is wanted, with detours."""
    found = -1
    for place in range(len(numbers) - 1, -1, -1):
        if numbers[place] < 0:
            continue
        if numbers[place] == wanted:
            found = place
            break
    passed = 0
    while True:
        passed += 1
        if passed * passed > wanted:
            break
    for step in (1, 2, 4):
        if step == 2:
            continue
        found += step
        if wanted % 2 == 1:
            break
    return found * 1000 + passed


def classed(numbers: Ints, wanted: int) -> int:
    made = 0
    for number in (3, 5, wanted):
        made += number
    step = wanted % 5 - 2
    if step == 0:
        step = 7
    for low in range(-8, 20, 3):
        made += low * numbers[low % len(numbers)]
    for down in range(20, made % 30, step):
        made ^= down
    if made % 5 == 0:
        pass
    elif made % 5 == 1:
        made = -made
    elif made % 5 == 2 and wanted > 3:
        made //= 2
    else:
        one, (other, _) = made, (wanted, 3)
        made = least = one - other
        made += least
    return made


def summed(numbers: Ints, wanted: int) -> float:
    """A variable that begins as an integer and becomes a float on the way."""
    made: float = 0
    for place in range(len(numbers)):
        made = made + numbers[place] / 2
        if place > wanted:
            return float(made)
    return float(made)


def written_over(numbers: Ints, wanted: int) -> int:
    """Nothing is given back; what was written is seen."""
    write(numbers, wanted)
    return int(numbers[0])


def write(numbers: Ints, wanted: int) -> None:
    numbers[0] += wanted
    if wanted > 10:
        return
    numbers[0], numbers[len(numbers) - 1] = 2, 3


def returns_from_all(numbers: Ints, wanted: int) -> int:
    """Every way out is a `return`: there is nothing after it."""
    while True:
        if wanted > 5:
            found = wanted
            break
        wanted += 3
    if found % 3 == 0:
        return found
    if found % 3 == 1:
        while True:
            found += 1
            if found % 7 == 0:
                return -found
    return 1


@pytest.mark.parametrize("function", [search, classed, summed, written_over, returns_from_all])
@given(numbers=st.lists(st.integers(-50, 50), min_size=1, max_size=9), wanted=st.integers(0, 50))
@example(numbers=[3], wanted=3)
def test_loops_and_branches(function: Callable[..., Any], numbers: list[int], wanted: int) -> None:
    mine, theirs = np.array(numbers, np.int64), np.array(numbers, np.int64)
    assert compiled(function)(theirs, wanted) == function(mine, wanted)
    assert mine.tolist() == theirs.tolist()


def steps(first: int, beyond: int, step: int) -> int:
    """A range by any step, one loop in another, and a counter that the loop itself changes."""
    made = place = 0
    for place in range(first, beyond, step):
        made += 1
        if made > 9:
            break
        for place in range(2):
            if place == 1:
                break
            made += 10
        made += place
    return made * 1000 + place % 1000


@given(
    first=st.integers(-(2**63), 2**63 - 1),
    beyond=st.integers(-(2**63), 2**63 - 1),
    step=st.integers(-(2**63), 2**63 - 1).filter(bool),
)
@example(first=0, beyond=2**63 - 1, step=2**62)
@example(first=0, beyond=-(2**63), step=-(2**62) - 1)
@example(first=5, beyond=3, step=1)
def test_a_range_ends_where_it_ends(first: int, beyond: int, step: int) -> None:
    assert compiled(steps)(first, beyond, step) == steps(first, beyond, step)


def test_a_range_without_a_step_is_empty() -> None:
    assert compiled(steps)(0, 5, 0) == compiled(steps)(5, 0, 0) == 0


# --- memory
def shift(pairs: Pairs, row: int, place: int) -> float:
    pair = pairs[row]
    pair.one += 5
    pair.many[place] = pair.many[place + 1] - 7
    pair.wide = pair.one * 2
    pair.part = pair.part / 3
    return float(pair.part + doubled(pairs[0]) + len(pair.many))


def doubled(pair: Pair) -> int:
    pair.wide = pair.wide * 2
    return int(pair.wide)


def test_records_hold_what_memory_holds() -> None:
    pairs = np.zeros(3, PAIR)
    pairs[1] = (2**31 - 6, (10, 20, -30, 40), 3, 1.0)
    pairs[0]["wide"] = 4
    third = float(np.float32(1) / np.float32(3))
    assert compiled(shift)(pairs, 1, 1) == third + 8 + 4
    assert pairs["one"].tolist() == [0, 2**31 - 1, 0]
    assert pairs["wide"].tolist() == [8, 2**32 - 2, 0]
    assert pairs["many"].tolist() == [[0] * 4, [10, -37, -30, 40], [0] * 4]
    compiled(shift)(pairs, 1, 0)
    assert pairs[1]["one"] == -(2**31) + 4, "narrow numbers go round, as NumPy's do"


def slanted(grid: Slants, row: int, place: int) -> int:
    line = grid[row]
    line[place] = grid[row, place + 1] + 250
    return int(line[place] + len(line) * 1000 + len(grid) * 100000)


def test_an_array_with_strides_is_indexed_by_each_dimension() -> None:
    grid = np.arange(60, dtype=np.uint8).reshape(6, 10)[::2, ::3]
    assert compiled(slanted)(grid, 2, 1) == (46 + 250) % 256 + 4000 + 300000
    assert grid[2].tolist() == [40, 40, 46, 49]


def reached(numbers: Ints, place: int) -> int:
    total = 0
    while total < 100:
        total += numbers[place] + 1
    return total


def test_where_indices_are_checked_a_wrong_one_is_named() -> None:
    call = compiled(reached, boundscheck=True)
    numbers = np.zeros(4, np.int64)
    line = reached.__code__.co_firstlineno + 3
    for wrong in (4, -1, 2**40):
        with pytest.raises(IndexError, match=rf"reached, line {line}: {wrong} is no index of 4"):
            call(numbers, wrong)
        assert call(numbers, 3) == 100, "the next call begins anew"


def sought(numbers: Ints, wanted: int) -> int:
    """Ends by what it finds alone."""
    place = 0
    while True:
        if numbers[place] == wanted:
            return place
        place += 1


def test_where_indices_are_checked_a_loop_without_end_ends() -> None:
    call = compiled(sought, boundscheck=True)
    with pytest.raises(IndexError, match=r"sought, line \d+: 4 is no index of 4"):
        call(np.zeros(4, np.int64), 7)
    assert call(np.arange(4), 3) == 3


# --- what is not compiled
def unknown_word(one: int) -> int:
    return one + nowhere  # type: ignore[name-defined, no-any-return]  # noqa: F821


def a_list(one: int) -> int:
    return [one][0]


def a_power(one: int) -> int:
    return int(one**2)


def another_field(pairs: Pairs) -> int:
    return int(pairs[0].three)


def too_much(one: int) -> int:
    return least_of(one, 2, 3)  # type: ignore[call-arg]


def too_little(one: int) -> int:
    return least_of()  # type: ignore[call-arg]


def least_of(one: int, other: int = 2) -> int:
    return min(one, other)


def too_wide(one: int) -> int:
    return one + 9223372036854775808


def with_text(one: int) -> int:
    return len("text") + one


def tries(one: int) -> int:
    try:
        return one
    finally:
        pass


def changes_kind(pairs: Pairs) -> int:
    made = pairs[0]
    made = 3
    return int(made)


def without_type(one) -> int:  # type: ignore[no-untyped-def]
    return int(one)


def of_a_module(one: int) -> int:
    return math.gcd(one, 4)


def read_too_soon(one: int) -> int:
    while one < made:  # type: ignore[has-type]  # noqa: F821
        made = one + 1
    return made


REFUSED = [
    (unknown_word, "nothing of that name is known while it is compiled: nowhere"),
    (a_list, r"List is not compiled: \[one\]"),
    (a_power, r"Pow is not compiled: one \*\* 2"),
    (another_field, r"there is no such field: pairs\[0\].three"),
    (too_much, r"more is given than it takes: least_of\(one, 2, 3\)"),
    (too_little, r"nothing is given for one: least_of\(\)"),
    (too_wide, r"more than 64 bits"),
    (with_text, "a str is not compiled: 'text'"),
    (tries, "Try is not compiled"),
    (changes_kind, "made is an int here and a record elsewhere"),
    (without_type, "a function takes arguments by place, each with an annotation"),
    (of_a_module, "this call is not compiled: math.gcd"),
    (read_too_soon, "it is read before anything was stored in it: made"),
]


@pytest.mark.parametrize(("function", "why"), REFUSED)
def test_what_is_not_compiled_is_refused_by_its_place(function: Callable[..., Any], why: str) -> None:
    with pytest.raises(CannotCompile, match=why) as refused:
        compiled(function)
    line = {without_type: None, changes_kind: 2}.get(function, 1)
    if line is not None:
        assert f"test_statements.py:{function.__code__.co_firstlineno + line}:" in str(refused.value)


REFUSED_TEXTS = [
    (
        """
if one > 0:
    made = 5
elif one == 0:
    made = 6
return made
""",
        "6: it is read where nothing may have been stored in it: made",
    ),
    (
        """
for place in range(one):
    made = place
return made
""",
        "4: it is read where nothing may have been stored in it: made",
    ),
    (
        """
if one > 0:
    return 1
while one < -5:
    return 2
""",
        "4: after this nothing is returned: while one < -5:$",
    ),
    ("return one / 2", r"2: a float where an int is wanted: return one / 2"),
    (
        """
for place in range(0, one, 0):
    one -= place
return one
""",
        r"2: a range has no step of 0: range\(0, one, 0\)",
    ),
    (
        """
for place in range(0, one, 1, 2):
    one -= place
return one
""",
        r"2: a range is given by one to three numbers: range\(0, one, 1, 2\)",
    ),
    (
        """
while one > 3:
    one -= 1
else:
    one = 7
return one
""",
        "2: else after a loop is not compiled: while one > 3:$",
    ),
    ("assert one\nreturn one", "2: Assert is not compiled: assert one"),
    ("del one\nreturn 1", "2: Delete is not compiled: del one"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED_TEXTS)
def test_what_would_do_something_else_is_refused_by_its_place(text: str, why: str) -> None:
    function = function_of("def refused(one: int) -> int:\n" + indent(text.strip("\n"), "    "))
    with pytest.raises(CannotCompile, match=f"<text>:{why}"):
        Compiled().load(function)


def test_what_is_no_truth_is_not_given_as_one() -> None:
    function = function_of("def refused(one: int) -> bool:\n    return one & 4")
    with pytest.raises(CannotCompile, match="<text>:2: an int where a bool is wanted: return one & 4"):
        Compiled().load(function)


# --- loops that copy do several steps at once
def shifted(numbers: Ints, others: Ints, source: int, target: int, count: int) -> None:
    """Copies a part of an array, then the other one, strided, over it."""
    for step in range(count):
        numbers[target + step] = numbers[source + step]
    for step in range(0, count, 3):
        numbers[step] = others[count - step]


@given(source=st.integers(0, 40), target=st.integers(0, 40), count=st.integers(0, 60), same=st.booleans())
@example(source=0, target=1, count=60, same=True)  # each number is the one that was copied just before
def test_copies_into_the_same_memory_go_step_by_step(source: int, target: int, count: int, same: bool) -> None:
    for boundscheck in (False, True):
        found = []
        for function in (shifted, compiled(shifted, boundscheck=boundscheck)):
            numbers = np.arange(100, dtype=np.int64) ** 2
            others = numbers if same else numbers + 7
            function(numbers, others, source, target, count)
            found.append((numbers.tolist(), others.tolist()))
        assert found[0] == found[1]
