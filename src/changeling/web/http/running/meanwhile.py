"""What goes on in a server as long as something else lasts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from typing import Any


@contextlib.asynccontextmanager
async def meanwhile(doing: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """While this lasts, something goes on beside it, which is ended with it."""
    task = asyncio.create_task(doing)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
