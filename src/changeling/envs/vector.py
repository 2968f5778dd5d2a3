"""Many games, one seat of each: a Gymnasium vector environment on a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from changeling.cards.deck import Deck
from changeling.envs.opponents import Opponent, called
from changeling.envs.opposed import OpposedBatch
from changeling.envs.saving import Keepable
from changeling.envs.single_game import Seen, not_begun, seen_space
from changeling.play.batch import Batch
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.whole import flag, whole


class ManyTables(Keepable, VectorEnv[Seen, ArrayLike, NDArray[Any]]):
    """Games in which one seat is asked; the others answer at random, inside compiled code, or are bots.

    A game that ends is followed by a new one within the same step: `infos["final_obs"]` has what the seat saw at the
    end, `infos["winner"]` who won. Without `copy` the next step overwrites the arrays that this one returned. An answer
    that is not legal raises AnswerError, and no game is changed.
    """

    _kept = ("batch", "_begun", "_np_random", "_np_random_seed")
    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]  # Gymnasium declares it for instances

    def __init__(
        self,
        deck: str | Sequence[str] | Deck,
        games: int,
        *,
        seats: int,
        seat: int,
        most: int,
        threads: int = 1,
        copy: bool = True,
        meta: Sequence[str] = (),
        opponents: Opponent | Sequence[Opponent] = "random",
    ) -> None:
        seats = whole("seats", seats, MIN_SEATS, MAX_SEATS)
        self.seat, self._copy, self._begun = whole("seat", seat, 0, seats - 1), flag("copy", copy), False
        self.batch: Batch | OpposedBatch
        self._opponents = opponents
        if opponents == "random":
            self.batch = Batch(deck, games, seats, 0, threads=threads, most=most, only=seat, meta=meta)
        else:
            self.batch = OpposedBatch(
                deck, games, seats, only=seat, opponents=opponents, most=most, threads=threads, meta=meta
            )
        self.num_envs = self.batch.games
        self.single_observation_space = seen_space(self.batch.observation.shape[1], self.batch.space.size)
        self.single_action_space = spaces.Discrete(self.batch.space.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def setting(self) -> tuple[Any, ...]:
        """What is being played, and how."""
        return repr(self.batch), self.batch.deck.digest, self.seat, called(self._opponents)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin all games anew; the same for the same seed."""
        super().reset(seed=None if seed is None else whole("seed", seed, 0))
        self._begun = True
        self.batch.reset(int(self.np_random.integers(1 << 62)))
        return self._seen(), {}

    def step(self, actions: ArrayLike) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """An answer for each game."""
        batch = self.batch
        if not self._begun:
            raise not_begun()
        batch.step(actions)
        ended, cut = batch.ended.copy(), batch.ended & batch.cut
        infos: dict[str, Any] = {}
        if ended.any():
            last = np.full(self.num_envs, None, dtype=object)
            nothing = np.zeros(batch.space.size, np.int8)
            for row in np.flatnonzero(ended):
                last[row] = {"observation": batch.final_observation[row].copy(), "action_mask": nothing.copy()}
            infos = {"final_obs": last, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
            infos |= {"winner": batch.winner.copy(), "_winner": ended.copy()}
        return self._seen(), batch.reward[:, self.seat].astype(np.float64), ended & ~cut, cut, infos

    def sample(self) -> NDArray[np.int64]:
        """A legal answer for each game, by chance."""
        return self.batch.sample().copy()

    def __repr__(self) -> str:
        return f"<ManyTables {self.batch.deck.name}: {self.num_envs} games, seat {self.seat} of {self.batch.seats}>"

    def _seen(self) -> Seen:
        mask = self.batch.mask.view(np.int8)
        if self._copy:
            return {"observation": self.batch.observation.copy(), "action_mask": mask.copy()}
        return {"observation": self.batch.observation, "action_mask": mask}
