"""Commands before a game: a name, other cards, agreement, a beginning."""

from __future__ import annotations

from copy import deepcopy

from msgspec import UNSET
from msgspec.structs import replace

from changeling.cards.deck import Deck
from changeling.web.gallery.decks import check_meta
from changeling.web.storage.documents import TableDocument
from changeling.web.table.changes import Change
from changeling.web.table.clients import Client
from changeling.web.table.commands.permissions import seat_of
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.live import starting
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.live.publish import welcome
from changeling.web.wire import messages as m


# --- arranging --------------------------------------------------------------------------------------------------------
async def introduce(table: LiveTable, client: Client, message: m.Introduce) -> Change:
    """Another name, or other facts about oneself."""
    document = deepcopy(table.document)
    lobbies.introduce(document, seat_of(client), message.name, message.person)
    return Change(document=document, show="lobby")


async def arrange(table: LiveTable, client: Client, message: m.Arrange) -> Change:
    """The host arranges the table anew; people whose seat is gone look on from then on."""
    deck: Deck | None = None
    if message.change.deck is not UNSET:
        deck = await table.workers.deck(message.change.deck)
    document = deepcopy(table.document)
    lobbies.arrange(document, message.change, deck or table.deck)
    kept = {place for place, seat in enumerate(document.seats) if seat.kind == "human"}
    gone = [other for other in table.clients if other.place is not None and other.place not in kept]
    return Change(
        document=document,
        deck=deck,
        places=dict.fromkeys(gone),
        replies=tuple((other, m.Seated(None, "", "", False)) for other in gone),
        show="lobby",
    )


async def agree(table: LiveTable, client: Client, message: m.Agree) -> Change:
    """Say which Meta Rules one agrees to."""
    check_meta(table.deck, message.meta)
    document = deepcopy(table.document)
    document.seats[seat_of(client)].agrees = sorted(set(message.meta))
    return Change(document=document, show="lobby")


# --- beginning --------------------------------------------------------------------------------------------------------
async def commit(table: LiveTable, client: Client, message: m.Commit) -> Change:
    """Promise a nonce for the shuffle."""
    document = deepcopy(table.document)
    starting.commit(document, table.deck, document.seats[seat_of(client)], message.commitment)
    return starting.change_to(document, table.deck)


async def reveal(table: LiveTable, client: Client, message: m.Reveal) -> Change:
    """Show the nonce that was promised; with the last one the game begins."""
    document = deepcopy(table.document)
    starting.reveal(document, document.seats[seat_of(client)].name, message.nonce)
    return starting.change_to(document, table.deck)


def _kept(table: LiveTable, after: TableDocument) -> list[int]:
    """The places as they are now that have a seat in the document after a start, in order."""
    bots = sum(seat.free for seat in after.seats)
    found = []
    for place, seat in enumerate(table.document.seats):
        if seat.kind != "open" or bots:
            found.append(place)
            bots -= seat.kind == "open"
    return found


async def start(table: LiveTable, client: Client, message: m.Start) -> Change:
    """The host begins the game. Open seats are dropped, and places change by that."""
    document = deepcopy(table.document)
    lobbies.close_seats(document, table.attendance.coming())
    agreed = lobbies.in_force(document)
    await table.workers.oddities(document.deck, table.deck, seats=len(document.seats), meta=agreed)  # may refuse
    here = {table.document.seats[place].name for place in table.attendance.here(table.document)}
    given = {seat.name: seat.commitment for seat in document.seats if seat.commitment and seat.name in here}
    starting.fix(document, table.deck, given)
    kept = _kept(table, document)
    places = {other: kept.index(other.place) if other.place in kept else None for other in table.clients}
    moved = tuple(
        (other, welcome(document, place, table.all_habits())) for other, place in places.items() if place != other.place
    )
    return replace(starting.change_to(document, table.deck), places=places, replies=moved)
