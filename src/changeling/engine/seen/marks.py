"""Marks of cards as people read them: `waffle_crew` is a Waffle Crew card where the deck's texts write it so."""

from __future__ import annotations

import re
from collections import Counter

from changeling.cards.deck import Deck
from changeling.cards.recent import RecentSayings

_known: RecentSayings[dict[int, str]] = RecentSayings()


def mark_in_words(deck: Deck, mark: int) -> str:
    """A mark as the texts of the deck's cards mostly write it; with capital letters where none of them does."""
    known = _known.of(deck, dict)
    if mark not in known:
        known[mark] = _found(deck, mark)
    return known[mark]


def _found(deck: Deck, mark: int) -> str:
    words = deck.marks[mark].replace("_", " ")
    for several in ("", "e?s"):  # of one of them first, then of more
        pattern = re.compile(rf"\b({re.escape(words)}){several}\b", re.IGNORECASE)
        forms = Counter(found[1] for card in deck.cards for found in pattern.finditer(card.text))
        if forms:
            return forms.most_common(1)[0][0]
    return " ".join(word[:1].upper() + word[1:] for word in words.split())
