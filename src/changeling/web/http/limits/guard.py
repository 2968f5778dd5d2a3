"""Browser security: headers on every answer, and pages of other sites, other hosts and odd paths refused."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from changeling.web.settings import Settings
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import Refused

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
MOST_HEADERS, LONGEST_HEADERS = 200, 32 * 1024  # of a request: how many, and how many bytes
_HOST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]")


class Guard:
    """Wraps the whole application: refuses odd requests, and adds the security headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings = Settings()) -> None:  # noqa: B008  frozen
        self._app = app
        self._names = names_of(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and the answer back with its headers."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refuse = self._odd(scope)
        if scope["type"] == "websocket":
            if refuse is None:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": refuse.code})
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(headers_for(_host(scope)))
            await send(message)

        await (self._app if refuse is None else refused(refuse))(scope, receive, guarded)

    def _odd(self, scope: Scope) -> Refuse | None:
        """What is wrong with a request whatever it is for, if anything is."""
        if not is_known_host(_host(scope), self._names):
            text = "this server does not go by that name; --host-name NAME makes it known"
            return Refuse("host/unknown", text, status=421)
        if any(ord(char) < 32 or "\x7f" <= char < "\xa0" or char == "\ufffd" for char in scope["path"]):
            return Refuse("request/invalid", "the path holds what is no text", status=400)
        if len(scope["headers"]) > MOST_HEADERS or sum(len(k) + len(v) for k, v in scope["headers"]) > LONGEST_HEADERS:
            return Refuse("request/invalid", f"at most {LONGEST_HEADERS:,} bytes of headers are read", status=400)
        return None


def headers_for(host: str) -> dict[str, str]:
    """The security headers of an answer to a request for a host."""
    # Safari before 15.4 does not count a socket to the same host as 'self'.
    sockets = f" ws://{host} wss://{host}" if host and _HOST.issuperset(host) else ""
    return {**HEADERS, "content-security-policy": POLICY.format(sockets=sockets)}


def refused(refuse: Refuse) -> Response:
    """A refusal as an answer."""
    body = msgspec.json.encode(Refused(refuse.refusal()))
    later = {} if refuse.retry is None else {"retry-after": str(refuse.retry)}
    return Response(body, refuse.status, {"cache-control": "no-store", **later}, "application/json")


def _host(scope: Scope) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == b"host"), "")


# --- the names of this server -----------------------------------------------------------------------------------------
def names_of(settings: Settings) -> frozenset[str]:
    """The names that this server goes by: its machine's, those of its sites, and those that it was given."""
    own = socket.gethostname().lower()
    sites = (_netloc(origin).rpartition("@")[2] for origin in settings.origins)
    given = (name.lower() for name in (*settings.host_names, *map(_without_port, sites)))
    return frozenset({"localhost", own, f"{own.partition('.')[0]}.local", *given} - {""})


def is_known_host(host: str, names: Collection[str]) -> bool:
    """Whether a request names this server: by an address, or by one of its names.

    A page of another site whose name was made to lead here (DNS rebinding) names that site, and its origin fits it."""
    name = _without_port(host).lower().rstrip(".")
    if not name or name in names or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def _netloc(origin: str) -> str:
    """The host of an origin; empty for what is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def is_foreign(headers: Mapping[str, str], settings: Settings) -> bool:
    """Whether the request comes from a page of another site. Programs that are no browsers send no origin."""
    origin = headers.get("origin", "")
    if not origin or origin in settings.origins:
        return False
    return _netloc(origin).lower() != headers.get("host", "").lower() or not _netloc(origin)


def check_origin(headers: Mapping[str, str], settings: Settings) -> None:
    """Raise Refuse for a request from a page of another site."""
    if is_foreign(headers, settings):
        raise Refuse("origin/foreign", "pages of other sites may not ask this server", status=403)
