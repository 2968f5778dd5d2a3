"""What a function takes and gives is what its annotations say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from changeling.engine.native.build import Compiled
from changeling.engine.native.entry_points import Ints
from changeling.engine.native.kinds import BOOL, FLOAT, INT, NOTHING
from changeling.engine.native.signature import CannotCompile, signature_of

KINDS = Compiled().kinds


def plain(numbers: Ints, place: int, share: float) -> bool:
    return bool(numbers[place] > share)


def silent(numbers: Ints) -> None:
    numbers[0] = 1


def test_annotations_are_the_signature() -> None:
    name, takes, kinds, gives = signature_of(plain, KINDS)
    assert (name, takes, gives) == ("plain", ("numbers", "place", "share"), BOOL)
    assert kinds == (KINDS["Ints"], INT, FLOAT)
    assert signature_of(silent, KINDS).gives == NOTHING


def without_type(one) -> int:  # type: ignore[no-untyped-def]
    return int(one)


def by_name(one: int, *, two: int) -> int:
    return one + two


def any_number(*many: int) -> int:
    return many[0]


def any_names(**named: int) -> int:
    return named["one"]


def of_text(one: str) -> int:
    return len(one)


def gives_an_array(numbers: Ints) -> Ints:
    return numbers


PLACES = "a function takes arguments by place, each with an annotation"
REFUSED = [
    (without_type, PLACES),
    (by_name, PLACES),
    (any_number, PLACES),
    (any_names, PLACES),
    (of_text, "no kind is known for the annotation str"),
    (gives_an_array, "a function gives one value, not an array or a group"),
]


@pytest.mark.parametrize(("function", "why"), REFUSED)
def test_what_has_no_signature_is_refused_by_name(function: Callable[..., Any], why: str) -> None:
    with pytest.raises(CannotCompile, match=rf"test_signature.{function.__name__}: {why}"):
        signature_of(function, KINDS)
