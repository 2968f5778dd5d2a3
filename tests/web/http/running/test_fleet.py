"""Several processes: they end with the one that started them, and who dies is told of in the log."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]


@pytest.fixture
def first(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    command = [sys.executable, "-m", "tests.web.http.odd_nodes", str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path})
    try:
        until(lambda: len(list(tmp_path.glob("*.pid"))) == 2)
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def until(fits: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.02)


def node(folder: Path, place: int) -> int:
    return int((folder / f"{place}.pid").read_text())


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text() if sys.platform == "linux" else True


def test_they_stop_when_the_first_is_killed(first: subprocess.Popen[str], tmp_path: Path) -> None:
    nodes = [node(tmp_path, place) for place in (0, 1)]
    first.kill()
    first.wait()
    until(
        lambda: len(list(tmp_path.glob("*.stopped"))) == 2
    )  # as if they had been told to, so that nothing is broken off
    until(lambda: not any(map(is_there, nodes)))


def test_one_that_dies_is_replaced_and_the_log_says_so(first: subprocess.Popen[str], tmp_path: Path) -> None:
    before = node(tmp_path, 0)
    (tmp_path / "0.pid").unlink()
    os.kill(before, signal.SIGKILL)
    until((tmp_path / "0.pid").exists)
    assert node(tmp_path, 0) != before
    first.send_signal(signal.SIGTERM)
    assert first.wait(60) == 0
    assert first.stderr is not None
    said = [json.loads(line) for line in first.stderr.read().splitlines()]
    assert [line["message"] for line in said] == ["a process has ended with status -9; another takes its place"]


def test_one_that_dies_is_replaced_by_one_that_has_everything_loaded(
    first: subprocess.Popen[str], tmp_path: Path
) -> None:
    """So that nobody waits for that; and another one is at hand after that."""

    def loaded() -> set[int]:
        return {int(path.stem) for path in tmp_path.glob("*.loaded")}

    for place in (0, 1, 0):
        until(lambda: len({pid for pid in loaded() if is_there(pid)}) == 3)
        before, at_hand = node(tmp_path, place), loaded() - {node(tmp_path, 0), node(tmp_path, 1)}
        (tmp_path / f"{place}.pid").unlink()
        os.kill(before, signal.SIGKILL)
        until((tmp_path / f"{place}.pid").exists)
        assert node(tmp_path, place) in at_hand
    first.send_signal(signal.SIGTERM)
    assert first.wait(60) == 0
    until(lambda: not any(map(is_there, loaded())))
    assert first.stderr is not None
    assert "Traceback" not in first.stderr.read()
