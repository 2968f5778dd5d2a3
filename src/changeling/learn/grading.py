"""How hard a puzzle is, and what is hinted: from its way and the cards on it."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import Final

from changeling.cards.codes import KIND_WORDS
from changeling.cards.deck import Card, Deck
from changeling.learn.effort import Effort

_BOUNDS: Final = (2.8, 3.6, 4.4, 5.4)  # of the difficulty, between the five grades
_PLAIN: Final = 1.0  # what an answer counts that plays the Goal that wins, or a Keeper for it,
_MORE: Final = 1.0  # one that plays a rule of more plays, which whoever is short of them looks for,
_CLEVER: Final = 2.0  # one that plays or uses something else,
_PICK: Final = 0.6  # and one that says what to do with it: that is mostly plain
_BIT: Final = 0.15  # for each bit of choosing: most of a large hand has nothing to do with it
_WAY: Final = 0.5  # less for every time that there are twice as many ways
_NESTED: Final = 0.5  # a card that another makes one play
_AT_WORK: Final = 1.2  # a card that does something by itself, and has to be reckoned with
_WAIVED: Final = 0.6  # a card that keeps something from standing in the way
_KNOWN: Final = 2  # cards of either sort that count
_STOPPED: Final = 1.5  # a Surprise could stop what looks as good, so that one has to reckon with unseen cards
_LONGER: Final = 1.0  # others can make the way longer
_HIDDEN: Final = 0.5  # the first look does not find it; half of that where it only overlooks a rule of more plays


@dataclass(frozen=True, slots=True)
class Way:
    """What counts of a way besides what it takes: how many there are as short, whether greedy finds one, whether a
    Surprise could stop another first answer, and whether others can make it longer."""

    ways: int
    greedy: bool
    stopped: bool = False
    longer: bool = False


def difficulty(effort: Effort, way: Way) -> float:
    """How hard a way is to find: with many answers, more so with such that win nothing by themselves, among many
    options, by what cards in play do, with Surprises to reckon with, and where few ways lead there."""
    answers = _PLAIN * effort.plain + _MORE * effort.more + _CLEVER * effort.clever + _PICK * effort.picks
    chosen = _BIT * effort.bits - _WAY * log2(max(1, way.ways))
    known = _AT_WORK * min(_KNOWN, effort.at_work) + _WAIVED * min(_KNOWN, effort.waived)
    unseen = _STOPPED * way.stopped + _LONGER * way.longer + _HIDDEN * (not way.greedy) / (2 if effort.more else 1)
    return answers + chosen + _NESTED * effort.nested + known + unseen


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
