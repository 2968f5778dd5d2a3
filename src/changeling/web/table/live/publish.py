"""Publishing: makes the messages that a table sends to its clients, and numbers them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from changeling import __version__
from changeling.cards.deck import Deck
from changeling.web.gallery.decks import deck_info
from changeling.web.storage.documents import TableDocument
from changeling.web.table.changes import Advance, Moment
from changeling.web.table.clients import Client
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.render import Scenes, events_of, standings_of
from changeling.web.table.gathering.lobby_view import lobby_of
from changeling.web.table.live.attendance import Attendance
from changeling.web.table.live.game_news import GameNews
from changeling.web.wire import messages as m
from changeling.web.wire.values import Ended, EventInfo, GoalStanding, Lobby, Said, SeatRequest, WindowHabit

TAIL = 60  # events in a state
MOST_EVENTS = 500  # events in a state for a client that has missed some
encode = msgspec.json.Encoder().encode


class Publisher:
    """Makes the messages of one table. `seq` grows with each message that changes what clients see."""

    def __init__(self, deck: Deck, every: float = 0.0, standings_every: float = 0.0) -> None:
        self.seq = 0
        self.news = GameNews(every, standings_every)
        self.odd: list[str] = []  # what is odd with the deck, for the seats at the table
        self.use_deck(deck)

    def use_deck(self, deck: Deck) -> None:
        """Show the cards of this deck from now on."""
        self.deck, self.info, self.scenes = deck, deck_info(deck), Scenes(deck)
        self.news.use(self.scenes)

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
    def send_update(
        self, loop: GameLoop, clients: Collection[Client], moment: Moment, first_event: int
    ) -> float | None:
        """Send how the game went on; gives in how many seconds `send_rest` is to send what is left, where some is."""
        self.seq += 1
        return self.news.send(self.seq, loop, clients, moment, first_event)

    def send_rest(self, loop: GameLoop, clients: Iterable[Client], moment: Moment) -> float | None:
        """Send everybody what they were not sent yet and is due; gives in how many seconds the rest will be."""
        return self.news.send_rest(self.seq, loop, clients, moment)

    def send_states(
        self,
        clients: Iterable[Client],
        loop: GameLoop | None,
        state: Callable[[Client, int | None], m.State],
        first_event: int | None = None,
    ) -> None:
        """Send everybody the whole state; what all at one place may see is made once, as is what others see. It has all
        events that a client was not told, where the game is the one of which it was told: also those since
        `first_event`."""
        self.seq += 1
        same = loop is not None and self.news.is_of(loop.log.game)
        many = loop is not None and first_event is not None and loop.log.happened - first_event > TAIL
        made: dict[tuple[int | None, int | None], bytes] = {}
        for client in clients:
            since = client.untold if same else None
            if since is None and many:
                since = first_event
            at = client.place, since
            if at not in made:
                made[at] = encode(state(client, since))
            client.told_all()
            client.send(made[at])

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
        """Everything, as a client may see it; with the events from number `since` on, else with the last ones, and all
        that it was not told yet."""
        public = own = question = pause = None
        events: list[EventInfo] = []
        standings: list[GoalStanding] = []
        if loop is not None:
            game, happened = loop.log.game, loop.log.happened
            untold = client.untold if client.untold is not None and self.news.is_of(game) else happened
            first = min(happened - TAIL, untold) if since is None else since
            events = events_of(game, min(happened, max(0, first, happened - MOST_EVENTS)), client.place)
            public, pause = self.scenes.public(game), loop.pause(moment)
            me = "" if client.place is None else game.seats[client.place]
            standings = standings_of(self.news.progress(loop), me)
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
