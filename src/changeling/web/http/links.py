"""A short cut for WebSockets: short text messages pass between the connection and the application without the
layers of uvicorn in between.

Everything else (large messages, fragments, several frames at once, pings) goes through uvicorn, in the same order.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Final
from weakref import ref

from starlette.types import Scope
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from changeling.web.http.limits.guard import headers_for, refused
from changeling.web.http.limits.rate_limits import Allowance
from changeling.web.wire.errors import Refuse

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was not compiled
    from websockets.utils import apply_mask

LINK = "changeling.link"  # the key of a socket's own connection in the state of its scope
MOST_UNREAD = 8  # plain messages after which nothing is read until they are taken
TEXT: Final = 0x81  # the first byte of a whole text; the second has a bit for the mask, and the size below LONG
MASKED: Final = 0x80
LONG: Final = 126
AT_ONCE = 8192  # bytes that are taken apart at once, which are more than a thousand frames at most
FRAMES = (50.0, 1000.0)  # that are no plain messages: so many a second, and at once; who sends more is cut off
MASK_AT, BODY_AT = 2, 6  # where a short frame of a client has its mask, and what it says
TOO_FAST: Final = (1008, "message/too-fast")


class Inbox(asyncio.Queue[Any]):
    """What has come over a socket and was not read: events for the application, and the bytes of plain messages. It
    does what uvicorn asks of its queue. One task reads."""

    def __init__(self) -> None:
        super().__init__()
        self._unread: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        """Add something."""
        self._unread.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def qsize(self) -> int:
        """How much was not read."""
        return len(self._unread)

    def empty(self) -> bool:
        """Whether all was read."""
        return not self._unread

    async def get(self) -> Any:
        """The next event, as soon as there is one."""
        await self.filled()
        item = self._unread.popleft()
        return {"type": "websocket.receive", "text": item.decode()} if isinstance(item, bytes) else item

    async def filled(self) -> None:
        """Return when there is something."""
        while not self._unread:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None

    def take_plain(self) -> bytes | None:
        """The next thing, where it is a plain message."""
        return self._unread.popleft() if self._unread and isinstance(self._unread[0], bytes) else None


class LinkedProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose application can see when the connection is gone, and end it. By itself uvicorn leaves a closed
    one open for ten seconds, and for as long as its client does not read."""

    _over: asyncio.Event
    _inbox: Inbox
    _in_step = True  # all that came so far were whole frames, so that the next byte begins one
    _other_side_reads = True
    _cut_off = False
    _of_read = 0  # messages
    _heard = 0.0  # when a plain message came last, in the event loop's time

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is a WebSocket's from now on."""
        self._over = asyncio.Event()
        self.queue = self._inbox = Inbox()
        self._frames = Allowance(*FRAMES)
        super().connection_made(transport)

    def handle_connect(self, event: Request) -> None:
        """Begin with a handshake. The application runs only after this has returned."""
        if self.conn.accept(event).status_code != 101:
            self._turn_away()
            return
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][LINK] = ref(self)

    # --- what comes ---------------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Something has come. A short text that came whole and by itself is taken at once."""
        if self._in_step and self.handshake_complete and not self.close_sent:
            text = plain_text(data)
            if text is not None:
                self._inbox.put_nowait(text)
                self._heard = self.loop.time()
                if self._inbox.qsize() >= MOST_UNREAD and not self.read_paused:
                    self.read_paused = True
                    self.transport.pause_reading()
                return
            self._in_step = are_whole_frames(data)
        elif self.handshake_initiated:
            self._in_step = False
        self._of_read = 0
        for first in range(0, len(data), AT_ONCE):  # a read can have 256 KB: frames for a quarter of a second
            if self._cut_off:
                return
            super().data_received(data[first : first + AT_ONCE])
        if not self.handshake_initiated:  # the whole head has come: it is none that can be read
            self._turn_away()

    def send_keepalive_ping(self) -> None:
        """Ask whether the other side is still there, once it said nothing for as long as there is between two pings.
        Pages say something more often than that. Who does not read what was sent is asked all the same, and cut off."""
        assert self.ping_interval is not None
        left = self._heard + self.ping_interval - self.loop.time()
        if left > 0 and self._other_side_reads:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """The other side is not there any more. What waits for it would keep the connection open for as long as it
        takes nothing, up to a quarter of an hour, and its seat would not be free: that is dropped."""
        super().keepalive_timeout()
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self.transport.abort()

    def handle_ping(self) -> None:
        """A ping, which is answered whether the other side reads that or not."""
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong, also one that nobody has asked for."""
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A part of a message, which may be empty."""
        self._count()
        super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """A text, or its first part."""
        self._count_message()
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Bytes, which no message is."""
        self._count_message()
        super().handle_bytes(event)

    def _count_message(self) -> None:
        """Messages are counted where they are heard; here only those of one read, before anybody hears them."""
        self._of_read += 1
        if self._of_read > FRAMES[1]:
            self._count()

    def _count(self) -> None:
        if self._cut_off or (self._frames.spend() and self._of_read <= FRAMES[1]):
            return
        self._cut_off = True  # what still comes is read and dropped, until the application ends the connection
        if self.conn.state is not State.OPEN:  # it is being closed already, by either side
            return
        self.conn.send_close(*TOO_FAST)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_FAST[0], "reason": TOO_FAST[1]})

    def _turn_away(self) -> None:
        """Refuse a handshake that cannot be read, and hang up. Nobody else would: nothing runs for it yet."""
        answer = refused(Refuse("request/invalid", "this is no WebSocket handshake that can be read", status=400))
        answer.headers.update({**headers_for(""), "connection": "close"})
        head = b"".join(b"%b: %b\r\n" % header for header in answer.raw_headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n%b\r\n%b" % (head, bytes(answer.body)))
        self._cut_off = self.close_sent = self.handshake_initiated = True
        self.transport.close()

    async def plain(self) -> bytes | None:
        """The next message, where it is a plain one; None where something else comes first: `receive` gives that."""
        await self._inbox.filled()
        text = self._inbox.take_plain()
        if self.read_paused and text is not None and self._inbox.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return text

    # --- what is sent -------------------------------------------------------------------------------------------------
    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says. A handshake that was refused is complete: uvicorn 0.54 would log a fault."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def pause_writing(self) -> None:
        """The other side does not read."""
        self._other_side_reads = False
        super().pause_writing()

    def resume_writing(self) -> None:
        """The other side reads again."""
        self._other_side_reads = True
        super().resume_writing()

    def write(self, *texts: bytes) -> bool:
        """Send texts at once, where the connection is open and the other side reads; gives whether that was done. Past
        the layers of the application and of uvicorn, which take longer than all else that is done to send."""
        if not self.is_writable():
            return False
        self.transport.write(b"".join([head_of(len(text)) + text for text in texts]))
        return True

    def is_writable(self) -> bool:
        """Whether the connection is open and the other side reads."""
        if self.close_sent or self.disconnected or not self._other_side_reads or not self.handshake_complete:
            return False
        return not self.transport.is_closing()

    # --- the end ------------------------------------------------------------------------------------------------------
    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone. What is left of it must be in no circle (`running/memory.py`): the library's parser
        is a generator of what has it, so it is ended; and the scope has this connection by a weak reference."""
        super().connection_lost(exc)
        self._over.set()
        self.conn.parser.close()
        self.conn.parser_exc = None  # what was wrong with a frame, whose traceback has the parser

    async def gone(self, seconds: float) -> None:
        """Return when the connection is gone, which it is after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._over.wait()
        except TimeoutError:
            self.transport.abort()


def plain_text(data: bytes) -> bytes | None:
    """What a client says by these bytes, where they are one short text in ASCII and nothing else (RFC 6455, 5.2)."""
    if len(data) < BODY_AT or data[0] != TEXT or not MASKED <= data[1] < MASKED + LONG:
        return None
    if len(data) != BODY_AT + data[1] - MASKED:
        return None
    text = apply_mask(data[BODY_AT:], data[MASK_AT:BODY_AT])
    return text if text.isascii() else None


def are_whole_frames(data: bytes) -> bool:
    """Whether these bytes of a client, which begin a frame, are frames to their end, none of them a part of a message.
    Of very long ones it is not asked."""
    start = frames = 0
    while start < len(data):
        frames += 1
        head = data[start : start + 4]
        if frames > AT_ONCE // BODY_AT or len(head) < 4 or not head[0] & 0x80 or not MASKED <= head[1] <= MASKED + LONG:
            return False
        size = head[1] - MASKED
        start += BODY_AT + size if size < LONG else BODY_AT + 2 + int.from_bytes(head[2:], "big")
    return start == len(data)


def head_of(size: int) -> bytes:
    """What stands before a whole text of so many bytes that a server sends (RFC 6455, 5.2)."""
    if size < LONG:
        return bytes((TEXT, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")


def link_of(scope: Scope) -> LinkedProtocol | None:
    """A socket's own connection; None where another server than ours runs the application."""
    link = scope.get("state", {}).get(LINK)
    found = link() if isinstance(link, ref) else None
    return found if isinstance(found, LinkedProtocol) else None


async def gone(scope: Scope, seconds: float) -> None:
    """Return when the connection of a socket that was closed is gone, after so many seconds at most."""
    link = link_of(scope)
    if link is not None:
        await link.gone(seconds)
