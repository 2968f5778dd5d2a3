"""How much of the store each address may take up: looked at before anything of it is kept."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import AsyncIterator

from changeling.web.http.limits.rate_limits import counted
from changeling.web.settings import Settings
from changeling.web.storage.holdings import (
    Holdings,
    Kind,
    holdings_of,
    owner_of,
    secret_of,
    table_owner,
)
from changeling.web.storage.purge import DAY
from changeling.web.storage.store import Store
from changeling.web.wire.errors import Refuse

MEGABYTE = 1_000_000
SOONEST = 3600  # seconds; what is kept goes in looks that are so far apart


class Quotas:
    """Watches over what addresses have kept. What is under way counts already: many come at once."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._on = store, settings.rates
        self._limits, self._ages = settings.limits, settings.ages
        self._secret = ""
        self._coming: dict[str, list[tuple[Kind, int]]] = {}  # by owner: what is being kept now, with its bytes

    @contextlib.asynccontextmanager
    async def keeping(self, kind: Kind, address: str, size: int) -> AsyncIterator[str]:
        """Keep something of about `size` bytes for an address; gives its owner, who is written down in the transaction
        that keeps it: so nothing is kept that counts for nobody. Raises Refuse when that is too much."""
        if not self._on:
            yield ""
            return
        owner, coming = await self._owner(address), (kind, size)
        self._coming.setdefault(owner, []).append(coming)
        try:
            self._check(await holdings_of(self._store, owner), self._coming[owner])
            yield owner
        finally:
            self._coming[owner].remove(coming)
            if not self._coming[owner]:
                del self._coming[owner]

    async def check_table(self, table: str) -> None:
        """Raise Refuse when a table may not grow by a game or by cards, because its owner's space is used up."""
        owner = await table_owner(self._store, table) if self._on and self._limits.megabytes else None
        if owner is not None:
            self._check_bytes(await holdings_of(self._store, owner), 1)

    async def _owner(self, address: str) -> str:
        self._secret = self._secret or await secret_of(self._store)
        return owner_of(self._secret, address)

    def _check(self, held: Holdings, coming: list[tuple[Kind, int]]) -> None:
        """Raise Refuse when what is held is too much together with what comes. The last of those is the new one."""
        kinds = [kind for kind, _ in coming]
        for kind, most, has, oldest, days in (
            ("table", self._limits.tables, held.tables, held.oldest_table, self._ages.tables),
            ("replay", self._limits.replays, held.replays, held.oldest_replay, self._ages.replays),
        ):
            if kind in kinds and kinds[-1] == kind and most and has + kinds.count(kind) > most:
                raise _full(f"{counted(most, kind)} from your address are kept here already", oldest, days)
        self._check_bytes(held, sum(size for _, size in coming))

    def _check_bytes(self, held: Holdings, more: int) -> None:
        most = self._limits.megabytes
        if most and held.bytes + more > most * MEGABYTE:
            days = max(self._ages.tables, self._ages.replays) if self._ages.tables and self._ages.replays else 0
            raise _full(f"what is kept here from your address would be over {most:g} MB", held.oldest, days)


def _full(text: str, oldest: float, days: int) -> Refuse:
    """A refusal that says when something kept may have gone; where things are kept for ever, or none is, it cannot."""
    if not days or not oldest:
        return Refuse("storage/full", f"{text}; no more is taken", status=429)
    seconds = max(SOONEST, math.ceil(oldest + days * DAY - time.time()))
    wait = counted(math.ceil(seconds / DAY), "day") if seconds > DAY else counted(math.ceil(seconds / 3600), "hour")
    return Refuse("storage/full", f"{text}; old ones are removed: try again in {wait}", status=429, retry=seconds)
