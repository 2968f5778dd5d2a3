"""Where the compiled machine is kept, and what is said when it cannot be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from changeling.engine.native import build as module
from changeling.engine.native.entry_points import Ints
from changeling.engine.native.numba_internals import drafting
from changeling.play import native_cache as fast


def doubled(numbers: Ints, place: int) -> int:
    """Something small to compile."""
    return int(numbers[place] * 2)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A cache of the test's own."""
    monkeypatch.setenv("CHANGELING_CACHE", str(tmp_path))
    fast.compiled.cache_clear()
    fast.announce_compiling.cache_clear()
    yield tmp_path
    fast.compiled.cache_clear()


@pytest.mark.usefixtures("kept")
def test_only_the_first_time_is_announced(capsys: pytest.CaptureFixture[str]) -> None:
    machine = fast.compiled()
    assert machine.load(doubled)(np.array([3, 4]), 1) == 8
    assert "Compiling the machine" in capsys.readouterr().err
    assert fast.compiled() is machine
    assert machine.load(doubled) is machine.load(doubled)
    fast.compiled.cache_clear()  # as in another process
    assert fast.compiled().load(doubled)(np.array([3, 4]), 0) == 6
    assert not capsys.readouterr().err


def test_what_is_kept_for_another_processor_is_made_anew(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fast.compiled().load(doubled)
    for code in kept.rglob("*.nb*"):
        code.unlink()
    fast.compiled.cache_clear()
    capsys.readouterr()
    assert fast.compiled().load(doubled)(np.array([5]), 0) == 10


@pytest.mark.usefixtures("kept")
def test_the_two_modes_are_kept_apart() -> None:
    plain, checked = fast.compiled(), fast.compiled(boundscheck=True)
    assert plain.load(doubled)(np.array([1]), 0) == 2
    with pytest.raises(IndexError):
        checked.load(doubled)(np.array([1]), 1)


def test_where_nothing_can_be_kept_it_is_compiled_each_time(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (kept / "changeling").write_text("a file where the folder should be", encoding="utf-8")
    machine = fast.compiled()
    assert "cannot be kept" in capsys.readouterr().err
    assert machine.load(doubled)(np.array([7]), 0) == 14


@pytest.mark.usefixtures("kept")
def test_a_compilation_that_fails_is_announced_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError("not ours")

    machine = fast.compiled()
    monkeypatch.setattr(module.Compiled, "_compile", broken)
    with pytest.raises(OSError, match="not ours"):
        machine.load(doubled)
    fast.announce_compiling.cache_clear()  # as in another process
    with pytest.raises(OSError, match="not ours"):
        machine.load(doubled)
    assert capsys.readouterr().err.count("this happens once") == 2


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "changeling.engine.native.build", None)
    fast.compiled.cache_clear()
    with pytest.raises(fast.NoNumba, match=r"pip install 'changeling\[fast\]'"):
        fast.compiled()


def test_drafting_leaves_numba_as_it_was() -> None:
    from numba.core.codegen import CPUCodeLibrary

    before = CPUCodeLibrary._finalize_final_module
    with drafting() as drafted:
        assert drafted
        assert CPUCodeLibrary._finalize_final_module is not before
    assert CPUCodeLibrary._finalize_final_module is before
