"""A table and the store: what is written of a change, and how the table is loaded when memory may differ from it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence

from changeling.cards.deck import Deck
from changeling.web.nodes.notices import Ask, Meant, Wrote
from changeling.web.nodes.peers import Peers
from changeling.web.settings import Settings
from changeling.web.storage.documents import GameDocument, Row, TableDocument
from changeling.web.storage.kept_games import put_picture
from changeling.web.storage.outage import level_of
from changeling.web.storage.store import Statement, Store, drop_lines, put_line, put_row, put_table
from changeling.web.storage.versions import check_version, last_answer, put_version, rows_from, table_at, version_of
from changeling.web.table.alarm import Wake, later
from changeling.web.table.changes import Advance, Change
from changeling.web.table.clients import Client
from changeling.web.table.game.surprise_window import Window
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.live import kept_games
from changeling.web.table.live.publish import acknowledge
from changeling.web.table.live.table_state import CHAT, TableState
from changeling.web.table.workers import Workers
from changeling.web.wire.errors import NO_STORE, Refuse, StoreConflict, StoreError
from changeling.web.wire.values import Said

RETRY = 1.0  # seconds until what failed is tried again
log = logging.getLogger("changeling.web")


class Overtaken(Exception):
    """Another node was first. Nothing was written, and the table is loaded again: what was meant is judged anew."""


class StoredTable(TableState):
    """The memory of a table, and its store. Everything here is done under the table's lock.

    `_lost`: memory may differ from the store, so the table is loaded again before anything else happens, or after a
    while (`RETRY`) where nothing else does. What comes by itself, such as a bot's turn, ends with the memory that had
    it in mind, so a table that was loaded goes on by itself where it can.
    `_doubtful`: a change of which it is not known whether the store has it.
    `unheard`: other nodes may have changed the table, and that was not heard here.
    `_stuck`: the game raised a fault when it went on, so it rests until somebody sends a command.
    """

    def __init__(
        self,
        document: TableDocument,
        deck: Deck,
        store: Store,
        settings: Settings,
        workers: Workers,
        peers: Peers,
        wake: Wake,
    ) -> None:
        super().__init__(document, deck, settings, workers, peers, wake)
        self.store = store
        self._lost = self._stuck = False
        self.unheard = not peers.hears()
        self._doubtful: Change | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._open: tuple[str, Window, int] | None = None  # game, window and next row when the last order began

    async def write(
        self, change: Change, document: TableDocument | None, advance: Advance, ending: Sequence[Statement] = ()
    ) -> None:
        """Write all of a change. When that fails, load the table again, send it to everybody, and raise Refuse.

        Until it is written, memory counts as lost: whoever looks meanwhile, or after this was broken off, loads it.
        Raises Overtaken where another node was first; then nothing was written."""
        statements = self._statements(change, document, advance, ending)
        if not statements:
            return
        self._lost, self._doubtful = True, change
        try:
            await self.store.write(statements)
        except StoreConflict as conflict:
            log.info("table %s: another node was first: %s", self.id, conflict)
            self._doubtful = None
            await self.recover()
            raise Overtaken from conflict
        except StoreError as error:
            log.log(level_of(error), "table %s: %s", self.id, error)
            await self.recover(soon=False)
            raise Refuse("store/unavailable", "the store failed: the table is now as the store has it") from error
        except asyncio.CancelledError:
            self.distrust()
            raise
        self._lost, self._doubtful = False, None
        self.version += document is not None

    def _statements(
        self, change: Change, document: TableDocument | None, advance: Advance, ending: Sequence[Statement]
    ) -> list[Statement]:
        """All that is stored of a change, and told to other nodes; nothing where nothing is to be stored."""
        said, game = change.said, (document or self.document).game
        found = [put_version(self.id, self.version + 1), put_table(document)] if document else []
        found += change.statements
        if said:
            found += put_line(self.id, said.number, said.name, said.text, said.at), drop_lines(self.id, said.number)
        found += [put_row(game, row) for row in advance.rows]
        found += ending
        if not found or not self.peers.shared:
            return found
        whole = document is None
        wrote = Wrote(self.id, self.version + (not whole), game, list(advance.rows), said, whole)
        guard = [] if document else [check_version(self.id, self.version)]
        return [*guard, *found, *self.peers.telling(wrote)]

    async def load(self) -> None:
        """Load the table as it is in the store. Raises Refuse when that cannot be done now."""
        self.put_game_away()
        self.distrust()
        try:
            document, version, chat, found = await self._stored()
            loaded = await kept_games.load_game(self.store, self.workers, document, found)
            asked = await last_answer(self.store, document.game) if lobbies.takes_days(document) else 0.0
        except StoreError as error:
            log.log(level_of(error), "table %s: %s", self.id, error)
            raise Refuse("store/unavailable", NO_STORE, status=503) from error
        except Refuse as refuse:
            log.error("table %s cannot be read: %s", self.id, refuse)
            raise Refuse("store/unavailable", "this table's game cannot be read here now", status=503) from refuse
        odd = await self.oddities(document, loaded.deck)
        self.document, self.version, self.chat = document, version, kept_games.noted(chat, loaded.notes)
        self.use(loaded, odd)
        if self.loop is not None and lobbies.takes_days(document):
            self.loop.asked_since(asked or self.loop.log.document.begun)
        doubtful, self._doubtful = self._doubtful, None
        self.seat_again(doubtful)
        self._judge_window(found[1] if found is not None else [], doubtful)
        self._lost = self._stuck = False
        self.ask_what_is_meant()

    async def _stored(
        self,
    ) -> tuple[TableDocument, int, list[Said], tuple[GameDocument, list[Row]] | None]:
        """The table, its version, its chat and its game, all of one moment."""
        while True:
            at = await table_at(self.store, self.id)
            document, version = at or (self.document, self.version)
            chat = [Said(*line) for line in await self.store.chat(document.id, CHAT)]
            found = await self.store.game(document.game) if document.game else None
            if not self.peers.shared or await version_of(self.store, self.id) == version:
                return document, version, chat, found

    def _judge_window(self, rows: Sequence[Row], doubtful: Change | None) -> None:
        """Tell those whose answers waited in a window what became of them, or go on with the window. An answer that
        came with a doubtful change, which the store does not have, is refused, and does not wait there any more."""
        game, window, number = self._open or ("", None, 0)
        self._open = None
        if window is None:
            return
        advance = Advance(overtaken=tuple(window.receipts()))
        if self.loop is not None and game == self.document.game:
            advance = self.loop.take_window(window, number, [row for row in rows if row.number >= number])
            if self.loop.window is window and doubtful is not None and doubtful.advance is not None:
                window.withdraw(doubtful.advance.noted)
        acknowledge(advance)
        self.tell_what_is_meant()  # who asked for it when the table was not there has heard nothing

    async def recover(self, *, soon: bool = True) -> None:
        """Load the table again if what is in memory may differ from the store, and have it go on: soon, or in a while
        where it would only fail again."""
        if self._lost:
            await self.load()
            await self.show()
            self.note_window()  # what comes next may be lost, too
            self.send_lobby()
            self.send_states()
            if soon:
                self.wake_soon()
            else:
                self._try_later()

    def _try_later(self) -> None:
        """Have the table go on in a while. People who are here do nothing as long as they are not asked anything."""
        if self._retry is None:
            self._retry = later(RETRY, self._try)

    def try_no_more(self) -> None:
        """The table is put away."""
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def _try(self) -> None:
        self._retry = None
        self.wake_soon()

    def wake_soon(self) -> None:
        """Have the table go on as soon as nothing else happens to it."""
        if self.clients:
            task = asyncio.get_running_loop().create_task(self._wake_up())
            task.add_done_callback(_log_failure)

    async def look_again(self) -> None:
        """Load the table again if other nodes have changed it, and that was not heard here. Raises Refuse."""
        if not self.unheard:
            return
        try:
            at = await table_at(self.store, self.id)
            next_row = self.loop.log.next_row if self.loop is not None else 0
            rows = await rows_from(self.store, self.document.game, next_row) if self.loop is not None else []
        except StoreError as error:
            log.log(level_of(error), "table %s: %s", self.id, error)
            raise Refuse("store/unavailable", NO_STORE, status=503) from error
        if rows or (at is not None and at[1] != self.version):
            self.lose()
            await self.recover()

    async def show(self) -> bool:
        """Have people who are here see what is asked, also where another node drives the table. Gives whether a window
        was opened by that: they are to be told of it."""
        if self.loop is None:
            return False
        await self.look_at_goals(self.loop)
        return bool(self.clients) and await self.workers.beside(
            self.loop.log.document.deck, self.loop.show, self.moment()
        )

    async def show_all(self, but: Client | None = None) -> None:
        """Have everybody here see what is asked, and tell them, but one, of a window that was opened by that."""
        if await self.show() and self.loop is not None:
            self.send_update(self.loop, self.moment(), self.loop.log.happened, but)

    def is_as_stored(self) -> bool:
        """Whether memory has nothing that the store has not."""
        return not self._lost

    def lose(self) -> None:
        """The store has something newer: whoever needs the table loads it, or those who are here in a while."""
        self.note_window()
        self.distrust()

    def distrust(self) -> None:
        """Memory may differ from the store, which may have less: the window as it was noted is the one that counts."""
        self._lost = True
        if self.clients:
            self._try_later()

    def note_window(self) -> None:
        """Remember the open window: should memory be lost, its answers are judged by what the store has."""
        if self._lost:
            return
        loop = self.loop
        self._open = (self.document.game, loop.window, loop.log.next_row) if loop and loop.window else None

    # --- what is meant in a window ------------------------------------------------------------------------------------
    def ask_what_is_meant(self) -> None:
        """Have the other nodes say again what people there mean to answer in the open window, where this node closes
        it: it may have heard of nothing, and forgets it with the table. Nobody else would ask those people again."""
        if self.peers.shared and self.drives and self.loop is not None and self.loop.in_window:
            self.peers.tell(Ask(self.id))

    def tell_what_is_meant(self) -> None:
        """Tell the other nodes what people here mean to answer in the open window."""
        if self.peers.shared and self.loop is not None:
            for question, place, option in self.loop.meant():
                self.peers.tell(Meant(self.id, question, place, option))

    async def keep_picture(self) -> None:
        """Write down how the game stands, for a version that cannot go on with it. Nothing hangs on it here."""
        if self.loop is not None and not self._lost:
            picture = kept_games.picture_text(self.loop, self.publisher.scenes, self.publisher.info)
            with contextlib.suppress(StoreError):
                await self.store.write([put_picture(self.loop.log.document.id, picture)])


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a table could not go on", exc_info=task.exception())
