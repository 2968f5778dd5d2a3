"""A live table: its document, its game and its clients, and the one order in which anything happens to it.

A command says what changes, the game goes on, the store writes it down, and then it is published: `carry_out`.
Everything that changes a table runs under its lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from copy import deepcopy

from changeling.cards.deck import Deck
from changeling.errors import ChangelingError, EngineFault, OtherVersion
from changeling.web.settings import Settings
from changeling.web.storage.documents import TableDocument
from changeling.web.storage.store import Statement, Store, put_line, put_replay, put_row, put_table
from changeling.web.table import lobby as lobbies
from changeling.web.table import starting
from changeling.web.table.attendance import Attendance
from changeling.web.table.changes import NO_CHANGE, NOTHING_YET, Advance, Change, Moment, Request
from changeling.web.table.clients import Client
from changeling.web.table.explanations import ended_of
from changeling.web.table.fair_shuffle import seal_of
from changeling.web.table.game_log import GameLog
from changeling.web.table.game_loop import GameLoop
from changeling.web.table.publish import Publisher, encode, reply, send, welcome
from changeling.web.table.seat_tokens import place_of, token_hash
from changeling.web.table.workers import Workers
from changeling.web.wire import messages as m
from changeling.web.wire.errors import NO_STORE, Refuse, StoreError
from changeling.web.wire.values import Lobby, Said, WindowHabit

MOST_WATCHING = 200  # clients without a seat
MOST_OF_SEAT = 50  # clients of one seat
SEAT_REMOVED = 1008  # the code with which the connection of somebody who was removed is closed
CHAT = 50  # lines of the chat in a state
PUT_AWAY = "The game of this table was begun with an earlier version of its cards and cannot go on. Begin a new one!"
RETRY = 1.0  # seconds until a store that failed is tried again
log = logging.getLogger("changeling.web")


class LiveTable:
    """A table in memory. Made by the registry, which sees to it that there is one of each in this process.

    `_lost`: memory may differ from the store, so the table is loaded again before anything else happens.
    `_doubtful`: a change of which it is not known whether the store has it.
    `_stuck`: the game raised a fault when it went on, so it rests until somebody sends a command.
    """

    def __init__(self, document: TableDocument, deck: Deck, store: Store, settings: Settings, workers: Workers) -> None:
        self.document, self.settings, self.workers = document, settings, workers
        self.lock = asyncio.Lock()
        self.attendance = Attendance(settings.patience, _now())
        self.publisher = Publisher(deck)
        self.loop: GameLoop | None = None
        self._start_timer = starting.StartTimer(self.wake, settings.reveal)
        self.chat: list[Said] = []
        self.requests: tuple[Request, ...] = ()
        self.habits: dict[str, WindowHabit] = {}  # by the seat's token, said since the document was written
        self._request_numbers, self._lobby_pending = itertools.count(1), False
        self._store = store
        self._lost = self._stuck = False
        self._doubtful: Change | None = None
        self._away_shown: set[int] = set()

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""
        return self.publisher.deck

    @property
    def clients(self) -> set[Client]:
        """Everybody who is connected."""
        return self.attendance.clients

    # --- clients come and go ------------------------------------------------------------------------------------------
    async def connect(self, client: Client, hello: m.Hello) -> None:
        """A client arrives; it is told who it is and how everything stands. Raises Refuse."""
        async with self.lock:
            await self._recover()
            client.browser = token_hash(hello.browser) if hello.browser else ""
            place = self._place_for(client, hello.token)
            if hello.token and place is None:
                reply(client, m.Error("seat/token", "this token fits no seat of this table; you look on", "hello"))
            if place is not None and self.document.seats[place].left:
                document = deepcopy(self.document)
                document.seats[place].left = False
                await self._write([put_table(document)])
                self.document = document
            self._seat(client, place)
            self.attendance.arrive(client)
            reply(client, welcome(self.document, client.place, self.habits))
            reply(client, self.state(client, hello.since))
            self._lobby_soon(but=client)
            await self.carry_out(self._by_itself())
            if self.document.host not in self.attendance.here():
                self._wake_in(self.settings.host_patience)

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

    def next_request(self) -> int:
        """A number for a request that no other has at this table."""
        return next(self._request_numbers)

    async def disconnect(self, client: Client) -> None:
        """A client is gone. If it was the last of its seat, a bot plays when it stays away."""
        async with self.lock:
            self.requests = tuple(one for one in self.requests if one.client is not client)
            if self.attendance.depart(client, _now()):
                self._wake_in(self.settings.patience)
                if client.place == self.document.host:
                    self._wake_in(self.settings.host_patience)
            self._lobby_soon()
            if not self.clients and self.loop is not None:
                self.loop.rest()
            self._start_timer.plan(self.document, _now(), anybody=bool(self.clients))

    # --- the one order ------------------------------------------------------------------------------------------------
    async def run(self, command: Callable[[], Awaitable[Change]]) -> None:
        """Run a command of a client. Raises Refuse when it is not done; then nothing has changed."""
        async with self.lock:
            try:
                await self._recover()
                self._stuck = False
                await self.carry_out(await command())
            except Refuse:
                raise
            except asyncio.CancelledError:
                self._lost = True  # the command may have advanced the game already
                raise
            except Exception as error:
                log.exception("table %s: a command failed", self.document.id)
                self._lost = True
                raise Refuse("server/fault", "this is a mistake of ours; nothing was changed") from error

    async def wake(self) -> None:
        """Go on, because a time is up or a bot has chosen; when the store fails, try again in a while."""
        async with self.lock:
            try:
                await self._recover()
                if self._start_timer.is_up(self.document, _now()):
                    await self.carry_out(starting.go_on(self.document, self.deck))
                await self.carry_out(self._by_itself())
            except Refuse as refuse:
                log.warning("table %s: %s", self.document.id, refuse)
                asyncio.get_running_loop().call_later(RETRY, self._wake_soon)

    def _by_itself(self) -> Change:
        """What happens without a command: the game goes on, and a host who is gone for long is followed by the next."""
        heir = self.attendance.heir(self.document, _now(), self.settings.host_patience)
        if heir is None:
            return Change(advance=NOTHING_YET)
        document = deepcopy(self.document)
        document.host = heir
        told = m.Told("host", document.seats[heir].name)
        return Change(document=document, advance=NOTHING_YET, news=(told,), show="lobby")

    def _wake_in(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds + 0.01, self._wake_soon)

    def _wake_soon(self) -> None:
        if self.clients:
            task = asyncio.get_running_loop().create_task(self.wake())
            task.add_done_callback(_log_failure)

    async def carry_out(self, change: Change) -> None:
        """Have the game go on after a change, store all of it, then publish it. The lock is held.

        Raises Refuse when the store fails; the table is then loaded from it again.
        """
        if change.document is not None:
            self._note_habits(change.document)
        odd = await self._oddities(change.document or self.document, change.deck or self.deck)
        loop = self._loop_of(change.begins, change.document) if change.begins else self.loop
        advance, running = change.advance or NOTHING_YET, self._goes_on(change, loop)
        if running is not None:
            try:
                advance = advance.then(running.settle(self.moment(change)))
            except EngineFault as fault:
                await self._fault(fault)
                return
        document, ending = change.document or self.document, list[Statement]()
        over = running is not None and running.over and document.phase == "playing"
        if over and running is not None:
            document, ending = _ended(document, running.log)
        rows = [put_row(document.game, row) for row in advance.rows]
        await self._write([*self._statements(change), *rows, *ending], change)
        self._adopt(change, document, loop)
        self.publisher.odd = odd
        self._publish(change, advance, over=over)
        if running is not None:
            running.plan(self.moment())
        self._start_timer.plan(self.document, _now(), anybody=bool(self.clients))

    def _goes_on(self, change: Change, loop: GameLoop | None) -> GameLoop | None:
        """The game, if it goes on by itself after a change: somebody is here to see it, and it is not stuck."""
        return loop if change.advance is not None and self.clients and not self._stuck else None

    def _statements(self, change: Change) -> list[Statement]:
        """What is stored of a change, besides the rows of the game."""
        said = change.said
        return [
            *([put_table(change.document)] if change.document else []),
            *change.statements,
            *([put_line(self.document.id, said.number, said.name, said.text, said.at)] if said else []),
        ]

    def _note_habits(self, document: TableDocument) -> None:
        """Write into a document that is stored anyway how people want to be asked in windows."""
        for seat in document.seats:
            seat.windows = self.habits.get(seat.token, seat.windows) if seat.token else seat.windows

    def _adopt(self, change: Change, document: TableDocument, loop: GameLoop | None) -> None:
        """Take over what was stored."""
        self.document = document
        if change.deck is not None:
            self.publisher.use_deck(change.deck)
        for client, place in change.places.items():
            self._seat(client, place)
        if change.requests is not None:
            self.requests = change.requests
        if change.said is not None:
            self.chat = [*self.chat, change.said][-CHAT:]
        if not document.game:
            self._put_game_away()
        elif loop is not self.loop:
            self._put_game_away()
            self.loop = loop

    def _publish(self, change: Change, advance: Advance, *, over: bool) -> None:
        """Tell everybody what was stored: first those who wait for a reply, then all."""
        _acknowledge(advance)
        for client, message in change.replies:
            reply(client, message)
        if change.show != "nothing" or over or (change.advance is not None and self._away_changed()):
            self._send_lobby()
        if change.show == "everything":
            self._send_states()
        elif self.loop is not None and (advance.rows or advance.window_changed):
            self.publisher.send_update(self.loop, self.clients, self.moment(), advance.first_event or 0)
        for message in (*change.news, *(m.Told("late", name) for name in advance.late)):
            send(self.clients, message)
        if over and self.document.ended is not None:
            self.publisher.send_game_over(self.clients, self.document.ended)
        if change.state_to is not None:
            reply(change.state_to, self.state(change.state_to))
        for client in change.closes:
            client.close(SEAT_REMOVED, "seat/removed")

    def _away_changed(self) -> bool:
        """Whether bots play for other people than at the last look."""
        before, self._away_shown = self._away_shown, self.attendance.away(self.document, _now())
        return before != self._away_shown

    async def _fault(self, fault: EngineFault) -> None:
        """A mistake of ours: back to what is in the store, and rest until somebody sends a command."""
        log.error("table %s: %s", self.document.id, fault)
        await self.load()
        self._stuck = True
        self._send_states()
        send(self.clients, m.Error("server/fault", "the game could not go on from there, and is back where it was"))

    # --- the store ----------------------------------------------------------------------------------------------------
    async def _write(self, statements: Sequence[Statement], change: Change = NO_CHANGE) -> None:
        """Write all of it. When that fails, load the table again, send it to everybody, and raise Refuse.

        Until it is written, memory counts as lost: whoever looks meanwhile, or after this was broken off, loads it."""
        if not statements:
            return
        self._lost, self._doubtful = True, change
        try:
            await self._store.write(list(statements))
        except StoreError as error:
            log.warning("table %s: %s", self.document.id, error)
            await self._recover()
            raise Refuse("store/unavailable", "the store failed: the table is now as the store has it") from error
        self._lost, self._doubtful = False, None

    async def load(self) -> None:
        """Load the table as it is in the store. Raises Refuse when that cannot be done now."""
        self._put_game_away()
        self._lost = True
        try:
            document = await self._store.table(self.document.id) or self.document
            chat = [Said(*line) for line in await self._store.chat(document.id, CHAT)]
            found = await self._store.game(document.game) if document.game else None
        except StoreError as error:
            log.warning("table %s: %s", self.document.id, error)
            raise Refuse("store/unavailable", NO_STORE, status=503) from error
        try:
            deck = self.deck if document.deck == self.document.deck else await self.workers.deck(document.deck)
            log_of_game = await self.workers.rebuilt(found[0], deck, found[1]) if found is not None else None
        except OtherVersion as error:
            log.warning("table %s: its game is put away: %s", document.id, error)
            lobbies.prepare(document)
            log_of_game = None
            chat.append(Said(chat[-1].number + 1 if chat else 1, "", PUT_AWAY, time.time()))
        except (ChangelingError, EngineFault) as error:  # what it says may name cards that not everybody knows
            log.error("table %s cannot be read: %s", document.id, error)
            raise Refuse("store/unavailable", "this table's game cannot be read here", status=503) from error
        self.document, self.chat = document, chat
        if deck is not self.deck:
            self.publisher.use_deck(deck)
        self.publisher.odd = await self._oddities(document, deck)
        self.loop = self._loop_of(log_of_game) if log_of_game is not None else None
        self._seat_again()
        self._lost = self._stuck = False

    def _seat(self, client: Client, place: int | None) -> None:
        client.take_place(place, "" if place is None else self.document.seats[place].token)

    def _seat_again(self) -> None:
        """Give every client the seat whose token it holds: places may have changed, and seats may be somebody else's.

        Of a doubtful change the store may have all: then who sat down by it has the seat, and is told so."""
        doubtful, self._doubtful = self._doubtful, None
        by_token = {seat.token: place for place, seat in enumerate(self.document.seats) if seat.token}
        for client in self.clients:
            before, holds = client.place, client.holds
            if doubtful is not None and doubtful.document is not None and doubtful.places.get(client) is not None:
                holds = doubtful.document.seats[doubtful.places[client] or 0].token
            place = by_token.get(holds if holds in by_token else client.holds)
            self._seat(client, place)
            if place == before:
                continue
            told = [message for other, message in doubtful.replies if other is client] if doubtful is not None else []
            for message in told or [welcome(self.document, client.place, self.habits)]:
                reply(client, message)
            if doubtful is not None and client in doubtful.closes:
                client.close(SEAT_REMOVED, "seat/removed")
        self.requests = tuple(one for one in self.requests if one.client.place is None)

    async def _recover(self) -> None:
        """Load the table again if what is in memory may differ from the store."""
        if self._lost:
            await self.load()
            self._send_lobby()
            self._send_states()

    # --- the game -----------------------------------------------------------------------------------------------------
    def moment(self, change: Change = NO_CHANGE) -> Moment:
        """What the game loop needs to know of the table now; with a change, as if that were carried out already."""
        now, document = _now(), change.document or self.document
        habits = {
            place: self.habits[seat.token] for place, seat in enumerate(document.seats) if seat.token in self.habits
        }
        return Moment(now, document, self.attendance.bots(document, now, change.places), habits)

    def _loop_of(self, game: GameLog, document: TableDocument | None = None) -> GameLoop:
        """A loop for a game, with the bots that are chosen for its seats."""
        for seat in (document or self.document).seats:
            if seat.name in game.bots:
                game.seat_bot(seat.name, seat.bot)
        return GameLoop(game, self.settings, self.wake, self.workers)

    def _put_game_away(self) -> None:
        if self.loop is not None:
            self.loop.rest()
        self.loop = None

    async def _oddities(self, document: TableDocument, deck: Deck) -> list[str]:
        """What is odd with the cards of a table, for its seats and the Meta Rules in force."""
        try:
            meta = lobbies.in_force(document)
            return await self.workers.oddities(document.deck, deck, seats=len(document.seats), meta=meta)
        except Refuse as refuse:
            return [str(refuse)]

    # --- what clients see ---------------------------------------------------------------------------------------------
    def lobby(self) -> Lobby:
        """The table as everybody sees it, besides the cards."""
        return self.publisher.lobby(self.document, self.attendance, _now(), self.settings.reveal, self.requests)

    def state(self, client: Client, since: int | None = None) -> m.State:
        """Everything, as a client may see it. The lock is held."""
        return self.publisher.state(client, self.lobby(), self.loop, self.moment(), chat=self.chat, since=since)

    async def state_of(self, client: Client) -> bytes:
        """The message with everything, for a client that has fallen behind."""
        async with self.lock:
            with contextlib.suppress(Refuse):  # what is known is sent; the table is loaded when the store answers
                await self._recover()
            return encode(self.state(client))

    def _send_lobby(self, but: Client | None = None) -> None:
        self._lobby_pending = False
        self.publisher.send_lobby(self.clients, self.lobby(), but=but)

    def _lobby_soon(self, but: Client | None = None) -> None:
        """Send the lobby for those who come and go: many of them in a moment make one message."""
        if not self.settings.lobby_delay:
            self._send_lobby(but=but)
        elif not self._lobby_pending:
            self._lobby_pending = True
            asyncio.get_running_loop().call_later(self.settings.lobby_delay, self._send_pending_lobby)

    def _send_pending_lobby(self) -> None:
        if self._lobby_pending:
            self._send_lobby()

    def _send_states(self) -> None:
        self.publisher.send_states(self.clients, self.state)

    # --- the end ------------------------------------------------------------------------------------------------------
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing happens."""
        return not self.clients and not self.lock.locked()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Put the table away: everybody is disconnected. The store has all of it."""
        self._put_game_away()
        self._start_timer.stop()
        for client in self.clients:
            client.close(code, reason)


def _ended(document: TableDocument, game: GameLog) -> tuple[TableDocument, list[Statement]]:
    """The table of a game that is over, and what is stored with the last row."""
    replay, after = lobbies.draw_id(), deepcopy(document)
    after.phase, after.ended = "over", ended_of(game.game, replay, seal_of(game.document))
    return after, [put_table(after), put_replay(replay, game=game.document.id)]


def _acknowledge(advance: Advance) -> None:
    """Tell those who gave an answer what became of it."""
    for receipt in advance.accepted:
        reply(receipt.client, m.Accepted(receipt.question))
    for receipt in advance.overtaken:
        text = f"question {receipt.question} was overtaken by what happened before it"
        reply(receipt.client, m.Error("answer/stale", text, "answer", receipt.question))
    if advance.noted is not None:
        reply(advance.noted.client, m.Noted(advance.noted.question, advance.noted.option))


def _now() -> float:
    return asyncio.get_running_loop().time()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a table could not go on", exc_info=task.exception())
