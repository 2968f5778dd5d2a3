"""A client of a table: its seat, and the messages that wait to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

MOST_WAITING = 64  # messages; a client that falls further behind is sent the whole state instead
MOST_BYTES = 512 * 1024  # of those messages, besides one: a state can be long, and an address has many clients


@dataclass(eq=False, slots=True)
class Client:
    """One WebSocket at a table: of a seat, or looking on (`place` is None).

    `state` makes the message with the whole state, for when the client falls behind. There are two queues: news, which
    a state can replace, and replies, which only this client is sent and which are never dropped. `write` sends
    messages at once where the other side reads, and gives whether it did: most messages then wait in no queue, and
    nobody has to be woken for them. Where there was only no time for that, `later` has what waits sent in another
    round, all of it in one writing.
    """

    state: Callable[[Client], Awaitable[bytes]]
    place: int | None = None
    holds: str = ""  # the hash of the token of that place's seat, by which it is found again
    browser: str = ""  # the hash of what the browser calls itself at this table; empty where it says nothing
    screen: bool = False  # shows the table to a room
    coming: bool = False  # is about to sit down
    closed: tuple[int, str] | None = None
    untold: int | None = None  # the first event of the game that it was not sent, where there is one
    shown_at: float = 0.0  # when it was last sent an update, in the event loop's time
    needs_standings: bool = False  # it was sent one without how far everybody is with the Goals
    standings: bytes = b""  # how far everybody is, as it was sent that last in an update; empty after a whole state
    write: Callable[..., bool] | None = None
    later: Callable[[Callable[[], None]], bool] | None = None
    _news: deque[bytes] = field(default_factory=deque)
    _replies: deque[bytes] = field(default_factory=deque)
    _news_bytes: int = 0
    _reply_bytes: int = 0
    _more: asyncio.Event = field(default_factory=asyncio.Event)
    _room: asyncio.Event = field(default_factory=asyncio.Event)
    _behind: bool = False
    _ahead: bytes | None = None  # a reply that goes together with what is sent next: `flush` is called at once
    _put_off: bool = False  # what waits is sent in a later round
    _sending: bool = False  # a message was taken from a queue and may not be sent yet: nothing may overtake it

    def take_place(self, place: int | None, holds: str = "") -> None:
        """Have a seat, another seat, or none from now on; `holds` is the hash of the seat's token."""
        self.place, self.holds = place, holds if place is not None else ""
        self.coming = self.coming and place is None

    def told_all(self) -> None:
        """It is sent the whole state, so that no update is left for it."""
        self.untold, self.needs_standings, self.standings = None, False, b""

    def send(self, message: bytes) -> None:
        """Queue news. Never blocks: when the queue is full, it is emptied and one state will be sent in its place."""
        if self._behind or self._sent(message):
            return
        if len(self._news) >= MOST_WAITING or self._news_bytes >= MOST_BYTES:
            self._news.clear()
            self._news_bytes, self._behind = 0, True
        else:
            self._news.append(message)
            self._news_bytes += len(message)
        self._wake()

    def reply(self, message: bytes) -> None:
        """Queue a reply; replies are sent before news."""
        if not self._sent(message):
            self._queue_reply(message)

    def _queue_reply(self, message: bytes) -> None:
        self._replies.append(message)
        self._reply_bytes += len(message)
        self._wake()

    def reply_ahead(self, message: bytes) -> None:
        """Queue a reply that goes out with the next message, in one writing; whoever calls this calls `flush` after."""
        if self._is_free() and self._ahead is None:
            self._ahead = message
        else:
            self.reply(message)

    def flush(self) -> None:
        """Send a reply that nothing came after."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            self.reply(ahead)

    def _is_free(self) -> bool:
        """Whether nothing waits, so that a message may be sent at once."""
        waiting = self._news or self._replies or self._behind or self._sending
        return self.write is not None and not waiting and self.closed is None

    def _sent(self, message: bytes) -> bool:
        """Send a message at once, where nothing else waits and the other side reads; gives whether that was done."""
        if self._ahead is not None:
            ahead, self._ahead = self._ahead, None
            if self._is_free() and self.write is not None and self.write(ahead, message):
                return True
            self._queue_reply(ahead)
            return False
        if self.write is None or self._news or self._replies or self._behind or self._sending:
            return False
        return self.closed is None and self.write(message)

    def _wake(self) -> None:
        """Have what waits sent: in a later round, where the other side reads, else by whoever waits for `next`."""
        if self._put_off:
            return
        if self.later is None or self._behind or self._sending or self.closed is not None:
            self._more.set()
        elif self.later(self._send_waiting):
            self._put_off = True
        else:
            self._more.set()

    def _send_waiting(self) -> None:
        """Send what waits; there is time for it."""
        self._put_off = False
        waiting = (*self._replies, *self._news)
        if not waiting or self.write is None or self._behind or self._sending or not self.write(*waiting):
            self._more.set()
            return
        self._replies.clear()
        self._news.clear()
        self._news_bytes = self._reply_bytes = 0
        self._room.set()

    def close(self, code: int, reason: str) -> None:
        """Have the connection closed after what is queued. The first code counts."""
        self.closed = self.closed or (code, reason)
        self._more.set()

    def is_full(self) -> bool:
        """Whether so many replies wait that no more of its messages are to be read."""
        return (len(self._replies) >= MOST_WAITING or self._reply_bytes >= MOST_BYTES) and self.closed is None

    async def room(self) -> None:
        """Backpressure: wait while the reply queue is full. Its messages are not read meanwhile."""
        while self.is_full():
            self._room.clear()
            await self._room.wait()

    async def next(self) -> bytes | None:
        """The next message to send, as soon as there is one; None when the connection is to be closed. Whoever asks has
        sent the one before."""
        self._sending = False
        while not (self._replies or self._behind or self._news or self.closed):
            self._more.clear()
            await self._more.wait()
        self._sending = True
        if self._replies:
            reply = self._replies.popleft()
            self._reply_bytes -= len(reply)
            self._room.set()
            return reply
        if self._behind:
            self._behind = False
            return await self.state(self)
        if self._news:
            news = self._news.popleft()
            self._news_bytes -= len(news)
            return news
        self._room.set()
        return None
