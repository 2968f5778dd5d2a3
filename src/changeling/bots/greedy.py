"""The bot that takes what looks best at once: it wins when it can, hands out no win, and gathers what Goals ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from changeling.bots.greedy_choice import choose_answer
from changeling.bots.greedy_state import GreedyState, greedy_state
from changeling.bots.lookahead import WORLD
from changeling.engine.machine.playout import seed_state
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.whole import whole


class Greedy:
    """Weighs each option by the table it leads to, as far as its view tells, and takes the best; chance breaks ties.

    In a long game answers that look nearly as good count as ties too.
    """

    __slots__ = ("_rng", "_states")
    name = "greedy"

    def __init__(self, seed: int) -> None:
        seed = whole("seed", seed)
        self._rng = seed_state(seed ^ seed >> 32)
        self._states: dict[str, GreedyState] = {}

    def __getstate__(self) -> dict[str, Any]:
        """All but the room that it thinks in."""
        return {"_rng": self._rng, "_states": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._rng, self._states = state["_rng"], state["_states"]

    def choose_with(self, think: Callable[[int], tuple[int, int]]) -> int:
        """The index of its answer where somebody else thinks for it: given the state of its generator, `think` gives
        the index and the state after that."""
        index, self._rng = think(self._rng)
        return index

    def choose(self, view: View, decision: Decision) -> Option:
        """The option that leads to the table of the highest worth, or in a long game one that lacks little of it."""
        if len(decision.options) == 1:
            return decision.options[0]
        state = self._states.get(view.deck.digest)
        if state is None:
            state = self._states[view.deck.digest] = greedy_state(view.deck)
        state.tables[WORLD] = view.imagine(0)
        state.thoughts[0].rng = self._rng
        index = choose_answer(state.sheets, state.tables, None, state.goals, state.weights, state.thoughts)
        self._rng = state.thoughts[0].rng
        return decision.options[index]
