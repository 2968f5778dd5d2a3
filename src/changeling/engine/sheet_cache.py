"""The machine's form of each deck, made once for as long as the deck is in use."""

from __future__ import annotations

from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.sheet import sheet_of
from changeling.engine.sheet_layout import Sheet

_made: Recent[Sheet] = Recent()


def sheet_for(deck: Deck) -> Sheet:
    """The deck as the machine reads it; shared by all games of that deck, and never changed by them."""
    return _made.of(deck.digest, lambda: sheet_of(deck))


def keep_sheet(deck: Deck, sheet: Sheet) -> None:
    """Keep the form of a deck that was made elsewhere, by another process."""
    _made.of(deck.digest, lambda: sheet)
