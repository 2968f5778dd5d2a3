"""What the bench prints. How fast anything is, no test says: that depends on the machine and on its mood."""

import json
import sys
import time
from typing import Any

import pytest

from changeling.cli import main
from changeling.lab.speed import bench
from changeling.play.compiled.native_cache import compiled


@pytest.fixture
def without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if llvmlite were not installed."""
    compiled.cache_clear()
    for module in ("build", "llvm"):
        monkeypatch.delitem(sys.modules, f"changeling.engine.native.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "llvmlite", None)


def measured(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert main(["bench", "--deck", "fluxx-4", "--seats", "4", "--seconds", "0.05", "--json", *more]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_json_has_the_agreed_shape(capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(capsys)
    for part in ("compiled", "threads", "mixed", "batch", "observed", "interpreted", "stepped", "game"):
        rate = found[part]
        assert 0 < rate["slowest"] <= rate["decisions_per_s"] <= rate["fastest"]
        assert rate["per_cpu_s"] > 0
        assert rate["decisions"] >= rate["games"] >= bench.REPEATS
    assert found["copy_ns"] > 0
    assert 0 < found["copy"]["bytes"] <= found["copy"]["table_bytes"]
    assert (found["deck"], found["seats"]) == ("fluxx-4", 4)
    assert found["machine"]["cores"] >= 1
    assert found["versions"]["llvmlite"]
    assert "missing" not in found


def test_the_table_names_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--deck", "family", "--seats", "2", "--seconds", "0.05"]) == 0
    text = capsys.readouterr().out
    for words in (
        "family, 2 seats",
        "compiled, whole games",
        "two threads",
        "five editions mixed",
        "masks",
        "with observations",
        "stepped from Python",
        "interpreted",
        "copy of a table",
        "llvmlite",
    ):
        assert words in text


@pytest.mark.usefixtures("without_llvmlite")
def test_without_llvmlite_the_interpreted_part_still_runs(capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(capsys)
    assert found["compiled"] is None
    assert found["stepped"] is None
    assert found["copy_ns"] is None
    assert found["interpreted"]["decisions_per_s"] > 0
    assert "changeling[fast]" in found["missing"]
    assert main(["bench", "--deck", "family", "--seconds", "0.05"]) == 0
    assert "compiled play needs llvmlite" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--deck", "chess"], "'chess' is not a deck"),
        (["--seats", "9"], "2 to 6"),
        (["--seats", "2-6"], "one number"),
        (["--seats", "four"], "'four'"),
        (["--seconds", "0"], "seconds"),
        (["--seconds", "nan"], "seconds"),
    ],
)
def test_what_cannot_be_measured_is_said(capsys: pytest.CaptureFixture[str], given: list[str], said: str) -> None:
    assert main(["bench", *given]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert not shown.out


def test_what_the_first_use_takes_to_load_is_no_part_of_the_rate() -> None:
    asked: list[int] = []

    def work(_: int, games: int) -> int:
        time.sleep(0.4 if not asked else 0.001 * games)
        asked.append(games)
        return games

    assert bench._rate(work, 0.5)["games"] > bench.REPEATS


def test_what_is_compared_is_measured_by_turns() -> None:
    done: list[str] = []

    def work(name: str, seconds: float) -> bench.Work:
        def play(_: int, games: int) -> int:
            time.sleep(seconds * games)
            done.append(name)
            return games

        return play

    rates = bench._rates([work("one", 0.001), work("two", 0.002)], 0.2)
    assert done[-2 * bench.REPEATS :] == ["one", "two"] * bench.REPEATS
    assert all(rate["slowest"] <= rate["decisions_per_s"] <= rate["fastest"] for rate in rates)
