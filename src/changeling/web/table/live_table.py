"""A live table: its clients, its game, and the one order in which things happen to it.

Everything that changes a table runs under its lock. What is written is shown only after the store has it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import msgspec

from changeling import __version__
from changeling.cards.deck import Deck
from changeling.errors import EngineFault
from changeling.web.settings import Settings
from changeling.web.storage.documents import TableDocument
from changeling.web.storage.store import Statement, Store, put_line, put_replay, put_row, put_table
from changeling.web.table import lobby as lobbies
from changeling.web.table.clients import Client
from changeling.web.table.endings import ended_of
from changeling.web.table.fair_shuffle import place_of
from changeling.web.table.game_log import Play, begin
from changeling.web.table.game_loop import Course, log
from changeling.web.table.publish import CHAT, Shows
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse, StoreError
from changeling.web.wire.values import Lobby, Said

MOST_CLIENTS = 200
AGAIN = 1.0  # seconds until a store that failed is tried again
_encode = msgspec.json.Encoder().encode


class Table:
    """A table with clients. Made by the hall, which sees to it that there is one of each.

    `lost` says that the game has to be taken from the store again; `stuck` that it rests until somebody does something.
    """

    def __init__(self, document: TableDocument, deck: Deck, store: Store, settings: Settings) -> None:
        self.document, self.store, self.settings = document, store, settings
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.course: Course | None = None
        self.shows = Shows(deck)
        self.chat: list[Said] = []
        self.lost = self.stuck = False
        self._gone: dict[int, float] = {}  # since when a seat has no client
        self._loaded = _now()
        self._away: set[int] = set()  # as last shown
        self._bots: set[int] = set()

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""
        return self.shows.deck

    # --- who is here --------------------------------------------------------------------------------------------------
    def here(self) -> set[int]:
        """The places that have a client."""
        return {client.place for client in self.clients if client.place is not None}

    def away(self) -> set[int]:
        """The places of people for whom a bot plays: who left, or was gone too long."""
        if self.document.phase != "playing":
            return set()
        here, late = self.here(), _now() - self.settings.patience
        return {
            place
            for place, seat in enumerate(self.document.seats)
            if seat.kind == "human"
            and (seat.left or (place not in here and self._gone.get(place, self._loaded) <= late))
        }

    def bots(self) -> set[int]:
        """The places that bots play, as of the last look around."""
        return self._bots

    def look_around(self) -> None:
        """See who is there now; done at the beginning of everything that happens to the table."""
        self._bots = {place for place, seat in enumerate(self.document.seats) if seat.kind == "bot"} | self.away()

    async def come(self, client: Client, hello: m.Hello) -> None:
        """A client arrives; it hears who it is and how everything stands."""
        async with self.lock:
            if len(self.clients) >= MOST_CLIENTS:
                raise Refuse("table/full", f"{MOST_CLIENTS} are connected to this table already")
            await self._find_again()
            if hello.token:
                client.place = place_of(hello.token, [seat.token for seat in self.document.seats])
                if client.place is None:
                    text = "this token fits no seat of this table; you look on"
                    client.reply(_encode(m.Error("seat/token", text, "hello")))
            await self._arrive(client)
            self.clients.add(client)
            self.look_around()
            self._welcome(client)
            client.reply(self.state(client, hello.since))
            self.show_lobby(but=client)
            await self.go_on()

    async def _arrive(self, client: Client) -> None:
        if client.place is None:
            return
        self._gone.pop(client.place, None)
        if self.document.seats[client.place].left:
            self.document.seats[client.place].left = False
            await self.save()

    def _welcome(self, client: Client) -> None:
        seat = self.document.seats[client.place] if client.place is not None else None
        welcome = m.Welcome(
            protocol=m.PROTOCOL,
            version=__version__,
            table=self.document.id,
            place=client.place,
            name=seat.name if seat else "",
            host=client.place == self.document.host,
            windows=seat.windows if seat else "timed",
        )
        client.reply(_encode(welcome))

    async def go(self, client: Client) -> None:
        """A client is gone. If it was the last of its seat, a bot plays when it stays away."""
        async with self.lock:
            self.clients.discard(client)
            if client.place is not None and client.place not in self.here():
                self._gone[client.place] = _now()
                asyncio.get_running_loop().call_later(self.settings.patience + 0.01, self._look_later)
            self.show_lobby()
            if not self.clients and self.course is not None:
                self.course.rest()

    # --- going on -----------------------------------------------------------------------------------------------------
    async def look_again(self) -> None:
        """Go on, because a time is up or a bot has thought; when the store fails, try again in a while."""
        async with self.lock:
            try:
                await self._find_again()
                await self.go_on()
            except Refuse as refuse:
                log.warning("table %s: %s", self.document.id, refuse)
                asyncio.get_running_loop().call_later(AGAIN, self._look_later)

    def _look_later(self) -> None:
        if self.clients:
            task = asyncio.get_running_loop().create_task(self.look_again())
            task.add_done_callback(_log_failure)

    async def go_on(self, extra: Sequence[Statement] = (), *, afresh: bool = False) -> None:
        """Let happen what happens by itself, write it down, show it, and see to what comes next. The lock is held.

        With `afresh` everybody gets the whole state. When the store fails, the table is taken from it again.
        """
        course = self.course
        if course is None or not self.clients or self.stuck:
            if extra:
                await self.write(extra)
            return
        self.look_around()
        now, window = _now(), course.window
        try:
            course.settle(now)
        except EngineFault as fault:
            await self._fault(fault)
            return
        rows, course.fresh = course.fresh, []
        statements = [*extra, *(put_row(course.play.document.id, row) for row in rows)]
        over = course.play.game.over and self.document.phase == "playing"
        if over:
            statements += self._end(course)
        if statements:
            await self.write(statements)
        _acknowledge(course)
        away = self.away()
        if afresh or over or self._away != away:
            self._away = away
            self.show_lobby()
        if afresh:
            self.show_state()
        elif rows or course.window is not window:
            self.shows.update(course, self.clients, now)
        if over and self.document.ended is not None:
            self.say(_encode(m.GameOver(self.shows.seq, self.document.ended)))
        course.plan(_now())

    def _end(self, course: Course) -> list[Statement]:
        """The game is over: what is written with its last row."""
        replay = lobbies.draw_id()
        self.document.phase = "over"
        self.document.ended = ended_of(course.play, replay)
        return [put_table(self.document), put_replay(replay, game=course.play.document.id)]

    async def _fault(self, fault: EngineFault) -> None:
        """A mistake of ours or of a card: back to what is in the store. Bots rest until somebody does something."""
        log.error("table %s: %s", self.document.id, fault)
        await self.load()
        self.stuck = True
        self.show_state()
        self.say(_encode(m.Error("server/fault", "the game could not go on from there, and is back where it was")))

    # --- the store ----------------------------------------------------------------------------------------------------
    async def write(self, statements: Sequence[Statement]) -> None:
        """Write. When that fails, take the table from the store again, show it, and raise Refuse."""
        try:
            await self.store.write(list(statements))
        except StoreError as error:
            log.warning("table %s: %s", self.document.id, error)
            await self.load()
            self.show_lobby()
            self.show_state()
            text = f"this could not be written down, so it did not happen: {error}"
            raise Refuse("store/unavailable", text) from error

    async def save(self) -> None:
        """Write the table's document."""
        await self.write([put_table(self.document)])

    async def load(self) -> None:
        """Take the table from the store, as it is there. Raises Refuse when that cannot be done now."""
        self.end_course()
        self.lost = True
        try:
            self.document = await self.store.table(self.document.id) or self.document
            self.chat = [Said(*line) for line in await self.store.chat(self.document.id, CHAT)]
            found = await self.store.game(self.document.game) if self.document.game else None
        except StoreError as error:
            raise Refuse("store/unavailable", f"the store cannot be read: {error}") from error
        if found is not None:
            document, rows = found
            self.set_course(await asyncio.to_thread(begin, document, self.deck, rows))
        self.lost = self.stuck = False

    async def _find_again(self) -> None:
        if self.lost:
            await self.load()
            self.show_lobby()
            self.show_state()

    async def ready(self) -> None:
        """Make sure that the table can do something for somebody. The lock is held."""
        await self._find_again()
        self.look_around()
        self.stuck = False

    # --- the game -----------------------------------------------------------------------------------------------------
    def set_deck(self, deck: Deck) -> None:
        """Play with other cards from now on."""
        seq, self.shows = self.shows.seq, Shows(deck)
        self.shows.seq = seq

    def set_course(self, play: Play) -> None:
        """Have a game go on at this table."""
        self.course = Course(play, self.document, self.settings, self.bots, self.look_again)
        for seat in self.document.seats:
            if seat.name in play.driver.choosers:
                play.seat_bot(seat.name, seat.bot)
        self.shows.told = len(play.game.table.journal or ())
        self.look_around()

    def end_course(self) -> None:
        """Put the game away."""
        if self.course is not None:
            self.course.rest()
        self.course = None

    # --- showing ------------------------------------------------------------------------------------------------------
    def lobby(self) -> Lobby:
        """The table as everybody sees it, besides the cards."""
        return self.shows.lobby(self.document, self.clients, here=self.here(), away=self.away())

    def say(self, message: bytes, but: Client | None = None) -> None:
        """Send everybody a message."""
        for client in self.clients:
            if client is not but:
                client.send(message)

    def show_lobby(self, but: Client | None = None) -> None:
        """Show everybody who sits where."""
        if self.clients:
            self.shows.seq += 1
            self.say(_encode(m.LobbyChanged(self.shows.seq, self.lobby())), but)

    def show_state(self) -> None:
        """Show everybody everything."""
        self.shows.seq += 1
        if self.course is not None:
            self.shows.told = len(self.course.play.game.table.journal or ())
        for client in self.clients:
            client.send(self.state(client))

    def state(self, client: Client, since: int | None = None) -> bytes:
        """Everything, as a client may see it. The lock is held."""
        return self.shows.state(
            self.lobby(), self.course, client, _now(), chat=self.chat, ended=self.document.ended, since=since
        )

    async def state_of(self, client: Client) -> bytes:
        """Everything, for a client that has fallen behind."""
        async with self.lock:
            return self.state(client)

    # --- talk ---------------------------------------------------------------------------------------------------------
    def name_of(self, client: Client) -> str:
        """The name of a client's seat; empty for who looks on."""
        return "" if client.place is None else self.document.seats[client.place].name

    async def add_line(self, client: Client, text: str) -> None:
        """Somebody says something."""
        number = self.chat[-1].number + 1 if self.chat else 0
        said = Said(number, self.name_of(client), " ".join(text.split()), time.time())
        await self.write([put_line(self.document.id, said.number, said.name, said.text, said.at)])
        self.chat = [*self.chat, said][-CHAT:]
        self.say(_encode(m.Chat(said)))


def _acknowledge(course: Course) -> None:
    for client, number in course.accepted:
        client.reply(_encode(m.Accepted(number)))
    for client, number in course.overtaken:
        text = f"question {number} was overtaken by what happened before it"
        client.reply(_encode(m.Error("answer/stale", text, "answer", number)))
    course.accepted, course.overtaken = [], []


def _now() -> float:
    return asyncio.get_running_loop().time()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a table could not go on", exc_info=task.exception())
