"""The bot that takes what looks best at once: it wins when it can, hands out no win, and gathers what Goals ask for."""

from __future__ import annotations

from random import Random

from changeling.bots.evaluation import overused
from changeling.bots.lookahead import weigh, world_of
from changeling.engine.seen.decision import Decision, Option
from changeling.engine.seen.view import View

_NEAR = 1e-9


class Greedy:
    """Weighs each option by the table it leads to, as far as its view tells, and takes the best; chance breaks ties."""

    __slots__ = ("_random",)
    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, decision: Decision) -> Option:
        """The option that leads to the table of the highest worth."""
        if len(decision.options) == 1:
            return decision.options[0]
        world = world_of(view)
        fresh = [option for option in decision.options if not overused(world.sheet, world.table, option.code)]
        options = fresh or list(decision.options)
        values = weigh(world, [option.index for option in options])
        best = max(values)
        return self._random.choice(
            [option for option, value in zip(options, values, strict=True) if value >= best - _NEAR]
        )
