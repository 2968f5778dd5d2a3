"""A WebSocket: frames are decoded and passed to the table as commands; what is queued for the client is sent."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Callable, MutableMapping
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from changeling.errors import ChangelingError
from changeling.web.http.limits.door import Door
from changeling.web.http.limits.guard import is_foreign, refused
from changeling.web.http.limits.rate_limits import COSTLY_MESSAGE, MESSAGE, SOCKET, Allowance
from changeling.web.http.links import LinkedProtocol, gone, link_of
from changeling.web.storage.outage import level_of
from changeling.web.storage.purge import touch
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.registry import Registry
from changeling.web.table.turns import Turns
from changeling.web.wire import messages as m
from changeling.web.wire.decode import decode_message
from changeling.web.wire.errors import NO_STORE, Refuse, StoreError
from changeling.web.wire.values import DeckChoice
from changeling.web.workers.pool import asker

log = logging.getLogger("changeling.web")
HELLO_WITHIN = 15.0  # seconds until a client must have said hello
GOODBYE = 2.0  # seconds that a client has to take what is queued when its connection is closed
HELLO_TRIES = 20  # messages until then
STRIKES = 200  # messages beyond the allowance after which a client is disconnected
NO_TABLE, TOO_LATE, TOO_FAST, TRY_LATER, FAULT = 4404, 4408, 1008, 1013, 1011  # how a socket is closed
GONE = (WebSocketDisconnect, RuntimeError, OSError)  # what sending raises when the other side has gone
COSTLY = {
    *(m.Arrange, m.Sit, m.Admit, m.Remove, m.Start, m.Rematch, m.Undo, m.Pace, m.Say, m.Introduce, m.Agree),
    *(m.Approach, m.Commit, m.Reveal),
}
_TABLE = re.compile(r"[A-Za-z0-9_-]{6,40}")
_encode = msgspec.json.Encoder().encode


class Socket:
    """The endpoint of all WebSockets."""

    def __init__(self, registry: Registry, door: Door) -> None:
        self._registry, self._door = registry, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client until it goes."""
        socket = WebSocket(scope, receive, send)
        if is_foreign(socket.headers, self._registry.settings):
            await socket.close(1008, "origin/foreign")
            return
        address = self._door.addresses.of(scope)
        asker.set(address if self._registry.settings.rates else "")
        with contextlib.ExitStack() as counted:
            try:
                counted.enter_context(self._door.limits.socket(address))
                self._door.limits.spend(address, SOCKET)
            except Refuse as refuse:  # before it is one: a socket that is closed can stay for seconds
                self._door.meters.refused(refuse.code)
                await socket.send_denial_response(refused(refuse))
                return
            await socket.accept()
            try:
                await self._serve(socket, send, str(scope["path_params"]["table"]), address)
            except WebSocketDisconnect:
                pass
            except Exception:  # a mistake of ours, which nobody learns of unless it is logged
                log.exception("fault at a socket of table %s", scope["path_params"]["table"])
                await _close(socket, FAULT, "server/fault")
            finally:
                await gone(scope, GOODBYE)

    async def _serve(self, socket: WebSocket, send: Send, name: str, address: str) -> None:
        hello = await _hello(socket)
        if hello is None:
            return
        try:
            table = await self._find(name) if _TABLE.fullmatch(name) else None
        except (StoreError, ChangelingError) as error:
            log.log(level_of(error), "table %s cannot be loaded: %s", name, error)
            await _turn_away(socket, TRY_LATER, Refuse("store/unavailable", NO_STORE))
            return
        if table is None:
            await _turn_away(socket, NO_TABLE, Refuse("table/none", f"there is no table {name} here, or not any more"))
            return
        link, turns = link_of(socket.scope), self._registry.turns
        client = Client(table.state_of)
        if link is not None:
            client.write, client.later = _in_time(turns, link), _put_off(turns, link)
        sender = asyncio.create_task(_send(socket, send, client, turns))
        try:
            await turns.mine()
            await table.connect(client, hello)
            listener = _Listener(
                socket, table, client, self._door, address, turns=turns, limited=self._registry.settings.rates
            )
            await asyncio.create_task(listener.listen(link))  # by itself: what is around it need not be woken each time
        except Refuse as refuse:
            client.reply(_error(refuse, "hello"))
            client.close(TRY_LATER, refuse.code)
            await sender
        except WebSocketDisconnect:
            raise
        except Exception:
            client.close(FAULT, "server/fault")
            raise
        finally:
            client.close(1000, "")
            await asyncio.wait({sender}, timeout=GOODBYE)  # what is queued, and the code by which it is closed
            sender.cancel()
            await table.disconnect(client)
            self._registry.put_away_later(table)

    async def _find(self, name: str) -> LiveTable | None:
        """The table, which is noted as in use before it is loaded: from then on no purge removes it."""
        if not self._registry.in_use(name):
            await self._registry.store.write(touch([name]))
        return await self._registry.find(name)


async def _hello(socket: WebSocket) -> m.Hello | None:
    """The first message, when it is a hello; anything else is refused. None when the client is turned away."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(HELLO_WITHIN):
            for _ in range(HELLO_TRIES):
                try:
                    message = decode_message(_text(await socket.receive()))
                    if not isinstance(message, m.Hello):
                        raise Refuse("hello/first", "the first message must be hello")
                    if message.protocol != m.PROTOCOL:
                        raise Refuse("hello/protocol", f"protocol {m.PROTOCOL} is spoken here")
                    return message
                except Refuse as refuse:
                    await _say(socket, refuse)
    await _close(socket, TOO_LATE, "hello/first")
    return None


async def _turn_away(socket: WebSocket, code: int, refuse: Refuse) -> None:
    await _say(socket, refuse, "hello")
    await _close(socket, code, refuse.code)


async def _say(socket: WebSocket, refuse: Refuse, about: str = "") -> None:
    with contextlib.suppress(*GONE):
        await socket.send_text(_error(refuse, about).decode())


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(*GONE):
        await socket.close(code, reason)


class _Listener:
    """Reads the messages of one client and has them executed, one after the other."""

    def __init__(
        self,
        socket: WebSocket,
        table: LiveTable,
        client: Client,
        door: Door,
        address: str,
        *,
        turns: Turns,
        limited: bool,
    ) -> None:
        self._socket, self._table, self._client, self._limited = socket, table, client, limited
        self._door, self._address, self._turns = door, address, turns
        self._allowance, self._costly, self._strikes = Allowance(25.0, 100.0), Allowance(2.0, 20.0), 0

    async def listen(self, link: LinkedProtocol | None) -> None:
        """Go on until the client is gone. Whatever is refused is said to the client, and nothing else comes of it.

        Plain messages are read from the `link` itself, where there is one, and all else through the layers above it."""
        while self._client.closed is None:
            text: str | bytes | None = await link.plain() if link is not None else None
            if text is None:
                text = _text(await self._socket.receive())
            message: m.FromClient | None = None
            await self._turns.mine()
            try:
                self._spend()
                message = decode_message(text)
                if type(message) in COSTLY:
                    await self._spend_on(message)
                begun = time.perf_counter()
                try:
                    await execute(self._table, self._client, message)
                finally:
                    self._door.meters.message(_type_of(message), time.perf_counter() - begun)
            except Refuse as refuse:
                self._door.meters.refused(refuse.code)
                self._client.reply(_error(refuse, _type_of(message), getattr(message, "question", None)))
            if self._strikes > STRIKES:
                self._client.close(TOO_FAST, "message/too-fast")
            if self._client.is_full():
                await self._client.room()

    def _spend(self) -> None:
        if self._limited and not self._allowance.spend():
            self._strikes += 1
            raise Refuse("message/too-fast", "too many messages; wait a little")
        self._door.limits.spend(self._address, MESSAGE, "message/too-fast")

    async def _spend_on(self, message: m.FromClient) -> None:
        if self._limited and not self._costly.spend():
            raise Refuse("message/too-fast", f"too many of {_type_of(message)}; wait a little")
        self._door.limits.spend(self._address, COSTLY_MESSAGE, "message/too-fast")
        if isinstance(message, m.Start) or _brings_cards(message):  # more is kept
            try:
                await self._door.quotas.check_table(self._table.document.id)
            except StoreError as error:
                log.log(level_of(error), "table %s: %s", self._table.document.id, error)
                raise Refuse("store/unavailable", NO_STORE) from error


def _brings_cards(message: m.FromClient) -> bool:
    return isinstance(message, m.Arrange) and isinstance(message.change.deck, DeckChoice)


def _type_of(message: m.FromClient | None) -> str:
    return "" if message is None else m.TAGS[type(message)]


def _text(event: MutableMapping[str, Any]) -> str | None:
    """The text of a frame; None for one of bytes. Raises WebSocketDisconnect when the client is gone."""
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    text: str | None = event.get("text")
    return text


def _error(refuse: Refuse, about: str = "", question: int | None = None) -> bytes:
    return _encode(m.Error(refuse.code, str(refuse), about, question))


def _in_time(turns: Turns, link: LinkedProtocol) -> Callable[..., bool]:
    """Writes to a connection at once, where that does not take the event loop too long: many may be written to."""

    def write(*texts: bytes) -> bool:
        return turns.has_time() and link.write(*texts)

    return write


def _put_off(turns: Turns, link: LinkedProtocol) -> Callable[[Callable[[], None]], bool]:
    """Has something done in a round with time for it, where one could write to the connection then; gives whether."""

    def later(small: Callable[[], None]) -> bool:
        if not link.is_writable():
            return False
        turns.later(small)
        return True

    return later


async def _send(socket: WebSocket, send: Send, client: Client, turns: Turns) -> None:
    """Send what is queued, as fast as the client reads; past the socket's own checks, which cost time each time."""
    try:
        while (message := await client.next()) is not None:
            await turns.mine()
            try:
                await send({"type": "websocket.send", "text": message.decode()})
            except GONE:
                client.close(1000, "")
                return
    except Exception:
        log.exception("a client's state could not be made")
        client.close(FAULT, "server/fault")
    await _close(socket, *(client.closed or (1000, "")))
