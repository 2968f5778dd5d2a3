"""Arrays that compiled code finds at an address."""

from __future__ import annotations

import gc
import sys
from typing import Any

import numba
import numpy as np

from changeling.engine.native.kept_arrays import put_arrays, read_arrays, room_for
from changeling.engine.native.numba_types import array_of, tuple_of

KIND = tuple_of([tuple_of([array_of("i8"), array_of("u1", 2, "A")]), tuple_of([array_of("f4", 2)])])


def functions() -> tuple[Any, Any]:
    put_at, arrays_at = put_arrays(KIND), read_arrays(KIND)

    @numba.njit(numba.void(*KIND, numba.int64))
    def keep(first: Any, second: Any, place: int) -> None:
        put_at((first, second), place)

    @numba.njit(numba.int64(numba.int64))
    def add_up(place: int) -> int:
        (numbers, some), (reals,) = arrays_at(place)
        numbers[0] += 1
        return int(numbers.sum() + some.sum() + reals.sum())

    return keep, add_up


def test_arrays_are_given_once_and_found_again() -> None:
    keep, add_up = functions()
    numbers, some, reals = np.arange(4), np.ones((3, 4), np.uint8)[:, ::2], np.full((2, 2), 10, np.float32)
    given = ((numbers, some), (reals,))
    room = room_for(given)
    keep(*given, room.ctypes.data)
    gc.collect()
    assert add_up(room.ctypes.data) == 6 + 1 + 6 + 40
    assert numbers[0] == 1  # the same memory
    numbers[3] = 100
    assert add_up(room.ctypes.data) == 3 + 2 + 100 + 6 + 40


def test_nobody_counts_them_among_those_in_use() -> None:
    keep, add_up = functions()
    numbers = np.arange(4)
    given = ((numbers, np.ones((3, 4), np.uint8)[:, ::2]), (np.zeros((2, 2), np.float32),))
    room, before = room_for(given), sys.getrefcount(numbers)
    keep(*given, room.ctypes.data)
    for _ in range(100):
        add_up(room.ctypes.data)
    assert sys.getrefcount(numbers) == before
    assert len(room) == (5 + 2) + (5 + 4) + (5 + 4)
