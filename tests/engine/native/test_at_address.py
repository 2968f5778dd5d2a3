"""What compiled code finds at an address."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from changeling.engine.native.at_address import array_at, numbers_in_memory, value_at
from changeling.engine.native.build import Compiled
from changeling.engine.native.kinds import BOOL, FLOAT, array_of, tuple_of
from changeling.engine.native.signature import CannotCompile


def test_arrays_are_told_of_once_and_found_again() -> None:
    kind = tuple_of([tuple_of([array_of("i8"), array_of("u1", 2, "A")]), tuple_of([array_of("f4", 2)])])
    machine = Compiled()
    add = machine.load(
        added_up, built_in={arrays_at: value_at(kind), numbers_at: array_at(array_of("i8"))}, kinds={"Given": kind}
    )
    numbers, some, reals = np.arange(4), np.ones((3, 4), np.uint8)[:, ::2], np.full((2, 2), 10, np.float32)
    kept = numbers_in_memory(kind, ((numbers, some), (reals,)))
    more = np.array([1000, 2000])
    assert add(kept.ctypes.data, more.ctypes.data, 2) == 1 + 3 + 1 + 10 + 3000
    assert numbers[0] == 1, "it is the same memory"
    some[2, 1] = 100
    assert add(kept.ctypes.data, more.ctypes.data, 1) == 2 + 3 + 100 + 10 + 1000
    with pytest.raises(TypeError, match=r"what is in memory\[0\]\[1\] is an array of 1 dimensions of uint8"):
        numbers_in_memory(kind, ((numbers, some[0]), (reals,)))
    with pytest.raises(TypeError, match=r"what is in memory\[1\] is ndarray, not a tuple of 1"):
        numbers_in_memory(kind, ((numbers, some), reals))


def test_other_numbers_than_integers_are_not_read_from_memory() -> None:
    """They would be rounded where they are written, and read as what they are not."""
    for kind in (FLOAT, BOOL):
        with pytest.raises(CannotCompile, match="what is read from memory consists of arrays and integers"):
            value_at(tuple_of([array_of("i8"), kind]))


def arrays_at(place: int) -> Any:
    raise NotImplementedError


def numbers_at(place: int, length: int) -> Any:
    raise NotImplementedError


def added_up(place: int, more: int, length: int) -> int:
    (numbers, some), (reals,) = arrays_at(place)
    numbers[0] += 1
    total = numbers[0] + numbers[3] + some[2, 1] + reals[1, 1]
    others = numbers_at(more, length)
    for each in range(len(others)):
        total += others[each]
    return int(total)
