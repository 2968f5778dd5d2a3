"""Every scenario of the suite, each as a test of its own.

Every process that tests imports this file, and one of them runs its tests: only that one reads the scenarios whole. The
titles alone, which the tests are called by, are found by how each scenario begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
import yaml

from changeling.proofs.scenario import Scenario, read_scenarios, run_scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


def titles_in(file: Path) -> Iterator[str]:
    """The titles of the scenarios of a file, in order."""
    for title in re.findall(r"^- scenario: *(.+?) *$", file.read_text(encoding="utf-8"), re.MULTILINE):
        yield yaml.safe_load(title) if title[0] in "'\"" else title


@lru_cache(maxsize=len(FILES))
def scenarios_of(file: Path) -> list[Scenario]:
    return read_scenarios(file)


SCENARIOS = [
    pytest.param(file, place, title, id=f"{file.relative_to(FOLDER).with_suffix('').as_posix()}: {title}")
    for file in FILES
    for place, title in enumerate(titles_in(file))
]


@pytest.mark.parametrize(("file", "place", "title"), SCENARIOS)
def test_holds(file: Path, place: int, title: str) -> None:
    scenario = scenarios_of(file)[place]
    assert scenario.title == title
    run_scenario(scenario)


def test_every_scenario_is_a_test() -> None:
    assert len(FILES) > 100
    for file in FILES:
        assert list(titles_in(file)) == [scenario.title for scenario in scenarios_of(file)], file


def test_titles_tell_scenarios_apart() -> None:
    ids = [str(param.id) for param in SCENARIOS]
    assert len(set(ids)) == len(ids), sorted({name for name in ids if ids.count(name) > 1})
