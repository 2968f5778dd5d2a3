"""Work done by several processes: all of it, whatever becomes of a worker."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from changeling.errors import ChangelingError, EngineFault
from changeling.lab.runs.workers import cores_here, play_here


def double(number: int) -> int:
    return 2 * number


def die_once(path: str) -> str:
    """Takes its worker along the first time."""
    file = Path(path)
    if not file.exists():
        file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return file.name


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    if number == 3:
        raise ChangelingError("three cannot be played")
    if number == 4:
        raise EngineFault("four", backtrace="nowhere")
    return number


def fail(number: int) -> int:
    raise ZeroDivisionError(f"at {number}")


def nap(number: int) -> int:
    time.sleep(600)
    return number


@pytest.mark.parametrize("cores", [1, 2, 5])
def test_everything_is_played_once(cores: int) -> None:
    assert sorted(play_here(double, iter(range(7)), cores)) == [0, 2, 4, 6, 8, 10, 12]


def test_an_interrupt_while_a_worker_is_started_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    start = SpawnProcess.start

    def hit(process: SpawnProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", hit)
    with pytest.raises(KeyboardInterrupt):
        list(play_here(double, iter(range(7)), 2))


def test_nothing_is_played_of_nothing() -> None:
    assert list(play_here(double, iter(()), 2)) == []


def test_the_work_of_a_worker_that_dies_is_done_by_another(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{number}") for number in range(3)]
    assert sorted(play_here(die_once, iter(paths), 2)) == ["0", "1", "2"]


def test_work_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(ChangelingError, match="a worker died 3 times over the same games"):
        list(play_here(die, iter([1, 2]), 2))


@pytest.mark.parametrize(
    ("player", "said"),
    [(refuse, "three cannot be played"), (fail, "a fault of ours(.|\n)*ZeroDivisionError: at")],
)
def test_what_goes_wrong_is_said_here(player: object, said: str) -> None:
    with pytest.raises(ChangelingError, match=said):
        list(play_here(player, iter([3, 3]), 2))  # type: ignore[arg-type]


def test_a_fault_of_a_card_is_said_here() -> None:
    with pytest.raises(ChangelingError, match="four"):
        list(play_here(refuse, iter([4, 4]), 2))


def test_workers_end_with_who_waits_for_them() -> None:
    waiting = play_here(nap, iter([1, 2]), 2)
    began = time.monotonic()
    pool = play_here(double, iter([1]), 2)
    assert next(pool) == 2
    pool.close()  # type: ignore[attr-defined]
    waiting.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 300


def test_there_is_a_core() -> None:
    assert cores_here() >= 1
