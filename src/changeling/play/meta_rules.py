"""Meta Rules, by their names: what all players agree on before a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from changeling.cards.deck import Deck
from changeling.errors import ChangelingError, DeckError


def meta_names(given: Any) -> tuple[str, ...]:
    """Names as they are kept. Raises ChangelingError for what is no list, as a single name is none."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ChangelingError(f"meta: a list of names is needed, not {given!r}")
    return tuple(given)


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
