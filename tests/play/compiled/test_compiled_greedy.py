"""Greedy answers the same where the compiled machine thinks for it; and nobody waits for that unasked."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.envs import gym_env, vector_env
from changeling.play.compiled.compiled_greedy import compiled_greedy, difference, greedy_for
from changeling.play.compiled.compiling import Target
from changeling.play.compiled.native_games import MACHINE


def test_what_is_not_there_is_begun_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    deck, begun = cl.load_deck("family"), list[bool | None]()
    monkeypatch.setattr(Target, "is_kept", property(lambda target: False))
    monkeypatch.setattr(Target, "begin", lambda target: begun.append(target.lean))
    assert greedy_for(deck) is None
    assert begun == [], "tests stay interpreted"
    monkeypatch.setenv(MACHINE, "")
    assert greedy_for(deck) is None
    assert begun == [True]
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert greedy_for(deck) is None
    assert begun == [True]


def answers(env: Any, steps: int) -> list[Any]:
    """What is told of some steps, each with the last legal answer."""
    told = list[Any]()
    env.reset(seed=3)
    for _ in range(steps):
        told += [*env.step(np.flatnonzero(env.action_masks())[-1])[:4]]
        if told[-1] or told[-2]:
            env.reset()
    return told


@pytest.mark.soak
@pytest.mark.parametrize("deck", ["family", "changeling-court"])
def test_greedy_opponents_play_the_same_on_both_machines(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told, vectors = [], []
    for machine in ("interpreted", "compiled"):
        monkeypatch.setenv(MACHINE, machine)
        env = gym_env(deck, seats=3, opponents="greedy")
        told.append(answers(env, 60))
        env = pickle.loads(pickle.dumps(env))
        told[-1] += answers(env, 20)
        many = vector_env(deck, games=3, seats=3, opponents="greedy")
        seen, _ = many.reset(seed=1)
        for _ in range(30):
            seen = many.step(seen["action_mask"].argmax(1))[0]
            vectors.append(seen["observation"].copy())
    assert all(np.array_equal(one, two) for one, two in zip(*(map(_seen, each) for each in told), strict=True))
    assert np.array_equal(vectors[:30], vectors[30:])


def _seen(one: Any) -> Any:
    return one["observation"] if isinstance(one, dict) else one


@pytest.mark.soak
def test_the_check_after_a_build_finds_what_is_wrong() -> None:
    answer = compiled_greedy(lean=True)
    assert difference(answer) == ""
    assert "differs" in difference(lambda *given: 1 + answer(*given))
