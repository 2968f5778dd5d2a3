"""The cards of the cookbook about players: random games, bots and environments come through them without a fault."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest
from tests.effort import EFFORT, tries
from tests.random_play import NAMES, play_on

import changeling as cl
from changeling.play.driver import play
from changeling.proofs.conformance import census

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "cookbook-players.md"
TELLING = {"answers", "discloses", "counts", "flips", "leaves"}


@pytest.fixture(scope="module")
def cookbook(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """An edition, and the cards of the page."""
    folder, parts = tmp_path_factory.mktemp("cookbook"), ["fluxx-4"]
    for number, text in enumerate(re.findall(r"```cards[^\n]*\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)):
        parts.append(str(folder / f"{number}.cards"))
        Path(parts[-1]).write_text(text, encoding="utf-8")
    return parts


def test_random_games_come_to_their_end(cookbook: list[str]) -> None:
    told = set()
    for seed in tries(3):
        game = cl.Game(cookbook, seats=NAMES[: 2 + seed % 5], seed=seed)
        for _ in play_on(game, seed):
            if game.table.decisions % 10 == 0:
                assert cl.Game.from_notation(game.notation()).notation() == game.notation()
        assert game.over
        assert not game.stuck
        assert census(game.deck, game.table) == []
        told |= {event.what for event in game.events}
    assert told >= TELLING


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_bots_play_them_to_the_end(cookbook: list[str], bot: str) -> None:
    for seed in range(2 * EFFORT if bot == "greedy" else 1):
        game = cl.Game(cookbook, seats=NAMES[:3], seed=seed)
        play(
            game,
            {seat: cl.bot(bot if place == 0 else "greedy", place) for place, seat in enumerate(game.seats)},
            most=3000,
        )
        assert game.over


@pytest.mark.filterwarnings("ignore:Observation")
def test_environments_reward_every_player_at_the_end_also_those_who_are_out(cookbook: list[str]) -> None:
    pytest.importorskip("pettingzoo")
    import numpy as np
    from pettingzoo.test import api_test

    from changeling.envs import aec_env

    with contextlib.redirect_stdout(io.StringIO()):
        api_test(aec_env(cookbook, seats=4), num_cycles=120)
    for seed in tries(5):
        env = aec_env(cookbook, seats=4)
        env.reset(seed=seed)
        chance, rewards = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, ended, cut, _ = env.last()
            rewards[agent] += reward
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if ended or cut else int(chance.choice(legal)))
        assert sorted(rewards.values()) in ([-1.0, -1.0, -1.0, 1.0], [-1.0] * 4)
