"""What greedy works on for one deck: lists where it is interpreted. (Compiled, arrays of the same things.)"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from changeling.bots.goal_table import goal_table_for
from changeling.bots.lookahead import ROWS, Thought
from changeling.bots.weights import WEIGHT_SETS, Weights
from changeling.cards.deck import Deck
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet


@dataclass(slots=True)
class GreedyState:
    """Room for greedy's thoughts about one question at a time, interpreted."""

    sheets: list[Sheet]
    goals: list[int]
    tables: list[Any] = field(default_factory=lambda: [None] * ROWS)  # each is put there before it is looked at
    weights: list[Weights] = field(default_factory=lambda: list(WEIGHT_SETS))
    thoughts: list[Thought] = field(default_factory=lambda: [Thought()])
    scratch: list[int] = field(default_factory=lambda: [0] * DEAL_SCRATCH)


def greedy_state(deck: Deck) -> GreedyState:
    """Room to think about games of a deck."""
    return GreedyState([sheet_for(deck)], goal_table_for(deck))
