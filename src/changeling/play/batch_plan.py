"""How a batch of games plays, and the arrays that it is given and gives: all of it that is no game yet."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.engine.arrays import batch_step as at
from changeling.engine.arrays.features import CARD_WIDTH, TABLE_WIDTH, blank, size_of
from changeling.errors import ChangelingError
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.whole import SEEDS, as_whole, flag, whole

_PART = 64  # rows that are worth while to be taken by themselves


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """How a batch plays: how many games at once, and when one of them ends or goes on by itself. Raises
    ChangelingError for a number out of range."""

    games: int
    seats: int
    threads: int
    _: KW_ONLY
    observe: bool
    restart: bool
    most: int | None
    only: int | None
    meta: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._keep("games", 1, 1 << 24)
        self._keep("seats", MIN_SEATS, MAX_SEATS)
        self._keep("threads", 1, 1024)
        self._keep("most", 1, (1 << 31) - 1)
        self._keep("only", 0, self.seats - 1)
        for name in ("observe", "restart"):
            object.__setattr__(self, name, flag(name, getattr(self, name)))

    def _keep(self, name: str, least: int, most: int) -> None:
        """Keep a number as one of Python's own; `most` and `only` may be left out."""
        given = getattr(self, name)
        if given is not None or name not in ("most", "only"):
            object.__setattr__(self, name, whole(name, given, least, most))

    def settings(self, answers: int) -> NDArray[Any]:
        """The plan as compiled code reads it, for a deck with so many answers in its space."""
        row, only = np.zeros(1, at.BATCH_SETTINGS), NONE if self.only is None else self.only
        row[0] = (self.games, self.games, self.most or 0, only, self.restart, answers)
        return row

    def parts(self) -> list[tuple[int, int]]:
        """The rows, divided into parts that threads take one after another."""
        number = self.threads * max(1, min(4, self.games // (self.threads * _PART)))
        edges = [self.games * part // number for part in range(number + 1)]
        return [(low, high) for low, high in pairwise(edges) if low < high]


class Observations:
    """Observations of many games: the same memory as bytes, as the parts of an observation, and as words."""

    __slots__ = ("bytes", "cards", "sight", "table")

    def __init__(self, deck: Deck, games: int) -> None:
        size, width = size_of(deck), -(-size_of(deck) // 8) * 8
        whole, empty = np.zeros((games, width), np.uint8), np.zeros(width, np.uint8)
        empty[:size] = blank(deck)
        self.bytes = whole[:, :size]
        self.table = self.bytes[:, :TABLE_WIDTH]
        self.cards = self.bytes[:, TABLE_WIDTH:].reshape(games, len(deck.cards), CARD_WIDTH)
        self.sight = at.Sight(empty.view(np.int64), whole.view(np.int64), self.table, self.cards)


def numbers_of(given: ArrayLike) -> NDArray[Any]:
    """Numbers as an array. Of whole numbers of several kinds NumPy would make fractions, which may be others."""
    if type(given) is np.ndarray:
        return given
    array = np.asarray(given)
    if array.dtype.kind in "fO" and isinstance(given, list | tuple):
        numbers = [number for one in given if (number := as_whole(one)) is not None]
        least, most = min(numbers, default=0), max(numbers, default=0)
        if len(numbers) == len(given) and ((least >= 0 and most < SEEDS) or -SEEDS // 2 <= least <= most < SEEDS // 2):
            return np.array(numbers, np.uint64 if least >= 0 else np.int64)
    return array


def rows_of(where: ArrayLike, games: int) -> NDArray[np.bool_]:
    """A flag for each game: of flags, or of the numbers of some games. Raises ChangelingError for anything else, also
    where a game is named twice: these are flags, too, but of a kind that cannot be told from numbers."""
    given = numbers_of(where)
    if given.dtype.kind == "b" and given.shape == (games,):
        return given.astype(np.bool_)
    rows = given.reshape(-1).tolist() if given.ndim < 2 and (given.dtype.kind in "iu" or not given.size) else [-1]
    if len(set(rows)) < len(rows) or not all(0 <= row < games for row in rows):
        raise ChangelingError(
            f"where: numbers of games, from 0 to {games - 1} and each once, or {games} flags (True or False) are "
            f"needed, not {where!r}"
        )
    chosen = np.zeros(games, np.bool_)
    chosen[rows] = True
    return chosen


def seeds_of(seeds: int | ArrayLike, games: int) -> NDArray[np.int64]:
    """A seed for each game, as the machine's integers."""
    one = as_whole(seeds)
    if one is not None:
        first = np.uint64(whole("seeds", one, 0, SEEDS - 1))
        return (first + np.arange(games, dtype=np.uint64)).view(np.int64)
    given = numbers_of(seeds)
    if given.shape != (games,) or given.dtype.kind not in "iu" or (given.dtype.kind == "i" and (given < 0).any()):
        raise ChangelingError(f"seeds: a number, or {games} numbers of 0 and more, are needed, not {seeds!r}")
    return given.astype(np.uint64).view(np.int64)
