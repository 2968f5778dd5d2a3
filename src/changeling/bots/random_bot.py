"""The bot that answers at random."""

from __future__ import annotations

from random import Random

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View


class RandomBot:
    """Takes any option, each with the same probability."""

    __slots__ = ("_random",)
    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, decision: Decision) -> Option:
        """Any of the options."""
        return self._random.choice(decision.options)
