"""How hard a puzzle is, and what is hinted: from its way and the cards on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Final

from changeling.cards.codes import KIND_WORDS
from changeling.cards.deck import Card, Deck

_BOUNDS: Final = (3.03, 3.3, 4.2, 7.2)  # of the difficulty, between the five grades
_MORE_PLAYS: Final = re.compile(r"play (Play (\d|All)|\w+fold Play)\b")
_WEIGHED: Final = 4  # answers to a question that are weighed one by one; more are passed over at a glance
_GLANCE: Final = 0.2  # what those others count, beside the ones that are weighed
_PLAY: Final = 1.5  # what an answer counts that plays or uses a card,
_PICK: Final = 0.5  # and one that says what to do with it: that is mostly plain
_GREEDY: Final = 0.6  # what is left of all that where the first look finds it
_HIDDEN: Final = 2.0  # what it counts that the first look does not
_STOPPED: Final = 2.5  # a Surprise could stop what looks as good, so that one has to reckon with unseen cards
_ANSWERED: Final = 1.0  # for each: a Surprise of one's own is on the way; others can make the way longer


def difficulty(line: Sequence[str], options: Sequence[int], way: Way) -> float:
    """How hard a way is to find: with many plays, one of few among several answers, not what looks best at once, and
    with Surprises to reckon with. Picking a target counts less than a play, and how large the hand is counts for
    little: most of its cards have nothing to do with it. Nor does it count much that a rule gives more plays."""
    chosen = [(text, count) for text, count in zip(line, options, strict=True) if count > 1]
    weights = [_weight(text) for text, _ in chosen]
    tried = sum(weight / _PLAY * _effort(count) for weight, (_, count) in zip(weights, chosen, strict=True))
    found = sum(weights) + max(0.0, tried - log2(max(1, way.ways))) / 1.5
    usual = any(map(_MORE_PLAYS.match, line))
    found = found * _GREEDY if way.greedy else found + (_HIDDEN / 2 if usual else _HIDDEN)
    return found + _STOPPED * way.stopped + _ANSWERED * (way.surprise + (way.length > len(line)))


@dataclass(frozen=True, slots=True)
class Way:
    """What counts of a way besides its answers: how many choices it takes at most, how many there are as short, whether
    the greedy bot finds one, whether another first answer could be stopped by a Surprise, and whether it has one."""

    length: int
    ways: int
    greedy: bool
    stopped: bool = False
    surprise: bool = False


def _weight(text: str) -> float:
    """What an answer counts. Who is short of plays looks for a rule that gives more: that is no discovery."""
    return _PLAY if text.startswith(("play ", "use ")) and not _MORE_PLAYS.match(text) else _PICK


def are_tempting(answers: Iterable[str]) -> bool:
    """Whether one of some answers looks like the way: not a rule of more plays, which wins nothing by itself."""
    return not all(map(_MORE_PLAYS.match, answers))


def _effort(answers: int) -> float:
    """What it takes to choose among so many answers, in bits."""
    return log2(max(1, min(answers, _WEIGHED))) + _GLANCE * log2(max(1.0, answers / _WEIGHED))


def grade_of(value: float) -> int:
    """The grade, 1 to 5, of a difficulty."""
    return 1 + sum(value >= bound for bound in _BOUNDS)


def hints(text: str, answers: str, deck: Deck, *, begun: bool, only: bool = False) -> tuple[str, str]:
    """Two hints at a question of which `text` is a right answer, with so many answers to go: what sort of card to go on
    with, then which. Where the `only` answer is asked for, there is no more than one to give."""
    verb, card = _about(deck, text)
    begin = "Go on" if begun else "Begin"
    left = f"{answers[0].upper()}{answers[1:]} {'is' if answers.endswith('answer') else 'are'} left."
    many = "One answer is asked for." if only else left if begun else f"It takes {answers}."
    second = sentence(f"{begin} with: {said(deck, text)}")
    if card is None or verb not in ("play", "use"):
        return many, second
    if verb == "use":
        return f"{many} {begin} with something that is free.", second
    return f"{many} {begin} with a card of this kind: {KIND_WORDS[card.kind]}.", second


def said(deck: Deck, text: str) -> str:
    """An answer as people say it: of two cards with one name no number is told."""
    verb, card = _about(deck, text)
    return text if card is None else f"{verb} {card.name}".strip()


def sentence(text: str) -> str:
    """A text with a full stop, but where a title that ends it has a mark of its own."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _about(deck: Deck, text: str) -> tuple[str, Card | None]:
    """What an answer does with a card, if it plays or uses one, and the card that it names, if any."""
    verb, _, title = text.partition(" ")
    if verb in ("play", "use") and (card := deck.card(title)) is not None:
        return verb, card
    return "", deck.card(text)
