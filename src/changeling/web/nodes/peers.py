"""The other nodes, as a table sees them. On a SQLite file there are none, and this one drives every table."""

from __future__ import annotations

from collections.abc import Iterable

from changeling.web.nodes.notices import Notice, Presence
from changeling.web.storage.store import Statement


class Peers:
    """No other nodes: nothing is told, and every table is driven here."""

    shared = False  # whether others may change what is in the store

    async def open(self) -> None:
        """Begin to listen to the others."""

    async def close(self) -> None:
        """Say goodbye: what this node drives can be driven by others."""

    def telling(self, notice: Notice) -> list[Statement]:
        """What has to be part of a transaction that the others are to hear of when it is done."""
        return []

    def tell(self, notice: Notice) -> None:
        """Tell the others something of the moment."""

    def drives(self, table: str) -> bool:
        """Whether bots, clocks and windows of a table are this node's business."""
        return True

    def want(self, table: str) -> None:
        """Drive a table from as soon as nobody else does: somebody is here who plays at it."""

    def release(self, table: str) -> None:
        """Leave a table to others: nobody is here who plays at it."""

    def hears(self) -> bool:
        """Whether what the others do at tables is heard of at once."""
        return True

    def wrong(self) -> str:
        """What keeps this node from hearing the others or from driving tables, in words for strangers; else nothing."""
        return ""

    def present(self, table: str) -> Iterable[Presence]:
        """Who is at a table by way of other nodes."""
        return ()


ALONE = Peers()
