"""PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import changeling as cl
from changeling.envs import aec_env


# The test warns of every environment whose observations have masks, as PettingZoo's own card games have.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize(("deck", "seats"), [("fluxx-4", 2), ("family", 3), ("cthulhu", 4), ("doctor-who", 6)])
def test_the_api_test_passes(deck: str, seats: int) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(aec_env(deck, seats=seats), num_cycles=60)


def test_the_seed_test_passes() -> None:
    seed_test(lambda: aec_env("fluxx-4", seats=3), num_cycles=80)


def test_the_render_test_passes() -> None:
    def make(render_mode: str) -> Any:
        return aec_env("dice-camera-action", seats=3, render_mode=render_mode)

    with contextlib.redirect_stdout(io.StringIO()) as printed:
        render_test(make)
    assert "Goals: " in printed.getvalue()


def play_out(env: Any, seed: int) -> dict[str, float]:
    """A random game; gives the rewards."""
    env.reset(seed=seed)
    chance, rewards = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        rewards[agent] += reward
        if ended or cut:
            env.step(None)
            continue
        others = [other for other in env.agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in others), "only the asked seat has answers"
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return rewards


@pytest.mark.parametrize("seats", [2, 6])
def test_the_winner_gets_the_reward(seats: int) -> None:
    env = aec_env("family", seats=seats)
    for seed in range(3):
        rewards = play_out(env, seed)
        assert sorted(rewards.values()) == [-1.0] * (seats - 1) + [1.0]
        assert rewards[env.unwrapped.game.winner] == 1.0


def test_an_illegal_answer_is_named_and_changes_nothing() -> None:
    env = aec_env("family", seats=2)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(cl.AnswerError, match=r"is not an option: .* \(seat_\d, Basic Rules\)"):
        env.step(wrong)
    with pytest.raises(cl.AnswerError, match="100000 is not an option"):
        env.step(100000)
    for nothing in (None, 1.0, "0"):
        with pytest.raises(cl.AnswerError, match=f"^{nothing} is not an option"):
            env.step(nothing)
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_a_long_game_is_broken_off() -> None:
    env = aec_env("fluxx-4", seats=3, most=5)
    assert set(play_out(env, 2).values()) == {0.0}
    assert env.unwrapped.answers == 5


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(cl.ChangelingError, match="seats: 2 to 6"):
        aec_env(seats=7)
    with pytest.raises(cl.ChangelingError, match="render_mode"):
        aec_env(render_mode="rgb_array")
