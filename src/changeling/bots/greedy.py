"""The bot that takes what looks best at once: it wins when it can, hands out no win, and gathers what Goals ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from changeling.bots.greedy_state import GreedyState, greedy_state
from changeling.bots.lookahead import TURN_BUDGET
from changeling.cards.deck import Deck
from changeling.engine.machine.playout import seed_state
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.whole import whole


class Greedy:
    """Weighs each option by the table it leads to, as far as its view tells, and takes the best; chance breaks ties.

    In a long game answers that look nearly as good count as ties too. `through` is 0 where an answer is played out
    until its card is done; else the rest of the own turn is looked through, with so many tries at most.
    `state_for` makes what it thinks with for a deck.
    """

    __slots__ = ("_rng", "_state_for", "_states", "_through")
    name = "greedy"

    def __init__(self, seed: int, *, through: int = 0, state_for: Callable[[Deck], GreedyState] = greedy_state) -> None:
        seed = whole("seed", seed)
        self._through = whole("through", through, 0, TURN_BUDGET)
        self._rng = seed_state(seed ^ seed >> 32)
        self._state_for = state_for
        self._states: dict[str, GreedyState] = {}

    def __getstate__(self) -> dict[str, Any]:
        """All but the room that it thinks in."""
        return {"_rng": self._rng, "_state_for": self._state_for, "_states": {}, "_through": self._through}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    def choose_with(self, think: Callable[[int], tuple[int, int]]) -> int:
        """The index of its answer where somebody else thinks for it: given the state of its generator, `think` gives
        the index and the state after that."""
        index, self._rng = think(self._rng)
        return index

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def choose(self, view: View, decision: Decision) -> Option:
        """The option that leads to the table of the highest worth, or in a long game one that lacks little of it."""
        if len(decision.options) == 1:
            return decision.options[0]
        return decision.options[self._weigh(view)[1]]

    def weighed(self, view: View, decision: Decision) -> tuple[list[float], list[float]]:
        """What each option of the question is worth to it: higher is better, a win is worth 1000, and an option that it
        would not take at all less than any loss. Then, where the rest of the turn is looked through, what the tables
        that each leads to come to: `summary.NUMBERS` for every option."""
        return self._weigh(view)[0].weighed(len(decision.options))

    def _weigh(self, view: View) -> tuple[GreedyState, int]:
        """Weigh every option; gives what it thought with, and the index of the one that it takes."""
        state = self._states.get(view.deck.digest)
        if state is None or not state.final:
            state = self._states[view.deck.digest] = self._state_for(view.deck)
        index = state.weigh(view.imagine(0), self._rng, self._through)
        self._rng = int(state.thought.rng)
        return state, index
