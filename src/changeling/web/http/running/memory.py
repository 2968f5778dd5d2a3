"""Garbage is looked for without holding anybody up, however much a server has in memory.

Python frees what nobody refers to at once. What refers to itself in a circle it finds only by going through everything
that could be in one: with a thousand tables half a second, in which nobody is answered. So what has lived for a second
is put where Python does not look (`gc.freeze`), and only what is newer is gone through. What ends after that, a table
that is put away, a connection that is lost or a request that is refused after many seconds, must be in no circle: tests
see to that. An exception is in one where a frame of its traceback has it, or a future that raised it. For what they do
not know of, everything is gone through when there is so little that it takes no time.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator

from changeling.web.http.running.meanwhile import meanwhile
from changeling.web.table.registry import Registry

EVERY = 1.0  # seconds between two looks
FEW = 2_000  # new objects for which it is not worth while
NEVER = 1_000_000  # looks at newer objects after which Python would by itself go through all
SMALL = 50  # tables in memory with which everything is gone through in twenty or thirty milliseconds,
SELDOM = 600.0  # after so many seconds


def collect_seldom() -> None:
    """What is loaded now stays, and need not be gone through again. By itself Python goes through new objects only when
    there are many, and never through all others: `keeping_memory` does that."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, NEVER)


@contextlib.asynccontextmanager
async def keeping_memory(registry: Registry) -> AsyncIterator[None]:
    """While this lasts, garbage is looked for, in a process that was told to `collect_seldom`."""
    if gc.get_threshold()[2] != NEVER:
        yield
        return
    async with meanwhile(_keep_memory(registry)):
        yield


async def _keep_memory(registry: Registry) -> None:
    last = time.monotonic()
    while True:
        await asyncio.sleep(EVERY)
        everything = len(registry.tables) <= SMALL and time.monotonic() - last >= SELDOM
        look(everything=everything)
        last = time.monotonic() if everything else last


def look(*, everything: bool = False) -> int:
    """Free what is garbage among new objects, or among all; gives how many were found. What is left counts as old."""
    new, looks, _ = gc.get_count()
    if everything:
        gc.unfreeze()
    elif new < FEW and not looks:
        return 0
    found = gc.collect(2 if everything else 1)
    gc.freeze()
    return found
