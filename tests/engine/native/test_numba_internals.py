"""What reaches inside Numba leaves it as it was, and is used only where it was tried."""

from __future__ import annotations

import threading
from typing import Any

import numba
import pytest
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.types.functions import BaseFunction

from changeling.engine.native import numba_internals
from changeling.engine.native.numba_internals import TRIED, FewPasses, drafting, sealing, why_unusable


def parts() -> list[object]:
    names = ("finalize", "_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals")
    found = [getattr(CPUCodeLibrary, name) for name in names]
    return [*found, CPUContext.get_executable, BaseFunction.get_call_type]


def test_drafting_and_sealing_leave_numba_as_it_was() -> None:
    before = parts()
    with drafting():
        assert parts() != before
        with pytest.raises(ValueError, match="inside"), sealing():
            raise ValueError("inside")
    assert parts() == before
    assert numba.njit(lambda number: number + 1)(1) == 2


def test_what_is_drafted_is_linked_with_all_that_it_calls_and_numbas_own_functions_stay_whole() -> None:
    signature = numba.int64(numba.int64, numba.int64)
    with drafting():
        options: dict[str, Any] = {"pipeline_class": FewPasses, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        deep = numba.njit(signature, **options)(lambda one, other: max(one, other) * 2)
        middle = numba.njit(signature, **options)(lambda one, other: deep(one, other) + 1)
        both = numba.njit(signature, **options)(lambda one, other: middle(one, other) + deep(other, one))
    with sealing():
        whole = numba.njit(signature)(lambda one, other: both(one, other) - 1)
    assert whole(3, 5) == 20
    assert numba.njit(signature)(lambda one, other: max(one, other) * 3)(3, 5) == 15


def test_nobody_else_compiles_meanwhile() -> None:
    with drafting():
        free: list[bool] = []
        lock = global_compiler_lock._lock
        other = threading.Thread(target=lambda: free.append(lock.acquire(blocking=False)))
        other.start()
        other.join()
        assert free == [False]


@pytest.mark.parametrize("version", ["0.60.0", "0.69.0", "0.62.1", "1.0.0"])
def test_other_versions_are_not_touched(version: str) -> None:
    assert "was not tried" in why_unusable(version)


def test_a_numba_without_the_parts_is_not_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not why_unusable(f"{TRIED[-1]}.0")
    monkeypatch.setattr(numba_internals, "_PARTS", ((CPUContext, ("get_executable", "gone_tomorrow")),))
    assert "CPUContext.gone_tomorrow" in why_unusable(f"{TRIED[-1]}.0")
