"""What is kept of games besides their rows: the cards that they are played with, and how they stood when last left."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from changeling.web.storage.documents import GameDocument
from changeling.web.storage.store import Statement, Store, put_game
from changeling.web.wire.kept_deck import KeptDeck


def put_new_game(document: GameDocument, listing: bytes, *, seed: int, seats: Sequence[str]) -> tuple[Statement, ...]:
    """Write a new game and the cards that it is played with. `listing` is every card as JSON, for whoever looks on when
    no engine can read the texts any more."""
    deck = document.deck
    assert isinstance(deck, KeptDeck), "a game is begun with cards"
    cards = _id_of(deck, listing)
    keep = (
        "INSERT INTO decks (id, digest, name, title, texts, listing) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET digest = excluded.digest",  # waits for a purge that is removing it
        (cards, deck.digest, deck.name, deck.title, deck.texts, listing.decode()),
    )
    return put_game(document, digest=deck.digest, seed=seed, seats=seats, cards=cards), keep


def _id_of(deck: KeptDeck, listing: bytes) -> str:
    made = hashlib.sha256()
    for part in (deck.digest, deck.name, deck.title, deck.texts):
        made.update(part.encode() + b"\0")
    made.update(listing)
    return made.hexdigest()[:32]


def put_picture(game: str, text: str) -> Statement:
    """Write down how a game stands."""
    return (
        "INSERT INTO pictures (game, text) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET text = excluded.text",
        (game, text),
    )


async def picture_of(store: Store, game: str) -> str | None:
    """How a game stood when it was last left; None where that was not written down. Raises StoreError."""
    rows = await store.read("SELECT text FROM pictures WHERE game = ?", game)
    return str(rows[0][0]) if rows else None


async def listing_of(store: Store, game: str) -> bytes | None:
    """Every card of a game as JSON; None where they were not kept. Raises StoreError."""
    rows = await store.read("SELECT listing FROM decks WHERE id = (SELECT cards FROM games WHERE id = ?)", game)
    return str(rows[0][0]).encode() if rows else None
