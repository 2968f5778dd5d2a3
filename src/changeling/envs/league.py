"""Opponents that were learned: a policy as a function of arrays, and a league of frozen ones."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changeling.bots import Bot
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.envs.opponents import Opponent, bot_of, called, check_opponent
from changeling.errors import AnswerError, ChangelingError

# Of observations and masks, a row for each game: the answers, one for each game.
Answers = Callable[[NDArray[np.uint8], NDArray[Any]], ArrayLike]


class Policy:
    """A function of arrays as a bot: `function(observations, masks)` gives an answer of the space for each row.

    `vector_env` asks it for all games that wait for it in one call; wherever else bots play it is asked with one row.
    What the function is made of may go on learning meanwhile: that is self-play.
    """

    def __init__(self, function: Answers, name: str = "policy") -> None:
        self.function, self.name = function, name

    def act(self, observations: NDArray[np.uint8], masks: NDArray[Any]) -> list[int]:
        """An answer for each row. Raises AnswerError where one is not legal, or there are too many or too few."""
        given = np.asarray(self.function(observations, masks))
        if given.shape != (len(masks),) or given.dtype.kind not in "iu":
            raise AnswerError(
                f"{self.name}: {len(masks)} whole numbers are needed, not {given.dtype} of shape {given.shape}"
            )
        for row, action in enumerate(given.tolist()):
            if not 0 <= action < masks.shape[1] or not masks[row, action]:
                legal = ", ".join(map(str, np.flatnonzero(masks[row]).tolist()))
                raise AnswerError(f"{self.name}: {action} is not legal; legal are {legal}")
        return given.tolist()  # type: ignore[no-any-return]  # its type was looked at

    def choose(self, view: View, decision: Decision) -> Option:
        """The answer to a single question."""
        (action,) = self.act(view.observation()[None], decision.mask()[None])
        return decision.from_action(action)


class League:
    """Opponents of which one is drawn for each game, the same for the same seed.

    A bot that is added is copied as it is then, so that it stays as it was while the original goes on learning. Python
    copies objects with all that they hold, but no plain functions: what a `Policy` in a league is made of is an object
    with `__call__`. Names and whatever makes bots of seeds are kept as they are. Games that begin after `add` draw from
    the new members too.

    >>> league = League("random", "greedy")
    >>> league.add("greedy", weight=2.0)
    >>> league
    <League of 3: random, greedy, greedy>
    """

    def __init__(self, *members: Opponent) -> None:
        self.members: list[Opponent] = []
        self.weights: list[float] = []
        for one in members:
            self.add(one)

    def add(self, opponent: Opponent, weight: float = 1.0, *, copied: bool = True) -> None:
        """Add an opponent, which is drawn in proportion to its weight; not `copied` where it is a copy already.

        Raises ChangelingError for what is no opponent, and where it cannot be copied."""
        check_opponent(opponent)
        if not 0 < weight < float("inf"):
            raise ChangelingError(f"weight: a number above 0 is needed, not {weight}")
        self.members.append(_frozen(opponent) if copied and hasattr(opponent, "choose") else opponent)
        self.weights.append(float(weight))

    def __call__(self, seed: int) -> Bot:
        """The opponent of the game with that seed."""
        if not self.members:
            raise ChangelingError("the league is empty: add an opponent first")
        chance = random.Random(seed)
        (drawn,) = chance.choices(self.members, self.weights)
        return bot_of(drawn, chance.getrandbits(31))

    def __len__(self) -> int:
        return len(self.members)

    def __repr__(self) -> str:
        return f"<League of {len(self)}: {', '.join(_named(one) for one in self.members)}>"


def _frozen(opponent: Opponent) -> Opponent:
    try:
        return copy.deepcopy(opponent)
    except Exception as error:  # whatever the object says to being copied
        raise ChangelingError(
            f"{_named(opponent)} cannot be copied ({error}): make a copy in its own way, for instance by saving and "
            "loading it, and add that with copied=False"
        ) from error


def _named(one: Any) -> str:
    return str(one.name) if isinstance(one, Policy) else called(one)
