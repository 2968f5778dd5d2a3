"""Rounds of the event loop, none of which is held for long, however many ask for something at the same time.

In one round the loop does all that has come up since the last one. Whoever is about to do more than a little asks here
first: while there is time left in this round it is done at once, and else in a later one, first come, first served.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable

log = logging.getLogger("changeling.web")
LONGEST = 0.005  # seconds of one round after which nobody begins anything more in it
MOST_AT_ONCE = 8  # of those who wait, who may go on in one round


class Turns:
    """Gives out the time of one event loop."""

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._until = 0.0  # when the time of this round is up; zero while nobody has asked in it
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._again: deque[asyncio.Future[None]] = deque()  # whose turn it was when there was no time left
        self._one_may = False  # whether somebody goes on in this round although its time is up
        self._small: deque[Callable[[], object]] = deque()  # what takes little, and was put off

    def has_time(self) -> bool:
        """Whether there is time left in this round."""
        now = time.perf_counter()
        if not self._until:
            self._begin(now)
        return now < self._until

    async def mine(self) -> None:
        """Return when it is the caller's turn: at once where there is time, and nobody waits already."""
        if not self._waiting and not self._again and self.has_time():
            return
        line = self._waiting
        while True:
            turn = asyncio.get_running_loop().create_future()
            line.append(turn)
            await turn
            if self._one_may or self.has_time():
                self._one_may = False
                return
            line = self._again

    def later(self, small: Callable[[], object]) -> None:
        """Do something that takes little and cannot wait for anything, in a round that has time for it."""
        self._small.append(small)
        if not self._until:
            self._begin(time.perf_counter())

    def _begin(self, now: float) -> None:
        self._until = now + self._longest
        asyncio.get_running_loop().call_soon(self._next_round)

    def _next_round(self) -> None:
        """All else of a round is done: what is small comes first in the next one, and then those go on who wait. Each
        of them may take long, so whoever finds no time left waits again, but for one; the round after that comes as
        soon as they are done."""
        self._until = 0.0
        if not self._small and not self._waiting and not self._again:
            return
        self._until = time.perf_counter() + self._longest
        while self._small and self.has_time():
            small = self._small.popleft()
            try:
                small()
            except Exception:  # a mistake of ours, by which nobody else may be kept waiting
                log.exception("what was put off failed")
        self._one_may = True
        released = 0
        while released < MOST_AT_ONCE and (self._again or self._waiting):
            turn = (self._again or self._waiting).popleft()
            if not turn.done():  # it was not cancelled
                turn.set_result(None)
                released += 1
        asyncio.get_running_loop().call_soon(self._next_round)  # after those who go on now
