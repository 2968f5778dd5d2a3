"""The machine's form of each deck, made once."""

from __future__ import annotations

from changeling.cards.deck import Deck
from changeling.engine.layout import Sheet
from changeling.engine.sheet import sheet_of

_made: dict[str, Sheet] = {}


def sheet_for(deck: Deck) -> Sheet:
    """The deck as the machine reads it; shared by all games of that deck, and never changed by them."""
    if deck.digest not in _made:
        _made[deck.digest] = sheet_of(deck)
    return _made[deck.digest]


def keep_sheet(deck: Deck, sheet: Sheet) -> None:
    """Keep the form of a deck that was made elsewhere, by another process."""
    _made.setdefault(deck.digest, sheet)
