"""Who is at a table now: its clients, the seats that have one, and the seats that a bot plays for somebody away."""

from __future__ import annotations

from changeling.web.storage.documents import TableDocument
from changeling.web.table.changes import NO_PLACES, Places
from changeling.web.table.clients import Client


class Attendance:
    """The clients of one table. A seat without a client for `patience` seconds counts as away; a bot plays it then.

    Times are those of the event loop. `loaded` is when the table came into memory: nobody was seen to go before.
    """

    def __init__(self, patience: float, loaded: float) -> None:
        self.clients: set[Client] = set()
        self._patience, self._loaded = patience, loaded
        self._empty_since: dict[int, float] = {}  # by place, for seats whose last client has gone

    def arrive(self, client: Client) -> None:
        """A client is here from now on."""
        self.clients.add(client)
        if client.place is not None:
            self._empty_since.pop(client.place, None)

    def depart(self, client: Client, now: float) -> bool:
        """A client is gone; gives whether its seat has no client any more."""
        self.clients.discard(client)
        if client.place is None or client.place in self.here():
            return False
        self._empty_since[client.place] = now
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
            if seat.kind == "human"
            and (seat.left or (place not in here and self._empty_since.get(place, self._loaded) <= late))
        }

    def bots(self, document: TableDocument, now: float, places: Places = NO_PLACES) -> frozenset[int]:
        """The places that bots play: their own, and those of people who are away."""
        own = {place for place, seat in enumerate(document.seats) if seat.kind == "bot"}
        return frozenset(own | self.away(document, now, places))
