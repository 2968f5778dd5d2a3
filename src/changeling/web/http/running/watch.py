"""Around the whole application: each request and socket has an id, is measured, and has a line in the access log."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from changeling.web.http.limits.addresses import Addresses
from changeling.web.http.running.logs import ABOUT, ACCESS
from changeling.web.http.running.metrics import Meters

log = logging.getLogger(ACCESS)
SOCKET = "/ws/{table}"
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
_TABLE = re.compile(r"/(?:ws|api/tables)/([A-Za-z0-9_-]{6,40})")


class Watch:
    """Wraps an application. `routes` are the paths that are told apart, with names in braces; the rest is the page."""

    def __init__(self, app: ASGIApp, meters: Meters, addresses: Addresses, routes: Iterable[str]) -> None:
        self._app, self._meters, self._addresses = app, meters, addresses
        names = sorted({*routes, SOCKET})
        self._routes = [(re.compile(re.sub(r"\{\w+\}", r"[^/]+", name)), name) for name in names]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, under an id that its answer names too."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        about, begun, status = {"request": secrets.token_hex(6)}, time.perf_counter(), [0]
        table = _TABLE.match(scope["path"])
        if table:
            about["table"] = table[1]

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = about["request"]
            elif message["type"] == "websocket.close":
                status[0] = message.get("code", 1000)
            await send(message)

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                status[0] = status[0] or message.get("code", 1005)
            return message

        token = ABOUT.set(about)
        try:
            await self._app(scope, heard, noted)
        finally:
            self._note(scope, status[0] or 500, time.perf_counter() - begun)
            ABOUT.reset(token)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope.get("method", "SOCKET")
        if scope["type"] == "http":
            known = method if method in METHODS else "other"
            self._meters.requests.labels(self._route(scope["path"]), known, str(status)).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            path = scope["path"]
            extra = {
                "address": self._addresses.of(scope),
                "method": method,
                "path": path,
                "status": status,
                "seconds": round(seconds, 4),
            }
            log.info("%s %s %s %s in %.4f s", extra["address"], method, path, status, seconds, extra=extra)

    def _route(self, path: str) -> str:
        return next((name for pattern, name in self._routes if pattern.fullmatch(path)), "page")
