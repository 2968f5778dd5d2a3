"""The registry: all tables in memory, found by id, made, listed, and put away when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from changeling.web.gallery.decks import cards_by_id, cards_of, check_meta
from changeling.web.nodes.notices import Alive, Ask, Notice
from changeling.web.nodes.peers import ALONE, Peers
from changeling.web.nodes.postgres_peers import PostgresPeers
from changeling.web.settings import Settings
from changeling.web.storage.documents import TableDocument, odd_in
from changeling.web.storage.holdings import put_owners
from changeling.web.storage.store import Store
from changeling.web.table.following import hear, missed, people_changed, tell_again
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.gathering.code_lookup import keep_table
from changeling.web.table.live.kept_games import usable_deck
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.turns import Turns
from changeling.web.table.workers import Workers
from changeling.web.wire.errors import Refuse, StoreError
from changeling.web.wire.http_bodies import Made, MakeTable, TableInfo, TableLine

log = logging.getLogger("changeling.web")
MOST_LISTED = 50
JUST_NOW = 120.0  # seconds for which a new table is listed although nobody is there


@dataclass(slots=True)
class Registry:
    """The tables of one server."""

    store: Store
    settings: Settings = field(default_factory=Settings)
    tables: dict[str, LiveTable] = field(default_factory=dict)
    workers: Workers = field(default_factory=Workers)
    peers: Peers = ALONE
    turns: Turns = field(default_factory=Turns)  # of the loop on which it serves
    _loading: dict[str, asyncio.Task[LiveTable | None]] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def find(self, table: str) -> LiveTable | None:
        """The table of an id: in memory, or loaded. All who ask at the same time get the same one."""
        if table in self.tables:
            return self.tables[table]
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    def in_use(self, table: str) -> bool:
        """Whether a table is in memory, or about to be."""
        return table in self.tables or table in self._loading

    async def _load(self, table: str) -> LiveTable | None:
        document = await self.store.table(table)
        if document is None:
            return None
        if odd := odd_in(document):
            log.error("table %s cannot be read: %s", table, odd)
            raise Refuse("store/unavailable", "this table cannot be read here", status=503)
        try:
            deck, _ = await usable_deck(self.workers, document)
        except Refuse as refuse:
            log.error("table %s: its deck cannot be read: %s", table, refuse)
            raise Refuse("store/unavailable", "this table's deck cannot be read here", status=503) from refuse
        found = LiveTable(document, deck, self.store, self.settings, self.workers, self.peers, self.turns)
        self.tables[table] = found  # before it is loaded: what is heard meanwhile waits for its lock
        try:
            async with found.lock:
                await found.load()
        except BaseException:
            self.tables.pop(table, None)
            raise
        self.peers.tell(Ask(table))
        self.put_away_later(found)
        return found

    def put_away_later(self, table: LiveTable) -> None:
        """Take a table out of memory if nobody is there after a while; the store has all of it."""
        asyncio.get_running_loop().call_later(self.settings.idle, self._put_away, table)

    def _put_away(self, table: LiveTable) -> None:
        if table.is_idle() and self.tables.get(table.document.id) is table:
            table.close()
            del self.tables[table.document.id]

    async def make(self, form: MakeTable, owner: str = "") -> Made:
        """Make a table, on the account of an owner. Raises Refuse that says what is wrong."""
        deck = await self.workers.deck(form.deck)
        check_meta(deck, form.meta)
        await self.workers.oddities(form.deck, deck, seats=len(form.seats), meta=form.meta)  # refuses the unplayable
        document, token = lobbies.new_table(form, deck)
        await keep_table(self.store, document, put_owners("table", document.id, owner))
        return Made(document.id, 0, token)

    async def lobby(self, table: str) -> TableInfo:
        """What everybody may know of a table. Raises Refuse where there is none."""
        found = await self.find(table)
        if found is None:
            raise Refuse("table/none", f"there is no table {table} here, or not any more", status=404)
        async with found.lock:
            loop = found.loop if found.document.phase == "playing" else None
            shown = found.publisher.scenes.public(loop.log.game) if loop is not None else None
            return TableInfo(found.lobby(), shown.turn if shown else "", shown.asked if shown else "")

    async def public(self) -> list[TableLine]:
        """The public tables that somebody could join or watch: somebody is there, or they were made just now."""
        lines = []
        for document in await self.store.public_tables(MOST_LISTED):
            live, elsewhere = self.tables.get(document.id), list(self.peers.present(document.id))
            if (live and live.clients) or elsewhere or time.time() - document.made <= JUST_NOW:
                here = live.attendance.watching() if live else sum(one.watching for one in elsewhere)
                lines.append(_line(document, here))
        return lines

    def cards(self, deck: str) -> bytes:
        """The cards of a deck by its id: of an edition, of a table in memory, or of one that was looked at lately."""
        found = cards_by_id(deck)
        if found is None:
            table = next((one for one in self.tables.values() if one.publisher.info.id == deck), None)
            if table is None:
                raise Refuse("deck/none", f"there is no deck {deck[:40]}", status=404)
            found = cards_of(table.deck)[1] if table.shelved is None else table.shelved.cards
        return found

    # --- other nodes --------------------------------------------------------------------------------------------------
    async def open(self) -> None:
        """Begin to hear of other nodes, if there can be any."""
        if isinstance(self.peers, PostgresPeers):
            self.peers.on_notice, self.peers.on_drive = self._hear, self._drive
            self.peers.outage = self.store.outage
            self.peers.on_gone, self.peers.on_deaf, self.peers.on_back = self._gone, self._deaf, self._back
        await self.peers.open()

    def _hear(self, notice: Notice) -> None:
        if isinstance(notice, Alive):
            return
        tables = list(self.tables.values()) if not notice.table else [self.tables.get(notice.table)]
        for table in tables:
            if table is not None:
                self._start(hear(table, notice))

    def _start(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something for a table: in the order in which it was heard, because its lock is fair."""
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _gone(self, tables: list[str]) -> None:
        for name in tables:
            if name in self.tables:
                people_changed(self.tables[name])

    def _deaf(self) -> None:
        for table in self.tables.values():
            table.unheard = True

    def _back(self) -> None:
        self._start(self._look())
        for table in self.tables.values():
            tell_again(table)  # what was told last may not have been heard
            self._start(missed(table))

    async def _look(self) -> None:
        """Have the store find out, although nobody may ask for anything, that the database is back."""
        with contextlib.suppress(StoreError):
            await self.store.read("SELECT 1")

    def _drive(self, name: str) -> None:
        if name in self.tables:
            self.tables[name].ask_what_is_meant()
            self.tables[name].wake_soon()

    async def close(self) -> None:
        """Say goodbye to everybody and end the worker processes; nothing has to be saved."""
        for table in self.tables.values():
            table.close(1012, "the server stops; come back soon")
        await self.peers.close()
        await self.workers.close()


def _line(document: TableDocument, watching: int) -> TableLine:
    kinds = [seat.kind for seat in document.seats]
    return TableLine(
        table=document.id,
        host=document.seats[document.host].name,
        deck=" + ".join([*document.deck.parts, *(["own cards"] if document.deck.text.strip() else [])]),
        phase=document.phase,
        seats=len(kinds),
        humans=kinds.count("human"),
        bots=kinds.count("bot"),
        open=kinds.count("open"),
        watching=watching,
    )
