"""Observations and answer masks of single tables, for those who play without the compiled machine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from changeling.cards.deck import Deck
from changeling.engine.arrays.answer_space import Space, action_of, code_of
from changeling.engine.arrays.features import CARD_WIDTH, TABLE_WIDTH, blank, facts_of, size_of
from changeling.engine.arrays.observe import observe
from changeling.engine.layout import GOING, Table
from changeling.engine.sheet_layout import Sheet


class Observer:
    """Looks at tables of a deck with a number of players."""

    __slots__ = ("_answers", "_blank", "_facts", "_sheet", "deck", "size", "space")

    def __init__(self, deck: Deck, d: Sheet, seats: int) -> None:
        self.deck, self.space, self.size = deck, Space(deck), size_of(deck)
        self._answers = self.space.size
        self._sheet, self._facts, self._blank = d, facts_of(deck, seats), blank(deck)

    def observation(self, t: Table, seat: int) -> NDArray[np.uint8]:
        """What a seat sees, whether or not it is asked."""
        seen = self._blank.copy()
        table, cards = seen[None, :TABLE_WIDTH], seen[TABLE_WIDTH:].reshape(1, len(self.deck.cards), CARD_WIDTH)
        observe(self._sheet, t, self._facts, seat, table, cards, 0)
        return seen

    def mask(self, t: Table, seat: int) -> NDArray[np.int8]:
        """1 for each legal answer of a seat; all 0 when it is not asked."""
        asked = t.outcome == GOING and t.asked == seat
        return self.mask_of(t.option[: t.options] if asked else (), seat, t.seats)

    def mask_of(self, codes: Sequence[int], seat: int, seats: int) -> NDArray[np.int8]:
        """1 for each answer that one of these codes of options is, when a seat is asked."""
        mask = np.zeros(self._answers, np.int8)
        for code in codes:
            mask[action_of(code, self._sheet.cards, seat, seats)] = 1
        return mask

    def index(self, t: Table, action: int) -> int | None:
        """Which of the pending options an answer is, or nothing when it is none of them."""
        if not 0 <= action < self._answers or t.outcome != GOING:
            return None
        code = code_of(action, self._sheet.cards, t.asked, t.seats)
        options = t.option[: t.options]
        return options.index(code) if code in options else None
