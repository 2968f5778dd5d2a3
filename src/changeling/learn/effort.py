"""What a way takes to be found: which of its answers speak for themselves, and what else one must know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Final

from changeling.cards.deck import Card, Deck
from changeling.engine.seen.events import Event
from changeling.errors import ChangelingError
from changeling.learn.puzzle import played_out
from changeling.play.game import Game

_MORE_PLAYS: Final = re.compile(r"play (Play (\d|All)|\w+fold Play)\b")
_ACTING: Final = ("plays", "uses")
_STILL: Final = (*_ACTING, "settles", "wins")


@dataclass(frozen=True, slots=True)
class Effort:
    """What the answers of a way are. Where there is one option alone, nothing has to be found."""

    plain: int = 0  # plays of the Goal that wins, and of Keepers that have only to lie there
    clever: int = 0  # other plays and uses: Actions, Surprises, Goals that win nothing, what is free, ...
    more: int = 0  # rules that give more plays: whoever is short of plays looks for one
    picks: int = 0  # answers that say what to do with a card
    bits: float = 0.0  # of choosing each answer among the options
    nested: int = 0  # cards that others make one play
    at_work: int = 0  # cards that lie there and do something by themselves on the way
    waived: int = 0  # cards that keep something from standing in the way


def effort_of(game: Game, line: Sequence[str]) -> Effort:
    """What a way of a position takes, played where the others let everything pass. Raises ChangelingError where it does
    not win."""
    begun, deck = len(game.events), game.deck
    ended, options = played_out(game.copy(), line)
    ending = ended.ending
    if ending is None:
        raise ChangelingError("the way does not win")
    events = ended.events[begun:]
    chosen = [(text, count) for text, count in zip(line, options, strict=True) if count > 1]
    sorts = [_sort(deck, text, ending.card, events) for text, _ in chosen]
    acted = {event.card for event in events if event.what in _ACTING}
    waived = _others(deck, ending.reason.because, {ending.card, *acted})
    at_work = _others(deck, (event.because for event in events), {ending.card, *acted})
    if waived:  # then nobody has to look where Creepers go
        at_work = [card for card in at_work if card.kind != "creeper"]
    named = {text.partition(" ")[2] for text in line}
    return Effort(
        plain=sorts.count("plain"),
        clever=sorts.count("clever"),
        more=sorts.count("more"),
        picks=sorts.count("pick"),
        bits=sum(log2(count) for _, count in chosen),
        nested=sum(event.what == "plays" and event.card not in named for event in events),
        at_work=len(at_work),
        waived=len(waived),
    )


def are_tempting(answers: Iterable[str]) -> bool:
    """Whether one of some answers looks like the way: not a rule of more plays, which wins nothing by itself."""
    return not all(map(_MORE_PLAYS.match, answers))


def _sort(deck: Deck, text: str, goal: str, events: Sequence[Event]) -> str:
    verb, _, title = text.partition(" ")
    card = deck.card(title) if verb in ("play", "use") else None
    if card is None:
        return "pick"
    if _MORE_PLAYS.match(text):
        return "more"
    if verb == "use":
        return "clever"
    acts = any(event.because == card.title and event.what not in _STILL for event in events)
    return "plain" if card.title == goal or (card.kind == "keeper" and not acts) else "clever"


def _others(deck: Deck, titles: Iterable[str], known: set[str]) -> list[Card]:
    """The cards among some titles, each once, but for those that are known and the Basic Rules."""
    found = (deck.card(title) for title in dict.fromkeys(titles) if title and title not in known)
    return [card for card in found if card is not None and card.kind != "basic"]
