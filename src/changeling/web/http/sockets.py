"""A WebSocket: what comes in is read, checked and passed to the table; what waits is sent."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from changeling.errors import ChangelingError
from changeling.web.http.guard import is_foreign
from changeling.web.table.clients import Allowance, Client
from changeling.web.table.commands import wish
from changeling.web.table.live_table import Table
from changeling.web.table.registry import Hall
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse, StoreError

log = logging.getLogger("changeling.web")
MOST = 16 * 1024  # characters of a message
PATIENCE = 15.0  # seconds until a client must have said hello
STRIKES = 200  # messages beyond the allowance after which a client is disconnected
NO_TABLE, TOO_LATE, TOO_FAST = 4404, 4408, 1008
COSTLY = (m.Arrange, m.Sit, m.Start, m.Rematch, m.Undo, m.Say, m.Introduce, m.Agree, m.Contribute)
_encode = msgspec.json.Encoder().encode


class _Typed(msgspec.Struct):
    type: str = ""


class Socket:
    """The sockets of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Meet a client, and stay with it until it goes."""
        socket = WebSocket(scope, receive, send)
        if is_foreign(socket.headers, self._hall.settings):
            await socket.close(1008, "origin/foreign")
            return
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._meet(socket, str(scope["path_params"]["table"]))

    async def _meet(self, socket: WebSocket, name: str) -> None:
        hello = await self._greeted(socket)
        if hello is None:
            return
        try:
            table = await self._hall.find(name)
        except (StoreError, ChangelingError) as error:
            await socket.send_text(_error("store/unavailable", str(error), "hello").decode())
            await socket.close(1013, "store/unavailable")
            return
        if table is None:
            await socket.send_text(_error("table/none", f"there is no table {name}", "hello").decode())
            await socket.close(NO_TABLE, "table/none")
            return
        client = Client(table.state_of)
        sender = asyncio.create_task(_send(socket, client))
        try:
            await table.come(client, hello)
            await self._listen(socket, table, client)
        except Refuse as refuse:
            client.reply(_error(refuse.code, str(refuse), "hello"))
            client.close(1013, refuse.code)
            await sender
        finally:
            client.close(1000, "")
            sender.cancel()
            await table.go(client)
            self._hall.leave_soon(table)

    async def _greeted(self, socket: WebSocket) -> m.Hello | None:
        """The first message, when it is a hello; what else is said before is refused."""
        try:
            async with asyncio.timeout(PATIENCE):
                for _ in range(20):
                    try:
                        message = _read(await socket.receive())
                        if not isinstance(message, m.Hello):
                            raise Refuse("hello/first", "the first message must be hello")
                        if message.protocol != m.PROTOCOL:
                            raise Refuse("hello/protocol", f"protocol {m.PROTOCOL} is spoken here")
                        return message
                    except Refuse as refuse:
                        await socket.send_text(_error(refuse.code, str(refuse)).decode())
        except TimeoutError:
            pass
        await socket.close(TOO_LATE, "hello/first")
        return None

    async def _listen(self, socket: WebSocket, table: Table, client: Client) -> None:
        allowance, costly, strikes = Allowance(25.0, 100.0), Allowance(2.0, 20.0), 0
        while client.closed is None:
            event = await socket.receive()
            about, question = "", None
            try:
                if self._hall.settings.rates and not allowance.spend():
                    strikes += 1
                    raise Refuse("message/too-fast", "too many messages; wait a little")
                message = _read(event)
                about = str(message.__struct_config__.tag)
                question = getattr(message, "question", None)
                if self._hall.settings.rates and isinstance(message, COSTLY) and not costly.spend():
                    raise Refuse("message/too-fast", f"too many of {about}; wait a little")
                await wish(table, client, message)
            except Refuse as refuse:
                client.reply(_error(refuse.code, str(refuse), about, question))
            except Exception as error:
                if isinstance(error, WebSocketDisconnect):
                    raise
                log.exception("table %s could not do: %s", table.document.id, about)
                client.reply(_error("server/fault", "this is a mistake of ours; nothing was changed", about, question))
                table.lost = True
            if strikes > STRIKES:
                client.close(TOO_FAST, "message/too-fast")
            await client.room()


def _read(event: object) -> m.FromClient:
    """The message of an event. Raises Refuse for what is none, and WebSocketDisconnect at the end."""
    assert isinstance(event, dict)
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    text = event.get("text")
    if text is None:
        raise Refuse("message/garbage", "a message is text, not bytes")
    if len(text) > MOST:
        raise Refuse("message/too-large", f"{len(text):,} characters; at most {MOST:,} are read")
    try:
        return m.read_message(text)
    except msgspec.ValidationError as error:
        kind = _type_of(text)
        if kind not in m.TYPES:
            raise Refuse("message/unknown", f"'{kind[:40]}' is no message; there are {', '.join(m.TYPES)}") from error
        raise Refuse("message/invalid", f"{kind}: {error}") from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refuse("message/garbage", f"not JSON: {error}") from error


def _type_of(text: str) -> str:
    """What a message that cannot be read says that it is."""
    try:
        return msgspec.json.decode(text, type=_Typed).type
    except msgspec.DecodeError:
        return ""


def _error(code: str, text: str, about: str = "", question: int | None = None) -> bytes:
    return _encode(m.Error(code, text, about, question))


async def _send(socket: WebSocket, client: Client) -> None:
    """Send what waits, as fast as the client reads."""
    try:
        while (message := await client.next()) is not None:
            await socket.send({"type": "websocket.send", "text": message.decode()})
        code, reason = client.closed or (1000, "")
        await socket.close(code, reason)
    except (WebSocketDisconnect, RuntimeError, OSError):
        client.close(1000, "")
