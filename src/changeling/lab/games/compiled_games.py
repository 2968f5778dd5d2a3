"""Games with bots in their seats on the compiled machine. It is compiled with what is counted, apart from other play,
so that only those who play games by the thousand wait for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.bots import lookahead
from changeling.bots.goal_table import goal_table_for
from changeling.bots.search_state import thought_dtype, weights_dtype
from changeling.bots.weights import WEIGHT_SETS
from changeling.engine.lean import is_lean
from changeling.engine.machine import journal
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH
from changeling.lab.games.game_rows import CARD_ROW, GAME_ROW, MOST_TURNS, TURN_ROW, Rows
from changeling.lab.games.seated_games import GAMES_PLAN, GAMES_ROWS, GREEDY, START, Room, Told, play_seated
from changeling.lab.games.start_tables import Setting, setting_of
from changeling.lab.games.tally import TALLY_FIELDS, count_note
from changeling.play.compiled.native_cache import compiled

_TURNS_AT_ONCE: Final = 16 * MOST_TURNS
_NO_ANSWERS: Final = np.zeros(0, np.int64)
_CHECKED: Final = 60  # answers of a game that are played on both machines after a build


@lru_cache(maxsize=4)
def compiled_play(*, boundscheck: bool = False, lean: bool = False) -> Callable[..., int]:
    """`play_seated`, compiled; `lean` as in `engine.lean`. Raises NotCompiled."""
    machine = compiled(boundscheck=boundscheck, beside=TALLY_FIELDS, lean=lean)
    from changeling.engine.native.entry_points import copy_table
    from changeling.engine.native.kinds import array_of, record_of, tuple_of

    kinds = {"Tallied": machine.kinds["Table"], "Tallies": machine.kinds["Tables"]}
    for name, kind in (
        ("Weights", weights_dtype()),
        ("Thought", thought_dtype()),
        ("GamesPlan", GAMES_PLAN),
        ("GameRow", GAME_ROW),
        ("CardRow", CARD_ROW),
        ("TurnRow", TURN_ROW),
    ):
        kinds[name] = record = record_of(kind)
        kinds["WeightSets" if name == "Weights" else f"{name}s"] = array_of(record)
    ints = machine.kinds["Ints"]
    room = [machine.kinds[name] for name in ("Sheets", "Tables", "Words")]
    kinds["RoomGiven"] = tuple_of([*room, ints, kinds["WeightSets"], kinds["Thoughts"], ints])
    kinds["ToldGiven"] = tuple_of([kinds["GameRows"], kinds["CardRows"], kinds["TurnRows"], ints])
    swapped: dict[Callable[..., Any], Callable[..., Any]] = {lookahead.copy_table: copy_table, journal.note: count_note}
    return machine.load(play_seated, kinds=kinds, compiled_as=swapped, check=difference)


def difference(play: Callable[..., int]) -> str:
    """Play a game on both machines; says where they differ, or nothing."""
    from changeling.lab.games.interpreted_games import interpreted_rows

    seeds, setting = np.arange(2, dtype=np.uint64), setting_of("fluxx-4")
    ours = CompiledGames(setting, 2, play=play).play([GREEDY] * 2, seeds, cap=_CHECKED)
    theirs = interpreted_rows(setting, ["greedy"] * 2, seeds, _CHECKED)
    same = all(len(one) == len(other) and (one == other).all() for one, other in zip(ours, theirs, strict=True))
    return "" if same else f"games of greedy seats differ: {ours.games} and {theirs.games}"


class CompiledGames:
    """Room for games of one setting and one number of seats, on one thread."""

    def __init__(
        self, setting: Setting, seats: int, *, boundscheck: bool = False, play: Callable[..., int] | None = None
    ) -> None:
        from changeling.engine.native.records import records, sheet_record, store, table_with

        lean = not boundscheck and is_lean(setting.deck, setting.sheet)
        self._play = play or compiled_play(boundscheck=boundscheck, lean=lean)
        self._cards = len(setting.deck.cards)
        tables, words = records(GAMES_ROWS, table_with(TALLY_FIELDS))
        store(setting.start(seats), tables, START)
        weights = np.zeros(len(WEIGHT_SETS), weights_dtype())
        for place, each in enumerate(WEIGHT_SETS):
            weights[place] = astuple(each)
        goals = np.array(goal_table_for(setting.deck), np.int64)
        thoughts, scratch = np.zeros(1, thought_dtype()), np.zeros(DEAL_SCRATCH, np.int64)
        self._room = tuple(Room(sheet_record(setting.sheet), tables, words, goals, weights, thoughts, scratch))

    def play(self, bots: Sequence[int], seeds: NDArray[np.uint64], *, cap: int, records: bool = True) -> Rows:
        """Play a game for each seed; without `records` only the games have rows, and nothing is counted."""
        plans = np.zeros(1, GAMES_PLAN)
        plan = plans[0]
        plan["games"], plan["cap"], plan["records"] = len(seeds), cap, records
        plan["bots"][: len(bots)] = bots
        games = np.zeros(len(seeds), GAME_ROW)
        games["seed"] = seeds
        cards = np.zeros(len(seeds) * self._cards if records else 0, CARD_ROW)
        turns = np.zeros(_TURNS_AT_ONCE, TURN_ROW)
        plan["room"] = len(turns)
        parts: list[NDArray[Any]] = []
        while plan["done"] < len(seeds):
            plan["turns"] = 0
            self._play(self._room, tuple(Told(games, cards, turns, _NO_ANSWERS)), plans)
            parts.append(turns[: plan["turns"]].copy())
        return Rows(games, cards, np.concatenate(parts) if parts else turns[:0])

    def answers(self, bots: Sequence[int], seed: int, *, cap: int) -> list[int]:
        """The answers of the game of a seed: the index of the option taken at each question."""
        plans = np.zeros(1, GAMES_PLAN)
        plan = plans[0]
        plan["games"], plan["cap"], plan["answers"], plan["room"] = 1, cap, 1, MOST_TURNS
        plan["bots"][: len(bots)] = bots
        games, cards, turns = np.zeros(1, GAME_ROW), np.zeros(0, CARD_ROW), np.zeros(MOST_TURNS, TURN_ROW)
        games["seed"] = seed
        taken = np.zeros(cap, np.int64)
        self._play(self._room, tuple(Told(games, cards, turns, taken)), plans)
        return [int(index) for index in taken[: games[0]["answers"]]]
