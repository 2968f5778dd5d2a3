"""Real proxies with the files of deploy/ before two servers on one PostgreSQL: TLS, WebSockets, addresses, failures."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import http.server
import logging
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web import proxies
from tests.web.postgres import Postgres
from tests.web.proxies import DEPLOY, SITE, Proxy, program
from tests.web.served import PATIENT, QUICK, Json, Player, Served, choosing

from changeling.web.http.running.logs import ACCESS

BEHIND = replace(QUICK, proxies=("127.0.0.1",), origins=(f"https://{SITE}",))


class Setting:
    """Two servers behind a proxy."""

    def __init__(self, proxy: Proxy, nodes: list[Served], place: str = "") -> None:
        self.proxy, self.nodes, self.place = proxy, nodes, place

    def start(self, number: int) -> None:
        """Start one of the servers that was stopped again, at the same port."""
        port = int(self.nodes[number].address.rpartition(":")[2])
        self.nodes[number] = Served(self.place, BEHIND, port=port)

    def http(self, source: str = "127.0.0.1") -> httpx.Client:
        """A client of the site, which has an address of its own."""
        transport = httpx.HTTPTransport(verify=self.proxy.trust(), local_address=source)
        return httpx.Client(base_url=f"https://{self.proxy.address}", transport=transport, timeout=PATIENT)

    async def player(self, table: str, token: str = "") -> Player:
        """A client of a table, over the proxy."""
        address = self.proxy.address
        way: Json = {"ssl": self.proxy.trust(), "host": "127.0.0.1", "port": self.proxy.port}
        return await Player(address, table, token, scheme="wss", **way).connect(origin=f"https://{address}")


@pytest.fixture(autouse=True)
def site_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of the site leads to this machine."""
    usual = socket.getaddrinfo

    def found(host: object, *given: object, **named: object) -> object:
        return usual("127.0.0.1" if host in (SITE, SITE.encode()) else host, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", found)


@pytest.fixture(params=[proxies.Nginx, proxies.Caddy], ids=lambda kind: kind.name)
def setting(request: pytest.FixtureRequest, postgres: Postgres, tmp_path: Path) -> Iterator[Setting]:
    kind = request.param
    if not program(kind.name):
        pytest.skip(f"there is no {kind.name} here, and none could be had: apt-get install {kind.name}")
    url = postgres.database(f"behind_{kind.name}_{abs(hash(request.node.nodeid))}")
    nodes = [Served(url, BEHIND), Served(url, BEHIND)]
    proxy = kind(tmp_path, [node.address for node in nodes])
    yield Setting(proxy, nodes, url)
    proxy.close()
    for node in nodes:
        node.close()


def patiently(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Ask again while a busy machine has nobody who could answer, as clients do."""
    end = time.monotonic() + PATIENT
    while (answer := ask()).status_code in (502, 503) and time.monotonic() < end:
        time.sleep(0.2)
    return answer


def make(http: httpx.Client) -> Json:
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    form = {"name": "Ann", "deck": {"parts": ["family"]}, "seats": seats, "pause": 0}
    answer = patiently(lambda: http.post("/api/tables", json=form))
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


async def begin(setting: Setting, made: Json) -> list[Player]:
    ann = await setting.player(made["table"], made["token"])
    bob = await setting.player(made["table"])
    await bob.ask({"type": "sit", "name": "Bob"}, "seated")
    since = [len(player.heard) for player in (ann, bob)]
    await ann.say({"type": "start"})
    for player, heard in zip((ann, bob), since, strict=True):
        await player.until("state", since=heard)
    return [ann, bob]


def test_games_are_played_through_it_and_each_table_is_at_one_server(setting: Setting) -> None:
    async def main() -> None:
        with setting.http() as http:
            tables = [make(http) for _ in range(4)]
            everybody = [await begin(setting, made) for made in tables]
            for made in tables:
                assert patiently(functools.partial(http.get, f"/api/tables/{made['table']}")).status_code == 200
        at = [{made["table"] for made in tables if made["table"] in node.registry.tables} for node in setting.nodes]
        assert at[0] | at[1] == {made["table"] for made in tables}
        assert not at[0] & at[1], "a table is at two servers"
        for number, players in enumerate(everybody[:2]):
            for player in players:
                player.react = choosing(random.Random(number))
                await player.say({"type": "resync"})
            for player in players:
                await player.until("over")
        for players in everybody:
            for player in players:
                await player.close()

    asyncio.run(main())


def test_tables_are_spread_over_the_servers(setting: Setting) -> None:
    with setting.http() as http:
        for _ in range(24):
            made = make(http)["table"]
            assert patiently(functools.partial(http.get, f"/api/tables/{made}")).status_code == 200
    assert all(len(node.registry.tables) >= 2 for node in setting.nodes)


def test_a_server_that_is_gone_is_followed_by_the_other(setting: Setting) -> None:
    """Its clients come back through the proxy, and the games stand where they stood."""

    async def main() -> None:
        with setting.http() as http:
            tables = [make(http) for _ in range(6)]
        everybody = [await begin(setting, made) for made in tables]
        await asyncio.to_thread(setting.nodes[0].close)
        for players in everybody:
            for player in players:
                again = await came_back(setting, player)
                assert again.view["public"]["turn"] >= player.view["public"]["turn"]
                assert again.view["lobby"]["phase"] == "playing"
                await again.close()
                await player.close()
        with setting.http() as http:
            make(http)

    asyncio.run(main())


def test_a_rolling_restart_lets_everybody_back_within_seconds(setting: Setting) -> None:
    """Both servers are started again, one after the other, under many sockets that try all the time."""

    async def main() -> None:
        with setting.http() as http:
            tables = [make(http) for _ in range(10)]
        everybody = [player for made in tables for player in await begin(setting, made)]
        for number in (0, 1):
            await asyncio.to_thread(setting.nodes[number].close)
            there = asyncio.gather(*(came_back(setting, player) for player in everybody))
            begun = asyncio.get_running_loop().time()
            back = await there
            took = asyncio.get_running_loop().time() - begun
            assert took < 10, f"without server {number} the last was let in after {took:.1f} seconds"
            await asyncio.to_thread(setting.start, number)
            for player in everybody:
                await player.close()
            everybody = list(back)
        for player in everybody:
            await player.close()

    asyncio.run(main())


class Version(http.server.BaseHTTPRequestHandler):
    """A server of one version, as far as its page goes: the parts of it have names of their own."""

    protocol_version = "HTTP/1.1"
    name = ""

    def do_GET(self) -> None:
        found = self.path in ("/", "/readyz", f"/assets/{self.name}.js")
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(self.name)))
        self.end_headers()
        self.wfile.write(self.name.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def two_versions() -> Iterator[list[str]]:
    """The addresses of an old and a new server."""
    kinds = [type("Version", (Version,), {"name": name}) for name in ("old", "new")]
    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), kind) for kind in kinds]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield [f"127.0.0.1:{server.server_port}" for server in servers]
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("kind", [proxies.Nginx, proxies.Caddy], ids=lambda kind: kind.name)
def test_parts_of_the_page_are_found_though_one_server_has_other_ones(
    kind: type[proxies.Nginx | proxies.Caddy], two_versions: list[str], tmp_path: Path
) -> None:
    """In the middle of an update each server has the parts of its own version."""
    if not program(kind.name):
        pytest.skip(f"there is no {kind.name} here, and none could be had: apt-get install {kind.name}")
    proxy = kind(tmp_path, two_versions)
    try:
        with Setting(proxy, []).http() as site:
            for _ in range(12):
                page = site.get("/").text
                assert site.get(f"/assets/{page}.js").text == page
            for version in ("old", "new") * 6 if kind is proxies.Nginx else ():  # of a page that is open already, too
                assert site.get(f"/assets/{version}.js").text == version
            assert site.get("/assets/none.js").status_code == 404
    finally:
        proxy.close()


async def came_back(setting: Setting, player: Player) -> Player:
    """A client tries again until it is let in, as the page does."""
    end = asyncio.get_running_loop().time() + 20
    while True:
        try:
            return await setting.player(player.table, player.token)
        except Exception:
            if asyncio.get_running_loop().time() > end:
                raise
            await asyncio.sleep(0.2)


@contextlib.contextmanager
def accesses() -> Iterator[list[logging.LogRecord]]:
    """The access log of all servers of this process."""
    found: list[logging.LogRecord] = []
    handler, log = logging.Handler(), logging.getLogger(ACCESS)
    handler.emit = found.append  # type: ignore[assignment, method-assign]
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        yield found
    finally:
        log.removeHandler(handler)
        log.setLevel(before)


def test_servers_see_who_asks_and_not_the_proxy(setting: Setting) -> None:
    with accesses() as found, setting.http("127.0.0.9") as http:
        for said in (
            {},
            {"X-Forwarded-For": "1.2.3.4"},
            {"X-Forwarded-For": "1.2.3.4, 127.0.0.1", "Forwarded": "for=6"},
        ):
            assert http.get("/api/server", headers=said).status_code == 200
    asked = [record for record in found if record.__dict__["path"] == "/api/server"]
    assert [record.__dict__["address"] for record in asked] == ["127.0.0.9"] * 3


def test_what_is_for_those_inside_stays_there(setting: Setting) -> None:
    with setting.http() as http:
        for path in ("/metrics", "/healthz", "/readyz"):
            assert http.get(path).status_code == 404
        page = http.get("/")
        assert (page.status_code, page.headers["x-frame-options"]) == (200, "DENY")
        assert "strict-transport-security" in page.headers
        much = http.post("/api/replays", content=b"x" * 4_000_000, headers={"content-type": "application/json"})
        assert much.status_code == 413
        some = http.post("/api/replays", content=b"x" * 1_500_000, headers={"content-type": "application/json"})
        assert some.json()["error"]["code"] == "body/invalid"
    assert httpx.get(f"{setting.nodes[0].url}/metrics", timeout=PATIENT).status_code == 200
    plain = httpx.get(f"http://{SITE}:{setting.proxy.plain_port}/t/x", timeout=PATIENT)
    assert plain.status_code in (301, 308)
    assert plain.headers["location"].startswith(f"https://{SITE}")


def test_nginx_waits_longer_than_the_server_does_between_two_pings() -> None:
    from changeling.web.http.running.serve import config_of
    from changeling.web.storage.databases import store_at
    from changeling.web.table.registry import Registry

    config = config_of(Registry(store_at("unused.sqlite")))
    assert config.ws_ping_interval is not None
    assert config.ws_ping_timeout is not None
    sockets = (DEPLOY / "nginx.conf").read_text().partition("location /ws/ {")[2].partition("}")[0]
    waits = [int(seconds) for seconds in re.findall(r"proxy_(?:read|send)_timeout (\d+)s;", sockets)]
    assert len(waits) == 2
    assert min(waits) > config.ws_ping_interval + config.ws_ping_timeout
