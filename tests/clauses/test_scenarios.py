"""Every scenario of the suite, each as a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from changeling.proofs.scenario import Scenario, read_scenarios, run_scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = [
    pytest.param(scenario, id=f"{file.relative_to(FOLDER).with_suffix('').as_posix()}: {scenario.title}")
    for file in sorted(FOLDER.rglob("*.yaml"))
    for scenario in read_scenarios(file)
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_holds(scenario: Scenario) -> None:
    run_scenario(scenario)


def test_titles_tell_scenarios_apart() -> None:
    ids = [str(param.id) for param in SCENARIOS]
    assert len(set(ids)) == len(ids), sorted({name for name in ids if ids.count(name) > 1})
