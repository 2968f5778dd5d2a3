"""The bot that thinks ahead: it tries its answers on many tables that might be the true one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from changeling.bots.search_state import Mind, plain_mind
from changeling.cards.deck import Deck
from changeling.engine.seen.decision import Decision, Option
from changeling.engine.seen.view import View

ITERATIONS = 60  # as many as the interpreted machine does in about a second


class Search:
    """Information-set Monte-Carlo tree search over imagined tables.

    It thinks for a number of iterations, or with a `clock` (seconds that only grow) for `seconds`, and then takes the
    answer that it came back to most often. By iterations, equal views give equal answers; by the clock, nearly.
    """

    __slots__ = ("_clock", "_iterations", "_mind_for", "_minds", "_random", "_seconds", "name", "thought")

    def __init__(
        self,
        seed: int,
        *,
        iterations: int = ITERATIONS,
        seconds: float | None = None,
        clock: Callable[[], float] | None = None,
        mind_for: Callable[[Deck], Mind] = plain_mind,
        name: str = "search",
    ) -> None:
        self._random = Random(seed)
        self._iterations, self._seconds, self._clock = iterations, seconds, clock
        self._mind_for = mind_for
        self._minds: dict[str, Mind] = {}
        self.name = name
        self.thought = 0  # iterations spent on the last question

    def choose(self, view: View, decision: Decision) -> Option:
        """The answer that thinking came back to most often."""
        if len(decision.options) == 1:
            return decision.options[0]
        mind = self.ponder(view, decision.options)
        return max(decision.options, key=lambda option: mind.taken(option.code))

    def ponder(self, view: View, options: Sequence[Option]) -> Mind:
        """Think about the question of a view, as long as the budget lasts or something can still change; gives the mind
        with what it found."""
        seed = self._random.getrandbits(32)
        mind = self._minds[view.deck.digest] = self._mind(view.deck)
        mind.begin(view.imagine(seed), seed)
        self.thought = 0
        if self._clock is None or self._seconds is None:
            mind.think(self._iterations)
            self.thought = self._iterations
            return mind
        began = self._clock()
        codes = [option.code for option in options]
        spent = 0.0
        while spent < self._seconds:
            mind.think(mind.at_once)
            self.thought += mind.at_once
            spent = self._clock() - began
            left = self.thought * (self._seconds - spent) / max(spent, 1e-9)
            if _settled([mind.taken(code)[0] for code in codes], left):
                break
        return mind

    def _mind(self, deck: Deck) -> Mind:
        """The mind for a deck: the one of the last question, unless a faster one has come about since."""
        kept = self._minds.get(deck.digest)
        return kept if kept is not None and kept.lasting else self._mind_for(deck)


def _settled(taken: Sequence[int], left: float) -> bool:
    """Whether no other answer can still be taken more often than the one ahead."""
    ahead, second = sorted(taken, reverse=True)[:2]
    return ahead - second > left
