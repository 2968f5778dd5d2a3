"""Games on the compiled machine in which some seats are a policy's, which is asked for all games at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.bots import lookahead
from changeling.bots.goal_table import goal_table_for
from changeling.bots.lookahead import TURN_BUDGET
from changeling.bots.search_state import thought_dtype, weights_dtype
from changeling.bots.weights import WEIGHT_SETS
from changeling.cards.deck import Deck
from changeling.engine.arrays.features import CARD_WIDTH, TABLE_WIDTH, blank, facts_of
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH
from changeling.lab.games.seated_games import Room
from changeling.lab.games.start_tables import setting_of
from changeling.lab.games.weighed_games import FIRST, START, WEIGHED, Sight, go_on
from changeling.play.compiled.native_cache import compiled

CAP: Final = 4000  # answers in a game; one that is not over by then has no winner


@lru_cache(maxsize=1)
def compiled_go_on() -> Callable[..., int]:
    """`go_on`, compiled. Raises NotCompiled."""
    machine = compiled()
    from changeling.engine.native.entry_points import copy_table
    from changeling.engine.native.kinds import array_of, record_of, tuple_of

    ints, facts = machine.kinds["Ints"], array_of("i4")
    table, cards = array_of("u1", 2, "A"), array_of("u1", 3, "A")
    kinds: dict[str, Any] = {"Facts": facts, "TableBytes": table, "CardBytes": cards}
    for name, kind in (("Weights", weights_dtype()), ("Thought", thought_dtype()), ("Weighed", WEIGHED)):
        kinds[name] = record_of(kind)
        kinds["WeightSets" if name == "Weights" else f"{name}s"] = array_of(kinds[name])
    room = [machine.kinds[name] for name in ("Sheets", "Tables", "Words")]
    kinds["RoomGiven"] = tuple_of([*room, ints, kinds["WeightSets"], kinds["Thoughts"], ints])
    kinds["SightGiven"] = tuple_of([facts, table, cards])
    return machine.load(go_on, kinds=kinds, compiled_as={lookahead.copy_table: copy_table})


class PolicyGames:
    """Games of one deck, side by side. `told` has a row for each: the pending question with what greedy thinks of its
    options, and how the game before ended. `table` and `cards` are what the asked seats see.

    Seats whose bit is set in `told["next_greedy"]` are greedy's from the row's next game on.
    """

    def __init__(
        self,
        deck: str | Deck,
        games: int,
        seats: int,
        seed: int,
        *,
        greedy: NDArray[np.int64],
        through: int = TURN_BUDGET,
    ) -> None:
        from changeling.engine.native.records import records, sheet_record, store

        setting = setting_of(deck)
        self.deck, self.games, self.seats = setting.deck, games, seats
        self.tables, memory = records(FIRST + games)
        store(setting.start(seats), self.tables, START)
        weights = np.zeros(len(WEIGHT_SETS), weights_dtype())
        for place, each in enumerate(WEIGHT_SETS):
            weights[place] = astuple(each)
        goals = np.array(goal_table_for(setting.deck), np.int64)
        thoughts, scratch = np.zeros(1, thought_dtype()), np.zeros(DEAL_SCRATCH, np.int64)
        self._room = tuple(Room(sheet_record(setting.sheet), self.tables, memory, goals, weights, thoughts, scratch))
        self._blank = blank(setting.deck)
        seen = np.zeros((games, len(self._blank)), np.uint8)
        self.table, self.cards = seen[:, :TABLE_WIDTH], seen[:, TABLE_WIDTH:].reshape(games, -1, CARD_WIDTH)
        self._seen = seen
        self._sight = tuple(Sight(np.array(facts_of(setting.deck, seats), np.int32), self.table, self.cards))
        self.told = np.zeros(games, WEIGHED)
        self.told["row"] = np.arange(FIRST, FIRST + games)
        self.told["seed"] = np.arange(seed, seed + games) - games
        self.told["stride"], self.told["cap"], self.told["fresh"] = games, CAP, 1
        self.told["next_greedy"], self.told["through"] = greedy, through
        self._go_on = compiled_go_on()
        self.go_on()

    def go_on(self) -> None:
        """Give every game the option `told["index"]` as its answer, and go on to the next question of the policy's."""
        self._seen[:] = self._blank
        self._go_on(self._room, self._sight, self.told, self.games)
