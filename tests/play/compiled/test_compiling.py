"""What is not compiled yet is compiled by one other process, and nobody hears of it."""

from __future__ import annotations

import gc
import importlib.util
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from changeling.play.compiled import compiling
from changeling.play.compiled.compiling import Target

THINK = Target("changeling.bots.tree.think", "changeling.play.bot_factory.compile_search")
STEPS = Target("changeling.engine.arrays.batch_step.step_rows", "changeling.play.batch_ready.compile_steps", lean=True)


@pytest.fixture
def until(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Processes that compile compile nothing, and run until this file is there."""
    done = tmp_path / "done"
    monkeypatch.setenv("CHANGELING_CACHE", str(tmp_path))
    program = f"import time, os\nwhile not os.path.exists({str(done)!r}): time.sleep(0.01)"
    monkeypatch.setattr(Target, "program", property(lambda _: program))
    begun = as_another_process(monkeypatch)
    yield done
    done.touch()
    for process in begun.values():
        process.wait()


def as_another_process(monkeypatch: pytest.MonkeyPatch) -> dict[Target, subprocess.Popen[bytes]]:
    """From now on, what was begun before was begun by another process."""
    begun: dict[Target, subprocess.Popen[bytes]] = {}
    monkeypatch.setattr(compiling, "_begun", begun)
    return begun


def test_it_is_begun_once(until: Path) -> None:
    assert not THINK.is_ready()
    (process,) = compiling._begun.values()
    assert not THINK.is_ready()
    assert [*compiling._begun.values()] == [process]
    STEPS.begin()
    assert len(compiling._begun) == 2
    until.touch()
    assert process.wait() == 0
    THINK.begin()
    assert compiling._begun[THINK] is process, "what could not be compiled is not tried again and again"


@pytest.mark.skipif(os.name != "posix", reason="there are no such locks")
def test_others_leave_it_to_the_one_that_is_at_it(until: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    THINK.begin()
    (first,) = compiling._begun.values()
    begun = as_another_process(monkeypatch)
    THINK.begin()
    assert begun == {}
    STEPS.begin()
    assert [*begun] == [STEPS], "another function is not what that one compiles"
    until.touch()
    first.wait()
    THINK.begin()
    assert [*begun] == [STEPS, THINK], "the first has ended and left nothing"
    for process in begun.values():
        process.wait()


def test_that_it_still_runs_is_no_mistake(until: Path) -> None:
    THINK.begin()
    process = compiling._begun.pop(THINK)
    pid = process.pid
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        del process
        gc.collect()
    assert heard == []
    until.touch()
    os.waitpid(pid, 0)


def test_a_process_that_ends_meanwhile_says_nothing(until: Path, tmp_path: Path) -> None:
    program = (
        "from changeling.play.compiled.compiling import Target\n"
        f"Target.program = {THINK.program!r}\n"
        f"Target({THINK.entry!r}, '').begin()\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert [*tmp_path.glob("changeling/*/*/think.lock")] != []


def test_what_the_process_runs() -> None:
    assert THINK.program == "from changeling.play.bot_factory import compile_search; compile_search()"
    assert STEPS.program.endswith("import compile_steps; compile_steps(lean=True)")
    for target in (THINK, STEPS):
        module, _, maker = target.maker.rpartition(".")
        assert callable(getattr(importlib.import_module(module), maker))


def test_files_of_the_folder_that_one_is_in_are_none_of_the_program(
    until: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    until.touch()
    (tmp_path / "queue.py").write_text("raise SystemExit(9)", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Target, "program", property(lambda _: "import queue"))
    THINK.begin()
    assert compiling._begun[THINK].wait() == 0


def test_nothing_is_begun_that_could_not_be_kept(until: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CHANGELING_CACHE", str(tmp_path / "file"))
    assert not THINK.is_ready()
    assert compiling._begun == {}


def test_without_llvmlite_nothing_is_begun(until: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not THINK.is_ready()
    assert compiling._begun == {}
