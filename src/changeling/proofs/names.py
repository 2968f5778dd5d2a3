"""Names of cards as scenarios write them: copies, names that no card has, and what was given instead of one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from changeling.cards.deck import Deck
from changeling.cards.language.slips import near

_COPY = re.compile(r" #[0-9]+$")
_PLAYED = ("play ", "use ")
_LONGEST = 80  # characters of something strange that are shown


def shown(value: object) -> str:
    """What was given, as an error shows it."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def bare(name: str) -> str:
    """A name without the number of a copy."""
    return _COPY.sub("", name)


def is_copy(name: str) -> bool:
    """Whether a name says which copy it means."""
    return bool(_COPY.search(name))


def not_a_card(deck: Deck, text: str, *, only_played: bool = False) -> Iterator[str]:
    """That a name, or an answer such as `play NAME`, is that of no card, and which one may be meant. `only_played`:
    nothing of a text that could be any other answer."""
    played = next((word for word in _PLAYED if text.startswith(word)), "")
    name = text.removeprefix(played)
    titles = {card.title for card in deck.cards}
    if name.removesuffix(" #1") in titles or (only_played and not played):
        return
    copies = sum(card.name == bare(name) for card in deck.cards)
    if copies:
        yield f"there is no '{name[:_LONGEST]}' in {deck.name}; it has {copies} {bare(name)}"
        return
    meant = "".join(f"; did you mean {one}?" for one in near(name, titles))
    yield f"'{name[:_LONGEST]}' is not a card of {deck.name}{meant}"
