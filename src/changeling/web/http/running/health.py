"""Is the server alive, and can it take people in? For whoever starts it again, and for whoever sends it requests."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from changeling.web.storage.outage import level_of
from changeling.web.storage.write_health import trial
from changeling.web.table.registry import Registry
from changeling.web.wire.errors import StoreError
from changeling.web.wire.http_bodies import CheckResult, Readiness
from changeling.web.workers.pool import Pool
from changeling.web.workers.process import WorkerLost

log = logging.getLogger("changeling.web")
Check = Callable[[], Awaitable[str]]  # gives what is wrong, in words for strangers; empty where nothing is
PATIENCE = 5.0  # seconds that a check may take
FRESH = 1.0  # seconds for which what was found is not looked at again
SLOW = f"no answer within {PATIENCE:g} seconds"


class Checks:
    """What has to be well before people are sent here. A part of the server that can fail adds a check of its own."""

    def __init__(self) -> None:
        self._checks: dict[str, Check] = {}
        self._lock = asyncio.Lock()
        self._found, self._at = Readiness(False, []), float("-inf")
        self._said: dict[str, str] = {}

    def add(self, name: str, check: Check) -> None:
        """Add a check."""
        self._checks[name] = check

    async def readiness(self) -> Readiness:
        """What all the checks find. They are not made more often than once a second, whoever asks."""
        async with self._lock:
            if time.monotonic() - self._at >= FRESH:
                found = await asyncio.gather(*(self._look(name) for name in self._checks))
                self._found = Readiness(all(not one.wrong for one in found), list(found))
                self._at = time.monotonic()
            return self._found

    async def _look(self, name: str) -> CheckResult:
        try:
            async with asyncio.timeout(PATIENCE):
                wrong = await self._checks[name]()
        except TimeoutError:
            wrong = SLOW
        except Exception:
            log.exception("the check of %s failed", name)
            wrong = "the check itself failed; the log says why"
        if wrong != self._said.get(name, ""):
            log.warning("%s: %s", name, wrong or "well again")
            self._said[name] = wrong
        return CheckResult(name, wrong)


def checks_of(registry: Registry) -> Checks:
    """The checks of a server: its store, its workers, its bots, and where there can be several, the other nodes."""
    checks = Checks()

    async def store() -> str:
        try:
            await registry.store.write([trial()])
        except StoreError as error:
            log.log(level_of(error), "the store: %s", error)
            return "the store does not answer, or cannot be written; the log says why"
        if wrong := registry.store.health.wrong():
            log.warning("the store: %s", wrong)
            return "something could not be written a moment ago; the log says why"
        return ""

    async def nodes() -> str:
        return registry.peers.wrong()

    checks.add("store", store)
    checks.add("workers", lambda: _pool(registry.workers.uploads))
    checks.add("bots", lambda: _pool(registry.workers.bots))
    if registry.peers.shared:
        checks.add("nodes", nodes)
    return checks


async def _pool(pool: Pool) -> str:
    """A pool that is at work is well, however much waits: who is sent elsewhere for that would wait there, too."""
    if pool.state().busy:
        return ""
    try:
        await pool.ask("ping")
    except WorkerLost as lost:
        return "" if lost.busy else "no worker process could be started; the log says why"
    return ""
