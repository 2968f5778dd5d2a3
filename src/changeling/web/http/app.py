"""The application: the API, the WebSockets and the page, as one ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable
from dataclasses import replace

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as HttpRoute
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from changeling.web.http import openapi, page
from changeling.web.http.limits.door import Door
from changeling.web.http.limits.guard import Guard, check_origin, refused
from changeling.web.http.limits.rate_limits import BYTES_A_UNIT, BodyBytes
from changeling.web.http.routes import ROUTES, ApiRequest, ApiResponse, Route
from changeling.web.http.running.housekeeping import keeping_house
from changeling.web.http.running.memory import keeping_memory
from changeling.web.http.running.operations import Operations
from changeling.web.http.running.siblings import Siblings
from changeling.web.http.sockets import Socket
from changeling.web.storage.outage import level_of
from changeling.web.table.registry import Registry
from changeling.web.table.turns import Turns
from changeling.web.wire.decode import decode_body
from changeling.web.wire.errors import NO_STORE, Refuse, StoreError
from changeling.web.workers.pool import asker

log = logging.getLogger("changeling.web")
CHUNK = 64 * 1024  # bytes of an answer that are packed at once
BODY_WITHIN = 20.0  # seconds in which a whole body has to come
HUNG_UP = 499  # the status in the log of a request whose answer nobody waits for


def application(registry: Registry, siblings: Siblings | None = None) -> ASGIApp:
    """The whole server as an ASGI application. The store is opened when it starts and closed when it stops.

    `siblings` are the processes at the same port, where there are any."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if not registry.store.is_open:
            registry.store.open()
        await registry.open()
        registry.workers.warm_up()
        try:
            async with keeping_house(registry), keeping_memory(registry), operations.measuring(registry):
                yield
        finally:
            await registry.close()
            registry.store.close()

    door = Door.of(registry, siblings)
    operations = Operations.of(registry, door.addresses, door.meters, siblings)
    app = Starlette(
        routes=[
            *operations.routes(),
            *_api(registry, door),
            HttpRoute("/openapi.json", _openapi, methods=["GET"]),
            WebSocketRoute("/ws/{table}", Socket(registry, door)),
            HttpRoute("/{path:path}", _page, methods=["GET"]),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)],
        exception_handlers={HTTPException: _http_error, Exception: _fault},
        lifespan=lifespan,
    )
    # The guard is outside of all that answers: faults are answered with its headers, too.
    return operations.around(Guard(app, registry.settings))


# --- requests of the API ----------------------------------------------------------------------------------------------
def _api(registry: Registry, door: Door) -> list[HttpRoute]:
    """One endpoint for each path, with all its methods."""
    by_path: dict[str, dict[str, Route]] = {}
    for route in ROUTES:
        by_path.setdefault(route.path, {})[route.method] = route
    return [HttpRoute(path, _Endpoint(registry, door, methods)) for path, methods in by_path.items()]


class _Endpoint:
    """Answers the requests for one path."""

    def __init__(self, registry: Registry, door: Door, methods: dict[str, Route]) -> None:
        self._registry, self._door, self._methods = registry, door, methods
        self._allowed = sorted({*methods, *(["HEAD"] if "GET" in methods else [])})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        await self._registry.turns.mine()
        answer = await self._answer(request)
        await answer(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        route = self._methods.get("GET" if request.method == "HEAD" else request.method)
        if route is None:
            raise HTTPException(405, headers={"allow": ", ".join(self._allowed)})
        try:
            check_origin(request.headers, self._registry.settings)
            given = await self._do(route, request)
        except Refuse as refuse:
            return refused(refuse)
        except ClientDisconnect:
            return Response(status_code=HUNG_UP)
        except StoreError as error:
            log.log(level_of(error), "at %s: %s", request.url.path, error)
            return refused(Refuse("store/unavailable", NO_STORE, status=503))
        headers = {"cache-control": given.cache}
        if given.file:
            headers["content-disposition"] = f'attachment; filename="{given.file}"'
        await self._registry.turns.mine()
        return _json(given.value, route.status, headers, self._registry.turns)

    async def _do(self, route: Route, request: Request) -> ApiResponse:
        """Do what is asked for, within what its address may ask for and have kept. Raises Refuse."""
        address = self._door.addresses.of(request.scope)
        self._door.limits.spend(address, route.cost)
        if route.guesses:
            self._door.limits.guess(address)
        asker.set(address if self._registry.settings.rates else "")
        text = b""
        if route.takes is not None:
            with self._door.limits.body(address) as held:
                text = await _body(route, request, held, self._registry.turns)
        self._door.limits.spend(address, len(text) // BYTES_A_UNIT)
        body = decode_body(text, route.takes) if route.takes is not None else None
        asked = ApiRequest(dict(request.path_params), body, _query(route, request))
        if route.keeps is None:
            return await _while_there(request, route.do(self._registry, asked))
        return await _while_there(request, self._keep(route, asked, address, len(text)))

    async def _keep(self, route: Route, asked: ApiRequest, address: str, size: int) -> ApiResponse:
        """Do what has something kept, on the account of an address. Raises Refuse."""
        assert route.keeps is not None
        async with self._door.quotas.keeping(route.keeps, address, size) as owner:
            return await route.do(self._registry, replace(asked, owner=owner))


def _query(route: Route, request: Request) -> dict[str, int]:
    """The numbers after the path. Raises Refuse for what is none, or out of bounds."""
    found = {}
    for param in route.query:
        text = request.query_params.get(param.name, str(param.usual))
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and param.least <= int(text) <= param.most):
            allowed = f"a number from {param.least} to {param.most:,} is needed, not '{text[:20]}'"
            raise Refuse("request/invalid", f"{param.name}: {allowed}", status=400)
        found[param.name] = int(text)
    return found


async def _body(route: Route, request: Request, held: BodyBytes, turns: Turns) -> bytes:
    """The body of a request. Raises Refuse for one of another kind, or that is too large or comes too slowly."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refuse("body/type", f"the content type is application/json here, not '{kind}'", status=415)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                held.take(len(chunk))
                await turns.mine()
                body += chunk
                if len(body) > route.most:
                    raise Refuse("body/too-large", f"at most {route.most:,} bytes are read", status=413)
    except TimeoutError as error:
        text = f"the body did not end within {BODY_WITHIN:g} seconds"
        raise Refuse("body/too-slow", text, status=408) from error
    except ClientDisconnect as gone:  # or what came was no body, and the connection was ended for that
        raise Refuse("body/invalid", "the body did not come whole", status=400) from gone
    return bytes(body)


async def _while_there(request: Request, doing: Awaitable[ApiResponse]) -> ApiResponse:
    """What comes of a request. When who asked hangs up, it is not waited for any longer. Raises ClientDisconnect."""
    task, gone = asyncio.ensure_future(doing), asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        gone.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
        del task  # which has what it raised, whose traceback has this frame: a circle (`running/memory.py`)


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _json(value: object, status: int, headers: dict[str, str], turns: Turns) -> Response:
    body = msgspec.json.encode(value)
    if len(body) <= CHUNK:
        return Response(body, status, headers, "application/json")
    return StreamingResponse(_chunks(body, turns), status, headers, "application/json")


async def _chunks(body: bytes, turns: Turns) -> AsyncIterator[bytes]:
    """A long body part by part: packing it takes a while, and between two parts everybody else has a chance."""
    for first in range(0, len(body), CHUNK):
        yield body[first : first + CHUNK]
        await asyncio.sleep(0)
        await turns.mine()


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {
        404: ("path/none", "there is nothing here"),
        405: ("path/method", f"{request.method} is not for this path"),
    }
    code, text = known.get(error.status_code, ("body/invalid", error.detail))
    answer = refused(Refuse(code, f"{text}: {request.url.path}", status=error.status_code))
    answer.headers.update(error.headers or {})
    return answer


async def _fault(request: Request, error: Exception) -> Response:
    log.error("fault at %s", request.url.path, exc_info=error)
    return refused(Refuse("server/fault", "this is a mistake of ours", status=500))


# --- the page ---------------------------------------------------------------------------------------------------------
async def _openapi(request: Request) -> Response:
    return Response(openapi.document(), 200, {"cache-control": "no-cache"}, "application/json")


async def _page(request: Request) -> Response:
    path = request.url.path
    if path.startswith(("/api/", "/ws/")):
        raise HTTPException(404)
    found = page.page_file(path) if "." in path.rpartition("/")[2] else None
    status = 200
    if found is None:
        if path.startswith("/assets/") or "." in path.rpartition("/")[2]:
            raise HTTPException(404)
        found, status = page.index(), 200 if page.is_ours(path) else 404
    headers = {"cache-control": found.cache, "etag": found.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", 304, headers)
    body = found.body
    if found.packed and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = found.packed, "gzip"
    return Response(body, status, {**headers, "content-type": found.kind})
