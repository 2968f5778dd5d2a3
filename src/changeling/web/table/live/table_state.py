"""What is known of a table in memory: its document, its game, its clients, and what they are shown of it."""

from __future__ import annotations

import asyncio
import logging
import secrets

from changeling.cards.deck import Deck
from changeling.web.nodes.notices import News, Presence
from changeling.web.nodes.peers import Peers
from changeling.web.settings import Settings
from changeling.web.storage.documents import TableDocument
from changeling.web.table.alarm import Wake, later
from changeling.web.table.changes import NO_CHANGE, Advance, Change, Moment, Request
from changeling.web.table.clients import Client
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.gathering.seat_tokens import place_of, token_hash
from changeling.web.table.live.attendance import Attendance
from changeling.web.table.live.kept_games import Loaded, Shelved
from changeling.web.table.live.publish import MOST_EVENTS, Publisher, acknowledge, encode, flush, reply, send, welcome
from changeling.web.table.workers import Workers, is_quick
from changeling.web.table.written.game_log import GameLog
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import Lobby, Said, SeatRequest, WindowHabit

SEAT_REMOVED = 1008  # the code with which the connection of somebody who was removed is closed
CHAT = 50  # lines of the chat in a state
MOST_WATCHING = 200  # clients without a seat
MOST_OF_SEAT = 50  # clients of one seat
log = logging.getLogger("changeling.web")


class TableState:
    """The memory of a table. What of it is in the store is `document` (of `version`), the rows of `loop`, and `chat`.

    The rest is of the moment: who is connected here (`attendance`; with those at other nodes), who waits for the
    host's word (`requests`), and how seats want to be asked in windows (`habits`, by the seat's token).
    """

    def __init__(
        self, document: TableDocument, deck: Deck, settings: Settings, workers: Workers, peers: Peers, wake: Wake
    ) -> None:
        self.document, self.version = document, 0
        self.settings, self.workers, self.peers = settings, workers, peers
        self.attendance = Attendance(settings.patience, now(), lambda: peers.present(document.id))
        self.publisher = Publisher(deck, settings.update_every, settings.standings_every)
        self.lock = asyncio.Lock()
        self.loop: GameLoop | None = None
        self.shelved: Shelved | None = None  # a game that cannot go on, in the place of one that can
        self.chat: list[Said] = []
        self.requests: tuple[Request, ...] = ()
        self.habits: dict[str, WindowHabit] = {}
        self._lobby_pending = False
        self._rest: asyncio.TimerHandle | None = None  # sends what was left of the last updates
        self._away_shown: set[int] = set()
        self._bots_shown: frozenset[int] | None = None  # who bots played for then, and of their own
        self._odd: tuple[TableDocument, Deck, list[str]] | None = None  # what is odd with those cards at that table
        self._wake_up = wake

    @property
    def id(self) -> str:
        """The name of the table."""
        return self.document.id

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""
        return self.publisher.deck

    @property
    def clients(self) -> set[Client]:
        """Everybody who is connected here."""
        return self.attendance.clients

    @property
    def drives(self) -> bool:
        """Whether what happens by itself at this table is this node's business."""
        return self.peers.drives(self.id)

    @staticmethod
    def next_request() -> int:
        """A number for a request that no other has, at whichever node."""
        return secrets.randbelow(1 << 48)

    # --- the game -----------------------------------------------------------------------------------------------------
    def moment(self, change: Change = NO_CHANGE) -> Moment:
        """What the game loop needs to know of the table now; with a change, as if that were carried out already."""
        document = change.document or self.document
        said, at = self.all_habits(), now()
        bots = self.attendance.bots(document, at, change.places)
        if not said:
            return Moment(at, document, bots)
        habits = {place: said[seat.token] for place, seat in enumerate(document.seats) if seat.token in said}
        return Moment(at, document, bots, habits)

    def all_habits(self) -> dict[str, WindowHabit]:
        """How seats want to be asked in windows, by their tokens, where they have said so at whichever node."""
        if not self.peers.shared:
            return self.habits
        found: dict[str, WindowHabit] = {}
        for presence in self.peers.present(self.id):
            found |= presence.habits
        return found | self.habits

    def forget_habits(self, presence: Presence) -> bool:
        """Of seats that play at another node now, and have said there how they want to be asked in windows, what they
        said here counts no more; gives whether there was any."""
        said = (self.habits.keys() & presence.habits.keys() & presence.seats.keys()) - self.attendance.seats().keys()
        for token in said:
            del self.habits[token]
        return bool(said)

    def loop_of(self, game: GameLog, document: TableDocument | None = None) -> GameLoop:
        """A loop for a game, with the bots that are chosen for its seats."""
        for seat in (document or self.document).seats:
            if seat.name in game.bots:
                game.seat_bot(seat.name, seat.bot)
        return GameLoop(game, self.settings, self._wake_up, self.workers)

    def put_game_away(self) -> None:
        """Have no game; what it would do by itself is not done any more."""
        if self.loop is not None:
            self.loop.rest()
        if self.shelved is not None:
            self.publisher.use_deck(self.deck)  # instead of the cards of the game that was shown
        self.loop = self.shelved = None

    def use(self, loaded: Loaded, odd: list[str]) -> None:
        """Play with what was loaded. `odd` is what is odd with its cards."""
        self.shelved = loaded.shelved
        if loaded.deck is not self.deck:
            self.publisher.use_deck(loaded.deck)
        if self.shelved is not None:
            self.publisher.info = self.shelved.picture.deck
        self.publisher.odd = odd
        self.loop = self.loop_of(loaded.game) if loaded.game is not None else None

    def known_oddities(self) -> list[str] | None:
        """What is odd with the cards of the table as it stands, where that was found out already."""
        known = self._odd
        return known[2] if known is not None and known[0] is self.document and known[1] is self.deck else None

    async def oddities(self, document: TableDocument, deck: Deck) -> list[str]:
        """What is odd with the cards of a table, for its seats and the Meta Rules in force."""
        if self._odd is None or self._odd[0] is not document or self._odd[1] is not deck:
            try:
                meta = lobbies.in_force(document)
                found = await self.workers.oddities(document.deck, deck, seats=len(document.seats), meta=meta)
            except Refuse as refuse:
                return [str(refuse)]
            self._odd = (document, deck, found)
        return self._odd[2]

    async def look_at_goals(self, loop: GameLoop) -> None:
        """Where it can take long to work out how far everybody is with the Goals, do so before it is told."""
        choice = loop.log.document.deck
        if not is_quick(choice):
            await self.workers.beside(choice, self.publisher.news.progress, loop)

    # --- what clients have and see ------------------------------------------------------------------------------------
    def seat(self, client: Client, place: int | None) -> None:
        """Have a client sit at a place, or look on."""
        client.take_place(place, "" if place is None else self.document.seats[place].token)
        self.attendance.moved()

    def place_for(self, client: Client, token: str) -> int | None:
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

    def seat_again(self, doubtful: Change | None = None) -> None:
        """Give every client the seat whose token it holds: places may have changed, and seats may be somebody else's.

        Of a doubtful change the store may have all: then who sat down by it has the seat, and is told so."""
        by_token = {seat.token: place for place, seat in enumerate(self.document.seats) if seat.token}
        removed = {one.token for one in self.document.removed}
        for client in list(self.clients):
            before, holds = client.place, client.holds
            if doubtful is not None and doubtful.document is not None and doubtful.places.get(client) is not None:
                holds = doubtful.document.seats[doubtful.places[client] or 0].token
            put_out = client.holds in removed and client.holds not in by_token
            place = by_token.get(holds if holds in by_token else client.holds)
            self.seat(client, place)
            if place == before:
                continue
            told = [message for other, message in doubtful.replies if other is client] if doubtful is not None else []
            said = told or (PUT_OUT if put_out else [welcome(self.document, client.place, self.all_habits())])
            for message in said:
                reply(client, message)
            if put_out or (doubtful is not None and client in doubtful.closes):
                client.close(SEAT_REMOVED, "seat/removed")
        self.requests = tuple(one for one in self.requests if one.client.place is None)

    def stood_in(self, place: int | None) -> int | None:
        """The first event of what bots have played for a person since that person last chose something."""
        if place is None or self.loop is None or self.document.seats[place].kind != "human":
            return None
        return self.loop.log.played_for.get(self.document.seats[place].name)

    def lobby(self) -> Lobby:
        """The table as everybody sees it, besides the cards."""
        return self.publisher.lobby(self.document, self.attendance, now(), self.settings.reveal, self.asking())

    def asking(self) -> list[SeatRequest]:
        """Who waits for the host's word, at whichever node."""
        elsewhere = [request for presence in self.peers.present(self.id) for request in presence.requests]
        return [*self.asking_here(), *elsewhere]

    def asking_here(self) -> list[SeatRequest]:
        """Who waits for the host's word and is connected here."""
        return [SeatRequest(one.number, one.sit.name, one.sit.place) for one in self.requests]

    def presence(self) -> Presence:
        """Who is here, for the other nodes."""
        seats = self.attendance.seats()
        lookers = [client for client in self.clients if client.place is None]
        screens = sum(client.screen for client in lookers)
        coming = sum(client.coming for client in lookers)
        watching = len(lookers) - screens
        return Presence(self.id, seats, watching, self.habits, self.asking_here(), coming, screens)

    def announce(self) -> None:
        """Tell the other nodes who is here."""
        if self.peers.shared:
            self.peers.tell(self.presence())

    def state(self, client: Client, since: int | None = None) -> m.State:
        """Everything, as a client may see it; it is sent to that client."""
        state = self.publisher.state(client, self.lobby(), self.loop, self.moment(), chat=self.chat, since=since)
        client.told_all()
        return state if self.shelved is None else self.shelved.shown_in(state, client)

    def publish(self, change: Change, advance: Advance, moment: Moment, *, over: bool) -> None:
        """Tell everybody what was stored: first those who wait for a reply, then all."""
        acknowledge(advance, ahead=True)
        try:
            self._publish(change, advance, moment, over=over)
        finally:
            flush(advance)

    def _publish(self, change: Change, advance: Advance, moment: Moment, *, over: bool) -> None:
        for client, message in change.replies:
            reply(client, message)
        if change.show != "nothing" or over or (change.advance is not None and self._away_changed(moment)):
            self.send_lobby()
        first = advance.first_event or 0
        if change.show == "everything" or (advance.rows and self.loop and self.loop.log.happened - first > MOST_EVENTS):
            self.send_states(advance.first_event)  # also where more has happened than it takes no time to tell
        elif self.loop is not None and (advance.rows or advance.window_changed):
            self.send_update(self.loop, moment, first)
        for message in (*change.news, *[m.Told("late", name) for name in advance.late]):
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

    def _away_changed(self, moment: Moment) -> bool:
        """Whether bots play for other people than at the last look."""
        if moment.bots is self._bots_shown:
            return False
        before, seats, self._bots_shown = self._away_shown, self.document.seats, moment.bots
        self._away_shown = {place for place in moment.bots if seats[place].kind == "human"}
        return before != self._away_shown

    def send_lobby(self, but: Client | None = None) -> None:
        """Send everybody the lobby."""
        self._lobby_pending = False
        self.publisher.send_lobby(self.clients, self.lobby(), but=but)

    def lobby_soon(self, but: Client | None = None) -> None:
        """Send the lobby for those who come and go: many of them in a moment make one message."""
        if not self.settings.lobby_delay:
            self.send_lobby(but=but)
        elif not self._lobby_pending:
            self._lobby_pending = True
            later(self.settings.lobby_delay, self._send_pending_lobby)

    def _send_pending_lobby(self) -> None:
        if self._lobby_pending:
            self.send_lobby()

    def send_update(self, loop: GameLoop, moment: Moment, first_event: int, but: Client | None = None) -> None:
        """Send everybody, `but` one, how the game went on; some of it may come a little later."""
        clients = self.clients if but is None else [client for client in self.clients if client is not but]
        self._send_rest_in(self.publisher.send_update(loop, clients, moment, first_event))

    def _send_rest_in(self, seconds: float | None) -> None:
        """Send what was left in so many seconds, if that is not done earlier; None: nothing was."""
        if seconds is None:
            return
        if self._rest is not None:
            if self._rest.when() <= now() + seconds:
                return
            self._rest.cancel()
        self._rest = later(seconds, self._send_rest)

    def _send_rest(self) -> None:
        """Send what was left, but not while something is being done: the store may not have that yet."""
        self._rest = None
        if self.lock.locked():
            self._send_rest_in(self.settings.update_every)
        elif self.loop is not None and self.is_as_stored():
            self._send_rest_in(self.publisher.send_rest(self.loop, self.clients, self.moment()))

    def is_as_stored(self) -> bool:
        """Whether memory has nothing that the store has not."""
        return True

    def send_states(self, first_event: int | None = None) -> None:
        """Send everybody everything; what has happened since `first_event` is not left out of it."""
        self.publisher.send_states(self.clients, self.loop, self.state, first_event)


PUT_OUT: list[m.FromServer] = [m.Seated(None, "", "", False), m.Error("seat/removed", lobbies.REMOVED)]


def now() -> float:
    """The time of the event loop."""
    return asyncio.get_running_loop().time()
