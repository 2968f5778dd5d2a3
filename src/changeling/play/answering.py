"""Which option an answer means, and how a record writes it down."""

from __future__ import annotations

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.errors import AnswerError
from changeling.record.record import Move


def written(decision: Decision, option: Option) -> Move:
    """How a record keeps an answer: as its text, unless that could be taken for another answer or for a player who
    joins."""
    return option.code if option.text.startswith("+ ") or decision.find(option.text) != option else option.text


def choice(decision: Decision, given: Option | int | str) -> Option:
    """The option that an answer means. Raises AnswerError that lists what was allowed."""
    if isinstance(given, Option):
        if given in decision.options:
            return given
    elif isinstance(given, int) and not isinstance(given, bool):
        if 0 <= given < len(decision.options):
            return decision.options[given]
    elif isinstance(given, str):
        found = decision.find(given)
        if found is not None:
            return found
    allowed = " | ".join(option.text for option in decision.options)
    raise AnswerError(f"'{given}' is not an option: {allowed} ({decision.seat}, {decision.because})")
