"""A small network that scores the answers to a question, run with NumPy: what it is given, what it is made of, and how
its file is read.

It never learns which card is which. A card is given by what an observation says of it and by what its own text does, an
answer by its card or its player and by what greedy thinks that it is worth. So the network can be asked about any deck.
The marks of a card are left out: what they mean differs from deck to deck.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from changeling.bots.summary import NUMBERS
from changeling.cards.codes import A_NUMBER, A_SEAT, A_WORD, ANSWER_WORDS, MAX_SEATS, SORT
from changeling.engine.arrays.features import (
    CARD_WIDTH,
    MARKS,
    OF_CARD,
    OF_TABLE,
    PRINT_WIDTH,
    TABLE_WIDTH,
    WHERE,
    starts,
)
from changeling.errors import ChangelingError

Floats = NDArray[np.float32]

_CARD, _TABLE = starts(OF_CARD), starts(OF_TABLE)
_OPTION = slice(_CARD["option"], _CARD["option"] + A_SEAT)
_AWAY: Final = [
    _CARD["where"] + WHERE.index(place) for place in ("unknown", "discard pile", "Basic Rules", "out of the game")
]
_MARKS = slice(_CARD["marks"], _CARD["marks"] + MARKS)
_OF_SEAT: Final = tuple(_TABLE[name] for name in ("hand", "keepers", "creepers", "doom"))

# What is said of an answer beside its card: where each part begins.
_BY_WORTH: Final = 6
_SORTS_AT: Final = _BY_WORTH
_SEAT_AT: Final = _SORTS_AT + A_WORD + 1
_WORD_AT: Final = _SEAT_AT + MAX_SEATS + len(_OF_SEAT)
_NUMBER_AT: Final = _WORD_AT + len(ANSWER_WORDS) + 1
_LED_TO_AT: Final = _NUMBER_AT + 1
OPTION_WIDTH: Final = _LED_TO_AT + NUMBERS

WIN: Final = 1000.0  # what greedy gives a win
HOPELESS: Final = 100.0  # an answer that greedy thinks worse than the best by so much misses a win or hands one out
CARD_HIDDEN, CONTEXT, ANSWER, LAST = 96, 96, 96, 48  # widths of the layers

SHAPES: Final[Mapping[str, tuple[int, ...]]] = {
    "card": (CARD_WIDTH + PRINT_WIDTH, CARD_HIDDEN),
    "card_bias": (CARD_HIDDEN,),
    "table": (TABLE_WIDTH, CONTEXT),
    "total": (CARD_HIDDEN, CONTEXT),
    "most": (CARD_HIDDEN, CONTEXT),
    "context_bias": (CONTEXT,),
    "answer_card": (CARD_HIDDEN, ANSWER),
    "answer_context": (CONTEXT, ANSWER),
    "answer": (OPTION_WIDTH, ANSWER),
    "answer_bias": (ANSWER,),
    "last": (ANSWER, LAST),
    "last_bias": (LAST,),
    "score": (LAST,),
    "greed": (1,),  # how much greedy's own opinion counts
}


class Questions(NamedTuple):
    """Questions as the network takes them. Cards and answers of all questions stand in one row each; the first card of
    every question is a blank one, which stands for answers that are no card."""

    table: NDArray[np.uint8]  # by question
    cards: NDArray[np.uint8]  # by card that is looked at: what is seen of it
    printed: NDArray[np.intp]  # by card: its row of what is printed, or that of the blank
    card_starts: NDArray[np.intp]  # by question: where its cards begin
    card_question: NDArray[np.intp]  # by card
    options: Floats  # by answer: OPTION_WIDTH numbers
    option_card: NDArray[np.intp]  # by answer: the row of its card
    option_starts: NDArray[np.intp]  # by question: where its answers begin
    option_question: NDArray[np.intp]  # by answer
    lacking: Floats  # by answer: how much it is worse than the best, in greedy's opinion; at most 0
    allowed: NDArray[np.bool_]  # by answer: whether it may be taken at all


def questions_of(
    table: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    asked: NDArray[Any],
    seats: int,
    codes: list[NDArray[Any]],
    worths: list[NDArray[Any]],
    led_to: list[NDArray[Any]],
) -> Questions:
    """Questions from observations, one a row: who is asked, the codes of the options, what greedy gives each, and what
    the tables that each leads to come to (`summary`)."""
    games, deck = cards.shape[:2]
    looked = cards[:, :, _OPTION].any(axis=2) | ~cards[:, :, _AWAY].any(axis=2)
    looked = np.concatenate([np.ones((games, 1), np.bool_), looked], axis=1)  # the blank one first
    question, place = np.nonzero(looked)
    rows = cards[question, np.maximum(place - 1, 0)]
    rows[place == 0] = 0
    rows[:, _MARKS] = 0
    row_of = np.cumsum(looked.reshape(-1)).reshape(looked.shape) - 1
    count = np.array([len(each) for each in codes])
    of = np.repeat(np.arange(games), count)
    code, worth = np.concatenate(codes).astype(np.int64), np.concatenate(worths).astype(np.float64)
    begins = np.concatenate([[0], np.cumsum(count)[:-1]])
    best = np.maximum.reduceat(worth, begins)[of]
    lacking = worth - best
    is_card = code // SORT < A_SEAT
    said = _said(table, of, code, worth, best, asked[of], seats)
    said[:, _LED_TO_AT:] = np.concatenate(led_to).reshape(-1, NUMBERS)
    return Questions(
        table=table,
        cards=rows,
        printed=np.where(place == 0, deck, place - 1),
        card_starts=row_of[:, 0],
        card_question=question,
        options=said,
        option_card=row_of[of, np.where(is_card, code % SORT + 1, 0)],
        option_starts=begins,
        option_question=of,
        lacking=np.maximum(lacking, -30.0).astype(np.float32),
        allowed=lacking > -HOPELESS,
    )


def _said(
    table: NDArray[np.uint8],
    of: NDArray[np.intp],
    code: NDArray[Any],
    worth: NDArray[Any],
    best: NDArray[Any],
    asked: NDArray[Any],
    seats: int,
) -> Floats:
    """What is said of answers beside their cards."""
    said = np.zeros((len(code), OPTION_WIDTH), np.float32)
    sort, value, every = code // SORT, code % SORT, np.arange(len(code))
    lacking = np.maximum(worth - best, -30.0)
    for place, numbers in enumerate(
        (lacking / 10, np.exp(lacking), lacking > -1e-9, np.tanh(best / 20), best > WIN / 2, worth < -0.4 * WIN)
    ):
        said[:, place] = numbers
    said[every, _SORTS_AT + sort] = 1
    chosen = sort == A_SEAT
    away = np.where(chosen, (value - asked) % seats, 0)
    said[every[chosen], _SEAT_AT + away[chosen]] = 1
    for place, field in enumerate(_OF_SEAT):
        said[chosen, _SEAT_AT + MAX_SEATS + place] = np.log1p(table[of, field + away][chosen])
    words = sort == A_WORD
    said[every[words], _WORD_AT + np.minimum(value, len(ANSWER_WORDS))[words]] = 1
    said[:, _NUMBER_AT] = np.where(sort == A_NUMBER, value / 10, 0)
    return said


def with_blank(printed: NDArray[np.uint8]) -> Floats:
    """What is printed on a deck's cards as the network takes it, and the blank one behind them."""
    return np.log1p(np.concatenate([printed, np.zeros((1, PRINT_WIDTH), np.uint8)]).astype(np.float32))


class Network:
    """The weights, and what they say. `weights` are arrays by the names and of the shapes of `SHAPES`."""

    __slots__ = ("weights",)

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self.weights = dict(weights)

    def scores(self, q: Questions, printed: Floats) -> Floats:
        """A score for every answer; the higher the better. Answers that are not allowed have the lowest."""
        w = self.weights
        of_print = printed @ w["card"][CARD_WIDTH:] + w["card_bias"]
        each = np.maximum(np.log1p(q.cards.astype(np.float32)) @ w["card"][:CARD_WIDTH] + of_print[q.printed], 0)
        total, most = np.add.reduceat(each, q.card_starts), np.maximum.reduceat(each, q.card_starts)
        context = np.log1p(q.table.astype(np.float32)) @ w["table"] + w["context_bias"]
        context = np.maximum(context + total @ w["total"] / 8 + most @ w["most"], 0)
        hidden = each[q.option_card] @ w["answer_card"] + (context @ w["answer_context"])[q.option_question]
        hidden = np.maximum(hidden + q.options @ w["answer"] + w["answer_bias"], 0)
        hidden = np.maximum(hidden @ w["last"] + w["last_bias"], 0)
        found = hidden @ w["score"] + w["greed"][0] * q.lacking
        return np.where(q.allowed, found, np.float32(-1e9)).astype(np.float32)


def decoded(data: bytes) -> dict[str, Floats]:
    """The weights from the bytes of their file. Raises ChangelingError unless it holds exactly what `SHAPES` says."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile) as error:
        raise ChangelingError(f"these are not the weights of a policy: {error}") from error
    if set(found) != set(SHAPES):
        odd = ", ".join(sorted(set(found) ^ set(SHAPES)))
        raise ChangelingError(f"these are not the weights of this policy: missing, or unknown: {odd}")
    for name, array in found.items():
        if array.shape != SHAPES[name] or array.dtype != np.float32 or not np.isfinite(array).all():
            raise ChangelingError(
                f"these are not the weights of this policy: '{name}' is {array.dtype} of shape {array.shape}, and "
                f"finite float32 of shape {SHAPES[name]} is needed"
            )
    return found
