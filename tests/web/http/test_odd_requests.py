"""Whatever is sent to a running server: no answer is a fault, none lacks the security headers, nothing is traced."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.served import PATIENT, Player, Served, make, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from changeling.web.http.limits.guard import HEADERS
from changeling.web.http.routes import ROUTES
from changeling.web.settings import Settings
from changeling.web.wire.messages import TYPES
from changeling.web.wire.values import DeckChoice

CONTENT = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as server:
        yield server


@pytest.fixture(scope="module")
def http(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, verify=False, timeout=PATIENT) as client:
        yield client


@pytest.fixture(autouse=True)
def nothing_is_traced(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]


def raw(served: Served, request: bytes) -> tuple[int, dict[str, str]]:
    """The status and the headers of the answer to some bytes."""
    host, _, port = served.address.partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENT) as link:
        link.sendall(request)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while b"\r\n\r\n" not in answer and (more := link.recv(65536)):
                answer += more
    head, *lines = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    return int(head.split()[1]), {line.partition(": ")[0].lower(): line.partition(": ")[2] for line in lines}


def get(path: bytes, *headers: bytes, host: bytes = b"127.0.0.1") -> bytes:
    return b"\r\n".join([b"GET " + path + b" HTTP/1.1", b"Host: " + host, *headers, b"Connection: close", b"", b""])


def posted(header: bytes, body: bytes) -> bytes:
    lines = [b"POST /api/tables HTTP/1.1", b"Host: 127.0.0.1", b"Content-Type: application/json", header, b"", b""]
    return b"\r\n".join(lines) + body


ODD: list[tuple[bytes, int]] = [
    (get(b"/api/tables/%00"), 400),
    (get(b"/%00"), 400),
    (get(b"/%c2%9b31m"), 400),  # begins a command in some terminals, where the log is read
    (get(b"/t/%0d%0aX: y"), 400),
    (get(b"/api/tables/%ED%A0%80abcdef"), 400),
    (get(b"/api/tables/" + b"9" * 6000), 404),
    (get(b"/api/replays/%2e%2e%2f%2e%2e"), 404),
    (get(b"/api/server", b"Origin: http://["), 403),
    (get(b"/api/tables", b"Origin: http://evil.example"), 403),
    (get(b"/api/server", b"Origin: \xff\xfe"), 403),
    (get(b"/api/server", b"X: " + b"a" * 100_000), 400),
    (get(b"/api/server", *[b"X-%d: y" % number for number in range(9000)]), 400),
    (get(b"/api/server", b"X: a\x00b"), 400),
    (get(b"/api/server", b"Content-Length: " + b"9" * 6000), 400),
    (get(b"/api/server", b"Content-Length: -1"), 400),
    (get(b"/api/server", b"Transfer-Encoding: chunked, chunked"), 400),
    (posted(b"Transfer-Encoding: chunked", b"ZZ\r\n{}\r\n0\r\n\r\n"), 400),
    (posted(b"Transfer-Encoding: chunked", b"2\r\n{}ZZ\r\n0\r\n\r\n"), 400),
    (posted(b"Transfer-Encoding: chunked", b"2;" + b"a" * 200_000 + b"\r\n{}\r\n0\r\n\r\n"), 400),
    (get(b"/api/server", host=b"evil.example"), 421),
    (get(b"/", host=b"evil.example:8600"), 421),
    (get(b"/api/server", host=b"[" * 300), 421),
    (b"GET /api/server HTTP/1.1\r\n\r\n", 400),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    (b"BREW /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 405),
    (b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 404),
]


@pytest.mark.parametrize(("request_", "status"), ODD, ids=lambda value: repr(value)[:50])
def test_an_odd_request_is_refused_like_any_other(served: Served, request_: bytes, status: int) -> None:
    found, headers = raw(served, request_)
    assert found == status or (status == 404 and found in (400, 404, 405))
    assert HEADERS.items() <= headers.items()
    assert "default-src 'none'" in headers["content-security-policy"]


BODIES = [
    b"[",
    b"",
    b"\0",
    b'"\\ud800"',
    b"9" * 6000,
    b"[" * 100_000,
    b"NaN",
    b"{}",
    b"null",
    b'{"a": 1e999}',
    b"\xff\xfe{",
]


# Of a deck everything has a default, so that nothing at all is a deck, though one of no cards.
TAKEN = [
    (route.path, body)
    for route in ROUTES
    for body in BODIES
    if route.takes is not None and (route.takes is not DeckChoice or body != b"{}")
]


@pytest.mark.parametrize(("path", "body"), TAKEN, ids=lambda value: repr(value)[:20])
def test_a_body_that_is_none_is_refused(http: httpx.Client, path: str, body: bytes) -> None:
    answer = http.post(path.replace("{replay}", "abcdefgh"), content=body, headers=CONTENT)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "body/invalid")
    assert HEADERS.items() <= answer.headers.items()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=12,
)
FIELDS = (
    "name deck parts text seats kind bot meta first public pause holiday person age moves place changeling digest seed"
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    route=st.sampled_from(ROUTES),
    name=st.text(max_size=20),
    form=st.dictionaries(st.sampled_from(FIELDS.split()), JSON, max_size=6),
    headers=st.dictionaries(
        st.sampled_from(["origin", "accept-encoding", "if-none-match", "x"]), st.text("a[]:/.%;\"'~ ")
    ),
)
def test_no_request_makes_a_fault(
    http: httpx.Client, route: object, name: str, form: dict[str, object], headers: dict[str, str]
) -> None:
    found = next(one for one in ROUTES if one is route)
    path = found.path
    for part in ("{id}", "{table}", "{replay}"):
        path = path.replace(part, httpx.QueryParams({"q": name}).__str__()[2:] or "x")
    content = json.dumps(form).encode() if found.takes is not None else None
    clean = {key: value.strip() for key, value in headers.items()}
    answer = http.request(found.method, path, content=content, headers={**CONTENT, **clean})
    assert answer.status_code < 500, answer.text
    assert HEADERS.items() <= answer.headers.items()


def test_no_message_makes_a_fault(served: Served) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(st.tuples(st.sampled_from([*TYPES, "?"]), st.dictionaries(st.sampled_from(WORDS), JSON, max_size=4)))
    )
    def fuzz(messages: list[tuple[str, dict[str, object]]]) -> None:
        asyncio.run(send([json.dumps({"type": kind, **fields}) for kind, fields in messages]))

    async def send(texts: list[str]) -> None:
        player = await Player(served.address, made["table"], made["token"]).connect()
        for text in texts:
            await player.say(text)
        pong = await player.ask({"type": "ping", "number": 7}, "pong")
        while pong["type"] != "pong":
            pong = await player.until("pong", since=0)
        assert not [message for message in player.heard if message.get("code") == "server/fault"]
        await player.close()

    made = asyncio.run(make(served.address, seats=[{"kind": "human"}, {"kind": "open"}], pause=0))
    fuzz()


WORDS = (
    "name place person change meta commitment nonce question option windows about seat text reaction since number token"
).split()


def test_a_flood_is_closed_with_its_code(served: Served, tmp_path: object) -> None:
    async def main(address: str) -> tuple[int, str]:
        made = await make(address)
        async with connect(f"ws://{address}/ws/{made['table']}", open_timeout=PATIENT) as link:
            await link.send(json.dumps({"type": "hello", "token": made["token"]}))

            async def flood() -> None:
                with contextlib.suppress(ConnectionClosed):
                    for _ in range(2000):
                        await link.send('{"type": "ping", "number": 1}')

            task = asyncio.create_task(flood())
            with contextlib.suppress(ConnectionClosed):
                async with asyncio.timeout(PATIENT):
                    async for _ in link:
                        pass
            await task
            return link.close_code or 0, link.close_reason or ""

    with serving(str(tmp_path) + "/limited.sqlite", Settings()) as limited:
        assert asyncio.run(main(limited.address)) == (1008, "message/too-fast")


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "http://["}, {"Origin": "http://evil.example"}]
)
def test_a_socket_from_elsewhere_is_not_opened(served: Served, headers: dict[str, str]) -> None:
    async def main() -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://{served.address}/ws/abcdefgh", additional_headers=headers, open_timeout=PATIENT)
        assert refused.value.response.status_code == 403

    if "Host" in headers:
        status, _ = raw(
            served,
            b"GET /ws/abcdefgh HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        )
        assert status == 403
    else:
        asyncio.run(main())


@pytest.mark.parametrize("name", ["%00", "a%00bcdefgh", "..%2f..%2fetc", "x" * 3000, "abc"])
def test_a_socket_to_no_table_is_closed_with_its_code(served: Served, name: str) -> None:
    async def main() -> int:
        try:
            async with connect(f"ws://{served.address}/ws/{name}", open_timeout=PATIENT) as link:
                await link.send('{"type": "hello"}')
                with contextlib.suppress(ConnectionClosed):
                    async for _ in link:
                        pass
                return link.close_code or 0
        except InvalidStatus as refused:
            return refused.response.status_code

    assert asyncio.run(main()) in (4404, 403, 404)
