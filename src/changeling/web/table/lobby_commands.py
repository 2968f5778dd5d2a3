"""Commands before a game: a name, other cards, agreement, a beginning."""

from __future__ import annotations

import time
from copy import deepcopy

from msgspec import UNSET

from changeling.cards.deck import Deck
from changeling.web.gallery.decks import check_meta
from changeling.web.storage.documents import GameDocument
from changeling.web.storage.store import put_game
from changeling.web.table import lobby as lobbies
from changeling.web.table.changes import NOTHING_YET, Change
from changeling.web.table.clients import Client
from changeling.web.table.fair_shuffle import seed_of
from changeling.web.table.game_log import first_record, rebuild
from changeling.web.table.live_table import LiveTable
from changeling.web.table.permissions import seat_of
from changeling.web.wire import messages as m
from changeling.web.wire.values import PersonInfo


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


async def contribute(table: LiveTable, client: Client, message: m.Contribute) -> Change:
    """Give one's share in the shuffle."""
    document = deepcopy(table.document)
    document.seats[seat_of(client)].nonce = message.nonce
    return Change(document=document, show="lobby")


# --- beginning --------------------------------------------------------------------------------------------------------
async def start(table: LiveTable, client: Client, message: m.Start) -> Change:
    """The host begins the game; from here on the seed is fixed. Open seats are dropped, and places change by that."""
    document = deepcopy(table.document)
    lobbies.close_seats(document)
    agreed = lobbies.in_force(document)
    await table.workers.oddities(document.deck, table.deck, seats=len(document.seats), meta=agreed)  # may refuse
    names = [seat.name for seat in document.seats]
    nonces = {seat.name: seat.nonce for seat in document.seats if seat.nonce}
    record = first_record(
        table.deck,
        seats=names,
        seed=seed_of(document.secret, table.deck.digest, names, nonces),
        meta=agreed,
        first=None if document.first is None else names[document.first],
        holiday=document.holiday,
        people={seat.name: seat.person for seat in document.seats if seat.person != PersonInfo()},
    )
    game = GameDocument(
        lobbies.draw_id(), document.id, time.time(), document.deck, record.to_json(), document.secret, nonces
    )
    document.phase, document.game, document.ended = "playing", game.id, None
    places = [place for place, seat in enumerate(table.document.seats) if seat.kind != "open"]
    return Change(
        document=document,
        begins=rebuild(game, table.deck),
        advance=NOTHING_YET,
        statements=(put_game(game, digest=record.digest, seed=record.seed, seats=names),),
        places={other: places.index(other.place) if other.place in places else None for other in table.clients},
        show="everything",
    )
