"""A timer that has a table go on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakMethod

log = logging.getLogger("changeling.web")
Wake = Callable[[], Coroutine[Any, Any, None]]


def weakly(wake: Wake) -> Wake:
    """Wakes a table as its method does, without keeping it: whatever a table has that can wake it would keep it in a
    circle, and circles are looked for seldom (`http/running/memory.py`)."""
    method = WeakMethod(wake)

    async def woken() -> None:
        alive = method()
        if alive is not None:
            await alive()

    return woken


def later(seconds: float, doing: Callable[[], None]) -> asyncio.TimerHandle:
    """Call a method in a while, if what has it is still there then."""
    method = WeakMethod(doing)

    def call() -> None:
        alive = method()
        if alive is not None:
            alive()

    return asyncio.get_running_loop().call_later(seconds, call)


class Alarm:
    """Wakes a table once, at a time of the event loop."""

    def __init__(self, wake: Wake) -> None:
        self._wake = wake
        self._handle: asyncio.TimerHandle | None = None

    def set(self, when: float) -> None:
        """Wake at that time and at no other; at once if it is past."""
        self.stop()
        loop = asyncio.get_running_loop()
        self._handle = loop.call_at(max(when, loop.time()), lambda: loop.create_task(self._ring()))

    def stop(self) -> None:
        """Do not wake."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    async def _ring(self) -> None:
        try:
            await self._wake()
        except Exception:
            log.exception("a table could not go on")
