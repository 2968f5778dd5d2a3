"""Servers of several versions at once: which slices count, the ratios, and what is refused. How fast any is, no test
says."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest

from benchmarks import servers_at_once
from benchmarks.clients import Tally
from benchmarks.servers_at_once import Slice, Version, line, summed


def test_ratios_are_those_of_the_same_slices() -> None:
    slices = {
        "first": [Slice(2.0, 0.1, 200, 400), Slice(2.0, 0.2, 200, 400), Slice(2.0, 0.4, 200, 400)],
        "now": [Slice(2.0, 0.2, 200, 600), Slice(2.0, 0.2, 200, 600), Slice(2.0, 1.2, 200, 600)],
    }
    tallies = {"first": Tally(waits=[0.001, 0.002, 0.003]), "now": Tally(waits=[0.004], errors={"lost": 1})}
    first, now = summed(slices, tallies)
    assert (first.cost, first.ratio, first.least, first.most) == (1.0, 1.0, 1.0, 1.0)
    assert (now.cost, now.ratio, now.least, now.most) == (1.0, 2.0, 1.0, 3.0)
    assert (now.answers_per_second, now.updates_per_answer, now.p50_ms, now.p99_ms) == (100.0, 3.0, 4.0, 4.0)
    assert "2.000 times the first (1.00 to 3.00)" in line(now)
    assert "errors {'lost': 1}" in line(now)


def test_a_slice_with_few_answers_does_not_count() -> None:
    slices = {
        "first": [Slice(2.0, 0.1, 100, 100), Slice(2.0, 0.1, 100, 100)],
        "now": [Slice(2.0, 9.0, 1, 1), Slice(2.0, 0.1, 100, 100)],
    }
    tallies = {"first": Tally(), "now": Tally()}
    assert [found.most for found in summed(slices, tallies)] == [1.0, 1.0]
    slices["first"] = slices["now"] = [Slice(2.0, 0.1, 1, 1)]
    with pytest.raises(SystemExit, match="take longer ones"):
        summed(slices, tallies)


def test_a_folder_without_a_server_is_refused(tmp_path: Path) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="there is no changeling in it"):
        servers_at_once._named(f"now={tmp_path}")
    source = Path(__file__).parents[2] / "src"
    assert servers_at_once._named(f"now={source}") == ("now", Version(source, sys.executable))
    assert servers_at_once._named(str(source)) == (source.parent.name, Version(source))


def test_a_server_can_be_run_by_another_python(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "src"
    other = tmp_path / "python"
    with pytest.raises(argparse.ArgumentTypeError, match="no Python that can be run"):
        servers_at_once._named(f"now={source}@{other}")
    other.symlink_to(sys.executable)
    assert servers_at_once._named(f"now={source}@{other}") == ("now", Version(source, str(other)))
