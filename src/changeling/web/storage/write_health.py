"""Whether a store can be written: what writes came to lately, and a write of one's own to find out."""

from __future__ import annotations

import time

from changeling.web.storage.failures import is_damage, plainly

REMEMBERED = 30.0  # seconds for which a failed write counts, unless another succeeds: then somebody may try again
TRIAL = (
    "INSERT INTO notes (name, value) VALUES ('readiness', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
SIZE = 16 * 1024  # bytes: as much room as an answer takes, with all that is written along with it


class WriteHealth:
    """What the writes of a store came to lately. A file that was found damaged stays so."""

    def __init__(self) -> None:
        self._damage = self._failure = ""
        self._since = float("-inf")

    def failed(self, error: Exception, *, reading: bool) -> None:
        """Note that a job has failed. What was only read counts if it shows that the file is damaged."""
        if is_damage(error):
            self._damage = plainly(error)
        if not reading:
            self._failure, self._since = plainly(error), time.monotonic()

    def succeeded(self) -> None:
        """Note that something was written."""
        self._failure = ""

    def wrong(self) -> str:
        """Why nothing can be written; empty where that is not known."""
        recent = time.monotonic() - self._since < REMEMBERED
        return self._damage or (self._failure if recent else "")


def trial(now: float | None = None) -> tuple[str, tuple[str]]:
    """A write that changes a row of its own, and every page of it."""
    now = time.time() if now is None else now
    return TRIAL, ((f"{now:.6f} " * SIZE)[:SIZE],)
