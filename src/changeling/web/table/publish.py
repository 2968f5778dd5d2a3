"""What a live table shows its clients: the lobby, updates, and the whole state."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from changeling.cards.deck import Deck
from changeling.web.gallery.decks import deck_info, odd_of
from changeling.web.storage.documents import TableDocument
from changeling.web.table import lobby as lobbies
from changeling.web.table.clients import Client
from changeling.web.table.game_loop import Course
from changeling.web.table.render import Scenes, events_of, telling_to, tellings
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import Ended, EventInfo, Lobby, Said

TAIL, MOST_EVENTS, CHAT = 60, 500, 50  # events in a state, events for who has missed some, lines of the chat
_encode = msgspec.json.Encoder().encode


class Shows:
    """Makes messages for clients. `seq` grows with each that changes what they see; `told` counts events told."""

    def __init__(self, deck: Deck) -> None:
        self.deck, self.info, self.scenes = deck, deck_info(deck), Scenes(deck)
        self.seq = self.told = 0
        self._odd: tuple[str, list[str]] = ("", [])

    # --- the lobby ----------------------------------------------------------------------------------------------------
    def lobby(self, table: TableDocument, clients: Collection[Client], *, here: set[int], away: set[int]) -> Lobby:
        """The table as everybody sees it, besides the cards."""
        watching = sum(client.place is None for client in clients)
        odd = self._oddities(table)
        return lobbies.lobby_of(table, self.deck, self.info, here=here, away=away, watching=watching, odd=odd)

    def _oddities(self, table: TableDocument) -> list[str]:
        """What is odd with the deck for these seats; worked out again when they change."""
        meta = lobbies.in_force(table)
        key = f"{len(table.seats)} {meta}"
        if self._odd[0] != key:
            try:
                self._odd = (key, odd_of(self.deck, seats=len(table.seats), meta=meta))
            except Refuse as refuse:
                self._odd = (key, [str(refuse)])
        return self._odd[1]

    # --- the game -----------------------------------------------------------------------------------------------------
    def update(self, course: Course, clients: Collection[Client], now: float) -> None:
        """Show everybody how the game went on; what is the same for several clients is made once."""
        self.seq += 1
        game = course.play.game
        since, self.told = self.told, len(game.table.journal or ())
        public, pause = _encode(self.scenes.public(game)), _encode(course.pause(now))
        told = tellings(game, since)
        made: dict[int | None, bytes] = {}
        for client in clients:
            place = client.place
            if place not in made:
                own = b"null" if place is None else _encode(self.scenes.own(game, place))
                question = b"null" if place is None else _encode(course.question(place, now))
                made[place] = (
                    b'{"type":"update","seq":%d,"public":%b,"own":%b,"question":%b,"pause":%b,"events":%b}'
                    % (self.seq, public, own, question, pause, _encode([telling_to(one, place, game) for one in told]))
                )
            client.send(made[place])

    def state(
        self,
        lobby: Lobby,
        course: Course | None,
        client: Client,
        now: float,
        *,
        chat: list[Said],
        ended: Ended | None,
        since: int | None = None,
    ) -> bytes:
        """Everything, as a client may see it."""
        public = own = question = pause = None
        events: list[EventInfo] = []
        if course is not None:
            game = course.play.game
            happened = len(game.table.journal or ())
            first = happened - TAIL if since is None else since
            events = events_of(game, min(happened, max(0, first, happened - MOST_EVENTS)), client.place)
            public, pause = self.scenes.public(game), course.pause(now)
            if client.place is not None:
                own, question = self.scenes.own(game, client.place), course.question(client.place, now)
        return _encode(m.State(self.seq, lobby, public, own, question, pause, events, chat, ended))

    def sees(self, course: Course, place: int, title: str) -> bool:
        """Whether a seat can see where a card is: in its own hand, or open on the table."""
        own, public = self.scenes.own(course.play.game, place), self.scenes.public(course.play.game)
        fronts = [card for seat in public.seats for card in (*seat.keepers, *seat.creepers)]
        piles = (own.hand, own.aside, public.rules, public.goals, public.meta, public.discard, public.playing, fronts)
        return any(title in cards for cards in piles)
