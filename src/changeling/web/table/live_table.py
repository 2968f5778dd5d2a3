"""A live table: the one order in which anything happens to it.

A command says what changes, the game goes on, the store writes it down, and then it is published: `carry_out`.
Everything that changes a table runs under its lock. What other nodes have done comes by `following`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from copy import deepcopy

from changeling.cards.deck import Deck
from changeling.errors import EngineFault
from changeling.web.nodes.notices import News, Wrote
from changeling.web.nodes.peers import ALONE, Peers
from changeling.web.settings import Settings
from changeling.web.storage.documents import GameDocument, Row, TableDocument
from changeling.web.storage.kept_games import put_picture
from changeling.web.storage.store import Statement, Store, put_line, put_replay, put_row, put_table
from changeling.web.storage.versions import check_version, put_version, table_at, version_of
from changeling.web.table import kept_games, starting
from changeling.web.table import lobby as lobbies
from changeling.web.table.changes import NOTHING_YET, Advance, Change, Moment
from changeling.web.table.clients import Client
from changeling.web.table.explanations import ended_of
from changeling.web.table.fair_shuffle import seal_of
from changeling.web.table.game_log import GameLog
from changeling.web.table.game_loop import GameLoop
from changeling.web.table.publish import acknowledge, encode, reply, send, welcome
from changeling.web.table.seat_tokens import place_of, token_hash
from changeling.web.table.surprise_window import Window
from changeling.web.table.table_state import CHAT, SEAT_REMOVED, TableState, now
from changeling.web.table.workers import Workers
from changeling.web.wire import messages as m
from changeling.web.wire.errors import NO_STORE, Refuse, StoreConflict, StoreError
from changeling.web.wire.values import Said

MOST_WATCHING = 200  # clients without a seat
MOST_OF_SEAT = 50  # clients of one seat
RETRY = 1.0  # seconds until a store that failed is tried again
TRIES = 20  # times that something is tried because another node was first
PAUSE = 0.02  # seconds that are waited at most after the first try, twice as many after the second, and so on
log = logging.getLogger("changeling.web")


class Overtaken(Exception):
    """Another node was first. Nothing was written, and the table is loaded again: what was meant is judged anew."""


class LiveTable(TableState):
    """A table in memory. Made by the registry, which sees to it that there is one of each in this process.

    `_lost`: memory may differ from the store, so the table is loaded again before anything else happens.
    `_doubtful`: a change of which it is not known whether the store has it.
    `_stuck`: the game raised a fault when it went on, so it rests until somebody sends a command.
    """

    def __init__(
        self,
        document: TableDocument,
        deck: Deck,
        store: Store,
        settings: Settings,
        workers: Workers,
        peers: Peers = ALONE,
    ) -> None:
        super().__init__(document, deck, settings, workers, peers, self.wake)
        self.lock = asyncio.Lock()
        self.store = store
        self._start_timer = starting.StartTimer(self.wake, settings.reveal)
        self._lost = self._stuck = False
        self._doubtful: Change | None = None
        self._open: tuple[str, Window, int] | None = None  # game, window and next row when the last order began
        self._away_shown: set[int] = set()

    # --- clients come and go ------------------------------------------------------------------------------------------
    async def connect(self, client: Client, hello: m.Hello) -> None:
        """A client arrives; it is told who it is and how everything stands. Raises Refuse."""
        async with self.lock:
            await self._again(lambda: self._come_back(client, hello))
            place = self._place_for(client, hello.token)
            if hello.token and place is None:
                reply(client, m.Error("seat/token", "this token fits no seat of this table; you look on", "hello"))
            self.seat(client, place)
            self.attendance.arrive(client)
            self._show()
            self.announce()
            self.peers.want(self.id)
            reply(client, welcome(self.document, client.place, self.all_habits()))
            reply(client, self.state(client, hello.since))
            self.lobby_soon(but=client)
            await self.go_on()
            if self.document.host not in self.attendance.here(self.document):
                self._wake_in(self.settings.host_patience)

    async def _come_back(self, client: Client, hello: m.Hello) -> None:
        """Note that somebody plays for themselves again who had left."""
        await self.recover()
        client.browser = token_hash(hello.browser) if hello.browser else ""
        place = self._place_for(client, hello.token)
        if place is not None and self.document.seats[place].left:
            document = deepcopy(self.document)
            document.seats[place].left = False
            await self._write(Change(document=document), document, NOTHING_YET)
            self.document = document

    def _place_for(self, client: Client, token: str) -> int | None:
        """The place of a token. Raises Refuse for those who were removed, and where too many are connected."""
        given = token_hash(token) if token else ""
        for one in self.document.removed:
            if (given and one.token == given) or client.browser in one.browsers:
                raise Refuse("seat/removed", lobbies.REMOVED)
        place = place_of(token, [seat.token for seat in self.document.seats]) if token else None
        most, have = MOST_WATCHING, sum(other.place == place for other in self.clients)
        if have >= (most if place is None else MOST_OF_SEAT):
            raise Refuse("table/full", f"{have} are connected to this {'table' if place is None else 'seat'} already")
        return place

    async def disconnect(self, client: Client) -> None:
        """A client is gone. If it was the last of its seat, a bot plays when it stays away."""
        async with self.lock:
            self.requests = tuple(one for one in self.requests if one.client is not client)
            gone = self.attendance.depart(client, now())
            self.announce()
            self.left_by_some(seat_empty=gone)
            if not self.clients:
                self.peers.release(self.id)
                self.rest()
                await self.keep_picture()

    def left_by_some(self, *, seat_empty: bool) -> None:
        """Somebody has gone, here or at another node: look after a seat that is empty and the host in a while."""
        if seat_empty:
            self._wake_in(self.settings.patience)
            if self.document.host not in self.attendance.here(self.document):
                self._wake_in(self.settings.host_patience)
        self.lobby_soon()

    def rest(self) -> None:
        """Nothing happens by itself here any more: nobody is here, or another node drives the table."""
        if self.loop is not None:
            self.loop.rest()
        self._start_timer.stop()

    # --- the one order ------------------------------------------------------------------------------------------------
    async def run(self, command: Callable[[], Awaitable[Change]]) -> None:
        """Run a command of a client. Raises Refuse when it is not done; then nothing has changed."""

        async def once() -> None:
            await self.recover()
            self._stuck = False
            await self.carry_out(await command())

        async with self.lock:
            try:
                await self._again(once)
            except Refuse:
                raise
            except asyncio.CancelledError:
                self._lost = True  # the command may have advanced the game already
                raise
            except Exception as error:
                log.exception("table %s: a command failed", self.id)
                self._lost = True
                raise Refuse("server/fault", "this is a mistake of ours; nothing was changed") from error

    async def _again(self, doing: Callable[[], Awaitable[None]]) -> None:
        """Do something, and again when another node was first. Raises Refuse when it always is."""
        for tried in range(1, TRIES + 1):
            try:
                self._note_window()
                return await doing()
            except Overtaken:
                await asyncio.sleep(random.uniform(0.0, PAUSE * tried))
        raise Refuse("store/unavailable", "others change this table all the time; try again in a moment", status=503)

    def _note_window(self) -> None:
        """Remember the open window: should memory be lost, its answers are judged by what the store has."""
        if self._lost:
            return
        loop = self.loop
        self._open = (self.document.game, loop.window, loop.log.next_row) if loop and loop.window else None

    async def wake(self) -> None:
        """Go on, because a time is up or a bot has chosen; when the store fails, try again in a while."""
        if not self.drives:
            return
        async with self.lock:
            try:
                await self._again(self._wake)
            except Refuse as refuse:
                log.warning("table %s: %s", self.id, refuse)
                asyncio.get_running_loop().call_later(RETRY, self.wake_soon)

    async def _wake(self) -> None:
        await self.recover()
        if self._start_timer.is_up(self.document, now()):
            await self.carry_out(starting.go_on(self.document, self.deck))
        await self.go_on()

    async def go_on(self) -> None:
        """What happens without a command: the game goes on, and a host who is gone for long is followed by the next.

        The lock is held. Only the node that drives the table does it."""
        if not self.drives:
            return
        await self._again(lambda: self.carry_out(self._by_itself()))

    def _by_itself(self) -> Change:
        heir = self.attendance.heir(self.document, now(), self.settings.host_patience)
        if heir is None:
            return Change(advance=NOTHING_YET)
        document = deepcopy(self.document)
        document.host = heir
        told = m.Told("host", document.seats[heir].name)
        return Change(document=document, advance=NOTHING_YET, news=(told,), show="lobby")

    def _wake_in(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds + 0.01, self.wake_soon)

    def wake_soon(self) -> None:
        """Have the table go on as soon as nothing else happens to it."""
        if self.clients:
            task = asyncio.get_running_loop().create_task(self.wake())
            task.add_done_callback(_log_failure)

    async def carry_out(self, change: Change) -> None:
        """Have the game go on after a change, store all of it, then publish it. The lock is held.

        Raises Refuse when the store fails; the table is then loaded from it again. Raises Overtaken."""
        if change.document is not None:
            self._note_habits(change.document)
        odd = await self.oddities(change.document or self.document, change.deck or self.deck)
        loop = self.loop_of(change.begins, change.document) if change.begins else self.loop
        advance, running, moment = change.advance or NOTHING_YET, self._goes_on(change, loop), self.moment(change)
        if running is not None:
            try:
                advance = advance.then(running.settle(moment, driving=self.drives))
            except EngineFault as fault:
                await self._fault(fault)
                return
        over = running is not None and running.over and (change.document or self.document).phase == "playing"
        ended = _ended(change.document or self.document, running.log) if over and running is not None else None
        document = ended[0] if ended else change.document
        await self._write(change, document, advance, ended[1] if ended else ())
        self._adopt(change, document or self.document, loop)
        self.publisher.odd = odd
        moment = self.moment() if over else moment
        self._publish(change, advance, moment, over=over)
        self._plan(running, moment)

    def _plan(self, running: GameLoop | None, moment: Moment) -> None:
        if running is not None and self.drives:
            running.plan(moment)
        self._start_timer.plan(self.document, moment.now, anybody=bool(self.clients) and self.drives)

    def _goes_on(self, change: Change, loop: GameLoop | None) -> GameLoop | None:
        """The game, if it goes on by itself after a change: somebody is here to see it, and it is not stuck."""
        return loop if change.advance is not None and self.clients and not self._stuck else None

    def _note_habits(self, document: TableDocument) -> None:
        """Write into a document that is stored anyway how people want to be asked in windows."""
        habits = self.all_habits()
        for seat in document.seats:
            seat.windows = habits.get(seat.token, seat.windows) if seat.token else seat.windows

    def _adopt(self, change: Change, document: TableDocument, loop: GameLoop | None) -> None:
        """Take over what was stored."""
        self.document = document
        if change.deck is not None:
            self.publisher.use_deck(change.deck)
        for client, place in change.places.items():
            self.seat(client, place)
        if change.requests is not None:
            self.requests = change.requests
        if change.places or change.requests is not None:
            self.announce()
        if change.said is not None:
            self.chat = [*self.chat, change.said][-CHAT:]
        if not document.game:
            self.put_game_away()
        elif loop is not self.loop:
            self.put_game_away()
            self.loop = loop

    def _publish(self, change: Change, advance: Advance, moment: Moment, *, over: bool) -> None:
        """Tell everybody what was stored: first those who wait for a reply, then all."""
        acknowledge(advance)
        for client, message in change.replies:
            reply(client, message)
        if change.show != "nothing" or over or (change.advance is not None and self._away_changed()):
            self.send_lobby()
        if change.show == "everything":
            self.send_states()
        elif self.loop is not None and (advance.rows or advance.window_changed):
            self.publisher.send_update(self.loop, self.clients, moment, advance.first_event or 0)
        for message in (*change.news, *(m.Told("late", name) for name in advance.late)):
            send(self.clients, message)
            if change.said is None:  # which the others read in the store
                self.peers.tell(News(self.id, encode(message).decode()))
        if over and self.document.ended is not None:
            self.publisher.send_game_over(self.clients, self.document.ended)
        if change.state_to is not None:
            reply(change.state_to, self.state(change.state_to))
        for notice in change.notices:
            self.peers.tell(notice)
        for client in change.closes:
            client.close(SEAT_REMOVED, "seat/removed")

    def _away_changed(self) -> bool:
        """Whether bots play for other people than at the last look."""
        before, self._away_shown = self._away_shown, self.attendance.away(self.document, now())
        return before != self._away_shown

    async def _fault(self, fault: EngineFault) -> None:
        """A mistake of ours: back to what is in the store, and rest until somebody sends a command."""
        log.error("table %s: %s", self.id, fault)
        await self.load()
        self._stuck = True
        self.send_states()
        send(self.clients, m.Error("server/fault", "the game could not go on from there, and is back where it was"))

    # --- the store ----------------------------------------------------------------------------------------------------
    async def _write(
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
            log.warning("table %s: %s", self.id, error)
            await self.recover()
            raise Refuse("store/unavailable", "the store failed: the table is now as the store has it") from error
        self._lost, self._doubtful = False, None
        self.version += document is not None

    def _statements(
        self, change: Change, document: TableDocument | None, advance: Advance, ending: Sequence[Statement]
    ) -> list[Statement]:
        """All that is stored of a change, and told to other nodes; nothing where nothing is to be stored."""
        said, game = change.said, (document or self.document).game
        found = [
            *([put_version(self.id, self.version + 1), put_table(document)] if document else []),
            *change.statements,
            *([put_line(self.id, said.number, said.name, said.text, said.at)] if said else []),
            *(put_row(game, row) for row in advance.rows),
            *ending,
        ]
        if not found or not self.peers.shared:
            return found
        whole = document is None
        wrote = Wrote(self.id, self.version + (not whole), game, list(advance.rows), said, whole)
        guard = [] if document else [check_version(self.id, self.version)]
        return [*guard, *found, *self.peers.telling(wrote)]

    async def load(self) -> None:
        """Load the table as it is in the store. Raises Refuse when that cannot be done now."""
        self.put_game_away()
        self._lost = True
        try:
            document, version, chat, found = await self._stored()
            loaded = await kept_games.load_game(self.store, self.workers, document, found)
        except StoreError as error:
            log.warning("table %s: %s", self.id, error)
            raise Refuse("store/unavailable", NO_STORE, status=503) from error
        except Refuse as refuse:
            log.error("table %s cannot be read: %s", self.id, refuse)
            raise Refuse("store/unavailable", "this table's game cannot be read here now", status=503) from refuse
        odd = await self.oddities(document, loaded.deck)
        self.document, self.version, self.chat = document, version, kept_games.noted(chat, loaded.notes)
        self.use(loaded, odd)
        doubtful, self._doubtful = self._doubtful, None
        self.seat_again(doubtful)
        self._judge_window(found[1] if found is not None else [])
        self._lost = self._stuck = False

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

    def _judge_window(self, rows: Sequence[Row]) -> None:
        """Tell those whose answers waited in a window what became of them, or go on with the window."""
        game, window, number = self._open or ("", None, 0)
        self._open = None
        if window is None:
            return
        advance = Advance(overtaken=tuple(window.receipts()))
        if self.loop is not None and game == self.document.game:
            advance = self.loop.take_window(window, number, [row for row in rows if row.number >= number])
        acknowledge(advance)

    async def recover(self) -> None:
        """Load the table again if what is in memory may differ from the store."""
        if self._lost:
            await self.load()
            self._show()
            self.send_lobby()
            self.send_states()

    def _show(self) -> None:
        """Have people who are here see what is asked, also where another node drives the table."""
        if self.loop is not None and self.clients:
            self.loop.show(self.moment())

    def lose(self) -> None:
        """The store has something newer: whoever needs the table loads it."""
        self._note_window()
        self._lost = True

    async def state_of(self, client: Client) -> bytes:
        """The message with everything, for a client that has fallen behind."""
        async with self.lock:
            with contextlib.suppress(Refuse):  # what is known is sent; the table is loaded when the store answers
                await self.recover()
            return encode(self.state(client))

    async def keep_picture(self) -> None:
        """Write down how the game stands, for a version that cannot go on with it. Nothing hangs on it here."""
        if self.loop is not None and not self._lost:
            picture = kept_games.picture_text(self.loop, self.publisher.scenes, self.publisher.info)
            with contextlib.suppress(StoreError):
                await self.store.write([put_picture(self.loop.log.document.id, picture)])

    # --- the end ------------------------------------------------------------------------------------------------------
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing happens."""
        return not self.clients and not self.lock.locked()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Put the table away: everybody is disconnected. The store has all of it."""
        self.put_game_away()
        self._start_timer.stop()
        self.peers.release(self.id)
        for client in self.clients:
            client.close(code, reason)


def _ended(document: TableDocument, game: GameLog) -> tuple[TableDocument, list[Statement]]:
    """The table of a game that is over, and what is stored with the last row."""
    replay, after = lobbies.draw_id(), deepcopy(document)
    after.phase, after.ended = "over", ended_of(game.game, replay, seal_of(game.document))
    if after.ended.winner is not None:
        after.wins = {**after.wins, after.ended.winner: after.wins.get(after.ended.winner, 0) + 1}
    return after, [put_replay(replay, game=game.document.id)]


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a table could not go on", exc_info=task.exception())
