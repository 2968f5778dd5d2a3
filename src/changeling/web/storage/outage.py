"""Says once that the database is out of reach, and once that it is back, however many notice it and how often."""

from __future__ import annotations

import logging
import threading
import time

log = logging.getLogger("changeling.web")


class Outage:
    """What is known of it by the parts of one process that use the database, in whichever thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._parts: set[str] = set()  # that cannot reach it
        self._since = 0.0

    def noticed(self, part: str, why: str) -> None:
        """A part cannot reach the database; said where no part knew that."""
        with self._lock:
            known = bool(self._parts)
            self._parts.add(part)
            if known:
                return
            self._since = time.monotonic()
        log.warning("the database is out of reach, and nothing is accepted until it is back: %s", why)

    def over(self, part: str) -> None:
        """A part has reached the database; said where it was the last that could not."""
        if part not in self._parts:
            return
        with self._lock:
            self._parts.discard(part)
            if self._parts:
                return
        log.warning("the database is back, after %.1f seconds", time.monotonic() - self._since)


def level_of(error: BaseException | None) -> int:
    """How loudly a failure is said that comes of this error: hardly, where it comes of an outage, which is said."""
    while error is not None:
        if getattr(error, "outage", False):
            return logging.DEBUG
        error = error.__cause__
    return logging.WARNING
