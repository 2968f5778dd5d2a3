"""Doing the moves of a record again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from changeling.engine.setup import Person
from changeling.errors import AnswerError, ChangelingError, RecordError
from changeling.record.record import Move

if TYPE_CHECKING:
    from changeling.play.game import Game


def redo(game: Game, move: Move, people: Mapping[str, Person], number: int) -> None:
    """Do a move of a record again. Raises RecordError. That does not list the options there were, because whoever
    reads it may not be the player who was asked."""
    try:
        if isinstance(move, int):
            answer_code(game, move)
        elif move.startswith("+ ") and (move[2:] in people or game.over or game.decision.find(move) is None):
            game.join(move[2:], people.get(move[2:]))
        else:
            game.answer(move)
    except AnswerError as error:
        raise RecordError(f"move {number}, '{move}', does not fit: it is no answer to what is asked there") from error
    except ChangelingError as error:
        raise RecordError(f"move {number}, '{move}', does not fit: {error}") from error


def answer_code(game: Game, code: int) -> None:
    """Answer the pending decision with the option of a code."""
    decision = game.decision
    option = decision.by_code(code)
    if option is None:
        raise AnswerError(f"{code} is not the code of an option")
    game.give(decision, option)
