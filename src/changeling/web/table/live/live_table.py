"""A live table: the one order in which anything happens to it.

A command says what changes, the game goes on, the store writes it down, and then it is published: `carry_out`.
Everything that changes a table runs under its lock. What other nodes have done comes by `following`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import random
from collections.abc import Awaitable, Callable
from copy import deepcopy

from changeling.cards.deck import Deck
from changeling.errors import EngineFault
from changeling.web.nodes.peers import ALONE, Peers
from changeling.web.settings import Settings
from changeling.web.storage.documents import TableDocument
from changeling.web.storage.outage import level_of
from changeling.web.storage.store import Statement, Store, put_replay
from changeling.web.table.alarm import later, weakly
from changeling.web.table.changes import NOTHING_YET, Advance, Change, Moment
from changeling.web.table.clients import Client
from changeling.web.table.game.explanations import ended_of
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.gathering.fair_shuffle import seal_of
from changeling.web.table.gathering.seat_tokens import token_hash
from changeling.web.table.live import starting
from changeling.web.table.live.publish import encode, reply, send, welcome
from changeling.web.table.live.stored_table import Overtaken, StoredTable
from changeling.web.table.live.table_state import CHAT, now
from changeling.web.table.turns import Turns
from changeling.web.table.workers import Workers, is_quick
from changeling.web.table.written.game_log import GameLog, rebuild
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import Ended

TRIES = 20  # times that something is tried because another node was first
TOO_LONG = "More has happened in this game than there is room for here. It does not go on; nobody has won or lost it."
PAUSE = 0.02  # seconds that are waited at most after the first try, twice as many after the second, and so on
log = logging.getLogger("changeling.web")


class LiveTable(StoredTable):
    """A table in memory. Made by the registry, which sees to it that there is one of each in this process."""

    def __init__(
        self,
        document: TableDocument,
        deck: Deck,
        store: Store,
        settings: Settings,
        workers: Workers,
        peers: Peers = ALONE,
        turns: Turns | None = None,
    ) -> None:
        wake = weakly(self.wake)
        super().__init__(document, deck, store, settings, workers, peers, wake)
        self._turns = turns or Turns()
        self._looks: set[int] = set()  # when the table is woken to look who is there, in tenths of a second
        self._start_timer = starting.StartTimer(wake, settings.reveal)

    # --- clients come and go ------------------------------------------------------------------------------------------
    async def connect(self, client: Client, hello: m.Hello) -> None:
        """A client arrives; it is told who it is and how everything stands. Raises Refuse."""
        async with self.lock:
            await self._again(lambda: self._come_back(client, hello))
            client.screen = hello.screen and not hello.token
            place = self.place_for(client, hello.token)
            if hello.token and place is None:
                reply(client, m.Error("seat/token", "this token fits no seat of this table; you look on", "hello"))
            self.seat(client, place)
            self.attendance.arrive(client)
            self.attendance.look(now())  # who has gone elsewhere from now on is missed
            await self.show_all(but=client)
            self.announce()
            self.peers.want(self.id)
            reply(client, welcome(self.document, client.place, self.all_habits(), self.stood_in(client.place)))
            reply(client, self.state(client, hello.since))
            self.lobby_soon(but=client)
            await self.go_on()
            self._await_absent()

    def _await_absent(self) -> None:
        """Look in a while after seats that are empty, which a bot may have to play then, and after the host."""
        here = self.attendance.here(self.document)
        if any(seat.kind == "human" and place not in here for place, seat in enumerate(self.document.seats)):
            self._wake_in(self.attendance.patience(self.document))
        if self.document.host not in here:
            self._wake_in(self.settings.host_patience)

    async def _come_back(self, client: Client, hello: m.Hello) -> None:
        """Note that somebody plays for themselves again who had left. What another node accepted is not asked again."""
        await self.recover()
        await self.look_again()
        client.browser = token_hash(hello.browser) if hello.browser else ""
        place = self.place_for(client, hello.token)
        if place is not None and self.document.seats[place].left:
            document = deepcopy(self.document)
            document.seats[place].left = False
            await self.write(Change(document=document), document, NOTHING_YET)
            self.document = document

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
            self._await_absent()
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
                self.distrust()  # the command may have advanced the game already
                raise
            except Exception as error:
                log.exception("table %s: a command failed", self.id)
                self.distrust()
                raise Refuse("server/fault", "this is a mistake of ours; nothing was changed") from error

    async def _again(self, doing: Callable[[], Awaitable[None]]) -> None:
        """Do something, and again when another node was first. Raises Refuse when it always is."""
        for tried in range(1, TRIES + 1):
            try:
                self.note_window()
                return await doing()
            except Overtaken:
                await asyncio.sleep(random.uniform(0.0, PAUSE * tried))
        raise Refuse("store/unavailable", "others change this table all the time; try again in a moment", status=503)

    async def wake(self) -> None:
        """Go on, because a time is up or a bot has chosen; when the store fails, try again in a while. Whoever does not
        drive the table only loads it where that has to be done, and shows it."""
        if not self.drives and not self._lost:
            return
        await self._turns.mine()
        async with self.lock:
            try:
                await self._again(self._wake)
            except Refuse as refuse:
                log.log(level_of(refuse), "table %s: %s", self.id, refuse)
                self._try_later()

    async def _wake(self) -> None:
        await self.recover()
        if self.drives and self._start_timer.is_up(self.document, now()):
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
        """Look in a while. Many who come and go at the same time ask for one look together, at most a tenth of a second
        too late."""
        look = math.ceil(10 * (now() + seconds) + 0.1)
        if look not in self._looks:
            self._looks.add(look)
            later(look / 10 - now(), self._look)

    def _look(self) -> None:
        self._looks = {look for look in self._looks if look / 10 > now() + 0.05}  # others come a tenth later at least
        self.wake_soon()

    async def carry_out(self, change: Change) -> None:
        """Have the game go on after a change, store all of it, then publish it. The lock is held.

        Raises Refuse when the store fails; the table is then loaded from it again. Raises Overtaken."""
        if change.document is not None:
            self._note_habits(change.document)
        odd = self.known_oddities() if change.document is None and change.deck is None else None
        if odd is None:
            odd = await self.oddities(change.document or self.document, change.deck or self.deck)
        loop = await self._beginning(change) if change.begins else self.loop
        advance, running = change.advance or NOTHING_YET, self._goes_on(change, loop)
        moment = change.moment or self.moment(change)
        if running is not None:
            try:
                quick = is_quick(running.log.document.deck)
                settled = running.settle(moment, driving=self.drives) if quick else await self._slowly(running, moment)
                advance = advance.then(settled)
            except EngineFault as fault:
                await self._fault(fault)
                return
            except BaseException:
                self.distrust()  # the game may have gone on in memory alone, whoever asked for it
                raise
        over = running is not None and running.over and (change.document or self.document).phase == "playing"
        ended = _ended(change.document or self.document, running.log) if over and running is not None else None
        document = ended[0] if ended else change.document
        await self.write(change, document, advance, ended[1] if ended else ())
        self._adopt(change, document or self.document, loop)
        self.publisher.odd = odd
        moment = self.moment() if over else moment
        self.publish(change, advance, moment, over=over)
        self._plan(running, moment)

    async def _slowly(self, loop: GameLoop, moment: Moment) -> Advance:
        """Have a game go on by itself that may take long, and look how far everybody is then. Raises EngineFault."""
        advance = await self.workers.beside(loop.log.document.deck, loop.settle, moment, driving=self.drives)
        await self.look_at_goals(loop)
        return advance

    async def _beginning(self, change: Change) -> GameLoop | None:
        """The loop of a game that begins, which runs up to its first question."""
        assert change.begins is not None
        deck = change.deck or self.deck
        log = await self.workers.beside(change.begins.deck, rebuild, change.begins, deck)
        return self.loop_of(log, change.document)

    def _plan(self, running: GameLoop | None, moment: Moment) -> None:
        drives = self.drives
        if running is not None and drives:
            running.plan(moment)
        self._start_timer.plan(self.document, moment.now, anybody=drives and bool(self.clients))

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

    async def _fault(self, fault: EngineFault) -> None:
        """A mistake of ours: back to what is in the store, and rest until somebody sends a command."""
        log.error("table %s: %s", self.id, fault)
        await self.load()
        self._stuck = True
        self.send_states()
        send(self.clients, m.Error("server/fault", "the game could not go on from there, and is back where it was"))

    async def state_of(self, client: Client) -> bytes:
        """The message with everything, for a client that has fallen behind."""
        async with self.lock:
            with contextlib.suppress(Refuse):  # what is known is sent; the table is loaded when the store answers
                await self.recover()
            await self._turns.mine()
            return encode(self.state(client))

    # --- the end ------------------------------------------------------------------------------------------------------
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing happens."""
        return not self.clients and not self.lock.locked()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Put the table away: everybody is disconnected. The store has all of it."""
        self.put_game_away()
        self._start_timer.stop()
        self.try_no_more()
        self.peers.release(self.id)
        for client in self.clients:
            client.close(code, reason)


def _ended(document: TableDocument, game: GameLog) -> tuple[TableDocument, list[Statement]]:
    """The table of a game that is over, and what is stored with the last row."""
    after = deepcopy(document)
    if not game.game.over:
        after.phase, after.ended = "over", Ended(None, TOO_LONG, [], "", None, how="put away")
        return after, []
    replay = lobbies.draw_id()
    after.phase, after.ended = "over", ended_of(game.game, replay, seal_of(game.document))
    after.wins = lobbies.counted_wins(after, after.ended.winners)
    return after, [put_replay(replay, game=game.document.id)]
