"""What is asked by those who run a server: /healthz, /readyz and /metrics."""

from __future__ import annotations

import contextlib
import ipaddress
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from changeling.web.http.limits.addresses import Addresses, read_address
from changeling.web.http.limits.guard import refused
from changeling.web.http.routes import ROUTES
from changeling.web.http.running.health import Checks, checks_of
from changeling.web.http.running.metrics import CONTENT, Meters
from changeling.web.http.running.siblings import Siblings
from changeling.web.http.running.watch import Watch
from changeling.web.table.registry import Registry
from changeling.web.wire.errors import Refuse

PATHS = ("/healthz", "/readyz", "/metrics")
# What a proxy adds: with one of these a request comes from elsewhere, whatever address the connection has.
_FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")
CLOSED = "the numbers are shown to this machine, and to the networks that --metrics names"


@dataclass(frozen=True, slots=True)
class Operations:
    """Shared by the application and its sockets."""

    checks: Checks
    meters: Meters
    addresses: Addresses
    readers: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]
    siblings: Siblings | None = None  # the processes at the same port, where there are any

    @staticmethod
    def of(registry: Registry, addresses: Addresses, meters: Meters, siblings: Siblings | None = None) -> Operations:
        """The operations of a server."""
        readers = tuple(ipaddress.ip_network(network) for network in registry.settings.metrics)
        return Operations(checks_of(registry), meters, addresses, readers, siblings)

    @contextlib.asynccontextmanager
    async def measuring(self, registry: Registry) -> AsyncIterator[None]:
        """While this lasts, the server is measured."""
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(self.meters.watching(registry))
            if self.siblings is not None:
                await stack.enter_async_context(self.siblings.giving(self.meters))
            yield

    def routes(self) -> list[Route]:
        """The paths that are answered here."""
        answers = zip(PATHS, (self._alive, self._ready, self._metrics), strict=True)
        return [Route(path, answer, methods=["GET"]) for path, answer in answers]

    def around(self, app: ASGIApp) -> ASGIApp:
        """The application, with every request measured."""
        return Watch(app, self.meters, self.addresses, [*PATHS, "/openapi.json", *(route.path for route in ROUTES)])

    async def _alive(self, request: Request) -> Response:
        """The event loop answers: that is all that is asked. Who starts servers again asks this."""
        return Response("ok\n", 200, {"cache-control": "no-store"}, "text/plain")

    async def _ready(self, request: Request) -> Response:
        """Whether everything that people need is there. Who sends people here asks this."""
        found = await self.checks.readiness()
        status = 200 if found.ready else 503
        return Response(msgspec.json.encode(found), status, {"cache-control": "no-store"}, "application/json")

    async def _metrics(self, request: Request) -> Response:
        if not self._may_read(request.scope):
            return refused(Refuse("metrics/closed", CLOSED, status=403))
        text = self.meters.text() if self.siblings is None else await self.siblings.text(self.meters)
        return Response(text, 200, {"cache-control": "no-store", "content-type": CONTENT})

    def _may_read(self, scope: Scope) -> bool:
        """Whether the numbers are for who asks. The word of a proxy is taken only where it is trusted."""
        peer: str | None = str(scope["client"][0]) if scope.get("client") else ""
        if any(key in _FORWARDED for key, _ in scope["headers"]):
            peer = self.addresses.asker(scope)
        address = read_address(peer or "")
        return address is not None and any(address in network for network in self.readers)
