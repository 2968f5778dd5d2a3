"""An environment that is copied, pickled, or saved and restored goes on as the one it was made of."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.bots.search import Search
from changeling.envs import aec_env, gym_env, vector_env

MAKERS: dict[str, Callable[[], Any]] = {
    "aec": lambda: aec_env("family", seats=3, most=60),
    "random": lambda: gym_env("family", seats=3, most=60),
    "greedy": lambda: gym_env("family", opponents="greedy", most=60),
    "search": lambda: gym_env("family", opponents=partial(Search, iterations=4), most=60),
    "vector": lambda: vector_env("family", 3, most=60),
}


def restored(env: Any, make: Callable[[], Any]) -> Any:
    other = make()
    other.restore(env.save())
    return other


KEPT: dict[str, Callable[[Any, Callable[[], Any]], Any]] = {
    "deepcopy": lambda env, make: copy.deepcopy(env),
    "pickle": lambda env, make: pickle.loads(pickle.dumps(env)),
    "save": restored,
}


def go_on(env: Any, chance: np.random.Generator, steps: int) -> list[Any]:
    """Play on at random, over the ends of games; gives all that was told."""
    told: list[Any] = []
    for _ in range(steps):
        if hasattr(env, "last"):
            if not env.agents:
                env.reset()
            seen, *rest = env.last()
            done = rest[1] or rest[2]
            env.step(None if done else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
            told += [env.agent_selection if env.agents else "", seen["observation"], rest[0]]
        elif hasattr(env, "batch"):
            seen, rewards, *_ = env.step(env.sample())
            told += [seen["observation"], rewards]
        else:
            seen, reward, *done, _ = env.step(chance.choice(np.flatnonzero(env.action_masks())))
            told += [seen["observation"], reward]
            if any(done):
                told.append(env.reset()[0]["observation"])
    return told


@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT)
@pytest.mark.parametrize("name", MAKERS)
def test_it_goes_on_identically(name: str, kept: Callable[[Any, Callable[[], Any]], Any]) -> None:
    env = MAKERS[name]()
    env.reset(seed=3)
    go_on(env, np.random.default_rng(1), 5)
    other = kept(env, MAKERS[name])
    steps = 6 if name == "search" else 40
    mine, theirs = (go_on(one, np.random.default_rng(2), steps) for one in (env, other))
    assert len(mine) == len(theirs)
    assert all(np.array_equal(one, two) for one, two in zip(mine, theirs, strict=True))


def test_one_that_has_not_begun_can_be_kept_too() -> None:
    for make in MAKERS.values():
        for other in (copy.deepcopy(make()), pickle.loads(pickle.dumps(make())), restored(make(), make)):
            other.reset(seed=1)
            assert go_on(other, np.random.default_rng(1), 1)


def test_states_of_other_environments_are_refused() -> None:
    env, other = gym_env("family"), gym_env("family", seats=3)
    other.reset(seed=1)
    with pytest.raises(cl.ChangelingError, match="the state is that of another environment"):
        env.restore(other.save())
    with pytest.raises(cl.ChangelingError, match="not the saved state of an environment"):
        env.restore(b"junk")


@pytest.mark.parametrize("name", MAKERS)
def test_what_comes_before_reset_is_told_to_come_after_it(name: str) -> None:
    env = MAKERS[name]()
    acts: list[Callable[[], Any]] = [lambda: env.step(np.zeros(3, int) if name == "vector" else 0)]
    if name == "aec":
        acts += [lambda: env.observe("seat_0"), env.state, env.render]
    elif name != "vector":
        acts += [env.action_masks, lambda: env.game, lambda: env.answers]
    for act in acts:
        with pytest.raises(cl.ChangelingError, match=r"call reset\(\) first"):
            act()


@pytest.mark.parametrize("name", MAKERS)
def test_each_shows_itself_in_a_line(name: str) -> None:
    assert "family" in repr(MAKERS[name]())
    assert len(repr(MAKERS[name]())) < 80
