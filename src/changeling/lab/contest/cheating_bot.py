"""A player that cheats, to learn how far luck lets anybody get: it sees every hand, and on demand the draw pile too."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from changeling.bots.search_state import SearchState
from changeling.cards import codes as w
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.play.bot_factory import search_state_for
from changeling.play.game import Game


@dataclass(slots=True)
class CheatingBot:
    """Searches as `search` does, on the true table. Made for one game; it is in no roster and at no face."""

    game: Game
    seed: int
    seconds: float
    pile: bool = False  # sees the order of the draw pile too
    clock: Callable[[], float] = time.thread_time
    state: SearchState | None = None

    def choose(self, view: View, decision: Decision) -> Option:
        """The answer that was tried most often."""
        if len(decision.options) == 1:
            return decision.options[0]
        state = self.state = self.state or search_state_for(view.deck, wait=True)
        table, seat = self.game.table.copy(), self.game.seats.index(decision.seat)
        for card in range(len(view.deck.cards)):
            if self.pile or table.place[card] != w.PILE:
                table.known[card] |= 1 << seat
        self.seed += 1
        state.begin(table, self.seed)
        end = self.clock() + self.seconds
        while self.clock() < end:
            state.think(state.iterations_per_call)
        return max(decision.options, key=lambda option: state.taken(option.code))
