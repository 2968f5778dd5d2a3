"""The compiled functions that Python calls to play: copying a table, and whatever goes on in a row of tables.

Arrays and a row are passed, never a record: that is four times cheaper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.cards.codes import NONE
from changeling.engine.layout import FRAME, Table
from changeling.engine.machine import journal
from changeling.engine.machine.frames import make_room
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import checked_playout, playout
from changeling.engine.native.records import TABLE

# Arrays; `build.py` has their kinds by these names.
Sheets = NDArray[Any]  # one deck, as a record
Tables = NDArray[Any]  # records, a row a game
Words = NDArray[np.int64]  # the same memory as Tables: a row a game
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Grid = NDArray[np.uint8]  # a row a game
Reals = NDArray[np.float64]
Rewards = NDArray[np.float32]  # a row a game
Plans = NDArray[Any]  # one plan, as a record

OUTCOMES: Final = 8
PLAN: Final = np.dtype(
    [
        ("start", "i8"),  # the row with the table that each game begins with; the row played in: as it lies there
        ("seed", "i8"),  # of the first game; each has the next one
        ("first", "i8"),  # the seat that begins, or NONE: by chance
        ("games", "i8"),
        ("cap", "i8"),  # answers after which a game is broken off
        ("census", "i8"),  # 1: all cards are counted at every decision
        ("outcomes", "i8", (OUTCOMES,)),  # how many games ended in which way
    ],
    align=True,
)

assert TABLE.fields is not None
_STACK_AT = TABLE.fields["stack"][1]
assert _STACK_AT % 8 == 0
_FRAME_WORDS = FRAME * 2 // 8
_HEAD_WORDS = _STACK_AT // 8


def plan_of(
    *, start: int, seed: int, first: int = NONE, games: int = 1, cap: int = 0, census: bool = False
) -> NDArray[Any]:
    """A plan for `play_row`."""
    plans = np.zeros(1, PLAN)
    plans[0] = (start, seed, first, games, cap, census, 0)
    return plans


def no_note(t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
    """Compiled games keep no journal."""


def has_room(t: Table) -> None:
    """Nothing: a compiled table has all the room from the beginning."""


# Functions that are another one in compiled code.
COMPILED_AS: Final[dict[Callable[..., Any], Callable[..., Any]]] = {journal.note: no_note, make_room: has_room}


def copy_table(tables: Tables, words: Words, source: int, target: int) -> None:
    """Copy a row, as far as its stack is in use."""
    deep = max(tables[source].frames, tables[target].frames)
    copy_words(words, source, target, _HEAD_WORDS + deep * _FRAME_WORDS)


def copy_words(words: Words, source: int, target: int, count: int) -> None:
    """Copy the beginning of a row over that of another one."""
    for word in range(count):
        words[target, word] = words[source, word]


def copy_by_turns(tables: Tables, words: Words, row: int, sources: int, times: int) -> None:
    """Copy into a row, from each of the rows behind it by turns: what the bench measures a copy with."""
    for number in range(times):
        copy_table(tables, words, row + 1 + number % sources, row)


def play_row(sheets: Sheets, tables: Tables, words: Words, plans: Plans, row: int, index: int) -> int:
    """Give the option of that index as the answer in a row's game; where it is NONE, begin and play games in the row.

    Gives the decisions made by the games, or minus the game whose census failed, less one. One function does both,
    since each entry that holds the machine takes several seconds to compile.
    """
    if index != NONE:
        answer(sheets[0], tables[row], index)
        return 1
    plan = plans[0]
    made = 0
    for game in range(plan.games):
        if plan.start != row:
            copy_table(tables, words, plan.start, row)
        begin_game(sheets[0], tables[row], plan.seed + game, plan.first)
        if plan.census != 0:
            done = checked_playout(sheets[0], tables[row], plan.seed + game, plan.cap)
        else:
            done = playout(sheets[0], tables[row], plan.seed + game, plan.cap)
        if done < 0:
            return -1 - game
        made += done
        plan.outcomes[tables[row].outcome] += 1
    return made
