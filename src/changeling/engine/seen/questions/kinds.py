"""What cards are called in a question: by their kinds, or by where they lie. Read once for a deck."""

from __future__ import annotations

from typing import Final

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent

LIES: Final = {
    w.KEEPERS: "Keeper",
    w.CREEPERS: "Creeper",
    w.DOWN: "face-down card",
    w.RULES: "New Rule",
    w.GOALS: "Goal",
}
_KINDS: Final = w.KIND_WORDS | {"basic": "Basic Rule"}
_FRONT: Final = (w.KEEPERS, w.CREEPERS, w.DOWN)
_read: Recent[dict[tuple[int, int], tuple[str, ...]]] = Recent()


def kinds_of(deck: Deck, zone: int, which: int) -> tuple[str, ...]:
    """What the cards of a zone that pass a filter are called, one by one."""
    read = _read.of(deck.digest, dict)
    found = read.get((zone, which))
    if found is None:
        found = read[zone, which] = _kinds_of(deck, zone, which)
    return found


def _kinds_of(deck: Deck, zone: int, which: int) -> tuple[str, ...]:
    kinds = deck.filters[which * 4]
    there = {card.kind for card in deck.cards}
    if zone == w.GOALS and not kinds and "ungoal" in there:
        return "Goal", "Ungoal"
    meant = [kind for number, kind in enumerate(w.KINDS) if kinds >> number & 1]
    found = tuple([_KINDS[kind] for kind in meant if kind in there or not there & {*meant}])
    return found if found and zone not in _FRONT else (LIES.get(zone, "card"),)
