"""How long the web server's event loop is held while people ask for what takes long.

python -m benchmarks.loop_hold

starts a server in this process for each attack and a task on its loop that wakes every 5 ms, and prints how late that
task woke at worst: so long nobody else at any table was served. On a machine that is busy with other things it wakes
late anyway, so it also prints the most that the loop itself has worked in between. Attackers are other processes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import uvicorn

from benchmarks.loop_attacks import ATTACKS, PATIENT
from changeling.web.http.running.memory import collect_seldom
from changeling.web.http.running.serve import TURNS, config_of, listen
from changeling.web.settings import Settings
from changeling.web.storage.databases import store_at
from changeling.web.table.registry import Registry

EVERY = 0.005  # seconds between two looks
LONGEST = 900.0  # seconds that workers have for what an attack begins with


class Monitor:
    """Wakes every few milliseconds, and notes by how much it was late."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.worked: list[float] = []

    async def watch(self) -> None:
        """Look until it is cancelled."""
        while True:
            began, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(EVERY)
            self.late.append(time.perf_counter() - began - EVERY)
            self.worked.append(time.thread_time() - worked)

    def line(self) -> str:
        """The worst, what all but one in a hundred were below, and the most work in between, in milliseconds."""
        ordered = [1000 * late for late in sorted(self.late)]
        usual, work = ordered[len(ordered) * 99 // 100], 1000 * max(self.worked)
        return f"longest {ordered[-1]:6.1f} ms, 99 % {usual:6.1f} ms, most work {work:6.1f} ms"


@contextlib.asynccontextmanager
async def serving(folder: Path, seconds: float) -> AsyncIterator[str]:
    """A server on this loop, whose workers have so many seconds for an answer."""
    settings = Settings(bot_delay=(0.0, 0.0), window_delay=(0.0, 0.0), rates=False, upload_seconds=seconds)
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(config_of(Registry(store_at(str(folder / "tables.sqlite")), settings)))
    task = asyncio.create_task(server.serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


# --- measuring --------------------------------------------------------------------------------------------------------
async def measured(name: str) -> tuple[Monitor, int]:
    """How long the loop of a server was held under an attack, and the attack's exit status."""
    monitor = Monitor()
    collect_seldom()
    sys.setswitchinterval(TURNS)
    if os.environ.get("PYTHONASYNCIODEBUG"):
        asyncio.get_running_loop().slow_callback_duration = 0.03
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), LONGEST if name in PATIENT else Settings().upload_seconds) as address:
            watching = asyncio.create_task(monitor.watch())
            program = [sys.executable, "-m", "benchmarks.loop_hold", "--attack", name, "--at", address]
            attacker = await asyncio.create_subprocess_exec(*program)
            status = await attacker.wait()
            watching.cancel()
    return monitor, status


async def measure(name: str) -> None:
    """Run an attack on a server, and print how long its loop was held."""
    began = time.perf_counter()
    monitor, status = await measured(name)
    what = (ATTACKS[name].__doc__ or "").rstrip(".")
    print(f"{name:9} {monitor.line()}, {time.perf_counter() - began:5.1f} s{'' if not status else ', FAILED'}  {what}")


def main() -> None:
    """Measure all attacks, or be one."""
    parser = argparse.ArgumentParser(description="How long the web server's event loop is held.")
    parser.add_argument("--attack", choices=sorted(ATTACKS), help="only this one")
    parser.add_argument("--at", default="", help="attack the server at this address, HOST:PORT")
    args = parser.parse_args()
    if args.at:
        asyncio.run(ATTACKS[args.attack](args.at))  # type: ignore[arg-type]
        return
    for name in [args.attack] if args.attack else ATTACKS:
        asyncio.run(measure(name))


if __name__ == "__main__":
    main()
