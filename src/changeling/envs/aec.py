"""Every seat an agent: PettingZoo's AEC environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from changeling.cards.deck import Deck
from changeling.envs.ansi import shown
from changeling.envs.single_game import RENDER_MODES, GameSpaces, Seen, check_most, check_render_mode, reward_of
from changeling.play.game import Game


class EverySeat(AECEnv[str, Seen, int | None]):  # type: ignore[misc]  # PettingZoo has no types
    """A game in which each seat is an agent, `seat_0` and so on; whoever is asked is selected.

    An answer that is not legal raises AnswerError and changes nothing. Rewards come at the end: 1 for who has won, -1
    for who has lost. After `most` answers the game is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "changeling_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, deck: str | Sequence[str] | Deck, *, seats: int, most: int, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.sight = GameSpaces(deck, seats)
        self.most, self.render_mode = check_most(most), check_render_mode(render_mode)
        self.possible_agents = list(self.sight.names)
        self.agents: list[str] = []
        self.observation_spaces = {name: self.sight.seen_space() for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(self.sight.space.size) for name in self.possible_agents}
        self._chance: np.random.Generator | None = None
        self.game: Game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The answers of the deck."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same for the same seed, and without one the next of the sequence."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self.game = self.sight.deal(self._chance)
        self.answers = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, whether or not it is asked."""
        return self.sight.see(self.game, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Answer for the selected agent; None once it is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        self.sight.answer(self.game, -1 if action is None else int(action))
        self.answers += 1
        self._cumulative_rewards[agent] = 0.0
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = reward_of(self.game, seat)
            self.terminations[name] = self.game.over
            self.truncations[name] = not self.game.over and self.answers >= self.most
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        self.agent_selection = self.agents[0] if self.game.over else self.game.decision.seat

    def render(self) -> str | None:
        """The table as text: printed (`human`) or given back (`ansi`)."""
        return shown(self.game, self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""
