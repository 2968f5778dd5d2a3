"""Worker processes that all tests of a run share: to start them for every server would take most of the time."""

from __future__ import annotations

import atexit

from changeling.web.table.workers import Workers


class SharedWorkers(Workers):
    """Workers that go on when a server stops, and end with the tests."""

    async def close(self) -> None:
        """Nothing yet: others work with them."""


SHARED = SharedWorkers()
atexit.register(SHARED.uploads.close)
atexit.register(SHARED.bots.close)
