"""Removing what is too old: step by step, one thing a transaction, so that nobody who plays has to wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from changeling.web.settings import Ages
from changeling.web.storage.store import Statement, Store
from changeling.web.wire.values import Phase

DAY = 86_400.0
TOUCHED = 3600.0  # seconds for which a table that is opened counts as changed before that is written again
PAGE = 20  # things that are looked at in one step

Sort = Literal["lobbies", "tables", "games", "replays"]
_SORTS: dict[Phase, Sort] = {"lobby": "lobbies", "playing": "games", "over": "tables"}
NAMES: dict[Sort, tuple[str, str]] = {
    "lobbies": ("table that was never begun", "tables that were never begun"),
    "tables": ("finished table", "finished tables"),
    "games": ("game left in the middle", "games left in the middle"),
    "replays": ("replay", "replays"),
}


class _Kept(msgspec.Struct):
    """What a purge has to know of a table."""

    phase: Phase = "lobby"
    game: str = ""


@dataclass(slots=True)
class Removed:
    """How many of each sort were removed."""

    counts: dict[Sort, int] = field(default_factory=lambda: dict.fromkeys(NAMES, 0))

    def __str__(self) -> str:
        said = [f"{count:,} {NAMES[sort][count != 1]}" for sort, count in self.counts.items() if count]
        return ", ".join(said) or "nothing"


@dataclass(frozen=True, slots=True)
class Purge:
    """One look through a store.

    `spare` names tables that are left alone whatever their age, because somebody has them open. With `dry` nothing is
    removed. `pause` is how many seconds are waited after each step.
    """

    store: Store
    ages: Ages
    spare: Callable[[str], bool] = lambda table: False
    dry: bool = False
    pause: float = 0.0
    now: float = field(default_factory=time.time)

    async def run(self) -> Removed:
        """Remove what is too old. Raises StoreError; what was removed until then stays so."""
        removed = Removed()
        async for table, changed, document in self._old_tables():
            sort = await self._too_old(table, changed, document)
            if sort is not None and not self.spare(table) and (self.dry or await self._remove_table(table, changed)):
                removed.counts[sort] += 1
            await asyncio.sleep(self.pause)
        async for replay, game in self._old_replays():
            if not self.dry:
                await self._remove_replay(replay, game)
            removed.counts["replays"] += 1
            await asyncio.sleep(self.pause)
        if not self.dry:  # cards that no game is played with any more
            unplayed = "NOT EXISTS (SELECT 1 FROM games WHERE games.cards = decks.id)"
            await self.store.write([(f"DELETE FROM decks WHERE {unplayed}", ())])
        return removed

    def _limit(self, sort: Sort) -> float | None:
        """The time before which things of a sort are too old; None where they are kept for ever."""
        days: int = getattr(self.ages, sort)
        return self.now - days * DAY if days else None

    # --- tables -------------------------------------------------------------------------------------------------------
    async def _old_tables(self) -> AsyncIterator[tuple[str, float, str]]:
        limits = [limit for sort in _SORTS.values() if (limit := self._limit(sort)) is not None]
        last: tuple[float, str] = (-1.0, "")
        while limits:
            rows = await self.store.read(
                "SELECT id, changed, document FROM tables WHERE changed < ? AND (changed, id) > (?, ?)"
                " ORDER BY changed, id LIMIT ?",
                max(limits),
                *last,
                PAGE,
            )
            for row in rows:
                yield str(row[0]), float(row[1]), str(row[2])
            if len(rows) < PAGE:
                return
            last = (float(rows[-1][1]), str(rows[-1][0]))

    async def _too_old(self, table: str, changed: float, document: str) -> Sort | None:
        """What sort of table it is, if it is too old; one that cannot be read is left alone."""
        try:
            kept = msgspec.json.decode(document, type=_Kept)
        except ValueError:
            return None
        limit = self._limit(_SORTS[kept.phase])
        if limit is None or changed >= limit or await self._last_heard(table, kept.game) >= limit:
            return None
        return _SORTS[kept.phase]

    async def _last_heard(self, table: str, game: str) -> float:
        """When somebody last did or said something at a table, besides changing the table itself."""
        answers = await self.store.read("SELECT made FROM answers WHERE game = ? ORDER BY number DESC LIMIT 1", game)
        lines = await self.store.read("SELECT made FROM chat WHERE table_id = ? ORDER BY number DESC LIMIT 1", table)
        return max((float(row[0]) for row in (*answers, *lines)), default=0.0)

    async def _remove_table(self, table: str, changed: float) -> bool:
        """Remove a table that nobody has changed meanwhile, and its games but for those that have a replay."""
        gone = "NOT EXISTS (SELECT 1 FROM tables WHERE id = ?)"
        unused = "table_id = ? AND NOT EXISTS (SELECT 1 FROM replays WHERE replays.game = games.id)"
        rows = await self.store.write_and_read(
            [
                ("DELETE FROM tables WHERE id = ? AND changed <= ?", (table, changed)),
                (f"DELETE FROM answers WHERE game IN (SELECT id FROM games WHERE {unused}) AND {gone}", (table, table)),
                (
                    f"DELETE FROM pictures WHERE game IN (SELECT id FROM games WHERE {unused}) AND {gone}",
                    (table, table),
                ),
                (f"DELETE FROM games WHERE {unused} AND {gone}", (table, table)),
                (f"DELETE FROM chat WHERE table_id = ? AND {gone}", (table, table)),
                (f"DELETE FROM owners WHERE kind = 'table' AND id = ? AND {gone}", (table, table)),
                (f"DELETE FROM table_versions WHERE id = ? AND {gone}", (table, table)),
                (f"DELETE FROM codes WHERE table_id = ? AND {gone}", (table, table)),
                ("SELECT 1 FROM tables WHERE id = ?", (table,)),
            ]
        )
        return not rows

    # --- replays ------------------------------------------------------------------------------------------------------
    async def _old_replays(self) -> AsyncIterator[tuple[str, str]]:
        limit = self._limit("replays")
        last: tuple[float, str] = (-1.0, "")
        while limit is not None:
            rows = await self.store.read(
                "SELECT id, game, made FROM replays WHERE made < ? AND (made, id) > (?, ?) ORDER BY made, id LIMIT ?",
                limit,
                *last,
                PAGE,
            )
            for row in rows:
                yield str(row[0]), str(row[1])
            if len(rows) < PAGE:
                return
            last = (float(rows[-1][2]), str(rows[-1][0]))

    async def _remove_replay(self, replay: str, game: str) -> None:
        """Remove a replay, and its game unless its table still shows it."""
        statements: list[Statement] = [
            ("DELETE FROM replays WHERE id = ?", (replay,)),
            ("DELETE FROM owners WHERE kind = 'replay' AND id = ?", (replay,)),
        ]
        if game and not await self._is_shown(game):
            unused = "NOT EXISTS (SELECT 1 FROM replays WHERE game = ?)"
            statements += [
                (f"DELETE FROM answers WHERE game = ? AND {unused}", (game, game)),
                (f"DELETE FROM pictures WHERE game = ? AND {unused}", (game, game)),
                (f"DELETE FROM games WHERE id = ? AND {unused}", (game, game)),
            ]
        await self.store.write(statements)

    async def _is_shown(self, game: str) -> bool:
        rows = await self.store.read(
            "SELECT tables.document FROM games JOIN tables ON tables.id = games.table_id WHERE games.id = ?", game
        )
        try:
            return any(msgspec.json.decode(row[0], type=_Kept).game == game for row in rows)
        except ValueError:
            return True  # a table that cannot be read is left as it is


def touch(tables: Collection[str], now: float | None = None) -> list[Statement]:
    """Note that somebody has these tables open. Written at most once an hour for each."""
    now = time.time() if now is None else now
    values: list[tuple[Any, ...]] = [(now, table, now - TOUCHED) for table in tables]
    return [("UPDATE tables SET changed = ? WHERE id = ? AND changed < ?", each) for each in values]
