"""What clients ask for before a game: a seat, other cards, a beginning."""

from __future__ import annotations

import asyncio
import time
from copy import deepcopy

import msgspec
from msgspec import UNSET

from changeling.errors import ChangelingError
from changeling.play.seats import MAX_SEATS
from changeling.web.gallery.decks import check_meta, deck_of, odd_of
from changeling.web.storage.documents import GameDocument, SeatDocument
from changeling.web.storage.store import put_game, put_table
from changeling.web.table import lobby as lobbies
from changeling.web.table.clients import Client
from changeling.web.table.fair_shuffle import draw_token, seed_of, token_hash
from changeling.web.table.game_log import begin, first_record
from changeling.web.table.live_table import Table
from changeling.web.table.permissions import changed, host_only, in_lobby, place_at, playing
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import PersonInfo

_encode = msgspec.json.Encoder().encode


async def sit(table: Table, client: Client, message: m.Sit) -> None:
    """Take a seat: before the game an open one or a bot's, in a game a bot's or a new one (SETUP-7)."""
    if client.place is not None:
        raise Refuse("seat/have", f"you sit at place {client.place} already")
    if table.document.phase == "lobby":
        place, token = lobbies.sit_down(table.document, message.name, message.place, message.person)
        _seated(table, client, place, token)
        await changed(table)
        client.reply(table.state(client))
        return
    course = playing(table)
    if message.place is not None:
        place, token = _take_over(table, message.place)
        await table.save()
        _seated(table, client, place, token)
        await table.go_on(afresh=True)
        return
    if len(table.document.seats) >= MAX_SEATS:
        raise Refuse("seat/full", f"{MAX_SEATS} play already; a bot's seat can be taken over by its place")
    lobbies.check_name(table.document, message.name, None)
    if message.name in course.play.game.seats:
        raise Refuse("seat/name", f"'{message.name}' is the name of a bot at this table")
    token, person = draw_token(), message.person or PersonInfo()
    try:
        course.join(message.name, person)
    except ChangelingError as error:
        raise Refuse("seat/name", str(error)) from error
    table.document.seats.append(SeatDocument("human", message.name, token=token_hash(token), person=person))
    client.place = len(table.document.seats) - 1
    await table.go_on([put_table(table.document)], afresh=True)
    _seated(table, client, client.place, token)


def _take_over(table: Table, place: int) -> tuple[int, str]:
    seats = table.document.seats
    if place >= len(seats):
        raise Refuse("seat/none", f"there is no seat {place}; there are {len(seats)}, counted from 0")
    if seats[place].kind != "bot":
        raise Refuse("seat/taken", f"{seats[place].name} sits there")
    token = draw_token()
    seats[place].kind, seats[place].token, seats[place].windows = "human", token_hash(token), "timed"
    return place, token


def _seated(table: Table, client: Client, place: int, token: str) -> None:
    client.place = place
    seat = table.document.seats[place]
    client.reply(_encode(m.Seated(place, seat.name, token, place == table.document.host)))


async def introduce(table: Table, client: Client, message: m.Introduce) -> None:
    """Another name, or other facts about oneself."""
    place = place_at(client)
    in_lobby(table)
    lobbies.introduce(table.document, place, message.name, message.person)
    await changed(table)


async def arrange(table: Table, client: Client, message: m.Arrange) -> None:
    """The host arranges the table anew."""
    in_lobby(table)
    host_only(table, client)
    deck = table.deck
    if message.change.deck is not UNSET:
        deck = await asyncio.to_thread(deck_of, message.change.deck)
    after = deepcopy(table.document)
    lobbies.arrange(after, message.change, deck)
    table.document = after
    if deck is not table.deck:
        table.set_deck(deck)
    for other in table.clients:
        if other.place is not None and not _still_sits(table, other):
            other.place = None
            other.reply(_encode(m.Seated(None, "", "", False)))
    await changed(table)


def _still_sits(table: Table, client: Client) -> bool:
    seats = table.document.seats
    return client.place is not None and client.place < len(seats) and seats[client.place].kind == "human"


async def agree(table: Table, client: Client, message: m.Agree) -> None:
    """Say which Meta Rules one agrees to."""
    place = place_at(client)
    in_lobby(table)
    check_meta(table.deck, message.meta)
    table.document.seats[place].agrees = sorted(set(message.meta))
    await changed(table)


async def contribute(table: Table, client: Client, message: m.Contribute) -> None:
    """Give one's share in the shuffle."""
    place = place_at(client)
    in_lobby(table)
    table.document.seats[place].nonce = message.nonce
    await changed(table)


async def start(table: Table, client: Client, message: m.Start) -> None:
    """The host begins the game; from here on the seed is fixed."""
    in_lobby(table)
    host_only(table, client)
    document = deepcopy(table.document)
    lobbies.close_seats(document)
    odd_of(table.deck, seats=len(document.seats), meta=lobbies.in_force(document))
    names = [seat.name for seat in document.seats]
    nonces = {seat.name: seat.nonce for seat in document.seats if seat.nonce}
    record = first_record(
        table.deck,
        seats=names,
        seed=seed_of(document.secret, table.deck.digest, names, nonces),
        meta=lobbies.in_force(document),
        first=None if document.first is None else names[document.first],
        holiday=document.holiday,
        people={seat.name: seat.person for seat in document.seats if seat.person != PersonInfo()},
    )
    game = GameDocument(
        lobbies.draw_id(), document.id, time.time(), document.deck, record.to_json(), document.secret, nonces
    )
    play = begin(game, table.deck)
    document.phase, document.game, document.ended = "playing", game.id, None
    places = [place for place, seat in enumerate(table.document.seats) if seat.kind != "open"]
    await table.write([put_table(document), put_game(game, digest=record.digest, seed=record.seed, seats=names)])
    for other in table.clients:
        other.place = places.index(other.place) if other.place in places else None
    table.document = document
    table.set_course(play)
    await table.go_on(afresh=True)
