"""The example that learns runs, and its parts do what they say. Without PyTorch it is skipped."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from changeling import Batch

torch = pytest.importorskip("torch")
pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def example() -> ModuleType:
    path = Path(__file__).parents[2] / "examples" / "train.py"
    spec = importlib.util.spec_from_file_location("train", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_learns_draws_and_tells(example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "curve.svg"
    few = "--games 8 --steps 8 --parts 2 --epochs 1 --updates 2 --every 1 --tests 8 --final 8 --try family".split()
    example.main([*few, "--deck", "family", "--out", str(out)])
    assert "<svg" in out.read_text(encoding="utf-8")
    told = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    assert [point["answers"] for point in told["curve"]] == [0, 64, 128]
    assert "family: wins" in capsys.readouterr().out


def test_only_legal_answers_have_a_chance(example: ModuleType) -> None:
    batch, policy = Batch("fluxx-4", 16, 3, 0), example.Policy()
    for _ in range(20):
        with torch.no_grad():
            logs, value = policy(batch.observation, batch.mask, batch.printed)
        chances = logs.exp().numpy()
        assert value.shape == (16,)
        assert np.allclose(chances.sum(axis=1), 1, atol=1e-4)
        assert (chances[batch.mask == 0] == 0).all()
        assert (chances[batch.mask == 1] > 0).all()
        batch.step(example.sample(logs).numpy())


def test_gains_do_not_reach_across_the_end_of_a_game(example: ModuleType) -> None:
    rewards = np.array([[0.0], [1.0], [0.0]], np.float32)
    ended = np.array([[False], [True], [False]])
    values = np.array([[0.5], [0.5], [0.2], [0.4]], np.float32)
    found = example.gains(rewards, ended, values, later=1.0)
    assert found[1, 0] == pytest.approx(0.5)
    assert found[0, 0] == pytest.approx(0.0 + 0.95 * 0.5)
    assert found[2, 0] == pytest.approx(0.2)
