"""Connections over which nothing was asked for yet: they are counted by address, and do not stay."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.served import PATIENT, Served, serving

from changeling.web.http.limits import connections
from changeling.web.settings import Limits, Settings

MOST = 2 * connections.MORE
HALF = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = HALF + b"\r\n"


@contextlib.contextmanager
def few(tmp_path: Path, **settings: object) -> Iterator[Served]:
    """A server at which an address may have two sockets."""
    given = Settings(limits=Limits(sockets=2), **settings)  # type: ignore[arg-type]
    with serving(tmp_path / "tables.sqlite", given) as served:
        yield served


def dial(served: Served, stack: contextlib.ExitStack, text: bytes = b"") -> socket.socket:
    host, port = served.address.split(":")
    link = stack.enter_context(socket.create_connection((host, int(port)), PATIENT))
    link.sendall(text)
    return link


def heard(link: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := link.recv(4096):
            found += part
    return found


def answers(served: Served) -> bool:
    """Whether a new connection is served."""
    try:
        with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
            return http.get("/api/health").status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("text", [b"", HALF, b"GET /ws/abcdefgh HTTP/1.1\r\nUpgrade: websocket\r\n"])
def test_connections_that_ask_nothing_are_counted(tmp_path: Path, text: bytes) -> None:
    with few(tmp_path) as served, contextlib.ExitStack() as stack:
        served.has_connections(0)  # that of the look whether the server runs is over
        for _ in range(MOST):
            dial(served, stack, text)
        served.has_connections(MOST)
        refused = heard(dial(served, stack, WHOLE))
        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b"socket/too-many" in refused
        assert b"content-security-policy" in refused
        stack.close()
        served.has_connections(0)
        assert answers(served)


def test_a_proxy_that_is_named_may_have_any_number(tmp_path: Path) -> None:
    with few(tmp_path, proxies=("127.0.0.1",)) as served, contextlib.ExitStack() as stack:
        for _ in range(3 * MOST):
            dial(served, stack)
        assert answers(served)


@pytest.mark.parametrize("again", [False, True])
def test_half_a_request_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN", 0.3)
    with few(tmp_path) as served, contextlib.ExitStack() as stack:
        served.lets_rest(3600)  # else the server would close the connection anyway, after a while
        link = dial(served, stack, WHOLE if again else b"")
        if again:
            assert link.recv(4096).startswith(b"HTTP/1.1 200 ")
        link.sendall(HALF)
        heard(link)


def test_an_answer_that_nobody_reads_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kept megabytes of the server's memory, for as long as the connection was open."""
    monkeypatch.setattr(connections, "READS_WITHIN", 0.3)
    with few(tmp_path) as served, contextlib.ExitStack() as stack:
        with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
            deck = http.get("/api/editions").json()["editions"][0]["id"]
            whole = http.get(f"/api/decks/{deck}", headers={"accept-encoding": "identity"}).content
            listed = len(whole)
        served.has_connections(0)
        ask = f"GET /api/decks/{deck} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        link = stack.enter_context(socket.socket())
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, port = served.address.split(":")
        link.connect((host, int(port)))
        for _ in range(1 + 8_000_000 // listed):  # more than the system takes of it by itself
            link.sendall(ask)
        served.has_connections(1)
        served.has_connections(0)
