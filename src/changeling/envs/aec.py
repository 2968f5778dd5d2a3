"""Every seat an agent: PettingZoo's AEC environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from changeling.cards.deck import Deck
from changeling.envs.ansi import shown
from changeling.envs.running_game import PlaysOneGame, RunningGame
from changeling.envs.saving import Keepable
from changeling.envs.single_game import RENDER_MODES, GameSpaces, check_most, check_render_mode, not_begun
from changeling.whole import flag, whole


class EverySeat(Keepable, PlaysOneGame, AECEnv[str, Any, int | None]):  # type: ignore[misc]  # PettingZoo has no types
    """A game in which each seat is an agent, `seat_0` and so on; whoever is asked is selected.

    An answer that is not legal raises AnswerError and changes nothing. Rewards come at the end: 1 for who has won, -1
    for who has lost. After `most` answers the game is truncated. `infos` has the mask of the selected agent too; with
    `plain` an observation is the bytes alone.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "changeling_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }
    _kept = (
        "_running",
        "_chance",
        "agents",
        "agent_selection",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
        "infos",
    )

    def __init__(
        self,
        deck: str | Sequence[str] | Deck,
        *,
        seats: int,
        most: int,
        meta: Sequence[str] = (),
        plain: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.sight = GameSpaces(deck, seats, meta)
        self.most, self.render_mode = check_most(most), check_render_mode(render_mode)
        self.plain = flag("plain", plain)
        self.possible_agents = list(self.sight.names)
        self.agents: list[str] = []
        seen = self.sight.seen_space()
        self.observation_spaces = {
            name: seen["observation"] if self.plain else self.sight.seen_space() for name in self.possible_agents
        }
        self.action_spaces = {name: spaces.Discrete(self.sight.answers) for name in self.possible_agents}
        self.state_space = spaces.Box(0, 255, (self.sight.observer.size * len(self.possible_agents),), np.uint8)
        self._chance: np.random.Generator | None = None
        self._running = RunningGame(self.sight)

    def setting(self) -> tuple[Any, ...]:
        """What is being played, and how."""
        return self.sight.deck.digest, self.sight.names, self.sight.meta, self.most, self.plain

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The answers of the deck."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same for the same seed, and without one the next of the sequence."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(None if seed is None else whole("seed", seed, 0))
        self._running.deal(int(self._chance.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Any:
        """What an agent sees, whether or not it is asked."""
        seen = self._begun().see(self.possible_agents.index(agent))
        if agent == self.agent_selection and agent in self.infos:
            self.infos[agent]["action_mask"] = seen["action_mask"]
        return seen["observation"] if self.plain else seen

    def state(self) -> NDArray[np.uint8]:
        """What all seats together see, for a critic that learns with all of it: their observations, one after another.

        The order of the draw pile, which nobody knows, is not in it.
        """
        running = self._begun()
        return np.concatenate([running.see(seat)["observation"] for seat in range(len(self.possible_agents))])

    def step(self, action: int | None) -> None:
        """Answer for the selected agent; None once it is done."""
        running, agent = self._begun(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        running.act(action)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        over, cut = running.over, not running.over and running.answers >= self.most
        if over or cut:
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = running.reward(seat)
                self.terminations[name], self.truncations[name] = over, cut
            self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        running = self._running
        self.agent_selection = self.agents[0] if running.over else self.possible_agents[running.asked]

    def render(self) -> str | None:
        """The table as text: printed (`human`) or given back (`ansi`)."""
        return shown(self.game, self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""

    def __repr__(self) -> str:
        return f"<EverySeat {self.sight.deck.name}: {len(self.possible_agents)} seats>"


class InOrder(Keepable, OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo has no types
    """Refuses what comes too early, and keeps what PettingZoo's wrapper knows of the order with the environment."""

    def setting(self) -> tuple[Any, ...]:
        """What is being played, and how."""
        found: tuple[Any, ...] = self.env.setting()
        return found

    def save(self) -> bytes:
        """The state, to be given to `restore`: everything from the table to the generators."""
        kept: bytes = self.env.save()
        return bytes([self._has_reset, self._has_updated]) + kept

    def restore(self, state: bytes) -> None:
        """Bring the environment to a state that it, or another one of the same setting, was saved in."""
        self.env.restore(state[2:])
        self._has_reset, self._has_updated = bool(state[0]), bool(state[1])

    def __getattr__(self, name: str) -> Any:
        """What the environment has; before the first `reset` what that makes is missing, and the error says so."""
        if name.startswith("_") and name != "_cumulative_rewards":
            raise AttributeError(name)  # also while a copy of this is being made
        return super().__getattr__(name)

    def step(self, action: int | None) -> None:
        """Answer for the selected agent; None once it is done. Raises ChangelingError before the first `reset`."""
        self._need_reset()
        super().step(action)

    def observe(self, agent: str) -> Any:
        """What an agent sees, whether or not it is asked."""
        self._need_reset()
        return super().observe(agent)

    def state(self) -> NDArray[np.uint8]:
        """What all seats together see."""
        self._need_reset()
        found: NDArray[np.uint8] = super().state()
        return found

    def render(self) -> str | None:
        """The table as text: printed (`human`) or given back (`ansi`)."""
        self._need_reset()
        found: str | None = super().render()
        return found

    def _need_reset(self) -> None:
        if not self._has_reset:
            raise not_begun()

    def __repr__(self) -> str:
        return repr(self.env)
