"""Who is at a table now: its clients, the seats that have one, and the seats that a bot plays for somebody away."""

from __future__ import annotations

from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table.changes import NO_PLACES, Places
from changeling.web.table.clients import Client
from changeling.web.table.lobby import next_host


class Attendance:
    """The clients of one table. A seat without a client for `patience` seconds counts as away; a bot plays it then.

    Times are those of the event loop. `loaded` is when the table came into memory: nobody was seen to go before.
    """

    def __init__(self, patience: float, loaded: float) -> None:
        self.clients: set[Client] = set()
        self._patience, self._loaded = patience, loaded
        self._empty_since: dict[str, float] = {}  # by the seat's token, for seats whose last client has gone

    def arrive(self, client: Client) -> None:
        """A client is here from now on."""
        self.clients.add(client)
        if client.place is not None:
            self._empty_since.pop(client.holds, None)

    def depart(self, client: Client, now: float) -> bool:
        """A client is gone; gives whether its seat has no client any more."""
        self.clients.discard(client)
        if client.place is None or client.place in self.here():
            return False
        self._empty_since[client.holds] = now
        return True

    def here(self, places: Places = NO_PLACES) -> set[int]:
        """The places that have a client; `places` are those that clients are about to have."""
        found = (places.get(client, client.place) for client in self.clients)
        return {place for place in found if place is not None}

    def watching(self) -> int:
        """How many clients have no seat."""
        return sum(client.place is None for client in self.clients)

    def away(self, document: TableDocument, now: float, places: Places = NO_PLACES) -> set[int]:
        """The places of people for whom a bot plays: they left, or had no client for too long."""
        if document.phase != "playing":
            return set()
        here, late = self.here(places), now - self._patience
        return {
            place
            for place, seat in enumerate(document.seats)
            if seat.kind == "human" and (seat.left or (place not in here and self._empty(seat) <= late))
        }

    def _empty(self, seat: SeatDocument) -> float:
        """Since when a seat that has no client has none."""
        return self._empty_since.get(seat.token, self._loaded)

    def sits(self, client: Client) -> bool:
        """Whether the browser of a client holds a seat already, by another client."""
        return any(
            other.browser == client.browser != "" and other.place is not None
            for other in self.clients
            if other is not client
        )

    def heir(self, document: TableDocument, now: float, patience: float) -> int | None:
        """Who is host from now on, because the host has had no client for `patience` seconds; None for no change."""
        here = self.here()
        if document.host in here or now < self._empty(document.seats[document.host]) + patience:
            return None
        heir = next_host(document, here, document.host)
        return heir if heir != document.host else None

    def bots(self, document: TableDocument, now: float, places: Places = NO_PLACES) -> frozenset[int]:
        """The places that bots play: their own, and those of people who are away."""
        own = {place for place, seat in enumerate(document.seats) if seat.kind == "bot"}
        return frozenset(own | self.away(document, now, places))
