"""A compiled function is called without its dispatcher, where Numba is one that this was tried with."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from changeling.engine.native import direct_calls
from changeling.engine.native.direct_calls import direct


@pytest.fixture(scope="module")
def twice() -> Any:
    return numba.njit(numba.int64(numba.int64))(lambda number: 2 * number)


def test_it_does_the_same(twice: Any) -> None:
    called = direct(twice)
    assert called is not twice
    assert called(21) == twice(21) == 42


def test_without_a_single_signature_the_function_stays_as_it_is() -> None:
    open_to_all = numba.njit(lambda number: number)
    assert direct(open_to_all) is open_to_all


def test_with_another_numba_the_function_stays_as_it_is(twice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct_calls, "why_unusable", lambda: "not tried")
    assert direct(twice) is twice
