"""Clients of a web server under load, and a server to load: what `load` and `servers_at_once` measure with.

The clients do the least work for each message, so that the server is what is measured.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

FIRST = ("fluxx-4", "family", "cthulhu", "doctor-who", "dice-camera-action")  # which every version has
EDITIONS = (*FIRST, "changeling-court")
SETUP = 100.0  # seconds until all must sit at their tables
Found = TypeVar("Found")


class _Option(msgspec.Struct):
    code: int


class _Question(msgspec.Struct):
    id: int
    options: list[_Option]
    window: bool


class _Lobby(msgspec.Struct):
    phase: str


class _Heard(msgspec.Struct):
    """The part of a message that a client looks at."""

    type: str
    seq: int = 0
    question: _Question | int | None = None
    lobby: _Lobby | None = None
    code: str = ""
    message: str = ""


_hear = msgspec.json.Decoder(_Heard).decode


@dataclass(slots=True)
class Table:
    """A table under load: when it last got an answer, and who has seen how much.

    An update shows all that was so before it, too, so that nobody has to be sent one for every answer."""

    clients: int
    sent: float = 0.0
    shown: dict[int, tuple[float, int]] = field(default_factory=dict)  # by seq: sent when, seen by how many


@dataclass(slots=True)
class Tally:
    """What is counted while it counts."""

    counting: bool = False
    answers: int = 0
    updates: int = 0
    waits: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    games: int = 0
    overtaken: int = 0
    pace: float = 0.0  # seconds that everybody thinks before an answer, on average
    editions: tuple[str, ...] = EDITIONS  # which the tables play, one after the other


class Client(asyncio.Protocol):
    """A client with the least work for each message, so that the server is what is measured."""

    def __init__(self, table: Table, tally: Tally, chance: random.Random, *, path: str, first: list[bytes]) -> None:
        self._table, self._tally, self._chance = table, tally, chance
        self._path, self._first = path, first
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.seated = asyncio.get_running_loop().create_future()
        self.host = self.again = False
        self._answered = self._seen = -1
        self._windows: set[object] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        """Count it: nobody leaves before the end."""
        if self._tally.counting:
            self._tally.errors["lost"] = self._tally.errors.get("lost", 0) + 1

    def data_received(self, data: bytes) -> None:
        """Take the frames out of what came."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in buffer[:20], bytes(buffer[:100])
            del buffer[: end + 4]
            self._open = True
            for message in self._first:
                self.say(message)
        start = 0
        while len(buffer) - start >= 2:
            size, at = buffer[start + 1], start + 2
            if size == 126:
                size, at = int.from_bytes(buffer[at : at + 2], "big"), at + 2
            elif size == 127:
                size, at = int.from_bytes(buffer[at : at + 8], "big"), at + 8
            if len(buffer) < at + size:
                break
            self._frame(buffer[start] & 15, bytes(buffer[at : at + size]))
            start = at + size
        del buffer[:start]

    def say(self, message: bytes, code: int = 1) -> None:
        """Send a frame; its mask is all zeros, which is as good as any other here."""
        assert self._transport is not None
        size = len(message)
        head = bytes([0x80 | code, 0x80 | size]) if size < 126 else bytes([0x80 | code, 0xFE]) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + message)

    def _frame(self, code: int, body: bytes) -> None:
        if code == 9:
            self.say(body, 10)
        if code != 1:
            return
        heard = _hear(body)
        if heard.type == "update":
            self._updated(heard.seq)
        elif heard.type == "seated" or (self.host and heard.type == "welcome"):
            if not self.seated.done():
                self.seated.set_result(None)
        elif heard.code == "answer/stale" and heard.question in self._windows:
            self._tally.overtaken += self._tally.counting  # somebody's Surprise came first
        elif heard.type == "error":
            self._tally.errors[heard.code] = self._tally.errors.get(heard.code, 0) + 1
        elif heard.type == "over" and self.host:
            self._tally.games += 1
            self.again = True
            self.say(b'{"type":"rematch"}')
        elif heard.type == "state" and self.again and heard.lobby and heard.lobby.phase == "lobby":
            self.again = False
            self.say(b'{"type":"start"}')
        question = heard.question
        if isinstance(question, _Question) and question.id > self._answered:
            self._answered = question.id
            if question.window:
                self._windows.add(question.id)
            code = self._chance.choice(question.options).code
            if self._tally.pace:
                pause = self._tally.pace * self._chance.uniform(0.5, 1.5)
                asyncio.get_running_loop().call_later(pause, self._answer, question.id, code)
            else:
                self._answer(question.id, code)

    def _answer(self, question: int, code: int) -> None:
        self._table.sent = time.perf_counter()
        self._tally.answers += self._tally.counting
        self.say(b'{"type":"answer","question":%d,"option":%d}' % (question, code))

    def _updated(self, seq: int) -> None:
        shown, tally = self._table.shown, self._tally
        tally.updates += tally.counting
        shown.setdefault(seq, (self._table.sent, 0))
        for number in [one for one in shown if self._seen < one <= seq]:
            sent, seen = shown[number]
            if seen + 1 < self._table.clients:
                shown[number] = sent, seen + 1
                continue
            del shown[number]
            if tally.counting:
                tally.waits.append(time.perf_counter() - sent)
        self._seen = seq


async def _post(address: tuple[str, int], path: str, body: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(*address)
    writer.write(
        b"POST %b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
        b"Connection: close\r\n\r\n%b" % (path.encode(), len(body), body)
    )
    answer = await reader.read()
    writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    assert b" 201 " in head.split(b"\r\n")[0], answer
    return rest


async def seat(address: tuple[str, int], number: int, clients: int, tally: Tally) -> Client:
    """Make a table and have everybody sit down; gives the host."""
    seats = [{"kind": "human"}, *[{"kind": "open"}] * (clients - 1)]
    form = {"name": "P0", "deck": {"parts": [tally.editions[number % len(tally.editions)]]}, "seats": seats, "pause": 0}
    made = json.loads(await _post(address, "/api/tables", json.dumps(form).encode()))
    table, chance, loop = Table(clients), random.Random(number), asyncio.get_running_loop()
    people = []
    for place in range(clients):
        hello = {"type": "hello", "token": made["token"] if place == 0 else ""}
        first = [json.dumps(hello).encode()]
        if place:
            first.append(json.dumps({"type": "sit", "name": f"P{place}"}).encode())
        client = Client(table, tally, chance, path=f"/ws/{made['table']}", first=first)
        client.host = place == 0
        await loop.create_connection(lambda client=client: client, *address)  # type: ignore[misc]
        await asyncio.wait_for(client.seated, SETUP)
        people.append(client)
    return people[0]


@contextlib.contextmanager
def server(
    source: Path, database: str, *, workers: int = 1, python: str = sys.executable
) -> Iterator[tuple[tuple[str, int], int]]:
    """Run a server whose code is at `source` in a Python; gives its address and its process."""
    command = [python, "-m", "changeling.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--rates", "off", "--bot-delay", "0", "--db", database]
    command += ["--workers", str(workers)] if workers > 1 else []
    environment = os.environ | {"PYTHONPATH": str(source)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(":")[2])
        time.sleep(2)
        yield ("127.0.0.1", port), process.pid
    finally:
        process.terminate()
        process.wait(30)


async def play(address: tuple[str, int], tally: Tally, tables: int, clients: int) -> None:
    """Have so many tables begin to play."""
    gate = asyncio.Semaphore(16)

    async def one(number: int) -> Client:
        async with gate:
            return await seat(address, number, clients, tally)

    hosts = await asyncio.gather(*(one(number) for number in range(tables)))
    tally.errors.clear()
    for host in hosts:
        host.say(b'{"type":"start"}')


def many_files() -> None:
    """Have as many sockets open as this process may."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def in_a_loop(load: Coroutine[Any, Any, Found]) -> Found:
    """Run a coroutine in the fastest event loop that is there; gives what it returns."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(load)
    return uvloop.run(load)


def used_by(process: int) -> float:
    """The processor time that a process and those it started have used, in seconds; 0 where that cannot be told."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + sum(used_by(int(one)) for one in children)


def memory_of(process: int) -> int:
    """What a process holds in memory, in MB; 0 where that cannot be told."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize() // 1_000_000
