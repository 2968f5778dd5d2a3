"""The bot that thinks ahead: it tries its answers on many tables that might be the true one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from changeling.bots.search_state import SearchState, interpreted_state
from changeling.cards.deck import Deck
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.whole import whole

ITERATIONS = 60  # as many as the interpreted machine does in about a second


class Search:
    """Information-set Monte-Carlo tree search over imagined tables.

    It thinks for a number of iterations, or with a `clock` (seconds that only grow) for `seconds`, and then takes the
    answer that it tried most often. By iterations, equal views give equal answers; by the clock, nearly.
    """

    __slots__ = ("_clock", "_iterations", "_random", "_seconds", "_state_for", "_states", "name", "thought")

    def __init__(
        self,
        seed: int,
        *,
        iterations: int = ITERATIONS,
        seconds: float | None = None,
        clock: Callable[[], float] | None = None,
        state_for: Callable[[Deck], SearchState] = interpreted_state,
        name: str = "search",
    ) -> None:
        self._random = Random(whole("seed", seed))
        self._iterations, self._seconds, self._clock = iterations, seconds, clock
        self._state_for = state_for
        self._states: dict[str, SearchState] = {}
        self.name = name
        self.thought = 0  # iterations spent on the last question

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def __getstate__(self) -> dict[str, Any]:
        """All but the states of earlier questions: those are begun anew, and share memory that a copy would part."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return {**kept, "_states": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    def choose(self, view: View, decision: Decision) -> Option:
        """The answer that was tried most often."""
        if len(decision.options) == 1:
            return decision.options[0]
        state = self.ponder(view, decision.options)
        return max(decision.options, key=lambda option: state.taken(option.code))

    def ponder(self, view: View, options: Sequence[Option]) -> SearchState:
        """Search until the budget is spent or nothing can change any more; gives the state with what was found."""
        seed = self._random.getrandbits(32)
        state = self._states[view.deck.digest] = self._state(view.deck)
        state.begin(view.imagine(seed), seed)
        self.thought = 0
        if self._clock is None or self._seconds is None:
            state.think(self._iterations)
            self.thought = self._iterations
            return state
        began = self._clock()
        codes = [option.code for option in options]
        spent = 0.0
        while spent < self._seconds:
            state.think(state.iterations_per_call)
            self.thought += state.iterations_per_call
            spent = self._clock() - began
            left = self.thought * (self._seconds - spent) / max(spent, 1e-9)
            if _settled([state.taken(code)[0] for code in codes], left):
                break
        return state

    def _state(self, deck: Deck) -> SearchState:
        """The state for a deck: that of the last question, unless a faster one may have become available since."""
        kept = self._states.get(deck.digest)
        return kept if kept is not None and kept.final else self._state_for(deck)


def _settled(taken: Sequence[int], left: float) -> bool:
    """Whether no other answer can still be taken more often than the one ahead."""
    ahead, second = sorted(taken, reverse=True)[:2]
    return ahead - second > left
