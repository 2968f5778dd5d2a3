"""The lobby of a table as everybody sees it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from changeling.cards.deck import Deck
from changeling.web.gallery.decks import meta_rules
from changeling.web.storage.documents import TableDocument
from changeling.web.table.gathering.fair_shuffle import commitment_of
from changeling.web.table.gathering.lobby import in_force, is_alone
from changeling.web.wire.values import DeckInfo, Lobby, MetaRule, SeatInfo, SeatRequest, ShuffleInfo


@dataclass(frozen=True, slots=True)
class Gathered:
    """Who is there: the places that have a client, those that bots play for somebody away, and how many look on, of
    whom some are about to sit down; and how many screens show the table to a room."""

    here: Collection[int]
    away: Collection[int]
    watching: int
    coming: int
    screens: int


def lobby_of(
    table: TableDocument,
    deck: Deck,
    info: DeckInfo,
    *,
    gathered: Gathered,
    odd: list[str],
    asking: list[SeatRequest],
    seconds: float,
    patience: float,
) -> Lobby:
    """The table as everybody sees it, besides the cards."""
    return Lobby(
        table=table.id,
        round=table.round,
        phase=table.phase,
        deck=info,
        seats=_seats(table, gathered),
        meta=_meta(table, deck),
        first=table.first,
        public=table.public,
        pause=table.pause,
        holiday=table.holiday,
        host=table.seats[table.host].name,
        watching=gathered.watching,
        odd=odd,
        commitment=commitment_of(table.secret) if table.secret else "",
        nonces=table.shuffle.nonces if table.shuffle else {},
        undo=table.phase == "playing" and is_alone(table),
        open=table.open,
        clock=table.clock,
        asking=asking,
        shuffle=_shuffle_of(table, seconds),
        speed=table.speed,
        wins=table.wins,
        patience=patience,
        code=table.code if table.phase == "lobby" else "",
        coming=gathered.coming,
        screens=gathered.screens,
    )


def _seats(table: TableDocument, gathered: Gathered) -> list[SeatInfo]:
    """Who sits where, and who is there."""
    return [
        SeatInfo(
            place=place,
            name=seat.name,
            kind=seat.kind,
            bot=seat.bot if seat.kind == "bot" or place in gathered.away else "",
            host=place == table.host,
            here=place in gathered.here,
            away=place in gathered.away,
            agrees=seat.agrees,
            person=seat.person,
        )
        for place, seat in enumerate(table.seats)
    ]


def _meta(table: TableDocument, deck: Deck) -> list[MetaRule]:
    """The Meta Rules of a deck, and who has agreed to each."""
    agreed = in_force(table)
    return [
        MetaRule(
            name=card.name,
            text=card.text,
            proposed=card.name in table.meta,
            agreed=[seat.name for seat in table.seats if card.name in seat.agrees],
            in_force=card.name in agreed,
        )
        for card in meta_rules(deck)
    ]


def _shuffle_of(table: TableDocument, seconds: float) -> ShuffleInfo:
    """How far the shuffle is."""
    shuffle = table.shuffle
    if shuffle is None:
        given = {seat.name: seat.commitment for seat in table.seats if seat.commitment}
        return ShuffleInfo("open" if table.phase == "lobby" else "none", given, "", "", [], seconds)
    return ShuffleInfo(shuffle.stage, shuffle.commitments, shuffle.terms, shuffle.fingerprint, shuffle.broken, seconds)
