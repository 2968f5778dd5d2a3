"""Many games for Stable-Baselines3: its `VecEnv`, over the vector environment of Gymnasium's kind."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from changeling.envs.vector import ManyTables
from changeling.errors import ChangelingError

MASKS = "action_masks"  # what MaskablePPO looks for
Infos = list[dict[str, Any]]


class StableTables(VecEnv):  # type: ignore[misc]  # not installed where types are checked
    """The games of a `ManyTables`, whose observations are the bytes alone.

    `env_method("action_masks")` gives the legal answers of each game, as MaskablePPO asks for them. A finished game is
    followed by the next one at once: its info has `terminal_observation`, `winner`, and `TimeLimit.truncated` where it
    was broken off.
    """

    def __init__(self, tables: ManyTables) -> None:
        self.tables = tables
        self._actions: NDArray[Any] | None = None
        seen = tables.single_observation_space
        assert isinstance(seen, spaces.Dict)
        super().__init__(tables.num_envs, seen["observation"], tables.single_action_space)

    def reset(self) -> NDArray[np.uint8]:
        """Begin all games anew, from the seed that `seed` was given last, if any since the last time."""
        seen, _ = self.tables.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self.reset_infos: Infos = [{} for _ in range(self.num_envs)]
        return seen["observation"]

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take an answer for each game."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], Infos]:
        """Give the answers. Raises AnswerError where one is not legal; then no game is changed."""
        if self._actions is None:
            raise ChangelingError("no answers were given: call step_async() first")
        given, self._actions = self._actions, None
        seen, rewards, ended, cut, told = self.tables.step(given)
        infos: Infos = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(ended | cut).tolist():
            infos[row] = {
                "terminal_observation": told["final_obs"][row]["observation"],
                "TimeLimit.truncated": bool(cut[row]),
                "winner": int(told["winner"][row]),
            }
        return seen["observation"], rewards.astype(np.float32), ended | cut, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal answers, a row for each game."""
        return self.tables.batch.mask.astype(np.bool_)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method for each game: `action_masks`."""
        return [one(*method_args, **method_kwargs) for one in self._of_each(method_name, self._rows(indices))]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of each game. All are games of one batch, so but for masks they have the same."""
        return self._of_each(attr_name, self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the batch. Raises ChangelingError for some of its games alone."""
        if len(self._rows(indices)) != self.num_envs:
            raise ChangelingError(f"{attr_name}: the games of one batch share it; set it for all of them")
        setattr(self.tables, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Whether each game is wrapped: none is."""
        return [False for _ in self._rows(indices)]

    def close(self) -> None:
        """Let go of the games."""
        self.tables.close()

    def _of_each(self, name: str, rows: list[int]) -> list[Any]:
        if name == MASKS:
            return [partial(self._mask, row) for row in rows]
        return [getattr(self.tables, name) for _ in rows]

    def _mask(self, row: int) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = self.tables.batch.mask[row].astype(np.bool_)
        return mask

    def _rows(self, indices: int | Iterable[int] | None) -> list[int]:
        return [int(row) for row in self._get_indices(indices)]
