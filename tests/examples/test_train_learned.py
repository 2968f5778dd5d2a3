"""The parts of the example that trains `learned` which need no PyTorch do what they say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from changeling.lab.transfer.suites import TRAINED

LAST, UNKNOWN = -1, -2


@pytest.fixture(scope="module")
def example() -> ModuleType:
    path = Path(__file__).parents[2] / "examples" / "train_learned.py"
    spec = importlib.util.spec_from_file_location("train_learned", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def played(example: ModuleType, follows: list[int], reward: list[float]) -> object:
    count = len(follows)
    zeros = np.zeros(count, np.float32)
    return example.Played([], zeros, zeros, np.array(follows), np.array(reward, np.float32), [], 0, 0, 0)


def test_it_is_trained_on_what_the_benchmark_allows(example: ModuleType) -> None:
    assert set(example.DECKS) == set(TRAINED)


def test_outcomes_reach_back_to_the_first_question_of_a_game(example: ModuleType) -> None:
    parts = [
        played(example, [1, LAST, UNKNOWN], [0, -1, 0]),
        played(example, [2, UNKNOWN, LAST], [0, 0, 1]),
    ]
    assert example.outcomes(*example.chained(parts)).tolist() == [-1, -1, 2, 1, 2, 1]


def test_gains_do_not_reach_across_the_end_of_a_game(example: ModuleType) -> None:
    value = np.array([0.5, 0.25, 0.0, 0.5], np.float32)
    found = example.gains([played(example, [1, LAST, UNKNOWN, LAST], [0, 1, 0, -1])], value)
    assert found[1] == pytest.approx(0.75)
    assert found[0] == pytest.approx(-0.25 + 0.95 * 0.75)
    assert found[2] == 0
    assert found[3] == pytest.approx(-1.5)
