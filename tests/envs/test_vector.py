"""Many games, one seat of each."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import changeling as cl
from changeling.envs import opposed_batch, vector_env


def test_spaces_hold_what_is_given() -> None:
    env = vector_env("family", 5, seats=3, seat=1)
    seen, infos = env.reset(seed=3)
    assert infos == {}
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    for _ in range(60):
        assert env.observation_space.contains(seen)
        actions = env.sample()
        assert env.action_space.contains(actions)
        assert seen["action_mask"][np.arange(5), actions].all()
        seen, rewards, ended, cut, infos = env.step(actions)
        assert rewards.shape == ended.shape == cut.shape == (5,)
        assert (rewards != 0).tolist() == ended.tolist()
        assert ("final_obs" in infos) == ended.any()
        for row in np.flatnonzero(ended):
            assert env.single_observation_space.contains(infos["final_obs"][row])
            assert (infos["winner"][row] == 1) == (rewards[row] == 1.0)
    env.close()


def test_the_same_seed_is_the_same_games() -> None:
    one, other = vector_env("fluxx-4", 4), vector_env("fluxx-4", 4, threads=2)
    one.reset(seed=1)
    other.reset(seed=1)
    for _ in range(50):
        mine, theirs = one.step(one.sample()), other.step(other.sample())
        assert np.array_equal(mine[0]["observation"], theirs[0]["observation"])
        assert np.array_equal(mine[1], theirs[1])
    kept = one.reset(seed=1)[0]["observation"]
    assert not np.array_equal(one.reset()[0]["observation"], kept)
    assert np.array_equal(one.reset(seed=1)[0]["observation"], kept)


def test_only_without_copy_memory_is_used_again() -> None:
    for copy in (True, False):
        env = vector_env("family", 3, copy=copy)
        first, _ = env.reset(seed=1)
        second, *_ = env.step(env.sample())
        assert np.shares_memory(first["observation"], second["observation"]) is not copy


def test_wrappers_of_gymnasium_work_on_it() -> None:
    env = RecordEpisodeStatistics(vector_env("family", 8))
    env.reset(seed=2)
    lengths: list[int] = []
    for _ in range(150):
        *_, infos = env.step(env.env.sample())  # type: ignore[attr-defined]
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) > 8
    assert min(lengths) > 0


def test_an_illegal_answer_changes_nothing() -> None:
    env = vector_env("family", 2)
    seen, _ = env.reset(seed=1)
    with pytest.raises(cl.AnswerError, match="game 0: "):
        env.step(np.argmin(seen["action_mask"], axis=1))
    assert np.array_equal(env.batch.mask, seen["action_mask"])


def test_long_games_are_cut() -> None:
    env = vector_env("fluxx-4", 6, seats=2, most=6)
    env.reset(seed=1)
    cuts = 0
    for _ in range(12):
        _, rewards, ended, cut, _ = env.step(env.sample())
        assert not rewards[cut].any()
        assert not (ended & cut).any()
        cuts += cut.sum()
    assert cuts > 6


def test_bots_play_against_it() -> None:
    """A league is a function of the game's seed."""
    league = [cl.bot("random", 1), cl.bot("greedy", 1)]
    for opponents in ("greedy", ["random", "greedy"], lambda seed: league[seed % 2]):
        env = vector_env("family", 3, seats=3, seat=1, most=80, opponents=opponents)
        seen, _ = env.reset(seed=4)
        ends = 0
        for _ in range(25):
            assert env.observation_space.contains(seen)
            assert seen["action_mask"].any(axis=1).all()
            seen, rewards, ended, cut, infos = env.step(env.sample())
            assert (rewards != 0).tolist() == ended.tolist()
            for row in np.flatnonzero(ended | cut):
                ends += 1
                assert env.single_observation_space.contains(infos["final_obs"][row])
        assert ends > 0


def test_opponents_that_are_none_are_refused() -> None:
    with pytest.raises(cl.ChangelingError, match="'nobody' is not a bot"):
        vector_env("family", 2, opponents="nobody")


def test_the_same_games_as_arrays_alone() -> None:
    """`opposed_batch` and `vector_env` are one set of games, with bots in the other seats."""
    env = vector_env("family", 3, seats=3, seat=1, most=80, opponents=["greedy", "random"])
    batch = opposed_batch("family", 3, 3, only=1, most=80, opponents=["greedy", "random"])
    seen, _ = env.reset(seed=4)
    batch.reset(int(np_random(4)[0].integers(1 << 62)))  # what the environment makes of its seed
    for _ in range(25):
        assert np.array_equal(seen["observation"], batch.observation)
        assert np.array_equal(seen["action_mask"], batch.mask)
        answers = batch.mask.argmax(axis=1)
        batch.step(answers)
        seen, rewards, ended, _, _ = env.step(answers)
        assert np.array_equal(rewards, batch.reward[:, 1])
        assert np.array_equal(ended, batch.ended & ~batch.cut)


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_numbers_that_cannot_be_are_told_by_their_own_names(opponents: str) -> None:
    for given, says in (
        ({"seat": 2}, "seat: a number from 0 to 1 is needed, not 2"),
        ({"seat": -1}, "seat: a number from 0 to 1 is needed, not -1"),
        ({"seat": 2, "seats": 7}, "seats: a number from 2 to 6 is needed, not 7"),
        ({"games": 0}, "games: a number from 1"),
    ):
        with pytest.raises(cl.ChangelingError, match=f"^{says}"):
            vector_env("family", **({"games": 2, "opponents": opponents} | given))  # type: ignore[arg-type]
