"""*How to play* at the page: what `learn.how_to_play` says of a deck, as the wire's type."""

from __future__ import annotations

from dataclasses import asdict

import msgspec

from changeling.cards.deck import Deck
from changeling.learn.how_to_play import how_to_play
from changeling.web.gallery.decks import deck_info
from changeling.web.wire.practice import HowTo


def how_to(deck: Deck) -> HowTo:
    """How a deck is played."""
    return msgspec.convert({"deck": deck_info(deck).id, **asdict(how_to_play(deck))}, HowTo)
