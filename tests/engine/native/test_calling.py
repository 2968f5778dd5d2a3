"""Plain calls between compiled functions: the same values, and Numba as it was before."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numba.core.cpu import CPUContext

from changeling.engine.native.calling import CAN_CALL_PLAINLY, PlainCalls, inner, plainly

njit: Any = numba.njit


def is_odd(number: int) -> bool:
    return number % 2 == 1


def double(cells: Any, place: int) -> None:
    cells[place] = cells[place] * 2


def total(cells: Any, step: int) -> int:
    found = 0
    for place in range(0, len(cells), step):
        if is_odd(cells[place]):
            double(cells, place)
        found += max(cells[place], 0)
    return found


def fails(number: int) -> int:
    if number > 2:
        raise ValueError(number)
    return min(number, 1)


def test_plain_functions_give_what_they_would_give_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [1, 2, -3, 4, 5]
    once, compiled, cells = np.array(numbers), np.array(numbers), numba.int64[::1]
    gives = total(once, 1)
    with plainly():
        for function, signature in ((is_odd, numba.boolean(numba.int64)), (double, numba.void(cells, numba.int64))):
            monkeypatch.setattr(function, "__qualname__", inner(function.__qualname__))
            made = njit(signature, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
            monkeypatch.setitem(total.__globals__, function.__name__, made)
        whole = njit(numba.int64(cells, numba.int64))(total)
    assert (whole(compiled, 1), compiled.tolist()) == (gives, once.tolist()) == (18, [2, 2, -6, 4, 10])


def test_outside_of_it_numba_is_as_it_was() -> None:
    calls, declare = vars(CPUContext)["call_conv"], CPUContext.declare_function
    with plainly():
        assert vars(CPUContext)["call_conv"] is not calls
        assert CPUContext.declare_function is not declare
    assert CAN_CALL_PLAINLY
    assert vars(CPUContext)["call_conv"] is calls
    assert CPUContext.declare_function is declare
    assert not PlainCalls.declaring
    compiled = njit(fails)
    assert compiled(2) == 1
    with pytest.raises(ValueError, match="3"):
        compiled(3)
