"""The bot that takes what looks best at once: it wins when it can, hands out no win, and gathers what Goals ask for."""

from __future__ import annotations

from math import sqrt
from random import Random

from changeling.bots.evaluation import overused
from changeling.bots.lookahead import weigh, world_of
from changeling.engine.seen.decision import Decision, Option
from changeling.engine.seen.view import View

_NEAR = 1e-9
PATIENCE = 100  # turns of a game in which only what looks best is taken; most games are over by then
RESTLESSNESS = 0.2  # times the square root of the turns beyond: how much an answer may lack and still be taken
MOST_LACKING = 20.0  # far less than a win is worth, so that no win is missed or handed out


def leeway(turns: int) -> float:
    """How much worse than the best an answer may look and still be taken, in a game of so many turns.

    What looks best may lead round in circles: players pass a Creeper on for ever, or save up cards and never play them.
    No evaluation sees that far, so the longer a game lasts, the more is left to chance. It grows ever more slowly: a
    little is enough to leave most circles, and players who leave all to chance take long to win.
    """
    return _NEAR + min(MOST_LACKING, RESTLESSNESS * sqrt(max(0, turns - PATIENCE)))


class Greedy:
    """Weighs each option by the table it leads to, as far as its view tells, and takes the best; chance breaks ties.

    In a long game answers that look nearly as good count as ties too.
    """

    __slots__ = ("_random",)
    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, decision: Decision) -> Option:
        """The option that leads to the table of the highest worth, or in a long game one that lacks little of it."""
        if len(decision.options) == 1:
            return decision.options[0]
        world = world_of(view)
        fresh = [option for option in decision.options if not overused(world.sheet, world.table, option.code)]
        options = fresh or list(decision.options)
        values = weigh(world, [option.index for option in options])
        least = max(values) - leeway(view.turns)
        return self._random.choice([option for option, value in zip(options, values, strict=True) if value >= least])
