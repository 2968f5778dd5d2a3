"""The bot that answers at random."""

from __future__ import annotations

from random import Random

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.whole import whole


class RandomBot:
    """Takes any option, each with the same probability."""

    __slots__ = ("_random",)
    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = Random(whole("seed", seed))

    def pick(self, options: int) -> int:
        """The index of any of so many options: what `choose` would take, for who has no decision at hand."""
        return self._random.choice(range(options))

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def choose(self, view: View, decision: Decision) -> Option:
        """Any of the options."""
        return decision.options[self.pick(len(decision.options))]
