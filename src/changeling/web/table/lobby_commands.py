"""Commands before a game: a seat, other cards, agreement, a beginning. A seat can be taken in a game, too."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from dataclasses import replace

from msgspec import UNSET

from changeling.cards.deck import Deck
from changeling.errors import ChangelingError
from changeling.play.seats import MAX_SEATS
from changeling.web.gallery.decks import check_meta, deck_of, oddities_of
from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table import lobby as lobbies
from changeling.web.table import starting
from changeling.web.table.changes import NOTHING_YET, Advance, Change
from changeling.web.table.clients import Client
from changeling.web.table.live_table import LiveTable, welcome
from changeling.web.table.permissions import game_of, seat_of
from changeling.web.table.seat_tokens import draw_token, token_hash
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import PersonInfo


# --- taking a seat ----------------------------------------------------------------------------------------------------
async def sit(table: LiveTable, client: Client, message: m.Sit) -> Change:
    """Take a seat: before the game an open one or a bot's, in a game a bot's or a new one (SETUP-7)."""
    if table.document.phase == "lobby":
        document = deepcopy(table.document)
        place, token = lobbies.sit_down(document, message.name, message.place, message.person)
        seated = _seated(document, place, token)
        return Change(
            document=document, places={client: place}, replies=((client, seated),), show="lobby", state_to=client
        )
    game_of(table)
    return _join(table, client, message) if message.place is None else _take_over(table, client, message.place)


def _take_over(table: LiveTable, client: Client, place: int) -> Change:
    """A person plays on for a bot, under the bot's name."""
    document = deepcopy(table.document)
    if place >= len(document.seats):
        raise Refuse("seat/none", f"there is no seat {place}; there are {len(document.seats)}, counted from 0")
    seat, token = document.seats[place], draw_token()
    if seat.kind != "bot":
        raise Refuse("seat/taken", f"{seat.name} sits there")
    seat.kind, seat.token, seat.windows = "human", token_hash(token), "timed"
    return _seated_in_game(document, client, place, token)


def _join(table: LiveTable, client: Client, message: m.Sit) -> Change:
    """A new player joins the game."""
    game, document = game_of(table), deepcopy(table.document)
    if len(document.seats) >= MAX_SEATS:
        raise Refuse("seat/full", f"{MAX_SEATS} play already; a bot's seat can be taken over by its place")
    lobbies.check_name(document, message.name, None)
    if message.name in game.log.game.seats:
        raise Refuse("seat/name", f"'{message.name}' is the name of a bot at this table")
    token, person = draw_token(), message.person or PersonInfo()
    try:
        advance = game.join(message.name, person)
    except ChangelingError as error:
        raise Refuse("seat/name", str(error)) from error
    document.seats.append(SeatDocument("human", message.name, token=token_hash(token), person=person))
    return _seated_in_game(document, client, len(document.seats) - 1, token, advance)


def _seated_in_game(
    document: TableDocument, client: Client, place: int, token: str, advance: Advance = NOTHING_YET
) -> Change:
    return Change(
        document=document,
        advance=advance,
        places={client: place},
        replies=((client, _seated(document, place, token)),),
        show="everything",
    )


def _seated(document: TableDocument, place: int, token: str) -> m.Seated:
    return m.Seated(place, document.seats[place].name, token, place == document.host)


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
        deck = await asyncio.to_thread(deck_of, message.change.deck)
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


async def start(table: LiveTable, client: Client, message: m.Start) -> Change:
    """The host begins the game. Open seats are dropped, and places change by that."""
    document = deepcopy(table.document)
    lobbies.close_seats(document)
    oddities_of(table.deck, seats=len(document.seats), meta=lobbies.in_force(document))  # refuses what cannot be played
    here = {table.document.seats[place].name for place in table.attendance.here()}
    starting.fix(
        document, table.deck, {s.name: s.commitment for s in document.seats if s.commitment and s.name in here}
    )
    kept = [place for place, seat in enumerate(table.document.seats) if seat.kind != "open"]
    places = {other: kept.index(other.place) if other.place in kept else None for other in table.clients}
    moved = tuple((other, welcome(document, place)) for other, place in places.items() if place != other.place)
    return replace(starting.change_to(document, table.deck), places=places, replies=moved)
