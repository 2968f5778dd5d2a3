"""How hard a puzzle is, and what is hinted: from its way and the cards on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final

from changeling.cards.codes import KIND_WORDS
from changeling.cards.deck import Deck

_BOUNDS: Final = (5.2, 6.4, 7.8, 9.6)  # of the difficulty, between the five grades
_WEIGHED: Final = 4  # answers to a question that are weighed one by one; more are passed over at a glance
_GLANCE: Final = 0.2  # what those others count, beside the ones that are weighed


def difficulty(*, length: int, ways: int, options: Sequence[int], greedy: bool) -> float:
    """How hard a way is to find: long, one of few among several answers, and not what looks best at once. How large the
    hand is counts for little: most of its cards have nothing to do with it."""
    tried = sum(map(_effort, options))
    return length * 1.5 + max(0.0, tried - log2(max(1, ways))) / 1.5 + (0 if greedy else 2)


def _effort(answers: int) -> float:
    """What it takes to choose among so many answers, in bits."""
    return log2(max(1, min(answers, _WEIGHED))) + _GLANCE * log2(max(1.0, answers / _WEIGHED))


def grade_of(value: float) -> int:
    """The grade, 1 to 5, of a difficulty."""
    return 1 + sum(value >= bound for bound in _BOUNDS)


def hints(text: str, left: int, deck: Deck, *, begun: bool) -> tuple[str, str]:
    """Two hints at a question of which `text` is a right answer, with so many answers left: what sort of card to go on
    with, then which."""
    verb, _, title = text.partition(" ")
    card = deck.card(title) if verb in ("play", "use") else None
    answers, begin = _answers(left, begun=begun), "Go on" if begun else "Begin"
    if card is None:
        return answers, f"{begin} with: {text}."
    if verb == "use":
        return f"{answers} {begin} with something that is free.", f"{begin} with: use {card.name}."
    return (
        f"{answers} {begin} with a card of this kind: {KIND_WORDS[card.kind]}.",
        f"{begin} with: play {card.name}.",
    )


def _answers(left: int, *, begun: bool) -> str:
    if not begun:
        return f"It takes {left} {'answer' if left == 1 else 'answers'}."
    if left == 0:
        return "There is nothing more to choose."
    return "1 answer is left." if left == 1 else f"{left} answers are left."
