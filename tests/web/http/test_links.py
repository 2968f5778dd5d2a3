"""A socket's own connection: what is plain is taken at once, all else goes through uvicorn; nothing is overtaken."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from tests.web.served import PATIENT, Served, serving, table_of
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from changeling.web.http.links import AT_ONCE, Inbox, LinkedProtocol, are_whole_frames, head_of, plain_text
from changeling.web.http.running.serve import config_of
from changeling.web.table.registry import Registry


def framed(text: bytes, code: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A frame of a client."""
    return Frame(code, text, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_that_is_written_at_once_has_the_head_that_it_would_have(size: int) -> None:
    text = b"x" * size
    assert head_of(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("text", [b"", b"{}", b"x" * 125])
def test_a_short_text_is_plain(text: bytes) -> None:
    assert plain_text(framed(text)) == text


NOT_PLAIN = {  # by name, as each has another mask in every process
    "nothing": b"",
    "a part": framed(b"x")[:-1],
    "more than one": framed(b"x") + b"\x81",
    "two": framed(b"x") * 2,
    "long": framed(b"x" * 126),
    "not in ASCII": framed("ä".encode()),
    "no text": framed(b"\xff"),
    "binary": framed(b"x", Opcode.BINARY),
    "a ping": framed(b"x", Opcode.PING),
    "a fragment": framed(b"x", fin=False),
    "without a mask": Frame(Opcode.TEXT, b"x").serialize(mask=False),
}


@pytest.mark.parametrize("name", NOT_PLAIN)
def test_nothing_else_is(name: str) -> None:
    assert plain_text(NOT_PLAIN[name]) is None


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1000, 65_535])
def test_it_is_known_where_frames_end(size: int) -> None:
    one = framed(b"x" * size)
    assert are_whole_frames(one)
    assert are_whole_frames(framed(b"", Opcode.PONG) + one + one)
    assert not are_whole_frames(one[:-1])
    assert not are_whole_frames(one + one[:1])
    assert not are_whole_frames(framed(b"x" * size, fin=False))
    assert not are_whole_frames(Frame(Opcode.TEXT, b"x" * size).serialize(mask=False))


def test_an_inbox_keeps_the_order_and_wakes_who_waits() -> None:
    async def main() -> None:
        inbox = Inbox()
        waiting = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        inbox.put_nowait(b"plain")
        inbox.put_nowait({"type": "websocket.disconnect"})
        inbox.put_nowait(b"later")
        assert await waiting == {"type": "websocket.receive", "text": "plain"}
        assert inbox.take_plain() is None
        assert await inbox.get() == {"type": "websocket.disconnect"}
        assert inbox.take_plain() == b"later"
        assert inbox.empty()

    asyncio.run(main())


@contextlib.contextmanager
def dialled(served: Served, table: str = "nosuchtable") -> Iterator[socket.socket]:
    """A socket at a table, one that is not there, after the handshake."""
    host, port = served.address.split(":")
    key = base64.b64encode(os.urandom(16)).decode()
    with socket.create_connection((host, int(port)), PATIENT) as link:
        link.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nHost: {served.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += link.recv(1)
        assert b" 101 " in head
        yield link


def said(link: socket.socket) -> list[dict[str, object]]:
    """All that is said until the connection is closed."""
    data = b""
    while part := link.recv(65_536):
        data += part
    found = []
    while data:
        size, start = data[1], 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        if data[0] == head_of(0)[0]:
            found.append(json.loads(data[start : start + size]))
        data = data[start + size :]
    return found


LARGE = b'{"type":"ping"%b}' % (b" " * 3000)
SMALL, HELLO = b'{"type":"start"}', b'{"type":"hello"}'
ONE, TWO = framed(SMALL), framed(LARGE)


@pytest.mark.parametrize(
    "chunks",
    [
        [framed(SMALL), framed(LARGE), framed(HELLO)],
        [framed(SMALL) + framed(LARGE) + framed(HELLO)],
        [ONE[:3], ONE[3:], TWO[:500], TWO[500:] + framed(HELLO)],
        [framed(SMALL), framed(LARGE[:9], fin=False), framed(LARGE[9:], Opcode.CONT), framed(HELLO)],
        [framed(b"?", Opcode.PING), ONE, TWO[:1], TWO[1:], framed(HELLO)],
    ],
)
def test_messages_are_heard_in_their_order_however_they_come(tmp_path: Path, chunks: list[bytes]) -> None:
    with serving(tmp_path / "tables.sqlite") as served, dialled(served) as link:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for chunk in chunks:
            link.sendall(chunk)
        codes = [message["code"] for message in said(link)]
        assert codes == ["hello/first", "hello/first", "table/none"]


def test_bytes_that_are_no_text_close_the_connection(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served, dialled(served) as link:
        link.sendall(framed(b"\xff\xfe"))
        assert said(link) == []


def test_many_messages_at_once_are_all_answered(tmp_path: Path) -> None:
    async def main(served: Served) -> None:
        async with table_of(served.address, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
            before = len(players[0].heard)
            for _ in range(60):
                await players[0].say({"type": "ping"})
            while sum(message["type"] == "pong" for message in players[0].heard[before:]) < 60:
                await players[0].until("pong", since=len(players[0].heard))

    with serving(tmp_path / "tables.sqlite") as served:
        asyncio.run(main(served))


FLOODS = {
    "pings": framed(b"", Opcode.PING),
    "pongs": framed(b"", Opcode.PONG),
    "empty parts": framed(b"", Opcode.CONT, fin=False),
}


@pytest.mark.parametrize("name", FLOODS)
def test_who_floods_with_frames_that_are_no_messages_is_cut_off(tmp_path: Path, name: str) -> None:
    """They were counted by nobody: each 256 KB of them held the event loop for a quarter of a second, and the answers
    to pings that were not read took memory for as long as they came."""
    with serving(tmp_path / "tables.sqlite") as served, dialled(served) as link:
        link.sendall(framed(b"", fin=False) if name == "empty parts" else b"")
        with contextlib.suppress(ConnectionError):
            for _ in range(200):
                link.sendall(FLOODS[name] * 1000)
        served.has_connections(0)


@pytest.mark.parametrize("name", [*FLOODS, "messages"])
def test_a_flood_after_the_connection_was_closed_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """Each such connection put thirty lines into the log: closed already, it was closed again."""
    with serving(tmp_path / "tables.sqlite") as served, dialled(served) as link:
        link.sendall(framed(HELLO) + framed(b"", fin=False) * (name == "empty parts"))
        closed = b""
        while b"table/none" not in closed.partition(b"\x88")[2]:
            closed += link.recv(65_536)
        with contextlib.suppress(ConnectionError):
            for _ in range(20):
                link.sendall(FLOODS.get(name, framed(b"")) * 2000)
        served.has_connections(0)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_a_flood_that_ends_with_a_goodbye_is_no_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path / "tables.sqlite") as served, dialled(served) as link:
        with contextlib.suppress(ConnectionError):
            link.sendall(FLOODS["pongs"] * (AT_ONCE // len(FLOODS["pongs"]) - 2) + framed(b"\x03\xe8", Opcode.CLOSE))
        served.has_connections(0)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_who_says_something_is_not_asked_whether_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says something every 15 seconds: to ask it besides wakes the server twice for nothing."""
    often = 0.5  # seconds between two pings

    def pinging(registry: Registry) -> uvicorn.Config:
        config = config_of(registry)
        config.ws_ping_interval = often
        return config

    def pings(link: socket.socket, seconds: float, *, silent: bool) -> int:
        came, end = 0, time.monotonic() + seconds
        link.settimeout(often / 5)
        while time.monotonic() < end:
            if not silent:
                link.sendall(framed(b'{"type":"ping"}'))
            with contextlib.suppress(TimeoutError):
                came += link.recv(65_536).count(bytes((0x80 | Opcode.PING, 4)))
        return came

    monkeypatch.setattr("tests.web.served.config_of", pinging)
    with serving(tmp_path / "tables.sqlite") as served:
        table = httpx.post(f"{served.url}/api/tables", json={"name": "Ann"}).json()["table"]
        with dialled(served, table) as link:
            link.sendall(framed(HELLO))
            assert pings(link, 4 * often, silent=False) == 0
            assert pings(link, 4 * often, silent=True) == 1, "it was asked, and does not answer"


def test_who_talks_but_does_not_read_is_asked_and_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for it takes memory, and its seat would be taken for ever."""

    def pinging(registry: Registry) -> uvicorn.Config:
        config = config_of(registry)
        config.ws_ping_interval = config.ws_ping_timeout = 0.5
        return config

    monkeypatch.setattr("tests.web.served.config_of", pinging)
    with serving(tmp_path / "tables.sqlite") as served:
        made = httpx.post(f"{served.url}/api/tables", json={"name": "Ann"}).json()
        with dialled(served, made["table"]) as link:
            link.sendall(framed(b'{"type":"hello","token":"%b"}' % made["token"].encode()))
            served.has_connections(1)
            (connection,) = served._server.server_state.connections
            assert isinstance(connection, LinkedProtocol)
            end = time.monotonic() + PATIENT
            while connection.is_writable() or not connection.handshake_complete:
                link.sendall(framed(b'{"type":"resync"}'))
                time.sleep(0.002)
                assert time.monotonic() < end
            end = time.monotonic() + 10
            with contextlib.suppress(ConnectionError):
                while served._server.server_state.connections and time.monotonic() < end:
                    link.sendall(framed(b'{"type":"habit","windows":"ask"}'))  # to which nothing is said
                    time.sleep(0.1)
            assert time.monotonic() < end, "it is still there"


def test_a_few_pings_are_answered(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served, dialled(served) as link:
        for number in range(50):
            link.sendall(framed(b"%d" % number, Opcode.PING))
            assert link.recv(100) == Frame(Opcode.PONG, b"%d" % number).serialize(mask=False)


def test_a_read_full_of_frames_is_taken_apart_only_as_far_as_they_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    apart = WebSocketsSansIOProtocol.data_received

    def noted(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        taken.append(len(data))
        apart(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", noted)
    with serving(tmp_path / "tables.sqlite") as served, dialled(served) as link:
        link.sendall(framed(b"x" * 60_000) + framed(HELLO))
        assert [message["code"] for message in said(link)] == ["message/too-large", "table/none"]
        assert sum(taken) > 60_000
        del taken[:]
        with dialled(served) as other, contextlib.suppress(ConnectionError):
            other.sendall(FLOODS["pings"] * 40_000)
            other.recv(1)
        served.has_connections(0)
        assert max(taken) <= AT_ONCE
        assert sum(taken) <= 4 * AT_ONCE


UPGRADE = "GET /ws/nosuchtable HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
VERSION, KEY = "Sec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n"


@pytest.mark.parametrize(
    "head",
    [
        UPGRADE + VERSION + KEY + "Transfer-Encoding: chunked\r\n",
        UPGRADE + VERSION + KEY + "Content-Length: 5\r\n",
        UPGRADE.replace("nosuchtable", "a" * 9000) + VERSION + KEY,
        UPGRADE + VERSION + KEY + "".join(f"X-{number}: y\r\n" for number in range(150)),
        UPGRADE + VERSION + KEY + f"X: {'y' * 9000}\r\n",
        UPGRADE.replace("GET", "POST") + VERSION + KEY,
        UPGRADE + VERSION,
        UPGRADE + KEY + VERSION.replace("13", "8"),
        UPGRADE + VERSION + KEY.replace("eHh4", "----"),
    ],
)
def test_a_handshake_that_cannot_be_read_is_refused_as_everything_is(tmp_path: Path, head: str) -> None:
    """Some were not answered at all: their connections stayed, on nobody's account, until there were no files left."""
    with serving(tmp_path / "tables.sqlite") as served:
        host, port = served.address.split(":")
        with socket.create_connection((host, int(port)), 10) as link:
            link.sendall(f"{head}\r\n".encode())
            answer = b""
            while part := link.recv(65_536):
                answer += part
        assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert b"content-security-policy: " in answer
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"] == "request/invalid"
