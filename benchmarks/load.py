"""Load on the web server: many tables at once, every client answering as fast as it is asked.

python -m benchmarks.load --tables 500 --clients 4 --seconds 60
python -m benchmarks.load --tables 1000 --pace 4 --db postgresql://... --workers 2
python -m benchmarks.load --figures
python -m benchmarks.load --tables 60 --seconds 10 --before PATH/TO/src

starts a server of its own with a new SQLite file, and prints answers a second, and how long it took from an answer
until everybody at its table had the update. The clients share the machine with the server. With --pace everybody thinks
for about so many seconds before an answer, as people do. With --figures it finds the knee (the most answers a second
of which 99 in 100 are shown to all within a tenth of a second), then measures 200 and 1,000 paced tables: four minutes.
With --before the server of another version is measured by turns with this one, by the same clients; both play the
editions of the first release.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import msgspec

FIRST = ("fluxx-4", "family", "cthulhu", "doctor-who", "dice-camera-action")  # which every version has
EDITIONS = (*FIRST, "changeling-court")
SOURCE = Path(__file__).parents[1] / "src"
KNEE = (10, 20, 40, 80)  # tables whose clients answer at once, among which the knee is looked for
BOUND = 100.0  # milliseconds within which 99 of 100 answers have to be shown at the knee
PACED = ((200, 25.0), (1000, 40.0))  # tables whose clients think, and for how many seconds they are watched
THINKS = 4.0  # seconds
SETUP = 100.0  # seconds until all must sit at their tables


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
    """A table under load: when it last got an answer, and who has seen which update."""

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
        self._answered = -1
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
        shown = self._table.shown
        sent, seen = shown.get(seq, (self._table.sent, 0))
        self._tally.updates += self._tally.counting
        if seen + 1 < self._table.clients:
            shown[seq] = (sent, seen + 1)
            return
        shown.pop(seq, None)
        if self._tally.counting:
            self._tally.waits.append(time.perf_counter() - sent)


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


async def _seat(address: tuple[str, int], number: int, clients: int, tally: Tally) -> Client:
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


async def _load(
    address: tuple[str, int], server: int, tally: Tally, tables: int, clients: int, seconds: float
) -> tuple[float, float]:
    """Have so many tables play; gives for how many seconds, and how many of the processor's the server used."""
    gate = asyncio.Semaphore(16)

    async def seat(number: int) -> Client:
        async with gate:
            return await _seat(address, number, clients, tally)

    hosts = await asyncio.gather(*(seat(number) for number in range(tables)))
    tally.errors.clear()
    for host in hosts:
        host.say(b'{"type":"start"}')
    await asyncio.sleep(3)  # until all play
    tally.counting, begun, used = True, time.perf_counter(), _used(server)
    await asyncio.sleep(seconds)
    tally.counting = False
    return time.perf_counter() - begun, _used(server) - used


def run(
    tables: int,
    clients: int,
    seconds: float,
    database: str = "",
    *,
    pace: float = 0.0,
    workers: int = 1,
    editions: tuple[str, ...] = EDITIONS,
    source: Path = SOURCE,
) -> dict[str, object]:
    """Measure; gives the numbers. `source` is where the server's own code is."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    tally = Tally(pace=pace, editions=editions)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "changeling.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--rates", "off", "--bot-delay", "0", "--db", database or str(Path(folder) / "tables.sqlite")]
        command += ["--workers", str(workers)] if workers > 1 else []
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(source)}
        )
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().rpartition(":")[2])
            time.sleep(2)
            took, used = _runner(_load(("127.0.0.1", port), server.pid, tally, tables, clients, seconds))
            memory = _memory(server.pid)
        finally:
            server.terminate()
            server.wait(30)
    waits = sorted(tally.waits)
    return {
        "tables": tables,
        "clients": tables * clients,
        "seconds": round(took, 1),
        "answers_per_second": round(tally.answers / took),
        "updates_per_second": round(tally.updates / took),
        "games_ended": tally.games,
        "overtaken_by_a_surprise": tally.overtaken,
        "median_ms": round(1000 * statistics.median(waits), 1),
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 1),
        "server_busy": round(used / took, 2),
        "server_ms_per_answer": round(1000 * used / max(1, tally.answers), 3),
        "server_mb": memory,
        "errors": tally.errors,
    }


def _runner(load: object) -> tuple[float, float]:
    try:
        import uvloop
    except ImportError:
        return asyncio.run(load)  # type: ignore[arg-type]
    return uvloop.run(load)  # type: ignore[arg-type]


def _used(process: int) -> float:
    """The processor time that a process and those it started have used, in seconds; 0 where that cannot be told."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + sum(_used(int(one)) for one in children)


def _memory(process: int) -> int:
    """What a process holds in memory, in MB; 0 where that cannot be told."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize() // 1_000_000


def figures(clients: int, database: str, workers: int) -> int:
    """Find the knee, and measure paced tables; print a line for each run. Fails when there was an error."""
    closed = [_line("at once", run(tables, clients, 10.0, database, workers=workers)) for tables in KNEE]
    within = [found for found in closed if cast(float, found["p99_ms"]) < BOUND]
    knee = max(within or closed, key=lambda found: cast(int, found["answers_per_second"]))
    said = f"p99 {knee['p99_ms']} ms, {knee['server_ms_per_answer']} ms of the server's processor time for each"
    print(f"the knee: {knee['answers_per_second']} answers a second at {knee['tables']} tables, {said}", flush=True)
    paced = [
        _line(f"every {THINKS:g} s", run(tables, clients, seconds, database, pace=THINKS, workers=workers))
        for tables, seconds in PACED
    ]
    return 1 if any(found["errors"] for found in (*closed, *paced)) else 0


def by_turns(before: Path, tables: int, clients: int, seconds: float, runs: int) -> int:
    """Measure two versions by turns; print the best of each. Fails when there was an error."""
    best: dict[str, dict[str, object]] = {}
    failed = False
    for _ in range(runs):
        for version, source in (("before", before), ("now", SOURCE)):
            found = _line(version, run(tables, clients, seconds, editions=FIRST, source=source))
            failed = failed or bool(found["errors"])
            if version not in best or _cost(found) < _cost(best[version]):
                best[version] = found
    print(f"{_cost(best['before']):.3f} ms an answer before, {_cost(best['now']):.3f} ms now", flush=True)
    return int(failed)


def _cost(found: dict[str, object]) -> float:
    return cast(float, found["server_ms_per_answer"])


def _line(sort: str, found: dict[str, object]) -> dict[str, object]:
    """Print the most important numbers of a run."""
    print(
        f"{found['tables']:>5} tables, answers {sort:9}: {found['answers_per_second']:>5} a second, "
        f"p50 {found['median_ms']} ms, p99 {found['p99_ms']} ms, server busy {found['server_busy']}, "
        f"{found['server_ms_per_answer']} ms an answer, errors {found['errors']}",
        flush=True,
    )
    return found


def main() -> int:
    """Measure and print; fails when there was an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--clients", type=int, default=4, help="at each table")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--db", default="", help="default: a new SQLite file")
    parser.add_argument("--pace", type=float, default=0.0, metavar="S", help="think so long before an answer")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server; more than 1 need PostgreSQL")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--figures", action="store_true", help="the knee, and 200 and 1,000 paced tables")
    parser.add_argument("--before", type=Path, help="the src of another version, to be measured by turns with this one")
    parser.add_argument("--runs", type=int, default=3, help="of each version, with --before")
    args = parser.parse_args()
    if args.before is not None:
        return by_turns(args.before, args.tables, args.clients, args.seconds, args.runs)
    if args.figures:
        return figures(args.clients, args.db, args.workers)
    found = run(args.tables, args.clients, args.seconds, args.db, pace=args.pace, workers=args.workers)
    if args.json:
        print(json.dumps(found))
    else:
        for key, value in found.items():
            print(f"{key.replace('_', ' '):24} {value}")
    return 1 if found["errors"] else 0


if __name__ == "__main__":
    sys.exit(main())
