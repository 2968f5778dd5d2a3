"""What happened, told to one person in short sentences: made from the facts of events, and never read back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from changeling.cards.deck import Deck
from changeling.engine.seen.events import Event
from changeling.terminal.sentences import card_sentences, turn_sentences
from changeling.terminal.sentences.card_sentences import ANSWERS
from changeling.terminal.sentences.voice import Voice, owner


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
        for group in _told([list(alike) for _, alike in groupby(events, _alike)], seat):
            what = group[0].what
            text = "" if what in SILENT else _TELLERS[what](voice, group)
            if text:
                rows.append(Sentence(text, what == "begins a turn"))
        return rows


def _told(groups: list[list[Event]], me: str) -> list[list[Event]]:
    """Without what somebody has chosen, where what happens next tells as much, or it was oneself and nobody has
    answered it."""
    told: list[list[Event]] = []
    after: list[Event] = []  # what happens next besides choosing
    for group in reversed(groups):
        answered = bool(after) and after[0].clause in ANSWERS
        new = group[0].seat != me and not (after and all(_is_told(event, after) for event in group))
        if group[0].what != "names":
            after = group
        elif not answered and not new:
            continue
        told.append(group)
    return told[::-1]


def _is_told(named: Event, after: list[Event]) -> bool:
    """Whether events speak of what somebody has chosen: a player, or a card. Of a card that was not seen there is
    nothing to say."""
    if named.other:
        return any(named.other in (e.seat, e.other, owner(e.origin), owner(e.destination)) for e in after)
    return not named.card or any(named.card in (event.card, event.host, event.because) for event in after)


def _alike(event: Event) -> tuple[object, ...]:
    """Events that are told in one sentence have this in common."""
    if event.what in ("is dealt", "swaps", "discloses", "wins too"):
        return (event.what, event.decision, event.because)
    if event.what in ("counts", "answers", "flips", "remembers", "is held up"):
        return (event.what, event.number)
    if event.what in ("plays", "uses", "rolls", "turns round"):
        return (event.what, event.number)
    places = (event.origin, event.destination)
    return (event.what, event.seat, *places, event.because, event.clause, event.other, event.host, event.answer)


# Kinds of event that have no sentence: a card that was played lies where everybody expects it. The machine never says
# that cards were picked by chance: drawing and playing them says so.
SILENT: Final = frozenset({"settles", "picks by chance"})
_TELLERS: Final = card_sentences.TELLERS | turn_sentences.TELLERS
