"""What a running server does now and then: note which tables are open, and remove what is too old."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from changeling.web.http.running.meanwhile import meanwhile
from changeling.web.storage.outage import level_of
from changeling.web.storage.purge import Purge, touch
from changeling.web.table.registry import Registry
from changeling.web.wire.errors import StoreError

log = logging.getLogger("changeling.web")
PAUSE = 0.02  # seconds between two steps: the store writes answers meanwhile


def keeping_house(registry: Registry) -> contextlib.AbstractAsyncContextManager[None]:
    """While this lasts, the store is looked after."""
    return meanwhile(_keep_house(registry))


async def _keep_house(registry: Registry) -> None:
    while True:
        try:
            await tidy(registry)
        except StoreError as error:
            log.log(level_of(error), "what is too old was not removed: %s", error)
        except Exception:  # a mistake of ours: games go on, and so does this
            log.exception("what is too old was not removed")
        await asyncio.sleep(registry.settings.purge_every)


async def tidy(registry: Registry) -> None:
    """One look. Tables that somebody has open count as changed now, so that no other process removes them either."""
    open_tables = [name for name, table in registry.tables.items() if table.clients]
    if open_tables:
        await registry.store.write(touch(open_tables))
    removed = await Purge(registry.store, registry.settings.ages, spare=registry.in_use, pause=PAUSE).run()
    if any(removed.counts.values()):
        log.info("removed because of their age: %s", removed)
