"""A database that is absent or goes away, as the operator of `changeling serve` sees it: said once, in plain words."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from tests.web.http.running.test_serve import children, processes, until
from tests.web.http.running.test_stop import greeted, started, told
from tests.web.ports import reserved_port
from tests.web.postgres import Postgres
from tests.web.served import PATIENT, Player, choosing, make, seats, start

GONE, BACK = "the database is out of reach", "the database is back"


@pytest.fixture
def own() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_database_that_is_not_there_is_said_in_one_line(workers: str) -> None:
    place, port = reserved_port()
    with place, started(f"postgresql://nobody@127.0.0.1:{port}/none", "--workers", workers) as server:
        said, logged = server.communicate(timeout=PATIENT)
        assert server.returncode == 2
    assert not said
    assert len(logged.splitlines()) == 1, logged
    assert logged.startswith("changeling: --db: the store cannot be opened: the database cannot be reached")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_that_goes_away_and_comes_back_is_said_once_by_each_process(own: Postgres, workers: int) -> None:
    """However often somebody asks for something meanwhile. And the game goes on."""

    async def main(address: str) -> None:
        made = await make(address, deck={"parts": ["family"]}, seats=seats(1, 2), pause=0)
        player = await Player(address, made["table"], made["token"]).connect()
        await start([player])
        await asyncio.to_thread(own.stop)
        for _ in range(5):
            assert (await player.ask({"type": "say", "text": "hello"}, "chat"))["code"] == "store/unavailable"
            async with httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENT) as http:
                assert (await http.get("/api/tables")).status_code == 503
                assert (await http.get("/readyz")).status_code == 503
            other = Player(address, made["table"], made["token"])
            await other.connect(hello=False)
            await other.say({"type": "hello", "token": made["token"]})
            await other.gone()
        await asyncio.to_thread(own.start)
        heard, player.react = len(player.heard), choosing(random.Random(1))
        async with asyncio.timeout(PATIENT):
            while not any(one["type"] == "accepted" for one in player.heard[heard:]):
                await player.say({"type": "resync"})
                await asyncio.sleep(0.2)
            async with httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENT) as http:
                while (await http.get("/readyz")).status_code != 200:
                    await asyncio.sleep(0.2)
        await player.close()

    with started(own.database("outage"), "--workers", str(workers), "--bot-delay", "0") as server:
        url = greeted(server)
        assert httpx.get(f"{url}/api/health", timeout=PATIENT).status_code == 200
        asyncio.run(main(url.removeprefix("http://")))
        logged = logged_until(server, lambda text: text.count(BACK) >= text.count(GONE))  # each process looks by itself
        logged += told(server, "SIGTERM")[1]
    assert "Traceback" not in logged, logged
    lines = logged.splitlines()
    assert 1 <= sum(GONE in line for line in lines) <= workers, logged
    assert sum(BACK in line for line in lines) == sum(GONE in line for line in lines), logged
    others = [line for line in lines if GONE not in line and BACK not in line and " info " not in line]
    assert all("the store does not answer" in line or "well again" in line or "this node" in line for line in others)


@pytest.mark.skipif(sys.platform != "linux", reason="the processes are found in /proc")
def test_a_process_that_begins_while_the_database_is_away_waits_for_it(own: Postgres) -> None:
    """One that is killed meanwhile is replaced by one that serves as soon as it can, and says no more than others."""
    with started(own.database("outage"), "--workers", "2") as server:
        url = greeted(server)
        until(lambda: processes(url) == {"0", "1"})
        own.stop()
        for pid in sorted(children(server.pid))[:2]:
            os.kill(pid, signal.SIGKILL)
        time.sleep(3.0)
        own.start()
        until(lambda: answers(url))
        until(lambda: processes(url) == {"0", "1"})
        _, logged = told(server, "SIGTERM")
    assert "Traceback" not in logged, logged
    assert sum("has ended" in line for line in logged.splitlines()) == 2, logged
    assert sum(GONE in line for line in logged.splitlines()) <= 4, logged


def logged_until(server: subprocess.Popen[str], fits: Callable[[str], bool]) -> str:
    """What a server has logged since it began, once that fits."""
    assert server.stderr is not None
    pipe, logged = server.stderr.fileno(), ""
    end = time.monotonic() + PATIENT
    while not logged or not fits(logged):
        assert time.monotonic() < end, logged
        if select.select([pipe], [], [], 0.1)[0]:
            logged += os.read(pipe, 1 << 16).decode()
    return logged


def answers(url: str) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{url}/api/health", timeout=PATIENT).status_code == 200
    return False
