"""Rounds of the event loop, none of which is held for long, however many ask for something at the same time.

In one round the loop does all that has come up since the last one. Whoever is about to do more than a little asks here
first: while there is time left in this round it is done at once, and else in a later one, first come, first served.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

LONGEST = 0.005  # seconds of one round after which nobody begins anything more in it


class Turns:
    """Gives out the time of one event loop."""

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._until = 0.0  # when the time of this round is up; zero while nobody has asked in it
        self._waiting: deque[asyncio.Future[None]] = deque()

    def has_time(self) -> bool:
        """Whether there is time left in this round."""
        now = time.perf_counter()
        if not self._until:
            self._begin(now)
        return now < self._until

    async def mine(self) -> None:
        """Return when it is the caller's turn: at once where there is time, and nobody waits already."""
        if not self._waiting and self.has_time():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn

    def _begin(self, now: float) -> None:
        self._until = now + self._longest
        asyncio.get_running_loop().call_soon(self._next_round)

    def _next_round(self) -> None:
        """A round is over: let the first who waits go on in the next one. Only one goes on, since it may take long; the
        round after that begins as soon as it is done."""
        self._until = 0.0
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # it was not cancelled
                turn.set_result(None)
                self._begin(time.perf_counter())
                return
