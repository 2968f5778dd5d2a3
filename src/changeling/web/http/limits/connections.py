"""Connections before anything was asked for over them: how many an address may have, and how long a request may take.

A WebSocket counts here until it is one; then `rate_limits` counts it, until its connection is gone.
"""

from __future__ import annotations

import asyncio
import contextlib

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from changeling.web.http.limits.addresses import NOBODY, Addresses, household
from changeling.web.http.limits.guard import headers_for, refused
from changeling.web.http.limits.rate_limits import Counts
from changeling.web.settings import Settings
from changeling.web.wire.errors import Refuse

HEAD_WITHIN = 15.0  # seconds until the head of a request must have come
READS_WITHIN = 30.0  # seconds in which some of an answer must be read, where much of it waits
MORE = 2  # times as many connections as sockets: a browser opens several to fetch a page


class GuardedProtocol(H11Protocol):
    """HTTP that refuses malformed requests with the same body and headers as every other refusal, and that hangs up on
    clients that do not read their answers."""

    _unread: asyncio.TimerHandle | None = None

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

    def pause_writing(self) -> None:
        """The other side does not read: an answer does not wait for that for ever."""
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(READS_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.stop_unread()

    def stop_unread(self) -> None:
        """Nobody has to read anything any more."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


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
            self.stop_unread()
            self._counted.close()

        def _stop_alarm(self) -> None:
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

    return CountedProtocol
