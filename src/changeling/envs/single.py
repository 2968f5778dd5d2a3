"""One seat against bots: a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from changeling.bots import Bot
from changeling.bots.greedy import Greedy
from changeling.bots.random_bot import RandomBot
from changeling.cards.deck import Deck
from changeling.envs.ansi import shown
from changeling.envs.opponents import Opponent, bot_of, called, check_opponents
from changeling.envs.running_game import PlaysOneGame, RunningGame
from changeling.envs.saving import Keepable
from changeling.envs.single_game import RENDER_MODES, GameSpaces, check_most, check_render_mode
from changeling.errors import ChangelingError
from changeling.play.answering import choice
from changeling.whole import as_whole, flag, whole

ILLEGAL = ("error", "replace")
TRIES = 100


class OneSeat(Keepable, PlaysOneGame, gymnasium.Env[Any, np.int64]):
    """A game in which one seat is asked and bots answer for the others.

    Rewards come at the end: 1 for a win, -1 for a loss. After `most` answers of all seats together the game is
    truncated. Games that end before the seat was asked at all are skipped; `info["unseen"]` counts them.
    `info["action_mask"]` has the mask too; with `plain` an observation is the bytes alone.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # type: ignore[misc]
    _kept = ("_running", "_bots", "_np_random", "_np_random_seed")

    def __init__(
        self,
        deck: str | Sequence[str] | Deck = "fluxx-4",
        *,
        seats: int = 2,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        most: int = 2000,
        illegal: str = "error",
        meta: Sequence[str] = (),
        plain: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.sight = GameSpaces(deck, seats, meta)
        self.seat, others = whole("seat", seat), len(self.sight.names) - 1
        if not 0 <= self.seat <= others:
            raise ChangelingError(f"seat: 0 to {others} are at the table, not {seat}")
        if illegal not in ILLEGAL:
            raise ChangelingError(f"illegal: {' or '.join(ILLEGAL)} are known, not {illegal!r}")
        self._opponents = check_opponents(opponents, others)
        self.most, self.illegal, self.plain = check_most(most), illegal, flag("plain", plain)
        self.render_mode = check_render_mode(render_mode)
        seen = self.sight.seen_space()
        self.observation_space: spaces.Space[Any] = seen["observation"] if self.plain else seen
        self.action_space = spaces.Discrete(self.sight.answers)
        self._running = RunningGame(self.sight)
        self._bots: dict[str, Bot] = {}

    def setting(self) -> tuple[Any, ...]:
        """What is being played, and how."""
        sight = self.sight
        names = called(self._opponents)
        return sight.deck.digest, sight.names, sight.meta, names, self.seat, self.most, self.illegal, self.plain

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game, run to the seat's first question."""
        super().reset(seed=None if seed is None else whole("seed", seed, 0))
        running = self._running
        for unseen in range(TRIES):
            running.deal(int(self.np_random.integers(1 << 63)))
            seeds = self.np_random.integers(1 << 31, size=len(self._opponents)).tolist()
            self._bots = {
                self.sight.names[(self.seat + 1 + place) % len(self.sight.names)]: bot_of(one, seeds[place])
                for place, one in enumerate(self._opponents)
            }
            self._let_others_answer()
            if not running.over and running.asked == self.seat:
                return self._seen({"unseen": unseen})
        raise ChangelingError(f"{TRIES} games were over, or broken off, before seat {self.seat} was asked")

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer, and let the others answer until the seat is asked again.

        An answer that is not legal raises AnswerError and changes nothing, unless it is to be replaced. Raises
        ChangelingError where the game has ended, or was broken off.
        """
        running, info = self._going(), {}
        given = as_whole(action)
        if self.illegal == "replace":
            info["replaced"] = given is None or running.find(given) is None
            if info["replaced"]:
                given = int(self.np_random.choice(np.flatnonzero(self.action_masks())))
        running.act(action if given is None else given)
        self._let_others_answer()
        over = running.over
        cut = not over and running.answers >= self.most
        if self.render_mode == "human":
            self.render()
        seen, info = self._seen(info)
        return seen, running.reward(self.seat), over, cut, info

    def _going(self) -> RunningGame:
        """The game. Raises ChangelingError where it is over: nobody is asked, or it may be another seat that is."""
        running = self._begun()
        if running.over or running.answers >= self.most:
            raise ChangelingError("the game is over, or was broken off: call reset() for the next one")
        return running

    def _seen(self, info: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """What the seat sees, and what is told besides."""
        seen = self._running.see(self.seat)
        info["action_mask"] = seen["action_mask"]
        return seen["observation"] if self.plain else seen, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal answers, under the name and in the form that MaskablePPO expects."""
        return self._begun().see(self.seat)["action_mask"].astype(np.bool_)

    def _let_others_answer(self) -> None:
        running, names = self._running, self.sight.names
        while not running.over and running.answers < self.most and running.asked != self.seat:
            bot = self._bots[names[running.asked]]
            if type(bot) is RandomBot:
                running.answer(bot.pick(running.options))
            elif type(bot) is Greedy and (index := running.think(bot)) is not None:
                running.answer(index)
            else:
                decision = running.game.decision
                option = bot.choose(running.game.view(decision.seat), decision)
                running.answer(choice(decision, option).index)

    def render(self) -> str | None:
        """The table as text: printed (`human`) or given back (`ansi`)."""
        return shown(self.game, self.render_mode)

    def __repr__(self) -> str:
        return f"<OneSeat {self.sight.deck.name}: seat {self.seat} of {len(self.sight.names)}>"


gymnasium.register(id="Changeling-v0", entry_point="changeling.envs.single:OneSeat")
