"""Greedy's answers on the compiled machine: at tables that are there already, those of a `Batch`, and at those that a
bot imagines from its view.

An entry of its own, since few need it. Where it is not ready a process of its own compiles it, and greedy thinks
interpreted meanwhile; both give the same answers. `CHANGELING_MACHINE` says what it says for games
(`play.compiled.native_games`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.bots import lookahead
from changeling.bots.goal_table import goal_table_for
from changeling.bots.greedy import Greedy
from changeling.bots.greedy_choice import answer_greedily
from changeling.bots.greedy_state import GreedyState, greedy_state
from changeling.bots.lookahead import ROWS
from changeling.bots.search_state import thought_dtype, weights_dtype
from changeling.bots.weights import WEIGHT_SETS
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.decks.shelf import load_deck
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH
from changeling.engine.sheet_cache import sheet_for
from changeling.play.compiled.compiling import Target
from changeling.play.compiled.native_cache import compiled
from changeling.play.compiled.native_games import is_lean_deck, wanted

Answer = Callable[..., int]

_ENTRY: Final = "changeling.bots.greedy_choice.answer_greedily"
_GREEDY: Final = {
    lean: Target(_ENTRY, "changeling.play.compiled.compiled_greedy.compiled_greedy", lean=lean)
    for lean in (False, True)
}
_sheets: Recent[Any] = Recent(32)  # decks as compiled code reads them
_CHECKED: Final = 40  # questions that are answered both ways after a build


class CompiledGreedy:
    """Room for greedy to think about one question of a deck's games at a time."""

    __slots__ = ("_answer", "_deck", "_room", "_words", "thoughts")

    def __init__(self, deck: Deck, answer: Answer) -> None:
        state = compiled_state(deck, answer)
        self._answer, self._deck, self._words, self.thoughts = answer, deck, state.memory, state.thoughts
        arrays = (state.sheets, state.tables, state.memory, state.goals, state.weights, state.thoughts, state.scratch)
        self._room = (*arrays, ROWS)

    def choose(self, bot: Greedy, words: NDArray[np.int64]) -> int:
        """The index of what a bot answers to the question of the table in this memory."""
        self._words[ROWS] = words

        def think(rng: int) -> tuple[int, int]:
            self.thoughts["rng"] = rng
            index = self._answer(*self._room)
            return index, self.thoughts["rng"].item()

        return bot.choose_with(think)

    def __reduce__(self) -> tuple[Any, ...]:
        return greedy_for, (self._deck,)  # it remembers nothing; elsewhere it may not be ready


def compiled_state(deck: Deck, answer: Answer) -> GreedyState:
    """Room for greedy to think in, as the compiled machine takes it; the last row is for a true table."""
    from changeling.engine.native.records import records, sheet_record, store

    tables, memory = records(ROWS + 1)
    weights = np.zeros(len(WEIGHT_SETS), weights_dtype())
    for place, each in enumerate(WEIGHT_SETS):
        weights[place] = astuple(each)
    thoughts = np.zeros(1, thought_dtype())
    return GreedyState(
        sheets=_sheets.of(deck.digest, lambda: sheet_record(sheet_for(deck))),
        goals=np.array(goal_table_for(deck), np.int64),
        tables=tables,
        memory=memory,
        weights=weights,
        thoughts=thoughts,
        thought=thoughts.view(np.recarray)[0],
        scratch=np.zeros(DEAL_SCRATCH, np.int64),
        run=answer,
        store=store,
    )


def state_for(deck: Deck) -> GreedyState:
    """Room for greedy to think about games of a deck: compiled where that is ready, else interpreted until it is."""
    lean = is_lean_deck(deck)
    if wanted() == "interpreted" or not _GREEDY[lean].can_be_had:
        return greedy_state(deck)
    if wanted() == "compiled" or _GREEDY[lean].is_ready():
        return compiled_state(deck, compiled_greedy(lean=lean))
    state = greedy_state(deck)
    state.final = False
    return state


def make_ready(deck: Deck) -> None:
    """Have greedy compiled for games of a deck, for whoever plays many; nothing where that is not wanted. Raises
    NotCompiled."""
    lean = is_lean_deck(deck)
    if wanted() != "interpreted" and _GREEDY[lean].can_be_had:
        compiled_greedy(lean=lean)


def greedy_for(deck: Deck) -> CompiledGreedy | None:
    """Greedy on the compiled machine for games of a deck; nothing where it is not ready yet, or not wanted."""
    lean = is_lean_deck(deck)
    if wanted() == "interpreted" or not _GREEDY[lean].can_be_had:
        return None
    if wanted() != "compiled" and not _GREEDY[lean].is_ready():
        return None
    return CompiledGreedy(deck, compiled_greedy(lean=lean))


@lru_cache(maxsize=2)
def compiled_greedy(*, lean: bool) -> Answer:
    """`answer_greedily`, compiled; `lean` as in `engine.lean`. Raises NotCompiled."""
    machine = compiled(lean=lean)
    from changeling.engine.native.entry_points import copy_table
    from changeling.engine.native.kinds import array_of, record_of

    weights, thought = record_of(weights_dtype()), record_of(thought_dtype())
    kinds: dict[str, Any] = {"Weights": weights, "Thought": thought}
    kinds |= {"WeightSets": array_of(weights), "Thoughts": array_of(thought)}
    return machine.load(answer_greedily, kinds=kinds, compiled_as={lookahead.copy_table: copy_table}, check=difference)


def difference(answer: Answer) -> str:
    """Let greedy answer some questions on both machines; says where the answers differ, or nothing."""
    from changeling.engine.native.records import records, store
    from changeling.play.game import Game

    deck = load_deck("fluxx-4")
    game, ours, bots = (
        Game(deck, seats=["Ann", "Bob", "Cy"], seed=1),
        CompiledGreedy(deck, answer),
        (Greedy(1), Greedy(1)),
    )
    tables, words = records(1)
    for number in range(_CHECKED):
        if game.over:
            break
        decision = game.decision
        option = bots[0].choose(game.view(decision.seat), decision)
        store(game.table.copy(), tables, 0)
        if ours.choose(bots[1], words[0]) != option.index:
            return f"greedy's answer to question {number} differs"
        game.answer(option.index)
    return ""
