"""Who hangs up in the middle of a request leaves nothing half done: each route, at each wait for the store."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from tests.web.http.limits.test_quotas import file_of
from tests.web.served import PATIENT, Served, serving

from changeling.web.http.routes import ROUTES, Route
from changeling.web.settings import Limits, Settings
from changeling.web.storage.store import Store
from changeling.web.workers.pool import asker

SETTINGS = Settings(bot_delay=(0.0, 0.0), limits=Limits(rate=1000.0, burst=100_000.0))
NOTICED = 0.3  # seconds in which a hang-up is noticed; what goes on all the same is let go on then
# By route: what its path has in the place of the names, and its body.
ASKED: dict[str, tuple[dict[str, str], Any]] = {
    "health": ({}, None),
    "server": ({}, None),
    "editions": ({}, None),
    "check": ({}, {"deck": {"parts": ["family"]}, "seats": 2}),
    "deck": ({"id": "family"}, None),
    "tables": ({}, None),
    "make": ({}, {"name": "Ann", "deck": {"parts": ["family"]}}),
    "table": ({"table": "{table}"}, None),
    "code": ({"code": "QQQQ"}, None),
    "bring": ({}, file_of()),
    "replay": ({"replay": "{replay}"}, None),
    "file": ({"replay": "{replay}"}, None),
    "moment": ({"replay": "{replay}"}, None),
    "how_to": ({}, {"parts": ["family"]}),
    "fork": ({"replay": "{replay}"}, {"moves": 0, "place": 0}),
    "practice": ({}, None),
    "practise": ({}, {"kind": "lesson", "name": "first-keeper"}),
}
# What would be half of something, by what it is.
HALVES = {
    "a table that counts for nobody": "SELECT id FROM tables WHERE id NOT IN (SELECT id FROM owners)",
    "a replay that counts for nobody": "SELECT id FROM replays WHERE game = '' AND id NOT IN (SELECT id FROM owners)",
    "an account of what there is not": "SELECT id FROM owners WHERE id NOT IN"
    " (SELECT id FROM tables UNION SELECT id FROM replays)",
    "a code of no table": "SELECT code FROM codes WHERE table_id NOT IN (SELECT id FROM tables)",
    "a game at no table": "SELECT id FROM games WHERE table_id NOT IN (SELECT id FROM tables)",
}


class Pause:
    """Stops a request at its n-th wait for the store, before the store has done it or after."""

    def __init__(self) -> None:
        self.at, self.after, self.count = 0, False, 0
        self.reached, self.left, self.go_on = threading.Event(), threading.Event(), threading.Event()

    def arm(self, at: int, *, after: bool) -> None:
        for event in (self.reached, self.left, self.go_on):
            event.clear()
        self.at, self.after, self.count = at, after, 0

    async def here(self) -> None:
        """Wait until the request is cancelled, or may go on."""
        self.reached.set()
        try:
            while not self.go_on.is_set():
                await asyncio.sleep(0.002)
        finally:
            self.left.set()


@pytest.fixture(scope="module")
def pause() -> Iterator[Pause]:
    made, done = Pause(), Store._do

    async def paused(self: Store, statements: Any, *, reads: bool = False) -> Any:
        made.count += asker.get() != ""  # of requests alone
        stops = asker.get() != "" and made.count == made.at
        if stops and not made.after:
            await made.here()
        rows = await done(self, statements, reads=reads)
        if stops and made.after:
            await made.here()
        return rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "_do", paused)
        yield made


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, pause: Pause) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", SETTINGS) as one:
        yield one


@pytest.fixture(scope="module")
def names(served: Served) -> dict[str, str]:
    """A table and a replay that there are."""
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        table = http.post("/api/tables", json=ASKED["make"][1]).json()["table"]
        return {"{table}": table, "{replay}": http.post("/api/replays", json=ASKED["bring"][1]).json()["replay"]}


def request_of(route: Route, names: dict[str, str]) -> bytes:
    values, body = ASKED[route.name]
    path = route.path
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", names.get(value, value))
    text = b"" if body is None else json.dumps(body).encode()
    head = (
        f"{route.method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    )
    return f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text


def hangs_up(served: Served, pause: Pause, asked: bytes) -> bool:
    """Ask for something and hang up where it is stopped; gives whether it was, for else it was answered before."""
    host, port = served.address.split(":")
    with contextlib.closing(socket.create_connection((host, int(port)), PATIENT)) as link:
        link.sendall(asked)
        link.settimeout(0.01)
        while not pause.reached.wait(0.005):
            with contextlib.suppress(TimeoutError):
                if not link.recv(65536):
                    return False
    pause.left.wait(NOTICED)
    pause.go_on.set()
    assert pause.left.wait(PATIENT)
    return True


def inside(served: Served, ask: Callable[[Store], Any]) -> list[str]:
    """What the store gives."""
    return asyncio.run(ask(served.registry.store))


async def halves(store: Store) -> list[str]:
    return [f"{what}: {row[0]}" for what, ask in HALVES.items() for row in await store.read(ask)]


def test_every_route_is_asked_for_here() -> None:
    assert set(ASKED) == {route.name for route in ROUTES}


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_a_hang_up_leaves_nothing_half_done(served: Served, pause: Pause, names: dict[str, str], route: Route) -> None:
    asked = request_of(route, names)
    for after in (False, True):
        at = 1
        while True:
            pause.arm(at, after=after)
            if not hangs_up(served, pause, asked):
                break
            assert inside(served, halves) == [], f"after the hang-up at wait {at}"
            at += 1
        assert at > 1 or route.keeps is None, "what is kept goes to the store"
    pause.arm(0, after=False)
    assert inside(served, halves) == []
    with httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        assert http.get("/api/health").status_code == 200
    assert not served.registry._loading
