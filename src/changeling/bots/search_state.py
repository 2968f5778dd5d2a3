"""Room to think in: the arrays that a search works on, for one deck, and the functions that it works with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from changeling.bots import evaluation as outlook
from changeling.bots import tree
from changeling.bots.board import facts_of
from changeling.bots.goal_table import lore_of
from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.machine.playout import sown

KNOBS = (*outlook.KNOBS, *tree.KNOBS)
assert len(KNOBS) == tree.CAP + 1

Think = Callable[..., None]
Store = Callable[[Table, Any, int], None]


@dataclass(slots=True)
class Mind:
    """Thinks about one question at a time. As it is made here it runs interpreted, and slowly; `play` makes fast ones.

    `store` puts a table into a row of `tables`. A mind is `lasting` unless a faster one may come about.
    It does `at_once` iterations between two looks at a clock.
    """

    sheets: Any
    tables: Any
    words: Any
    lore: Any
    knobs: Any
    nodes: Any
    sums: Any
    room: Any
    run: Think = tree.think
    store: Store = field(default_factory=lambda: _lay)
    lasting: bool = True
    at_once: int = 2

    def begin(self, table: Table, seed: int) -> None:
        """Turn to a question: that of a table that the asked seat has imagined."""
        self.store(table, self.tables, tree.ROOT)
        self.nodes[: tree.NODE] = [NONE, NONE, NONE, 0, 0]
        self.sums[0] = 0.0
        self.room[tree.USED] = 1
        self.room[tree.STATE] = sown(seed)

    def think(self, iterations: int) -> None:
        """Go through that many imagined tables more."""
        where = (self.sheets, self.tables, self.words, self.lore, self.knobs, self.nodes, self.sums, self.room)
        self.run(*where, iterations)

    def taken(self, code: int) -> tuple[int, float]:
        """How often the answer was taken, and the share of games won with it, as far as was thought."""
        child = tree.child_of(self.nodes, tree.ROOT, code)
        if child == NONE or not self.nodes[child * tree.NODE + tree.TAKEN]:
            return 0, 0.0
        taken = int(self.nodes[child * tree.NODE + tree.TAKEN])
        return taken, float(self.sums[child]) / taken


def plain_mind(deck: Deck) -> Mind:
    """A mind that runs interpreted."""
    return Mind(
        sheets=[facts_of(deck).sheet],
        tables=[Table() for _ in range(tree.ROWS)],
        words=None,
        lore=_lore(deck),
        knobs=list(KNOBS),
        nodes=[0] * (tree.NODES * tree.NODE),
        sums=[0.0] * tree.NODES,
        room=[0] * tree.ROOM_TO_THINK,
    )


def fast_mind(deck: Deck, *, sheets: Any, tables: Any, words: Any, run: Think, store: Store) -> Mind:
    """A mind for the compiled machine: the deck and the tables are records, the rest are arrays."""
    import numpy as np

    return Mind(
        sheets=sheets,
        tables=tables,
        words=words,
        lore=np.array(_lore(deck), np.int64),
        knobs=np.array(KNOBS, np.float64),
        nodes=np.zeros(tree.NODES * tree.NODE, np.int64),
        sums=np.zeros(tree.NODES, np.float64),
        room=np.zeros(tree.ROOM_TO_THINK, np.int64),
        run=run,
        store=store,
        at_once=64,
    )


_known: dict[str, list[int]] = {}


def _lore(deck: Deck) -> list[int]:
    if deck.digest not in _known:
        _known[deck.digest] = lore_of(deck)
    return _known[deck.digest]


def _lay(t: Table, tables: Any, row: int) -> None:
    tables[row] = t
