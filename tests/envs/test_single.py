"""One seat against bots."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import changeling as cl
from changeling.envs import gym_env
from changeling.envs.single import OneSeat


@pytest.mark.parametrize(("deck", "seats", "seat"), [("fluxx-4", 2, 0), ("cthulhu", 4, 2)])
def test_the_checker_of_gymnasium_passes(deck: str, seats: int, seat: int) -> None:
    """It answers without a look at the mask, so that answers have to be replaced; made by `make`, it renders too."""
    made = gymnasium.make(
        "Changeling-v0", deck=deck, seats=seats, seat=seat, illegal="replace", disable_env_checker=True
    )
    check_env(made.unwrapped)


def play_out(env: OneSeat, seed: int) -> float:
    """A random game; gives the reward."""
    seen, info = env.reset(seed=seed)
    assert info["unseen"] >= 0
    chance = np.random.default_rng(seed)
    while True:
        assert env.observation_space.contains(seen)
        assert np.array_equal(env.action_masks(), seen["action_mask"])
        assert env.game.table.asked == env.seat
        action = chance.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, ended, cut, _ = env.step(action)
        if ended or cut:
            assert ended == env.game.over
            return reward
        assert reward == 0.0


@pytest.mark.parametrize("seat", [0, 2])
def test_whole_games_against_bots(seat: int) -> None:
    env = gym_env("family", seats=3, opponents=["random", "greedy"], seat=seat)
    rewards = [play_out(env, seed) for seed in range(12)]
    assert set(rewards) == {1.0, -1.0}
    assert env._bots[f"seat_{(seat + 1) % 3}"].name == "random"
    assert env._bots[f"seat_{(seat + 2) % 3}"].name == "greedy"


def test_the_same_seed_is_the_same_game() -> None:
    one, other = gym_env("fluxx-4", opponents="greedy"), gym_env("fluxx-4", opponents="greedy")
    assert play_out(one, 4) == play_out(other, 4)
    assert one.game.record() == other.game.record()
    one.reset()
    assert one.game.record() != other.game.record()


def test_an_illegal_answer_is_refused_or_replaced() -> None:
    env = gym_env("family")
    seen, _ = env.reset(seed=3)
    wrong = np.flatnonzero(seen["action_mask"] == 0)[0]
    moves = env.game.record().moves
    with pytest.raises(cl.AnswerError, match="is not an option"):
        env.step(wrong)
    assert env.game.record().moves == moves
    lenient = gym_env("family", illegal="replace")
    lenient.reset(seed=3)
    assert lenient.step(wrong)[4]["replaced"] is True
    right = np.flatnonzero(lenient.action_masks())[0]
    assert lenient.step(right)[4]["replaced"] is False


def test_rendering() -> None:
    env = gym_env("family", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert "seat_0 holds: " in text


def test_a_long_game_is_broken_off() -> None:
    env = gym_env("fluxx-4", most=20)
    env.reset(seed=5)
    for _ in range(20):
        *_, ended, cut, _ = env.step(np.flatnonzero(env.action_masks())[0])
        if ended or cut:
            break
    assert (ended, cut) == (env.game.over, not env.game.over)
    assert env.answers <= 20


def test_games_that_end_before_the_seat_is_asked_are_passed_over() -> None:
    env = gym_env("fluxx-4", most=1)
    unseen = [env.reset(seed=seed)[1]["unseen"] for seed in range(8)]
    assert max(unseen) > 0
    assert env.game.table.asked == 0


def test_wrong_settings_are_refused() -> None:
    for given, says in (
        ({"seat": 2}, "seat: 0 to 1"),
        ({"opponents": ["random", "random"]}, "opponents: 1 bots, or one for all"),
        ({"opponents": "nobody"}, "'nobody' is not a bot"),
        ({"illegal": "punish"}, "illegal: error or replace"),
        ({"render_mode": "rgb"}, "render_mode"),
        ({"most": 0}, "most: "),
    ):
        with pytest.raises(cl.ChangelingError, match=says):
            gym_env("family", **given)


@pytest.mark.parametrize("illegal", ["error", "replace"])
@pytest.mark.parametrize("most", [3, 2000])
def test_after_the_end_nobody_answers_until_the_next_game(illegal: str, most: int) -> None:
    """After a game was broken off another seat may be asked, whose answer is not to be given from here."""
    env = gym_env("fluxx-4", most=most, illegal=illegal)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        ended = cut = False
        while not ended and not cut:
            _, _, ended, cut, info = env.step(info["action_mask"].argmax())
        stood = env.game.notation(), env.answers
        asked = [] if ended else np.flatnonzero(env.game.decision.mask()).tolist()
        for action in (*asked, 5, -1, None):
            with pytest.raises(cl.ChangelingError, match="the game is over, or was broken off"):
                env.step(action)  # type: ignore[arg-type]
        assert (env.game.notation(), env.answers) == stood
