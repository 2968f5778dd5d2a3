"""A small run that several tests look at; none of them changes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from changeling.lab.runs.manifest import plan_run
from changeling.lab.runs.run import Run
from changeling.lab.simulation import play_run


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder: Path = tmp_path_factory.mktemp("run")
    return play_run(folder, plan_run("cthulhu", seats=3, bots="greedy", games=120, seed=7, chunk=30), on=1)
