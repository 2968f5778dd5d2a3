"""Publishing: makes the messages that a table sends to its clients, and numbers them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from changeling import __version__
from changeling.cards.deck import Deck
from changeling.engine.seen.reasons.progress import Progress
from changeling.engine.seen.reasons.progress_key import Key
from changeling.play.game import Game
from changeling.web.gallery.decks import deck_info
from changeling.web.storage.documents import TableDocument
from changeling.web.table.changes import Advance, Moment
from changeling.web.table.clients import Client
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.render import (
    KeptHands,
    Scenes,
    StandingTexts,
    Telling,
    events_of,
    standings_of,
    telling_to,
    tellings,
)
from changeling.web.table.gathering.lobby_view import lobby_of
from changeling.web.table.live.attendance import Attendance
from changeling.web.wire import messages as m
from changeling.web.wire.values import Ended, EventInfo, GoalStanding, Lobby, Said, SeatRequest, WindowHabit

TAIL = 60  # events in a state
MOST_EVENTS = 500  # events in a state for a client that has missed some
encode = msgspec.json.Encoder().encode


class Publisher:
    """Makes the messages of one table. `seq` grows with each message that changes what clients see."""

    def __init__(self, deck: Deck) -> None:
        self.seq = 0
        self._progress: list[Progress] = []  # of the last state that was looked at
        self._progress_of: Game | None = None
        self._progress_at = (0, 0)  # the next row and the number of events then,
        self._progress_by: Key | None = None  # and all that it was worked out from, where that is known
        self._told: list[Progress] = []  # how far everybody is, as it was told last,
        self._told_to: dict[str, bytes] = {}  # and how each reader is told so,
        self._standing_texts = StandingTexts()  # made of what readers were told before
        self._hands: KeptHands = {}  # what seats were shown of their hands,
        self._hands_of: tuple[str, ...] = ()  # by these names
        self.odd: list[str] = []  # what is odd with the deck, for the seats at the table
        self.use_deck(deck)

    def use_deck(self, deck: Deck) -> None:
        """Show the cards of this deck from now on."""
        self._progress_by = None
        self._hands_of = ()
        self.deck, self.info, self.scenes = deck, deck_info(deck), Scenes(deck)

    # --- the lobby ----------------------------------------------------------------------------------------------------
    def lobby(
        self,
        document: TableDocument,
        attendance: Attendance,
        now: float,
        seconds: float,
        asking: Iterable[SeatRequest] = (),
    ) -> Lobby:
        """The table as everybody sees it, besides the cards. `seconds` is how long players have to reveal a nonce."""
        return lobby_of(
            document,
            self.deck,
            self.info,
            gathered=attendance.gathered(document, now),
            odd=self.odd,
            asking=list(asking),
            seconds=seconds,
            patience=attendance.patience(document),
        )

    def send_lobby(self, clients: Collection[Client], lobby: Lobby, *, but: Client | None = None) -> None:
        """Send the lobby to everybody, `but` one."""
        if clients:
            self.seq += 1
            message = encode(m.LobbyChanged(self.seq, lobby))
            for client in clients:
                if client is not but:
                    client.send(message)

    # --- the game -----------------------------------------------------------------------------------------------------
    def send_update(self, loop: GameLoop, clients: Collection[Client], moment: Moment, first_event: int) -> None:
        """Send everybody how the game went on; what is the same for several clients is made once."""
        self.seq += 1
        game = loop.log.game
        public, pause = self.scenes.public_text(game), loop.pause(moment)
        told, progress = [encoded(one) for one in tellings(game, first_event)], self.progress(loop)
        same = b"[%b]" % b",".join([one[1] for one in told]) if all(is_open(one) for one in told) else b""
        if self._hands_of != game.seats:
            self._hands_of, self._hands = game.seats, {}
        places = {client.place for client in clients if client.place is not None}
        own = self.scenes.own_texts(game, places, self._hands)
        questions = asked_of(loop, places, moment)
        begins = b'{"type":"update","seq":%d,"public":%b,"own":' % (self.seq, public)
        middle = b',"pause":%b,"events":' % (b"null" if pause is None else encode(pause))
        made: dict[int | None, bytes] = {}
        for client in clients:
            place = client.place
            if place not in made:
                parts = (
                    begins,
                    b"null" if place is None else own[place],
                    b',"question":',
                    b"null" if place is None else questions.get(place, b"null"),
                    middle,
                    same or b"[%b]" % b",".join([telling_to(one, place) for one in told]),
                    b',"standings":',
                    self._standings(progress, "" if place is None else game.seats[place]),
                    b"}",
                )
                made[place] = b"".join(parts)
            client.send(made[place])

    def progress(self, loop: GameLoop) -> list[Progress]:
        """How far everybody is with the Goals in play: worked out once for each state of the game, for all clients."""
        game, at = loop.log.game, (loop.log.next_row, loop.log.events())
        if self._progress_of is not game or self._progress_at != at:
            key = self.scenes.progress_key(game)
            if key is None or key != self._progress_by:
                self._progress = self.scenes.progress(game)
            self._progress_of, self._progress_at, self._progress_by = game, at, key
        return self._progress

    def _standings(self, progress: list[Progress], reader: str) -> bytes:
        """How far everybody is as one client reads it; made anew only where something has changed."""
        if progress is not self._told and progress != self._told:
            self._told, self._told_to = progress, {}
        if reader not in self._told_to:
            self._told_to[reader] = self._standing_texts.of(progress, reader)
        return self._told_to[reader]

    def send_states(self, clients: Iterable[Client], state: Callable[[Client], m.State]) -> None:
        """Send everybody the whole state; what all at one place may see is made once, as is what others see."""
        self.seq += 1
        made: dict[int | None, bytes] = {}
        for client in clients:
            if client.place not in made:
                made[client.place] = encode(state(client))
            client.send(made[client.place])

    def state(
        self,
        client: Client,
        lobby: Lobby,
        loop: GameLoop | None,
        moment: Moment,
        *,
        chat: list[Said],
        since: int | None = None,
    ) -> m.State:
        """Everything, as a client may see it; with the events from number `since` on, else with the last ones."""
        public = own = question = pause = None
        events: list[EventInfo] = []
        standings: list[GoalStanding] = []
        if loop is not None:
            game, happened = loop.log.game, loop.log.events()
            first = happened - TAIL if since is None else since
            events = events_of(game, min(happened, max(0, first, happened - MOST_EVENTS)), client.place)
            public, pause = self.scenes.public(game), loop.pause(moment)
            me = "" if client.place is None else game.seats[client.place]
            standings = standings_of(self.progress(loop), me)
            if client.place is not None:
                own, question = self.scenes.own(game, client.place), loop.question(client.place, moment)
        return m.State(self.seq, lobby, public, own, question, pause, events, chat, moment.document.ended, standings)

    def send_game_over(self, clients: Iterable[Client], ended: Ended) -> None:
        """Send everybody how the game ended."""
        send(clients, m.GameOver(self.seq, ended))


def welcome(
    document: TableDocument, place: int | None, habits: Mapping[str, WindowHabit], stood_in: int | None = None
) -> m.Welcome:
    """The message that tells a client which place it has. `habits` are those that the document has not yet."""
    seat = document.seats[place] if place is not None else None
    return m.Welcome(
        protocol=m.PROTOCOL,
        version=__version__,
        table=document.id,
        place=place,
        name=seat.name if seat else "",
        host=place == document.host,
        windows=habits.get(seat.token, seat.windows) if seat else "timed",
        stood_in=stood_in,
    )


def asked_of(loop: GameLoop, places: Iterable[int], moment: Moment) -> dict[int, bytes]:
    """What these places are asked now, as it is sent; each that is asked something."""
    if loop.window is None:
        asked = loop.log.game.standing.asked  # outside of windows nobody else can be
        places = [place for place in places if place == asked]
    found = ((place, loop.question(place, moment)) for place in places)
    return {place: encode(question) for place, question in found if question is not None}


def encoded(telling: Telling[EventInfo]) -> Telling[bytes]:
    """An event as it is sent, in both forms."""
    seen, event, hidden = telling
    open_text = encode(event)
    return seen, open_text, open_text if hidden is event else encode(hidden)


def is_open(telling: Telling[bytes]) -> bool:
    """Whether everybody hears an event in the same form."""
    return telling[1] is telling[2]


def acknowledge(advance: Advance, *, ahead: bool = False) -> None:
    """Tell those who gave an answer what became of it; `ahead`: together with what they are sent until `flush`."""
    for receipt in advance.accepted:
        accepted = encode(m.Accepted(receipt.question))
        if ahead:
            receipt.client.reply_ahead(accepted)
        else:
            receipt.client.reply(accepted)
    for receipt in advance.overtaken:
        text = f"question {receipt.question} was overtaken by what happened before it"
        reply(receipt.client, m.Error("answer/stale", text, "answer", receipt.question))
    if advance.noted is not None:
        reply(advance.noted.client, m.Noted(advance.noted.question, advance.noted.option))


def flush(advance: Advance) -> None:
    """Send what was acknowledged ahead of something that has not come."""
    for receipt in advance.accepted:
        receipt.client.flush()


def send(clients: Iterable[Client], message: m.FromServer | msgspec.Raw) -> None:
    """Send everybody the same."""
    encoded = encode(message)
    for client in clients:
        client.send(encoded)


def reply(client: Client, message: m.FromServer) -> None:
    """Send one client what only it is told."""
    client.reply(encode(message))
