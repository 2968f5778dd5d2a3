"""Stable-Baselines3's VecEnv; where it is installed, which it is not among the tools for developing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.envs import League, Policy, sb3_env, vector_env


@pytest.fixture
def vec_env() -> Any:
    return pytest.importorskip("stable_baselines3.common.vec_env", reason="Stable-Baselines3 is not installed")


def test_without_it_an_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    monkeypatch.delitem(sys.modules, "changeling.envs.sb3", raising=False)
    with pytest.raises(cl.ChangelingError, match=r"pip install 'changeling\[sb3\]'"):
        sb3_env("family", 2)


class Frozen:
    """A trained model as a function of arrays."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def __call__(self, observations: Any, masks: Any) -> Any:
        return self.model.predict(observations, action_masks=masks)[0]


def random_answers(env: Any, luck: np.random.Generator) -> Any:
    masks = np.stack(env.env_method("action_masks"))
    return np.array([luck.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.usefixtures("vec_env")
def test_it_is_the_vector_environment() -> None:
    env, plain = sb3_env("family", 4, seats=3, seat=1), vector_env("family", 4, seats=3, seat=1)
    env.seed(5)
    luck, ends = np.random.default_rng(1), 0
    seen, other = env.reset(), plain.reset(seed=5)[0]
    for _ in range(80):
        assert np.array_equal(seen, other["observation"])
        assert np.array_equal(np.stack(env.env_method("action_masks")), other["action_mask"] == 1)
        assert env.env_method("action_masks", indices=[2])[0].tolist() == env.action_masks()[2].tolist()
        actions = random_answers(env, luck)
        seen, rewards, dones, infos = env.step(actions)
        other, wins, ended, cut, told = plain.step(actions)
        assert rewards.dtype == np.float32
        assert (rewards.tolist(), dones.tolist()) == (wins.tolist(), (ended | cut).tolist())
        for row in np.flatnonzero(dones):
            ends += 1
            assert np.array_equal(infos[row]["terminal_observation"], told["final_obs"][row]["observation"])
            assert infos[row]["TimeLimit.truncated"] == cut[row]
    assert ends > 0


def test_wrappers_count_games_and_games_are_broken_off(vec_env: Any) -> None:
    env = vec_env.VecMonitor(sb3_env("family", 3, most=6))
    luck = np.random.default_rng(1)
    env.reset()
    cut = []
    for _ in range(12):
        *_, infos = env.step(random_answers(env, luck))
        cut += [info["TimeLimit.truncated"] for info in infos if "episode" in info]
    assert True in cut
    assert env.env_is_wrapped(vec_env.VecMonitor) == [False] * 3
    assert env.get_attr("seat") == [0] * 3
    with pytest.raises(cl.AnswerError, match="game 0: "):
        env.step(np.argmin(env.env_method("action_masks"), axis=1))
    with pytest.raises(cl.ChangelingError, match="set it for all of them"):
        env.set_attr("seat", 1, indices=[0])


@pytest.mark.usefixtures("vec_env")
def test_maskable_ppo_learns_on_it_and_plays_in_a_league(tmp_path: Path) -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    env = sb3_env("family", 4, most=200)
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(128)
    seen, masks = env.reset(), env.action_masks()
    answers, _ = model.predict(seen, action_masks=masks, deterministic=True)
    assert masks[np.arange(4), answers].all()
    model.save(tmp_path / "model")
    league = League()
    league.add(Policy(Frozen(contrib.MaskablePPO.load(tmp_path / "model"))), copied=False)
    against = sb3_env("family", 4, opponents=league)
    against.reset()
    assert against.step(against.action_masks().argmax(axis=1))[0].shape == seen.shape
