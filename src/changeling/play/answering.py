"""Which option an answer means, and how a record writes it down."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards.deck import Deck
from changeling.engine.seen.questions.decision import Decision, Option, option_of
from changeling.errors import AnswerError
from changeling.record.record import Move
from changeling.whole import as_whole

Given = tuple[tuple[int, ...], int]  # an answer as it was given: the codes of the options, and the index of one of them


def written(deck: Deck, seats: Sequence[str], given: Given) -> Move:
    """How a record keeps an answer: as its text, unless that could be taken for another answer or for a player who
    joins."""
    codes, index = given
    text = option_of(deck, seats, index, codes[index]).text
    if text.startswith("+ ") or any(option_of(deck, seats, 0, code).text == text for code in codes[:index]):
        return codes[index]
    return text


def choice(decision: Decision, given: Option | int | str) -> Option:
    """The option that an answer means. Raises AnswerError that lists what was allowed."""
    if isinstance(given, Option):
        if given in decision.options:
            return given
    elif isinstance(given, str):
        found = decision.find(given)
        if found is not None:
            return found
    else:
        index = as_whole(given)
        if index is not None and 0 <= index < len(decision.options):
            return decision.options[index]
    allowed = " | ".join(option.text for option in decision.options)
    raise AnswerError(f"'{given}' is not an option: {allowed} ({decision.seat}, {decision.because})")
