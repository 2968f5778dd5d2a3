"""Where the compiled machine is kept, and what is said when it cannot be."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from changeling.play import fast


class Stub:
    """Stands for the compiled machine: remembers how it was asked for."""

    def __init__(self, *, cache: str | None = None, boundscheck: bool = False) -> None:
        self.cache, self.boundscheck = cache, boundscheck


@pytest.fixture
def stubbed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A cache of the test's own, and nothing is really compiled."""
    module = ModuleType("changeling.engine.compiled")
    module.Compiled = Stub  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "changeling.engine.compiled", module)
    monkeypatch.setenv("CHANGELING_CACHE", str(tmp_path))
    fast.compiled.cache_clear()
    yield tmp_path
    fast.compiled.cache_clear()


def test_only_the_first_time_is_announced(stubbed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = fast.compiled()
    assert "Compiling the machine" in capsys.readouterr().err
    assert fast.compiled() is first
    fast.compiled.cache_clear()  # as in another process
    fast.compiled()
    assert not capsys.readouterr().err


@pytest.mark.usefixtures("stubbed")
def test_the_two_modes_are_kept_apart() -> None:
    plain, checked = fast.compiled(), fast.compiled(boundscheck=True)
    assert isinstance(plain, Stub)
    assert isinstance(checked, Stub)
    assert plain.cache != checked.cache
    assert (plain.boundscheck, checked.boundscheck) == (False, True)


def test_where_nothing_can_be_kept_it_is_compiled_each_time(stubbed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (stubbed / "changeling").write_text("a file where the folder should be", encoding="utf-8")
    machine = fast.compiled()
    assert isinstance(machine, Stub)
    assert machine.cache is None
    assert "cannot be kept" in capsys.readouterr().err


def test_a_compilation_that_fails_is_announced_again(
    monkeypatch: pytest.MonkeyPatch, stubbed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise OSError("not ours")

    monkeypatch.setattr(sys.modules["changeling.engine.compiled"], "Compiled", broken)
    for _ in range(2):
        with pytest.raises(OSError, match="not ours"):
            fast.compiled()
        assert "this happens once" in capsys.readouterr().err
