"""Each limit at a real server: what one address may ask for, hold open and have kept, and how it is refused."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from tests.web.served import PATIENT, Player, Served, make, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import changeling as cl
from changeling.web.http.limits.rate_limits import COSTLY_MESSAGE, MESSAGE, SOCKET
from changeling.web.http.routes import ROUTES
from changeling.web.http.sockets import COSTLY, NO_TABLE, TOO_FAST, TOO_LATE, TRY_LATER
from changeling.web.settings import Ages, Limits, Settings
from changeling.web.storage.store import Store
from changeling.web.wire import messages as m

AT_ONCE = 9.0  # seconds, on a slow and busy machine: uvicorn by itself leaves a closed socket open for ten
PLENTY = {"rate": 1000.0, "burst": 100_000.0}
OWN = 'take "family"\n\nkeeper "Tea"\n    "Warm."\n'


@contextlib.contextmanager
def limited(tmp_path: Path, *, ages: Ages = Ages(), **limits: Any) -> Iterator[Served]:  # noqa: B008  frozen
    """A server with these limits, which believes a proxy on loopback: tests ask for other addresses that way."""
    given = Settings(bot_delay=(0.0, 0.0), limits=Limits(**{**PLENTY, **limits}), ages=ages, proxies=("127.0.0.1",))
    with serving(tmp_path / "tables.sqlite", given) as served:
        yield served


def asking(served: Served, address: str = "198.51.100.1") -> httpx.Client:
    headers = {"x-forwarded-for": address}
    return httpx.Client(base_url=served.url, verify=False, timeout=PATIENT, headers=headers)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def file_of(seed: int = 1) -> dict[str, Any]:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=seed)
    game.answer(game.decision.options[0])
    found: dict[str, Any] = json.loads(game.record().to_json())
    return found


# --- requests ---------------------------------------------------------------------------------------------------------
def test_requests_cost_by_their_kind_and_each_address_has_its_own(tmp_path: Path) -> None:
    with limited(tmp_path, rate=0.05, burst=45) as served:
        with asking(served) as http:
            assert http.post("/api/tables", json={"name": "Ann"}).status_code == 201
            assert http.post("/api/tables", json={"name": "Ann"}).status_code == 201
            refused = http.post("/api/tables", json={"name": "Ann"})
            assert code_of(refused) == (429, "rate/too-fast")
            wait = int(refused.headers["retry-after"])
            assert 300 <= wait <= 390
            assert f"try again in {wait} seconds" in refused.json()["error"]["message"]
            assert http.get("/api/server").status_code == 200, "what costs less is still possible"
        with asking(served, "198.51.100.2") as http:
            assert http.post("/api/tables", json={"name": "Ann"}).status_code == 201
        with asking(served, "2001:db8:1:2::1") as one, asking(served, "2001:db8:1:2:ffff::1") as two:
            assert one.post("/api/replays", json={}).status_code == 400
            assert code_of(two.post("/api/replays", json={})) == (429, "rate/too-fast"), "one household"


def test_bytes_of_a_body_cost_too(tmp_path: Path) -> None:
    with limited(tmp_path, rate=0.05, burst=60) as served, asking(served) as http:
        large = {"deck": {"text": "# " + "x" * 60_000}}
        assert http.post("/api/decks/check", json=large).status_code in (200, 400, 409)
        codes = [http.post("/api/decks/check", json=large).status_code for _ in range(4)]
        assert codes.count(429) >= 1
        with asking(served, "198.51.100.2") as other:
            assert 429 not in [other.post("/api/decks/check", json={"deck": {}}).status_code for _ in range(5)]


def test_an_address_that_only_says_so_is_not_another(tmp_path: Path) -> None:
    settings = Settings(limits=Limits(rate=0.05, burst=25))
    with serving(tmp_path / "tables.sqlite", settings) as served:
        codes = []
        for number in range(3):
            with asking(served, f"198.51.100.{number}") as http:
                codes.append(http.post("/api/tables", json={"name": "Ann"}).status_code)
        assert codes == [201, 429, 429]


def test_the_cost_of_a_request_is_no_more_than_a_fresh_address_has() -> None:
    assert all(1 <= route.cost <= Limits().burst / 10 for route in ROUTES)
    assert all(route.cost >= 10 for route in ROUTES if route.method == "POST")
    assert {route.name: route.keeps for route in ROUTES if route.keeps} == {
        "make": "table",
        "bring": "replay",
        "fork": "table",
    }


def test_the_protocol_page_tells_the_numbers() -> None:
    page = (Path(__file__).parents[4] / "docs" / "protocol.md").read_text(encoding="utf-8")
    how_much, closing = page.partition("## How much")[2].partition("## Close codes")[::2]
    usual = Limits()
    assert f"{usual.burst:g} units at once, and {usual.rate:g} more a second" in how_much
    assert f"have {usual.sockets} sockets open" in how_much
    assert f"{usual.tables} tables, {usual.replays} replays that it brought, and {usual.megabytes:g} MB" in how_much
    costs = {int(row.split("|")[2]) for row in how_much.splitlines() if row.startswith("| ") and row[-3].isdigit()}
    told = {SOCKET, MESSAGE, MESSAGE + COSTLY_MESSAGE, *(route.cost for route in ROUTES)}
    assert costs == told
    names = {str(message.__struct_config__.tag) for message in COSTLY}
    assert all(f"`{name}`" in how_much for name in names)
    for code in (NO_TABLE, TOO_LATE, TOO_FAST, TRY_LATER):
        assert f"| {code} |" in closing.partition("## Error codes")[0]


def test_every_message_that_rewrites_a_table_costs_more() -> None:
    light = {m.Hello, m.Answer, m.Hold, m.Habit, m.Foresee, m.Why, m.React, m.Leave, m.Back, m.Resync, m.Ping}
    assert {*COSTLY} == {*get_args(m.FromClient)} - light


# --- sockets ----------------------------------------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def knocking(served: Served, table: str, address: str) -> AsyncIterator[Any]:
    headers = {"x-forwarded-for": address}
    uri = f"ws://{served.address}/ws/{table}"
    async with connect(uri, additional_headers=headers, open_timeout=PATIENT) as link:
        with contextlib.suppress(ConnectionClosed):  # who is turned away may be so before
            await link.send('{"type": "hello"}')
        yield link


async def not_opened(served: Served, table: str, address: str) -> tuple[int, dict[str, Any]]:
    """The status and the error of a handshake that is refused."""
    with pytest.raises(InvalidStatus) as caught:
        async with knocking(served, table, address):
            pass
    response = caught.value.response
    return response.status_code, json.loads(response.body or b"{}")["error"]


async def turned_away(link: Any) -> tuple[dict[str, Any], int, str]:
    """The error that a socket is sent, and how it is closed."""
    heard: list[dict[str, Any]] = []
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENT):
            async for text in link:
                heard.append(json.loads(text))  # noqa: PERF401  what was heard before the end counts
    return heard[-1], link.close_code, link.close_reason


def test_an_address_has_so_many_sockets_and_a_closed_one_makes_room(tmp_path: Path) -> None:
    async def main(served: Served) -> None:
        table = (await make(served.address))["table"]
        async with contextlib.AsyncExitStack() as stack:
            links = [await stack.enter_async_context(knocking(served, table, "198.51.100.1")) for _ in range(3)]
            for link in links:
                assert json.loads(await link.recv())["type"] == "welcome"
            status, error = await not_opened(served, table, "198.51.100.1")
            assert (status, error["code"]) == (429, "socket/too-many")
            assert "3 connections are open from your address" in error["message"]
            async with knocking(served, table, "198.51.100.2") as link:
                assert json.loads(await link.recv())["type"] == "welcome"
            await links[0].close()
            async with asyncio.timeout(PATIENT):
                while True:
                    with contextlib.suppress(InvalidStatus):
                        async with knocking(served, table, "198.51.100.1") as link:
                            assert json.loads(await link.recv())["type"] == "welcome"
                            return
                    await asyncio.sleep(0.05)

    with limited(tmp_path, sockets=3) as served:
        asyncio.run(main(served))


def test_sockets_and_messages_spend_what_requests_do(tmp_path: Path) -> None:
    async def main(served: Served) -> None:
        table = (await make(served.address))["table"]
        async with knocking(served, table, "198.51.100.1") as link:
            codes: list[str] = []
            for number in range(30):
                await link.send(json.dumps({"type": "ping", "number": number}))
            async with asyncio.timeout(PATIENT):
                while len(codes) < 30:
                    heard = json.loads(await link.recv())
                    if heard["type"] in ("pong", "error"):
                        codes.append(heard.get("code", "pong"))
                        text = heard.get("message", "")
            assert codes == ["pong"] * 26 + ["message/too-fast"] * 4, "a socket costs 4, a ping 1"
            assert "try again in" in text
            status, error = await not_opened(served, table, "198.51.100.1")
            assert (status, error["code"]) == (429, "rate/too-fast")
            async with knocking(served, table, "198.51.100.2") as other:
                assert json.loads(await other.recv())["type"] == "welcome"

    with limited(tmp_path, rate=0.01, burst=30) as served:
        asyncio.run(main(served))


async def handshake(served: Served, closing: contextlib.ExitStack) -> tuple[asyncio.StreamReader, Any, bytes]:
    """A socket of a client that knows nothing of sockets, and answers nothing; gives the first line that it hears."""
    host, port = served.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    closing.callback(writer.close)
    writer.write(
        f"GET /ws/abcdefgh HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(b'0' * 16).decode()}\r\n"
        f"X-Forwarded-For: 198.51.100.1\r\n\r\n".encode()
    )
    return reader, writer, await reader.readline()


def test_sockets_over_the_limit_hold_no_connection(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Of clients that neither read nor answer, either: only those within the limit stay."""

    async def main(served: Served) -> None:
        with contextlib.ExitStack() as closing:
            made = [await handshake(served, closing) for _ in range(20)]
            assert [line for _, _, line in made[:2]] == [b"HTTP/1.1 101 Switching Protocols\r\n"] * 2
            assert {line for _, _, line in made[2:]} == {b"HTTP/1.1 429 Too Many Requests\r\n"}
            async with asyncio.timeout(AT_ONCE):
                for reader, _, _ in made[2:]:
                    await reader.read()  # to the end: the server has hung up

    with limited(tmp_path, sockets=2) as served:
        asyncio.run(main(served))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_socket_that_was_closed_counts_until_its_connection_is_gone_which_is_soon(tmp_path: Path) -> None:
    async def main(served: Served) -> None:
        with contextlib.ExitStack() as closing:
            reader, writer, line = await handshake(served, closing)
            assert b" 101 " in line
            hello = b'{"type": "hello"}'
            writer.write(bytes([0x81, 0x80 | len(hello)]) + b"\0\0\0\0" + hello)
            heard = b""
            async with asyncio.timeout(PATIENT):
                while b"\x88" not in heard.partition(b"table/none")[2]:  # a close, which nobody answers
                    heard += await reader.read(1000)
                assert b" 429 " in (await handshake(served, closing))[2]
            began = time.monotonic()
            async with asyncio.timeout(PATIENT):
                with contextlib.suppress(ConnectionResetError):
                    await reader.read()
            assert time.monotonic() - began < AT_ONCE
            async with asyncio.timeout(PATIENT):
                while b" 101 " not in (await handshake(served, closing))[2]:
                    await asyncio.sleep(0.05)

    with limited(tmp_path, sockets=1) as served:
        asyncio.run(main(served))


# --- storage ----------------------------------------------------------------------------------------------------------
def test_an_address_has_so_many_tables_kept(tmp_path: Path) -> None:
    with limited(tmp_path, tables=2, ages=Ages(tables=90)) as served, asking(served) as http:
        assert [http.post("/api/tables", json={"name": "Ann"}).status_code for _ in range(2)] == [201, 201]
        refused = http.post("/api/tables", json={"name": "Ann"})
        assert code_of(refused) == (429, "storage/full")
        text = "2 tables from your address are kept here already; old ones are removed: try again in 90 days"
        assert refused.json()["error"]["message"] == text
        assert 89 * 86400 < int(refused.headers["retry-after"]) <= 90 * 86400
        with asking(served, "198.51.100.2") as other:
            assert other.post("/api/tables", json={"name": "Ann"}).status_code == 201
        assert code_of(http.post("/api/tables", json={"name": ""})) == (400, "body/invalid"), "said first"
    with limited(tmp_path, tables=2, ages=Ages(tables=0)) as served, asking(served) as http:
        refused = http.post("/api/tables", json={"name": "Ann"})
        assert code_of(refused) == (429, "storage/full"), "what was kept before counts after a restart"
        assert "retry-after" not in refused.headers


def test_what_is_refused_for_another_reason_takes_no_room(tmp_path: Path) -> None:
    with limited(tmp_path, tables=1) as served, asking(served) as http:
        for _ in range(3):
            asked = {"name": "Ann", "deck": {"parts": ["nothing"]}}
            assert code_of(http.post("/api/tables", json=asked)) == (409, "deck/unknown")
        assert http.post("/api/tables", json={"name": "Ann"}).status_code == 201


def test_many_at_once_are_not_too_many(tmp_path: Path) -> None:
    async def main(served: Served) -> list[int]:
        headers = {"x-forwarded-for": "198.51.100.1"}
        async with httpx.AsyncClient(base_url=served.url, verify=False, timeout=PATIENT, headers=headers) as http:
            asked = [http.post("/api/tables", json={"name": "Ann", "deck": {"text": OWN}}) for _ in range(12)]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    with limited(tmp_path, tables=3) as served:
        codes = asyncio.run(main(served))
        with asking(served) as http:
            while http.post("/api/tables", json={"name": "Ann"}).status_code == 201:
                codes.append(201)
        assert codes.count(201) == 3


def test_an_address_has_so_many_replays_kept_and_a_fork_is_a_table(tmp_path: Path) -> None:
    with limited(tmp_path, replays=1, tables=1) as served, asking(served) as http:
        brought = http.post("/api/replays", json=file_of())
        assert brought.status_code == 201, brought.text
        assert code_of(http.post("/api/replays", json=file_of(2))) == (429, "storage/full")
        fork = f"/api/replays/{brought.json()['replay']}/fork"
        assert http.post(fork, json={"moves": 1, "place": 0}).status_code == 201
        assert code_of(http.post(fork, json={"moves": 1, "place": 0})) == (429, "storage/full")
        assert http.get(f"/api/replays/{brought.json()['replay']}").status_code == 200


def test_an_address_has_so_many_bytes_kept_and_games_count(tmp_path: Path) -> None:
    async def begin(served: Served, made: dict[str, Any]) -> dict[str, Any]:
        player = await Player(served.address, made["table"], made["token"]).connect()
        heard = await player.ask({"type": "start"}, "state")
        await player.close()
        return heard

    async def rearranged(served: Served, made: dict[str, Any]) -> dict[str, Any]:
        player = await Player(served.address, made["table"], made["token"]).connect()
        heard = await player.ask({"type": "arrange", "change": {"deck": {"text": OWN}}}, "lobby")
        await player.close()
        return heard

    own = OWN + ("# " + "x" * 98 + "\n") * 400
    with limited(tmp_path, megabytes=0.1) as served, asking(served) as http:
        made = [http.post("/api/tables", json={"name": "Ann", "deck": {"text": own}}) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 429]
        assert "over 0.1 MB" in made[-1].json()["error"]["message"]
        assert asyncio.run(begin(served, made[0].json()))["type"] == "state"
        full = asyncio.run(begin(served, made[1].json()))
        assert (full["type"], full["code"]) == ("error", "storage/full")
    (tmp_path / "short").mkdir()
    with limited(tmp_path / "short", megabytes=0.08) as served, asking(served) as http:
        # a deck of two lines, whose cards are kept when the first game begins
        made = [http.post("/api/tables", json={"name": "Ann", "deck": {"text": 'take "cthulhu"\n'}}) for _ in range(2)]
        assert [answer.status_code for answer in made] == [201, 201]
        assert asyncio.run(begin(served, made[0].json()))["type"] == "state"
        assert asyncio.run(begin(served, made[1].json()))["code"] == "storage/full"
        assert asyncio.run(rearranged(served, made[1].json()))["code"] == "storage/full"
        assert code_of(http.post("/api/tables", json={"name": "Ann"})) == (429, "storage/full")


# --- what the store says of itself ------------------------------------------------------------------------------------
class Broken:
    """A database that fails with all that must not be shown."""

    def execute(self, statement: str, values: object = ()) -> list[tuple[Any, ...]]:
        raise RuntimeError(f"/srv/secret/tables.sqlite: near {statement!r}: password=hunter2")

    def begin(self, *, single: bool = False) -> None: ...

    begin_alone = commit = rollback = close = lambda self: None

    def conflicts(self, error: Exception) -> bool:
        return False

    def lost(self) -> bool:
        return False


def test_a_store_that_fails_shows_no_path_and_no_statement(tmp_path: Path) -> None:
    async def hello(served: Served, table: str) -> tuple[dict[str, Any], int, str]:
        async with knocking(served, table, "198.51.100.1") as link:
            return await turned_away(link)

    with limited(tmp_path) as served, asking(served) as http:
        made = http.post("/api/tables", json={"name": "Ann"}).json()
        brought = http.post("/api/replays", json=file_of()).json()["replay"]
        fail(served.registry.store)
        answers = [
            http.get("/api/health"),
            http.get("/api/tables"),
            http.get(f"/api/tables/{made['table']}"),
            http.get(f"/api/replays/{brought}"),
            http.get(f"/api/replays/{brought}/file"),
            http.post("/api/tables", json={"name": "Ann"}),
            http.post("/api/replays", json=file_of()),
            http.post(f"/api/replays/{brought}/fork", json={"moves": 1, "place": 0}),
        ]
        error, code, _ = asyncio.run(hello(served, made["table"]))
    for answer in answers:
        assert code_of(answer) == (503, "store/unavailable"), answer.text
    assert (error["code"], code) == ("store/unavailable", 1013)
    shown = json.dumps([*(answer.json() for answer in answers), error])
    assert not [word for word in ("srv", "sqlite", "SELECT", "INSERT", "hunter2") if word in shown]


def fail(store: Store) -> None:
    """Have every statement of a store fail from now on."""
    connect_again = store.connect
    with contextlib.suppress(Exception):
        asyncio.run(store.read("SELECT nothing FROM nowhere"))  # the connection in use is dropped
    store.connect = Broken
    assert connect_again is not Broken


@pytest.mark.parametrize("document", ["{", "[]", '{"id": 5}', "null"])
def test_what_cannot_be_read_any_more_is_no_fault(tmp_path: Path, document: str) -> None:
    async def hello(served: Served, table: str) -> tuple[dict[str, Any], int, str]:
        async with knocking(served, table, "198.51.100.1") as link:
            return await turned_away(link)

    with limited(tmp_path) as served, asking(served) as http:
        made = http.post("/api/tables", json={"name": "Ann", "public": True}).json()
        asyncio.run(served.registry.store.write([("UPDATE tables SET document = ?", (document,))]))
        assert code_of(http.get(f"/api/tables/{made['table']}")) == (503, "store/unavailable")
        error, code, _ = asyncio.run(hello(served, made["table"]))
        assert (error["code"], code) == ("store/unavailable", 1013)
