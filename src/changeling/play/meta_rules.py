"""Meta Rules, by their names: what all players agree on before a game."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards.deck import Deck
from changeling.errors import DeckError


def meta_rules(deck: Deck, names: Sequence[str]) -> list[int]:
    """The cards of some Meta Rules. Raises DeckError that lists those of the deck."""
    found = []
    for name in names:
        card = deck.card(name)
        if card is None or card.kind != "meta":
            known = ", ".join(card.title for card in deck.cards if card.kind == "meta") or "none"
            raise DeckError(f"'{name}' is not a Meta Rule of {deck.name}; it has: {known}")
        found.append(card.id)
    return found
