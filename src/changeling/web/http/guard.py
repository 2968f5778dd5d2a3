"""Browser security: headers on every answer, and pages of other sites refused."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from changeling.web.settings import Settings
from changeling.web.wire.errors import Refuse

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self';"
    " connect-src 'self'{sockets}; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HOST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]")


class Guard:
    """Middleware that adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and the answer back with its headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = next((value.decode("latin-1") for key, value in scope["headers"] if key == b"host"), "")
        # Safari before 15.4 does not count a socket to the same host as 'self'.
        sockets = f" ws://{host} wss://{host}" if host and _HOST.issuperset(host) else ""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers["content-security-policy"] = POLICY.format(sockets=sockets)
            await send(message)

        await self._app(scope, receive, guarded)


def is_foreign(headers: Mapping[str, str], settings: Settings) -> bool:
    """Whether the request comes from a page of another site. Programs that are no browsers send no origin."""
    origin = headers.get("origin", "")
    if not origin or origin in settings.origins:
        return False
    return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()


def check_origin(headers: Mapping[str, str], settings: Settings) -> None:
    """Raise Refuse for a request from a page of another site."""
    if is_foreign(headers, settings):
        raise Refuse("origin/foreign", f"pages of {headers['origin']} may not ask this server", status=403)
