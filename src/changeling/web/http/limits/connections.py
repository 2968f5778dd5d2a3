"""Connections before anything was asked for over them: how many an address may have, and how long a request may take.

A WebSocket counts here until it is one; then `rate_limits` counts it, until its connection is gone.
"""

from __future__ import annotations

import asyncio
import contextlib

import h11
from starlette.types import Scope
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from changeling.web.http.limits.addresses import NOBODY, Addresses, household
from changeling.web.http.limits.guard import headers_for, refused
from changeling.web.http.limits.rate_limits import Counts
from changeling.web.settings import Settings
from changeling.web.wire.errors import Refuse

HEAD_WITHIN = 15.0  # seconds until the head of a request must have come
MORE = 2  # times as many connections as sockets: a browser opens several to fetch a page


class GuardedProtocol(H11Protocol):
    """HTTP whose refusal of what is no request has the body and the headers of every other answer."""

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read as HTTP, and hang up."""
        self.turn_away(Refuse("body/invalid", "this is no HTTP request that can be read", status=400), b"Bad Request")

    def turn_away(self, refuse: Refuse, reason: bytes) -> None:
        """Send a refusal, and hang up."""
        answer = refused(refuse)
        answer.headers.update({**headers_for(""), "connection": "close"})
        events: tuple[h11.Event, ...] = (
            h11.Response(status_code=answer.status_code, headers=answer.raw_headers, reason=reason),
            h11.Data(data=bytes(answer.body)),
            h11.EndOfMessage(),
        )
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # else another answer is on its way already
            for event in events:
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def protocol_for(settings: Settings, shared: Counts | None = None) -> type[H11Protocol]:
    """The protocol of a server: one class each, because its connections are counted together."""
    addresses = Addresses(settings.proxies)
    counts = (shared or Counts()).sockets("connections", settings.limits.sockets * MORE if settings.rates else 0)

    class CountedProtocol(GuardedProtocol):
        """Counts connections by address. A proxy that is named asks for many, and is not counted."""

        _counted: contextlib.ExitStack
        _alarm: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn itself narrows it
            super().connection_made(transport)
            self._counted = contextlib.ExitStack()
            peer = str(self.client[0]) if self.client else NOBODY
            try:
                if not addresses.trusts(peer):
                    self._counted.enter_context(counts.counted(household(peer)))
            except Refuse as refuse:
                self.turn_away(refuse, b"Too Many Requests")
                return
            self._alarm = self.loop.call_later(HEAD_WITHIN, self.transport.close)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:  # the head has come
                self._stop_alarm()
            elif self._alarm is None and not self.transport.is_closing():
                self._alarm = self.loop.call_later(HEAD_WITHIN, self.transport.close)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._release()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._release()
            super().connection_lost(exc)

        def _release(self) -> None:
            self._stop_alarm()
            self._counted.close()

        def _stop_alarm(self) -> None:
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

    return CountedProtocol


# --- WebSockets -------------------------------------------------------------------------------------------------------
LINK = "changeling.link"  # the key of a socket's own connection in the state of its scope


class LinkedProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose application can see when the connection is gone, and end it. By itself uvicorn leaves a closed
    one open for ten seconds, and for as long as its client does not read."""

    _over: asyncio.Event

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is a WebSocket's from now on."""
        self._over = asyncio.Event()
        super().connection_made(transport)

    def handle_connect(self, event: Request) -> None:
        """Begin with a handshake. The application runs only after this has returned."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][LINK] = self

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says. A handshake that was refused is complete: uvicorn 0.54 would log a fault."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        self._over.set()

    def write(self, message: bytes) -> bool:
        """Send a text at once, where the connection is open and the other side reads; gives whether that was done. Past
        the layers of the application and of uvicorn, which take longer than all else that is done to send."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.close_sent:
            return False
        if self._over.is_set() or self.transport.is_closing():
            return False
        self.transport.write(head_of(len(message)) + message)
        return True

    async def gone(self, seconds: float) -> None:
        """Return when the connection is gone, which it is after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._over.wait()
        except TimeoutError:
            self.transport.abort()


def head_of(size: int) -> bytes:
    """What stands before a whole text of so many bytes that a server sends (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")


def link_of(scope: Scope) -> LinkedProtocol | None:
    """A socket's own connection; None where another server than ours runs the application."""
    link = scope.get("state", {}).get(LINK)
    return link if isinstance(link, LinkedProtocol) else None


async def gone(scope: Scope, seconds: float) -> None:
    """Return when the connection of a socket that was closed is gone, after so many seconds at most."""
    link = link_of(scope)
    if link is not None:
        await link.gone(seconds)
