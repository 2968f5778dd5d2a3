"""Compiled or interpreted, it is the same game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.envs import aec_env, gym_env, running_game


def interpreted(monkeypatch: pytest.MonkeyPatch, yes: bool) -> None:
    monkeypatch.setattr(running_game, "is_ready", lambda deck: not yes)


def played(env: Any, games: int) -> list[Any]:
    """Some games at random; gives all that was told."""
    chance, told = np.random.default_rng(4), list[Any]()
    env.reset(seed=9)
    for _ in range(games):
        while env.agents:
            seen, reward, ended, cut, _ = env.last()
            done = ended or cut
            env.step(None if done else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
            told += [seen["observation"], seen["action_mask"], reward, ended, cut]
        env.reset()
    return told


@pytest.mark.parametrize(("deck", "seats"), [("family", 2), ("cthulhu", 3)])
def test_both_machines_tell_the_same(deck: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told, ends = [], []
    for slow in (False, True):
        interpreted(monkeypatch, slow)
        env = aec_env(deck, seats=seats, most=150)
        told.append(played(env, 2))
        assert (env.unwrapped._running._batch is None) == slow
        ends.append((env.unwrapped.game.notation(), env.state()))
    assert all(np.array_equal(one, two) for one, two in zip(*told, strict=True))
    assert ends[0][0] == ends[1][0]
    assert np.array_equal(ends[0][1], ends[1][1])


@pytest.mark.parametrize("opponents", ["random", ["greedy", "random"]])
def test_opponents_play_the_same_on_both(opponents: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    records = []
    for slow in (False, True):
        interpreted(monkeypatch, slow)
        env = gym_env("family", seats=3, opponents=opponents, seat=1)
        env.reset(seed=2)
        ended = cut = False
        while not ended and not cut:
            *_, ended, cut, info = env.step(np.flatnonzero(env.action_masks())[-1])
        assert not info["action_mask"].any()
        records.append(env.game.record())
    assert records[0] == records[1]


def test_a_game_is_gone_on_with_compiled_once_that_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    interpreted(monkeypatch, True)
    env = gym_env("family")
    first, _ = env.reset(seed=3)
    interpreted(monkeypatch, False)
    again, _ = env.reset(seed=3)
    assert env._running._batch is not None
    assert all(np.array_equal(first[key], again[key]) for key in first)


def test_the_state_is_what_all_seats_see() -> None:
    env = aec_env("family", seats=3)
    env.reset(seed=1)
    parts = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert np.array_equal(env.state(), np.concatenate(parts))
    assert env.unwrapped.state_space.contains(env.state())


def test_a_plain_observation_has_its_mask_in_the_info() -> None:
    for env in (gym_env("family", plain=True), gym_env("family")):
        seen, info = env.reset(seed=1)
        assert env.observation_space.contains(seen)
        assert np.array_equal(info["action_mask"], env.action_masks())
    every = aec_env("family", plain=True)
    every.reset(seed=1)
    seen, *_, info = every.last()
    assert every.observation_space(every.agent_selection).contains(seen)
    assert info["action_mask"].any()


def test_meta_rules_are_played_with() -> None:
    deck = cl.load_deck("cthulhu")
    title = next(card.title for card in deck.cards if card.kind == "meta")
    made: list[Any] = [gym_env(deck, meta=[title]), aec_env(deck, seats=2, meta=[title])]
    for env in made:
        env.reset(seed=1)
        assert env.unwrapped.game.view("seat_0").meta == (title,)
    with pytest.raises(cl.DeckError, match="'Milk' is not a Meta Rule"):
        gym_env("family", meta=["Milk"])


@pytest.mark.parametrize("slow", [False, True])
def test_what_the_mask_leaves_out_is_no_answer_on_either_machine(slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    interpreted(monkeypatch, slow)
    env, players = gym_env("family", opponents="random"), 0
    chance, (_, info) = np.random.default_rng(1), env.reset(seed=2)
    while players < 3:
        legal, decision = np.flatnonzero(info["action_mask"]), env.game.decision
        players += any(option.sort == "seat" for option in decision.options)
        assert [action for action in range(env.sight.answers) if env._running.find(action) is not None] == [*legal]
        for action in set(range(env.sight.answers)) - {*legal.tolist()}:
            with pytest.raises(cl.AnswerError):
                decision.from_action(action)
        assert sorted(decision.from_action(action).index for action in legal.tolist()) == [*range(len(legal))]
        _, _, over, cut, info = env.step(chance.choice(legal))
        if over or cut:
            _, info = env.reset()
