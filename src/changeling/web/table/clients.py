"""A client: what waits to be sent to it, and how much it may say."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

MOST_WAITING = 64  # messages; a client that has more waiting gets the whole state instead


@dataclass(slots=True)
class Allowance:
    """How often something may be done: `burst` times at once, and `rate` times a second in the long run."""

    rate: float
    burst: float
    left: float = -1.0
    looked: float = 0.0

    def spend(self, now: float | None = None) -> bool:
        """Do it once, if it may be done."""
        now = time.monotonic() if now is None else now
        if self.left < 0:
            self.left, self.looked = self.burst, now
        self.left = min(self.burst, self.left + (now - self.looked) * self.rate)
        self.looked = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass(eq=False, slots=True)
class Client:
    """One WebSocket at a table: of a seat, or looking on. `state` makes the whole state, for when it falls behind."""

    state: Callable[[Client], Awaitable[bytes]]
    place: int | None = None
    closed: tuple[int, str] | None = None
    _waiting: deque[bytes] = field(default_factory=deque)  # what is the same for all who see the same
    _replies: deque[bytes] = field(default_factory=deque)  # what only this client hears; never dropped
    _more: asyncio.Event = field(default_factory=asyncio.Event)
    _room: asyncio.Event = field(default_factory=asyncio.Event)
    _behind: bool = False

    def send(self, message: bytes) -> None:
        """Have news sent. Never waits: when too much waits already, the whole state takes the place of it all."""
        if self._behind:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self._behind = True
        else:
            self._waiting.append(message)
        self._more.set()

    def reply(self, message: bytes) -> None:
        """Have a reply sent, before the news that waits."""
        self._replies.append(message)
        self._more.set()

    def close(self, code: int, reason: str) -> None:
        """Have the connection closed after what waits."""
        self.closed = (code, reason)
        self._more.set()

    async def room(self) -> None:
        """Wait until the client has read most of its replies: who does not listen is not listened to."""
        while len(self._replies) >= MOST_WAITING and self.closed is None:
            self._room.clear()
            await self._room.wait()

    async def next(self) -> bytes | None:
        """The next message to send; nothing when the connection is to be closed."""
        while True:
            if self._replies:
                self._room.set()
                return self._replies.popleft()
            if self._behind:
                self._behind = False
                return await self.state(self)
            if self._waiting:
                return self._waiting.popleft()
            if self.closed is not None:
                self._room.set()
                return None
            self._more.clear()
            await self._more.wait()
