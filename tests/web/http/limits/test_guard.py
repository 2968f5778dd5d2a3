"""What guards every request: the origin of pages, and how often somebody may ask."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from changeling.web.http.limits.guard import HEADERS, Guard, check_origin, is_foreign, is_known_host, names_of
from changeling.web.settings import Settings
from changeling.web.wire.errors import Refuse

OPEN = Settings(origins=("https://friend.example",))


@pytest.mark.parametrize(
    ("headers", "foreign"),
    [
        ({}, False),
        ({"host": "table.example"}, False),
        ({"host": "table.example", "origin": "https://table.example"}, False),
        ({"host": "Table.Example:80", "origin": "http://table.example:80"}, False),
        ({"host": "table.example", "origin": "https://friend.example"}, False),
        ({"host": "table.example", "origin": "https://other.example"}, True),
        ({"host": "table.example", "origin": "https://table.example:8443"}, True),
        ({"host": "table.example", "origin": "null"}, True),
        ({"host": "table.example", "origin": "http://["}, True),
        ({"host": "", "origin": "http://["}, True),
        ({"origin": "file://"}, True),
        ({"host": "table.example", "origin": "https://table.example.evil.example"}, True),
    ],
)
def test_pages_of_this_host_and_of_friends_may_ask(headers: dict[str, str], foreign: bool) -> None:
    assert is_foreign(headers, OPEN) is foreign
    if foreign:
        with pytest.raises(Refuse, match="may not ask this server") as refused:
            check_origin(headers, OPEN)
        assert (refused.value.code, refused.value.status) == ("origin/foreign", 403)
    else:
        check_origin(headers, OPEN)


def answered(host: str) -> dict[str, str]:
    """The headers of an answer to a request for that host."""
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {"type": "http", "path": "/", "headers": [(b"host", host.encode("latin-1"))]}
    asyncio.run(Guard(app)(scope, receive, send))
    return {key.decode(): value.decode() for key, value in sent[0]["headers"]}


def test_every_answer_has_the_headers() -> None:
    headers = answered("table.example:8000")
    assert HEADERS.items() <= headers.items()
    assert "connect-src 'self' ws://table.example:8000 wss://table.example:8000;" in headers["content-security-policy"]


@pytest.mark.parametrize("host", ["", "evil; script-src *", "a b", "x'"])
def test_a_host_that_is_none_gets_no_word_in_the_policy(host: str) -> None:
    assert "connect-src 'self';" in answered(host)["content-security-policy"]


NAMED = names_of(Settings(origins=("https://cards.example.org:8443", "http://["), host_names=("Table.Local",)))


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8600", True),
        ("192.168.1.20", True),
        ("[::1]:8600", True),
        ("localhost:8600", True),
        ("LOCALHOST.", True),
        ("cards.example.org", True),
        ("cards.example.org:443", True),
        ("table.local:8600", True),
        (socket.gethostname(), True),
        ("", True),
        ("evil.example:8600", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("[evil", False),
        ("[", False),
    ],
)
def test_the_server_answers_to_its_own_names_only(host: str, known: bool) -> None:
    assert is_known_host(host, NAMED) is known
