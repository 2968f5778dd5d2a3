"""Opponents: names, classes, files of one's own, and bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.envs import gym_env
from changeling.envs.opponents import bot_of, check_opponents


class Last:
    """Takes the last option, and counts how often it was asked."""

    name = "last"
    asked = 0

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: cl.View, decision: cl.Decision) -> cl.Option:
        type(self).asked += 1
        assert view.seat == decision.seat
        return decision.options[-1]


def play_out(env: Any) -> tuple[str | int, ...]:
    env.reset(seed=5)
    ended = cut = False
    while not ended and not cut:
        *_, ended, cut, _ = env.step(np.flatnonzero(env.action_masks())[0])
    return tuple(env.game.record().moves)


def test_a_name_a_class_and_a_bot_play_the_same(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from tests.envs.test_opponents import Last as Mine\n", encoding="utf-8")
    given: tuple[Any, ...] = (f"{file}:Mine", Last, Last(3), [Last], lambda seed: Last(seed + 1))
    games = {play_out(gym_env("family", opponents=one)) for one in given}
    assert len(games) == 1
    assert Last.asked > len(given)


def test_a_bot_that_answers_what_is_no_option_is_told_so() -> None:
    class Wrong(Last):
        def choose(self, view: cl.View, decision: cl.Decision) -> cl.Option:
            return cl.Option(0, "nothing", "word", "nothing", 1)

    with pytest.raises(cl.AnswerError, match="'nothing' is not an option"):
        play_out(gym_env("family", opponents=Wrong))


def test_what_is_no_opponent_is_refused() -> None:
    assert check_opponents("greedy", 3) == ("greedy",) * 3
    for given, says in (
        (["random"], "2 bots, or one for all"),
        ("nobody", "'nobody' is not a bot"),
        (3, "a bot's name, its class, or a bot is needed, not 3"),
    ):
        with pytest.raises(cl.ChangelingError, match=says):
            check_opponents(given, 2)  # type: ignore[arg-type]
    with pytest.raises(cl.ChangelingError, match="makes no bot"):
        bot_of(lambda seed: seed, 3)  # type: ignore[arg-type, return-value]
