"""The bot that was trained: greedy weighs every answer, and a small network that has seen many games judges between
them.

Greedy plays an answer out through the rest of its turn, as far as nothing unseen decides, and knows nothing of what
comes after. The network knows what such
tables came to. It sees cards by what they are and do, never by their names, so that it plays any deck; where greedy
sees a win or a loss at once, greedy's word counts.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from changeling.bots.greedy import Greedy
from changeling.bots.greedy_choice import PATIENCE
from changeling.bots.greedy_state import GreedyState, greedy_state
from changeling.bots.lookahead import TURN_BUDGET
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.whole import whole

if TYPE_CHECKING:
    from changeling.bots.policy_network import Floats, Network

_printed: Recent[Floats] = Recent(32)


class Learned:
    """Takes the answer to which the network gives the highest score. In a game that has lasted long it takes answers by
    their probability instead: what looks best may lead round in circles."""

    __slots__ = ("_greedy", "_network", "_random")
    name = "learned"

    def __init__(self, seed: int, network: Network, *, state_for: Callable[[Deck], GreedyState] = greedy_state) -> None:
        """`state_for` makes what greedy thinks with for a deck."""
        self._greedy, self._network = Greedy(seed, through=TURN_BUDGET, state_for=state_for), network
        self._random = Random(whole("seed", seed))

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def choose(self, view: View, decision: Decision) -> Option:
        """The option with the highest score."""
        if len(decision.options) == 1:
            return decision.options[0]
        scores = self.scores(view, decision)
        if view.turns > PATIENCE:
            return self._random.choices(decision.options, _shares(scores))[0]
        return decision.options[scores.index(max(scores))]

    def scores(self, view: View, decision: Decision) -> list[float]:
        """What the network gives each option; differences are logarithms of how much likelier it would take one."""
        import numpy as np

        from changeling.bots.policy_network import questions_of
        from changeling.engine.arrays.features import CARD_WIDTH, TABLE_WIDTH

        seen = view.observation()[None]
        worths, led_to = self._greedy.weighed(view, decision)
        names = [seat.name for seat in view.seats]
        question = questions_of(
            seen[:, :TABLE_WIDTH],
            seen[:, TABLE_WIDTH:].reshape(1, -1, CARD_WIDTH),
            np.array([names.index(view.seat)]),
            len(names),
            [np.array([option.code for option in decision.options])],
            [np.array(worths)],
            [np.array(led_to)],
        )
        found: list[float] = self._network.scores(question, _printed_on(view.deck)).tolist()
        return found


def _printed_on(deck: Deck) -> Floats:
    """What is printed on the cards of a deck, as the network takes it."""
    from changeling.bots.policy_network import with_blank
    from changeling.engine.arrays.features import printed

    return _printed.of(deck.digest, lambda: with_blank(printed(deck)))


def _shares(scores: list[float]) -> list[float]:
    """How likely each answer is, but for a common factor."""
    from math import exp

    return [exp(max(score - max(scores), -50.0)) for score in scores]
