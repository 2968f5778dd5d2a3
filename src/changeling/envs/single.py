"""One seat against bots: a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from changeling.bots import Bot
from changeling.cards.deck import Deck
from changeling.envs.ansi import shown
from changeling.envs.single_game import RENDER_MODES, GameSpaces, Seen, check_most, check_render_mode, reward_of
from changeling.errors import ChangelingError
from changeling.play.bot_factory import check, make
from changeling.play.game import Game

ILLEGAL = ("error", "replace")
TRIES = 100


class OneSeat(gymnasium.Env[Seen, np.int64]):
    """A game in which one seat is asked and bots answer for the others.

    Rewards come at the end: 1 for a win, -1 for a loss. After `most` answers of all seats together the game is
    truncated. Games that end before the seat was asked at all are skipped; `info["unseen"]` counts them.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        deck: str | Sequence[str] | Deck = "fluxx-4",
        *,
        seats: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        most: int = 2000,
        illegal: str = "error",
        render_mode: str | None = None,
    ) -> None:
        self.sight = GameSpaces(deck, seats)
        if not 0 <= seat < seats:
            raise ChangelingError(f"seat: 0 to {seats - 1} are at the table, not {seat}")
        if illegal not in ILLEGAL:
            raise ChangelingError(f"illegal: {' or '.join(ILLEGAL)} are known, not {illegal!r}")
        self._opponents = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(self._opponents) != seats - 1:
            raise ChangelingError(f"opponents: {seats - 1} names of bots, or one, are needed, not {opponents!r}")
        for name in self._opponents:
            check(name)
        self.seat, self.most, self.illegal = seat, check_most(most), illegal
        self.render_mode = check_render_mode(render_mode)
        self.observation_space: spaces.Space[Any] = self.sight.seen_space()
        self.action_space = spaces.Discrete(self.sight.space.size)
        self.game: Game
        self._bots: dict[str, Bot] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new game, run to the seat's first question."""
        super().reset(seed=seed)
        for unseen in range(TRIES):
            self.game, self.answers = self.sight.deal(self.np_random), 0
            seeds = self.np_random.integers(1 << 31, size=len(self._opponents)).tolist()
            self._bots = {
                self.sight.names[(self.seat + 1 + place) % len(self.sight.names)]: make(name, seeds[place], wait=True)
                for place, name in enumerate(self._opponents)
            }
            self._let_others_answer()
            if not self.game.over and self.game.table.asked == self.seat:
                return self.sight.see(self.game, self.seat), {"unseen": unseen}
        raise ChangelingError(f"{TRIES} games were over, or broken off, before seat {self.seat} was asked")

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer, and let the others answer until the seat is asked again.

        An answer that is not legal raises AnswerError and changes nothing, unless it is to be replaced.
        """
        info: dict[str, Any] = {}
        if self.illegal == "replace":
            info["replaced"] = not self.sight.legal(self.game, int(action))
            if info["replaced"]:
                action = self.np_random.choice(np.flatnonzero(self.action_masks()))
        self.sight.answer(self.game, int(action))
        self.answers += 1
        self._let_others_answer()
        over = self.game.over
        cut = not over and self.answers >= self.most
        if self.render_mode == "human":
            self.render()
        return self.sight.see(self.game, self.seat), reward_of(self.game, self.seat), over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal answers, under the name and in the form that MaskablePPO expects."""
        return self.sight.see(self.game, self.seat)["action_mask"].astype(np.bool_)

    def _let_others_answer(self) -> None:
        while not self.game.over and self.answers < self.most and self.game.table.asked != self.seat:
            decision = self.game.decision
            self.game.answer(self._bots[decision.seat].choose(self.game.view(decision.seat), decision))
            self.answers += 1

    def render(self) -> str | None:
        """The table as text: printed (`human`) or given back (`ansi`)."""
        return shown(self.game, self.render_mode)


gymnasium.register(id="Changeling-v0", entry_point="changeling.envs.single:OneSeat")
