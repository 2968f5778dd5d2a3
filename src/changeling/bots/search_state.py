"""What a search works on for one deck: lists where it is interpreted, arrays and records where it is compiled.

NumPy is imported only for the compiled form, so that bots run without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from typing import TYPE_CHECKING, Any

from changeling.bots import tree as search_tree
from changeling.bots.goal_table import goal_table_for
from changeling.bots.lookahead import THOUGHT_FIELDS
from changeling.bots.tree import ROOT, TREE_FIELDS, Tree
from changeling.bots.weights import WEIGHT_SETS, Weights
from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH
from changeling.engine.machine.playout import seed_state
from changeling.engine.sheet_cache import sheet_for

if TYPE_CHECKING:
    import numpy as np

Think = Callable[..., None]
Store = Callable[[Table, Any, int], None]


@dataclass(slots=True)
class SearchState:
    """The state of a search about one question at a time.

    `store` puts a table into a row of `tables`. A state is `final` unless a faster one may become available. It does
    `iterations_per_call` iterations between two looks at a clock.
    """

    sheets: Any
    tables: Any
    memory: Any  # that of the tables, as integers
    goals: Any
    weights: Any
    trees: Any
    tree: Any  # the only one of `trees`, with its fields as attributes
    scratch: Any
    run: Think
    store: Store
    iterations_per_call: int
    final: bool = True

    def begin(self, table: Table, seed: int) -> None:
        """Turn to a question: that of a table that the asked seat has imagined."""
        self.store(table, self.tables, ROOT)
        tree = self.tree
        tree.code[ROOT] = tree.child[ROOT] = tree.sibling[ROOT] = NONE
        tree.possible[ROOT] = tree.taken[ROOT] = 0
        tree.total[ROOT] = 0.0
        tree.nodes = 1
        tree.rng = seed_state(seed)

    def think(self, iterations: int) -> None:
        """Go through that many imagined tables more."""
        arrays = (self.sheets, self.tables, self.memory, self.goals, self.weights, self.trees, self.scratch)
        self.run(*arrays, iterations)

    def taken(self, code: int) -> tuple[int, float]:
        """How often the answer was taken, and the share of games won with it, as far as the search went."""
        child = search_tree.child_of(self.tree, ROOT, code)
        if child == NONE or not self.tree.taken[child]:
            return 0, 0.0
        taken = int(self.tree.taken[child])
        return taken, float(self.tree.total[child]) / taken


def interpreted_state(deck: Deck) -> SearchState:
    """A state that is searched interpreted, and slowly."""
    tree = Tree()
    return SearchState(
        sheets=[sheet_for(deck)],
        tables=[Table() for _ in range(search_tree.ROWS)],
        memory=None,
        goals=goal_table_for(deck),
        weights=list(WEIGHT_SETS),
        trees=[tree],
        tree=tree,
        scratch=[0] * DEAL_SCRATCH,
        run=search_tree.think,
        store=_store,
        iterations_per_call=2,
    )


def compiled_state(deck: Deck, *, sheets: Any, tables: Any, memory: Any, run: Think, store: Store) -> SearchState:
    """A state for the compiled search; deck, tables and their memory are as the compiled machine has them."""
    import numpy as np

    weights = np.zeros(len(WEIGHT_SETS), weights_dtype())
    for place, each in enumerate(WEIGHT_SETS):
        weights[place] = astuple(each)
    trees = np.zeros(1, tree_dtype())
    return SearchState(
        sheets=sheets,
        tables=tables,
        memory=memory,
        goals=np.array(goal_table_for(deck), np.int64),
        weights=weights,
        trees=trees,
        tree=trees.view(np.recarray)[0],
        scratch=np.zeros(DEAL_SCRATCH, np.int64),
        run=run,
        store=store,
        iterations_per_call=64,
    )


def weights_dtype() -> np.dtype[Any]:
    """A set of weights as a record."""
    import numpy as np

    return np.dtype([(each.name, "f8") for each in fields(Weights)])


def tree_dtype() -> np.dtype[Any]:
    """A search tree as a record."""
    import numpy as np

    return np.dtype([(name, kind, (length,)) if length else (name, kind) for name, length, kind in TREE_FIELDS])


def thought_dtype() -> np.dtype[Any]:
    """What greedy works with, as a record."""
    import numpy as np

    return np.dtype(
        [(name, kind, (length,)) if length else (name, kind) for name, length, kind in THOUGHT_FIELDS], align=True
    )


def _store(t: Table, tables: Any, row: int) -> None:
    tables[row] = t
