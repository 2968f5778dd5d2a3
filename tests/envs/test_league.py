"""Policies as opponents, lists that are drawn from, and leagues."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.envs import League, Policy, gym_env, vector_env
from changeling.envs.opponents import bot_of, check_opponents


def last(observations: Any, masks: Any) -> Any:
    """The last legal answer of each row."""
    assert len(observations) == len(masks)
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


class LastBot:
    """The same, as a bot."""

    name = "last"

    def choose(self, view: cl.View, decision: cl.Decision) -> cl.Option:
        return decision.from_action(int(np.flatnonzero(decision.mask())[-1]))


def play(opponents: Any, steps: int = 40, seats: int = 2) -> list[bytes]:
    env = vector_env("family", 6, seats=seats, opponents=opponents)
    env.reset(seed=4)
    seen = []
    for _ in range(steps):
        step = env.step(env.sample())
        seen.append(step[0]["observation"].tobytes() + step[1].tobytes())
    return seen


def test_a_policy_plays_many_games_as_a_bot_plays_each() -> None:
    calls = Counter[int]()

    def counting(observations: Any, masks: Any) -> Any:
        calls[len(masks)] += 1
        return last(observations, masks)

    assert play(Policy(counting), seats=3) == play(LastBot(), seats=3)
    assert max(calls) == 6, "it is asked for all games in one call"


def test_a_policy_is_a_bot_elsewhere() -> None:
    env = gym_env("family", opponents=Policy(last))
    env.reset(seed=1)
    env.step(np.flatnonzero(env.action_masks())[0])
    assert env.game.decision is not None


def test_what_a_policy_answers_has_to_be_legal() -> None:
    for wrong, says in (
        (lambda seen, masks: masks.argmin(axis=1), r"mine: \d+ is not legal; legal are \d"),
        (lambda seen, masks: [-1] * len(masks), "mine: -1 is not legal"),
        (lambda seen, masks: [0.5] * len(masks), "mine: . whole numbers are needed, not float64"),
        (lambda seen, masks: [], "mine: . whole numbers are needed"),
    ):
        with pytest.raises(cl.AnswerError, match=says):
            play(Policy(wrong, "mine"))


def test_one_of_a_list_is_drawn_for_each_game() -> None:
    drawn = Counter(bot_of(["random", "greedy", LastBot()], seed).name for seed in range(30))
    assert drawn == {"random": 10, "greedy": 10, "last": 10}
    assert check_opponents([["random", "greedy"]], 1) == (["random", "greedy"],)
    assert play([["random", LastBot()]]) == play([["random", LastBot()]])
    assert play([["random", LastBot()]]) != play(LastBot())
    with pytest.raises(cl.ChangelingError, match="a list to draw from is empty"):
        check_opponents([[]], 1)
    with pytest.raises(cl.ChangelingError, match="is a list inside the list"):
        check_opponents(["random", "greedy"], 1)


def test_a_league_draws_by_seed_and_weight() -> None:
    league = League("random")
    league.add(LastBot(), weight=3.0)
    drawn = Counter(league(seed).name for seed in range(400))
    assert 250 < drawn["last"] < 350
    assert [league(seed).name for seed in range(20)] == [league(seed).name for seed in range(20)]
    assert (len(league), repr(league)) == (2, "<League of 2: random, LastBot>")
    assert play(league) == play(copy.deepcopy(league))


def test_members_of_a_league_are_frozen() -> None:
    class Learner:
        name, version = "learner", 1

        def choose(self, view: cl.View, decision: cl.Decision) -> cl.Option:
            return decision.options[0]

    learner = Learner()
    league = League(learner)
    learner.version = 2
    league.add(learner)
    assert sorted({league(seed).version for seed in range(20)}) == [1, 2]  # type: ignore[attr-defined]


def test_a_policy_in_a_league_is_frozen_with_what_it_learned() -> None:
    class Weights:
        def __init__(self) -> None:
            self.best = np.zeros(3)

        def __call__(self, observations: Any, masks: Any) -> Any:
            return np.full(len(masks), self.best.argmax())

    learner, seen, masks = Weights(), np.zeros((1, 2), np.uint8), np.ones((1, 3), np.uint8)
    playing = Policy(learner)
    league = League(playing)
    learner.best[2] = 1.0
    frozen = league(1)
    assert isinstance(frozen, Policy)
    assert (frozen.act(seen, masks), playing.act(seen, masks)) == ([0], [2])


def test_what_cannot_be_copied_is_added_as_it_is_or_not_at_all() -> None:
    class Stubborn:
        def __call__(self, observations: Any, masks: Any) -> Any:
            return last(observations, masks)

        def __deepcopy__(self, memo: Any) -> Any:
            raise RuntimeError("no leaf")

    policy, league = Policy(Stubborn(), "stubborn"), League()
    with pytest.raises(cl.ChangelingError, match=r"stubborn cannot be copied \(no leaf\): .* copied=False"):
        league.add(policy)
    assert len(league) == 0
    league.add(policy, copied=False)
    assert league(1) is policy


def test_wrong_leagues_are_refused() -> None:
    with pytest.raises(cl.ChangelingError, match="the league is empty"):
        League()(1)
    with pytest.raises(cl.ChangelingError, match="'nobody' is not a bot"):
        League("nobody")
    with pytest.raises(cl.ChangelingError, match="weight: a number above 0 is needed, not 0"):
        League().add("random", weight=0)
