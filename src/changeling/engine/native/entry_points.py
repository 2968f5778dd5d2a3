"""The compiled functions that Python calls to play: copying a table, and whatever goes on in a row of tables.

Arrays and a row are passed, never a record: that is four times cheaper.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from changeling.cards.codes import NONE
from changeling.engine.layout import FRAME, Table
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import checked_playout, playout
from changeling.engine.native.records import TABLE

# Arrays; Numba gets the types by these names.
Sheets = NDArray[Any]  # one deck, as a record
Tables = NDArray[Any]  # records, a row a game
Words = NDArray[np.int64]  # the same memory as Tables: a row a game
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Grid = NDArray[np.uint8]  # a row a game
Reals = NDArray[np.float64]
Rewards = NDArray[np.float32]  # a row a game

# What `drive_rows` is to do
BEGIN, ANSWER, PLAY, SOAK = range(4)

assert TABLE.fields is not None
_STACK_AT = TABLE.fields["stack"][1]
assert _STACK_AT % 8 == 0
_FRAME_WORDS = FRAME * 2 // 8
_HEAD_WORDS = _STACK_AT // 8


def note(t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
    """Compiled games keep no journal."""


def copy_table(tables: Tables, words: Words, source: int, target: int) -> None:
    """Copy a row, as far as its stack is in use."""
    deep = max(tables[source].frames, tables[target].frames)
    for word in range(_HEAD_WORDS + deep * _FRAME_WORDS):
        words[target, word] = words[source, word]


def drive_rows(
    sheets: Sheets,
    tables: Tables,
    words: Words,
    counts: Ints,
    what: int,
    start: int,
    row: int,
    seed: int,
    number: int,
    cap: int,
) -> int:
    """Begin a row's game (BEGIN, `number`: who is first), give the option of that number as the answer in it (ANSWER),
    or play that many games from the table laid out in row `start` (PLAY; SOAK, with a census at every decision).

    Counts what came of the games; gives the decisions made, or minus the game that went wrong, less one. (One function
    for all, because each that holds the machine takes its time to compile.)
    """
    if what == BEGIN:
        begin_game(sheets[0], tables[row], seed, number)
        return 0
    if what == ANSWER:
        answer(sheets[0], tables[row], number)
        return 0
    made = 0
    for game in range(number):
        copy_table(tables, words, start, row)
        begin_game(sheets[0], tables[row], seed + game, NONE)
        if what == SOAK:
            done = checked_playout(sheets[0], tables[row], seed + game, cap)
        else:
            done = playout(sheets[0], tables[row], seed + game, cap)
        if done < 0:
            return -1 - game
        made += done
        counts[tables[row].outcome] += 1
    return made
