"""What happened, told to one person in short sentences: made from the facts of events, and never read back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from changeling.cards.deck import Deck
from changeling.engine.seen.events import Event
from changeling.terminal.sentences import card_sentences, turn_sentences
from changeling.terminal.sentences.voice import Voice


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence; one that says whose turn begins is the heading of what follows."""

    text: str
    heading: bool = False


class Narrator:
    """Tells events in sentences. The text of a card is told the first time that the card is played."""

    def __init__(self, deck: Deck) -> None:
        self._cards = deck.by_title()
        self._told: set[str] = set()

    def sentences(self, seat: str, events: Sequence[Event]) -> list[Sentence]:
        """The events as a seat saw them, several of a kind in one sentence."""
        voice = Voice(seat, self._cards, self._told)
        rows = []
        for group in _told([list(alike) for _, alike in groupby(events, _alike)]):
            what = group[0].what
            text = "" if what in SILENT else _TELLERS[what](voice, group)
            if text:
                rows.append(Sentence(text, what == "begins a turn"))
        return rows


def _told(groups: list[list[Event]]) -> list[list[Event]]:
    """Without what a card names, where nobody has answered it: what it then does tells as much."""
    told: list[list[Event]] = []
    for group in reversed(groups):
        after = told[-1][0] if told else None
        answered = after is None or after.what == "names" or after.clause in ("SURP-1", "SURP-2")
        if group[0].what != "names" or answered:
            told.append(group)
    return told[::-1]


def _alike(event: Event) -> tuple[object, ...]:
    """Events that are told in one sentence have this in common."""
    if event.what in ("is dealt", "swaps", "discloses"):
        return (event.what, event.decision, event.because)
    if event.what in ("counts", "answers", "flips"):
        return (event.what, event.number)
    if event.what in ("plays", "uses", "rolls", "turns round"):
        return (event.what, event.number)
    places = (event.origin, event.destination)
    return (event.what, event.seat, *places, event.because, event.clause, event.other, event.host)


# Kinds of event that have no sentence: a card that was played lies where everybody expects it. The machine never says
# that cards were set aside or picked by chance: drawing and playing them says so.
SILENT: Final = frozenset({"settles", "sets aside", "picks by chance"})
_TELLERS: Final = card_sentences.TELLERS | turn_sentences.TELLERS
