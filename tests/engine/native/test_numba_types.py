"""Records and arrays inside compiled code give the same values as NumPy's, and take every index as it is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.core import types as nb

from changeling.engine.native.numba_types import MachineRecord, array_of, inside, record_of

PAIR = np.dtype([("one", "i4"), ("many", "i2", (4,)), ("wide", "i8")], align=True)


def shift(p: Any, place: int) -> int:
    p.one += 5
    p.many[place] = p.many[place + 1] - 7
    p.wide = p.one * 2
    return int(p.many[place])


def swap(grid: Any, row: int, place: int) -> int:
    grid[row, place] = grid[row, place + 1] + 1
    return int(grid[row, place])


def test_a_record_reads_and_writes_its_fields() -> None:
    record = record_of(PAIR)
    assert isinstance(inside("Pair", record), MachineRecord)
    inner = njit(nb.int64(inside("Pair", record), nb.int64))(shift)

    @njit(nb.int64(array_of(record), nb.int64))
    def outer(pairs: Any, place: int) -> Any:
        return inner(pairs[1], place)

    pairs = np.zeros(3, PAIR)
    pairs[1] = (1, (10, 20, -30, 40), 3)
    assert outer(pairs, 1) == -37
    assert (pairs["one"].tolist(), pairs["wide"].tolist()) == ([0, 6, 0], [0, 12, 0])
    assert pairs["many"].tolist() == [[0] * 4, [10, -37, -30, 40], [0] * 4]


def test_an_array_with_strides_is_indexed_by_each_dimension() -> None:
    grid = np.arange(60, dtype=np.uint8).reshape(6, 10)[::2, ::3]
    kind = array_of("u1", 2, "A")
    inner = njit(nb.int64(inside("Grid", kind), nb.int64, nb.int64))(swap)

    @njit(nb.int64(kind, nb.int64, nb.int64))
    def outer(grid: Any, row: int, place: int) -> Any:
        return inner(grid, row, place)

    assert outer(grid, 2, 1) == 47
    assert grid[2].tolist() == [40, 47, 46, 49]


def test_no_test_for_an_index_below_zero_is_compiled() -> None:
    kind = array_of("i8")

    def first(numbers: Any, place: int) -> Any:
        return numbers[place]

    forward = njit(nb.int64(inside("Ints", kind), nb.int64))(first)
    usual = njit(nb.int64(kind, nb.int64))(first)
    (code,) = forward.inspect_llvm().values()
    (other,) = usual.inspect_llvm().values()
    body, other_body = (text.partition("define linkonce_odr")[0] for text in (code, other))
    assert "icmp slt i64" in other_body
    assert "icmp slt i64" not in body
