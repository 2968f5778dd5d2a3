"""What greedy works on for one deck: lists where it is interpreted, arrays and records where it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from changeling.bots.goal_table import goal_table_for
from changeling.bots.greedy_choice import answer_greedily
from changeling.bots.lookahead import ROWS, WORLD, Thought
from changeling.bots.summary import NUMBERS
from changeling.bots.weights import WEIGHT_SETS
from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH
from changeling.engine.sheet_cache import sheet_for


@dataclass(slots=True)
class GreedyState:
    """Room for greedy's thoughts about one question at a time.

    `store` puts a table into a row of `tables`, `run` is `answer_greedily`. A state is `final` unless a faster one may
    become available.
    """

    sheets: Any
    goals: Any
    tables: Any
    memory: Any  # that of the tables, as integers
    weights: Any
    thoughts: Any
    thought: Any  # the only one of `thoughts`, with its fields as attributes
    scratch: Any
    run: Callable[..., int]
    store: Callable[[Table, Any, int], None]
    final: bool = True

    def weigh(self, world: Table, rng: int, through: int) -> int:
        """Weigh the options of the question at a table that the asked seat has imagined; gives the index of the one
        that is taken. `rng` and `through` are as in `Thought`; the generator's state afterwards is `thought.rng`."""
        self.store(world, self.tables, WORLD)
        self.thought.rng, self.thought.through = rng, through
        arrays = (self.sheets, self.tables, self.memory, self.goals, self.weights, self.thoughts, self.scratch)
        return int(self.run(*arrays, WORLD))

    def weighed(self, options: int) -> tuple[list[float], list[float]]:
        """What the options that were just weighed are worth, and what the tables that each leads to come to."""
        worth, led_to = self.thought.worth[:options], self.thought.led_to[: options * NUMBERS]
        return list(map(float, worth)), list(map(float, led_to))


def greedy_state(deck: Deck) -> GreedyState:
    """Room to think about games of a deck, interpreted."""
    thought = Thought()
    return GreedyState(
        sheets=[sheet_for(deck)],
        goals=goal_table_for(deck),
        tables=[None] * ROWS,  # each is put there before it is looked at
        memory=None,
        weights=list(WEIGHT_SETS),
        thoughts=[thought],
        thought=thought,
        scratch=[0] * DEAL_SCRATCH,
        run=answer_greedily,
        store=_store,
    )


def _store(t: Table, tables: Any, row: int) -> None:
    tables[row] = t
