"""What stands outside of a function is taken as it is when that is compiled; what may change until then is refused."""

from __future__ import annotations

import math

import pytest
from tests.engine.native.from_text import function_of

from changeling.engine.native.build import Compiled
from changeling.engine.native.signature import CannotCompile
from changeling.errors import NotCompiled

LOWEST = -(2**63)
RATES = (0.5, -2.0, 1)


def reads_constants(one: int) -> float:
    return LOWEST + one + RATES[0] + RATES[-2] + RATES[2] + math.pi


def test_constants_are_those_of_the_module() -> None:
    assert Compiled().load(reads_constants)(7) == reads_constants(7)


REFUSED = [
    ("return one + changing", "it changes while the program runs: changing"),
    ("least = one; return least(one, 2)", "a variable is no function and no module: least"),
    ("found = least(one, 2)\n    least = found", "it is read before anything was stored in it: least"),
    ("found = math.pi\n    math = found", "it is read before anything was stored in it: math.pi"),
    ("return math.none + one", "nothing of that name is known while it is compiled: math.none"),
    ("for place in range(one):\n        range = 3", "it is read before anything was stored in it: range"),
    ("global changing\n    changing = one", "Global is not compiled: global changing"),
]
CHANGES = "changing = 5\ndef change(): global changing; changing += 1\n"


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_is_not_known_is_refused_by_its_place(text: str, why: str) -> None:
    function = function_of(f"{CHANGES}def refused(one: int) -> int:\n    {text}", math=math, least=min)
    with pytest.raises(CannotCompile, match=rf"<text>:4: {why}"):
        Compiled().load(function)


def test_what_belongs_to_the_function_around_is_refused() -> None:
    changing = 3

    def reads_around(one: int) -> int:
        return one + changing

    with pytest.raises(CannotCompile, match="a variable of the function around this one is not compiled: changing"):
        Compiled().load(reads_around)


# --- names that the C library has as well
def exp(one: float, left: int) -> float:
    """Calls itself, and so is not put in place of its calls."""
    return one + 1000 if left <= 0 else exp(one, left - 1) + exp(one, left - 2) * 0.001


def calls_both(one: float) -> float:
    return exp(one, 3) + math.exp(one)


def test_a_function_may_be_called_as_one_of_the_c_library() -> None:
    assert Compiled().load(calls_both)(1.5) == calls_both(1.5)


# --- the source
def test_another_source_than_what_runs_is_not_compiled() -> None:
    text = "def twice(place: int) -> int:\n    return place * 2\n"
    twice = function_of(text)
    for other in (text.replace("twice", "other"), text.replace("place", "row"), "made = 3"):
        function_of(other)
        with pytest.raises(NotCompiled, match=r"the source of text\.twice is not in <text>, line 1$"):
            Compiled().load(twice)
    function_of(text)
    assert Compiled().load(twice)(4) == 8
