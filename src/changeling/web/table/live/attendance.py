"""Who is at a table now: its clients, the seats that have one, and the seats that a bot plays for somebody away.

Clients are those of this node. Of others only seats are known, by what their nodes say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Set
from typing import cast

from changeling.web.nodes.notices import Presence
from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table.changes import NO_PLACES, Places
from changeling.web.table.clients import Client
from changeling.web.table.gathering.lobby import next_host, takes_days
from changeling.web.table.gathering.lobby_view import Gathered

NOBODY: frozenset[str] = frozenset()


class Attendance:
    """The clients of one table. A seat without a client for `patience` seconds counts as away; a bot plays it then.
    `patience` is that of the server, for tables that have none of their own.

    Times are those of the event loop. `loaded` is when the table came into memory: nobody was seen to go before.
    `elsewhere` gives who is connected to other nodes.
    """

    def __init__(
        self, patience: float, loaded: float, elsewhere: Callable[[], Iterable[Presence]] = lambda: ()
    ) -> None:
        self.clients: set[Client] = set()
        self._patience, self._loaded, self._elsewhere = patience, loaded, elsewhere
        self._empty_since: dict[str, float] = {}  # by the seat's token, for seats whose last client has gone
        self._seen: Set[str] = set()  # tokens of seats that had a client at another node at the last look
        # Who bots play, as long as the document is the same, nobody comes or goes, and everybody is here: with whoever
        # is away it hangs on the time.
        self._bots: tuple[TableDocument, frozenset[int]] | None = None

    def arrive(self, client: Client) -> None:
        """A client is here from now on."""
        self._bots = None
        self.clients.add(client)
        if client.place is not None:
            self._empty_since.pop(client.holds, None)

    def depart(self, client: Client, now: float) -> bool:
        """A client is gone; gives whether its seat has no client any more."""
        self._bots = None
        self.clients.discard(client)
        tokens = {other.holds for other in self.clients if other.place is not None} | self._tokens()
        if client.place is None or client.holds in tokens:
            return False
        self._empty_since[client.holds] = now
        return True

    def moved(self) -> None:
        """A client has another seat, or none."""
        self._bots = None

    def look(self, now: float) -> bool:
        """Note who has come and gone at other nodes; gives whether some seat has no client any more."""
        seen, self._seen = self._seen, self._tokens()
        gone = seen - self._seen - {client.holds for client in self.clients}
        self._empty_since.update(dict.fromkeys(gone, now))
        for token in self._seen:
            self._empty_since.pop(token, None)
        return bool(gone)

    def _tokens(self) -> Set[str]:
        """The hashes of the tokens of seats that have a client at another node."""
        elsewhere = self._elsewhere()
        return {token for presence in elsewhere for token in presence.seats} if elsewhere else NOBODY

    def here(self, document: TableDocument, places: Places = NO_PLACES) -> set[int]:
        """The places that have a client; `places` are those that clients are about to have."""
        if places:
            found = {places.get(client, client.place) for client in self.clients}
        else:
            found = {client.place for client in self.clients}
        found.discard(None)
        tokens = self._tokens()
        if tokens:
            found.update(place for place, seat in enumerate(document.seats) if seat.token in tokens)
        return cast(set[int], found)

    def anybody(self) -> bool:
        """Whether anybody is connected, to whichever node."""
        return bool(self.clients) or any(presence.anybody for presence in self._elsewhere())

    def watching(self) -> int:
        """How many clients have no seat; screens for a room are not counted."""
        here = sum(client.place is None and not client.screen for client in self.clients)
        return here + sum(one.watching for one in self._elsewhere())

    def coming(self) -> int:
        """How many are about to sit down."""
        here = sum(client.place is None and client.coming for client in self.clients)
        return here + sum(one.coming for one in self._elsewhere())

    def screens(self) -> int:
        """How many screens show the table to a room."""
        return sum(client.screen for client in self.clients) + sum(one.screens for one in self._elsewhere())

    def gathered(self, document: TableDocument, now: float) -> Gathered:
        """Who is there."""
        here, away = self.here(document), self.away(document, now)
        return Gathered(here, away, self.watching(), self.coming(), self.screens())

    def patience(self, document: TableDocument) -> float:
        """After how many seconds a bot plays for somebody who is gone."""
        return self._patience if document.patience is None else document.patience

    def browsers(self, token: str) -> set[str]:
        """The browsers by which a seat is connected."""
        here = {client.browser for client in self.clients if client.holds == token and client.browser}
        return here.union(*(presence.seats.get(token, ()) for presence in self._elsewhere()))

    def seats(self) -> dict[str, list[str]]:
        """The seats that have a client here, by the hash of their token, each with its browsers."""
        found: dict[str, set[str]] = {}
        for client in self.clients:
            if client.place is not None:
                found.setdefault(client.holds, set()).update({client.browser} - {""})
        return {token: sorted(browsers) for token, browsers in found.items()}

    def away(self, document: TableDocument, now: float, places: Places = NO_PLACES) -> set[int]:
        """The places of people for whom a bot plays: they left, or had no client for too long."""
        if document.phase != "playing":
            return set()
        here = self.here(document, places)
        absent = [
            (place, seat)
            for place, seat in enumerate(document.seats)
            if seat.kind == "human" and (seat.left or place not in here)
        ]
        if not absent:
            return set()
        late = -math.inf if takes_days(document) else now - self.patience(document)
        return {place for place, seat in absent if seat.left or self._empty(seat) <= late}

    def _empty(self, seat: SeatDocument) -> float:
        """Since when a seat that has no client has none."""
        return self._empty_since.get(seat.token, self._loaded)

    def sits(self, client: Client) -> bool:
        """Whether the browser of a client holds a seat already, by another client."""
        here = {other.browser for other in self.clients if other is not client and other.place is not None}
        there = {browser for one in self._elsewhere() for browsers in one.seats.values() for browser in browsers}
        return client.browser != "" and client.browser in here | there

    def heir(self, document: TableDocument, now: float, patience: float) -> int | None:
        """Who is host from now on, because the host has had no client for `patience` seconds; None for no change."""
        here = self.here(document)
        if document.host in here or now < self._empty(document.seats[document.host]) + patience:
            return None
        heir = next_host(document, here, document.host)
        return heir if heir != document.host else None

    def bots(self, document: TableDocument, now: float, places: Places = NO_PLACES) -> frozenset[int]:
        """The places that bots play: their own, and those of people who are away."""
        if self._bots is not None and self._bots[0] is document and not places:
            return self._bots[1]
        people = {place for place, seat in enumerate(document.seats) if seat.kind == "human"}
        own = [place for place, seat in enumerate(document.seats) if seat.kind == "bot"]
        found = frozenset((*own, *self.away(document, now, places)))
        if not places and people <= {client.place for client in self.clients}:
            self._bots = document, found
        return found
