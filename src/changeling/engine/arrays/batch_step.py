"""Many games side by side: rows of tables that are stepped in one call.

Written in the machine's own subset and compiled on top of it. Beside each table stands a `Row` with what
the caller is told of it. Rows share nothing, so that any split of them over threads gives the same games.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.cards.codes import NONE
from changeling.engine.arrays import answer_space as space
from changeling.engine.arrays import observe as watching
from changeling.engine.arrays.answer_space import action_of, code_of
from changeling.engine.arrays.observe import CardBytes, Facts, TableBytes, observe
from changeling.engine.layout import ALL_LOST, FAULT, GOING, WON, Sheet, Table
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import pick, sown

if TYPE_CHECKING:
    from changeling.engine.native.build import Compiled
    from changeling.engine.native.entry_points import Grid, Ints, Rewards, Sheets, Tables, Words, copy_table

Rows = NDArray[Any]
Row = Any

ROW: Final = np.dtype(
    [
        ("seed", "i8"),  # of the row's game
        ("chance", "i8"),  # the state of the generator that answers for the other seats
        ("draw", "i8"),  # the state of the generator that samples answers
        ("seat", "i4"),  # who is asked, or NONE
        ("options", "i4"),
        ("decisions", "i4"),  # answers given in this game
        ("length", "i4"),  # answers given in the game that ended last
        ("winner", "i4"),  # of the game that ended last, or NONE
        ("outcome", "i4"),  # of the game that ended last
        ("unseen", "i4"),  # games that ended before the only seat was asked
        ("ended", "u1"),  # 1: a game ended with the last answer
        ("cut", "u1"),  # 1: it was broken off
    ],
    align=True,
)
RETRIES: Final = 100
BLOCK: Final = 32  # rows are stepped, then looked at: faster than by turns, and what was stepped is still at hand
CUT: Final = 5  # the outcome of a game that was broken off
# What all rows have in common, as integers
S_SEATS: Final = 0
S_START: Final = 1  # the row that every game begins as a copy of
S_STRIDE: Final = 2  # how far the seeds of a row's games are apart
S_MOST: Final = 3  # games are broken off after so many answers; 0: never
S_ONLY: Final = 4  # the one seat that is asked, or NONE: all are
S_RESTART: Final = 5
SHARED: Final = 6


def find_illegal(rows: Rows, masks: Grid, actions: Ints, size: int) -> int:
    """The first row whose action is not an answer to its question, or NONE. Rows whose game is over are not looked
    at."""
    for row in range(len(rows)):
        if rows[row].seat != NONE:
            action = actions[row]
            if action < 0 or action >= size or masks[row, action] == 0:
                return row
    return NONE


def mark_options(d: Sheet, t: Table, r: Row, masks: Grid, row: int, value: int) -> None:
    """Set or clear the mask of the pending question."""
    for place in range(r.options):
        masks[row, action_of(t.option[place], d.cards, r.seat, t.seats)] = value


def see_row(
    d: Sheet, t: Table, f: Facts, seat: int, blank: Ints, whole: Words, table: TableBytes, cards: CardBytes, row: int
) -> None:
    """Write what a seat sees over a row's last observation; nobody sees nothing."""
    for word in range(len(blank)):
        whole[row, word] = blank[word]
    if seat != NONE:
        observe(d, t, f, seat, table, cards, row)


def tell(d: Sheet, t: Table, r: Row, masks: Grid, row: int) -> None:
    """Tell the caller what a row's game asks."""
    going = t.outcome == GOING
    r.seat = t.asked if going else NONE
    r.options = t.options if going else 0
    mark_options(d, t, r, masks, row, 1)


def note_end(t: Table, r: Row, rewards: Rewards, row: int) -> None:
    """Write down how a game ended: 1 for who won and -1 for who lost, 0 where it was broken off or stuck."""
    r.ended = 1
    if t.outcome == GOING:
        t.outcome = CUT
        r.cut = 1
    r.outcome = t.outcome
    r.winner = t.winner if t.outcome == WON else NONE
    r.length = r.decisions
    for seat in range(t.seats):
        if t.outcome == WON:
            rewards[row, seat] = 1.0 if seat == t.winner else -1.0
        else:
            rewards[row, seat] = -1.0 if t.outcome == ALL_LOST else 0.0


def clear_end(t: Table, r: Row, rewards: Rewards, row: int) -> None:
    """The end of the last game has been told."""
    if r.ended == 1:
        r.ended = 0
        r.cut = 0
        for seat in range(t.seats):
            rewards[row, seat] = 0.0


def is_over(t: Table, r: Row, shared: Ints) -> bool:
    """Whether a game has ended, or is to be broken off."""
    return t.outcome != GOING or (shared[S_MOST] != 0 and r.decisions >= shared[S_MOST])


def others_answer(d: Sheet, t: Table, r: Row, shared: Ints) -> None:
    """Let the other seats answer at random until the only seat is asked or the game is over."""
    if shared[S_ONLY] != NONE:
        while not is_over(t, r, shared) and t.asked != shared[S_ONLY]:
            r.chance = pick(r.chance)
            answer(d, t, (r.chance * t.options) >> 32)
            r.decisions += 1


def begin_row(sheets: Sheets, tables: Tables, words: Words, r: Row, shared: Ints, row: int) -> None:
    """Begin a row's next game. Games that end before the only seat is asked are passed over."""
    for _ in range(RETRIES):
        r.seed += shared[S_STRIDE]
        copy_table(tables, words, shared[S_START], row)
        begin_game(sheets[0], tables[row], r.seed, NONE)
        r.chance = sown(r.seed)
        r.decisions = 0
        others_answer(sheets[0], tables[row], r, shared)
        if not is_over(tables[row], r, shared):
            return
        r.unseen += 1


def renew_row(sheets: Sheets, tables: Tables, words: Words, r: Row, shared: Ints, masks: Grid, row: int) -> None:
    """Begin a row's next game, and tell what it asks."""
    mark_options(sheets[0], tables[row], r, masks, row, 0)
    begin_row(sheets, tables, words, r, shared, row)
    tell(sheets[0], tables[row], r, masks, row)


def step_row(d: Sheet, t: Table, r: Row, shared: Ints, masks: Grid, rewards: Rewards, action: int, row: int) -> None:
    """Give a row its answer, which is known to be legal, and go on to the next question."""
    mark_options(d, t, r, masks, row, 0)
    code = code_of(action, d.cards, r.seat, t.seats)
    index = 0
    while t.option[index] != code:
        index += 1
    answer(d, t, index)
    r.decisions += 1
    others_answer(d, t, r, shared)
    if is_over(t, r, shared):
        note_end(t, r, rewards, row)
    tell(d, t, r, masks, row)


def step_rows(
    sheets: Sheets,
    tables: Tables,
    words: Words,
    rows: Rows,
    shared: Ints,
    masks: Grid,
    f: Facts,
    blank: Ints,
    whole: Words,
    table: TableBytes,
    cards: CardBytes,
    last_whole: Words,
    last_table: TableBytes,
    last_cards: CardBytes,
    rewards: Rewards,
    actions: Ints,
    begin: int,
    low: int,
    high: int,
) -> int:
    """Step the rows from `low` up to `high`, or with `begin` only begin the games anew that are marked as ended; gives
    how many games broke down.

    What is seen is written where there is room for it: at the next question, and at the end of a game where a single
    seat is asked. (One function for both, because each that holds the machine takes its time to compile.)
    """
    faults = 0
    for first in range(low, high, BLOCK):
        beyond = min(first + BLOCK, high)
        for row in range(first, beyond):
            d, t, r = sheets[0], tables[row], rows[row]
            if begin == 0:
                clear_end(t, r, rewards, row)
                if r.seat != NONE:
                    step_row(d, t, r, shared, masks, rewards, actions[row], row)
                    if r.ended == 1 and len(last_whole) > 0:
                        see_row(d, t, f, shared[S_ONLY], blank, last_whole, last_table, last_cards, row)
            if r.ended == 1 and (begin == 1 or (shared[S_RESTART] == 1 and t.outcome != FAULT)):
                renew_row(sheets, tables, words, r, shared, masks, row)
            if t.outcome == FAULT:
                faults += 1
        for row in range(first, beyond if len(whole) > 0 else first):
            r = rows[row]
            if r.ended == 1 or (r.seat != NONE and begin == 0):
                see_row(sheets[0], tables[row], f, r.seat, blank, whole, table, cards, row)
    return faults


def sample_rows(rows: Rows, masks: Words, actions: Ints, low: int, high: int) -> None:
    """A legal answer for each row, all with the same probability. Reads the masks, eight answers at a time; a row whose
    game is over gets 0."""
    for row in range(low, high):
        r = rows[row]
        actions[row] = 0
        if r.seat == NONE:
            continue
        r.draw = pick(r.draw)
        skip = (r.draw * r.options) >> 32
        word = 0
        found = masks[row, 0]
        here = (found * 0x0101010101010101) >> 56
        while here <= skip:
            skip -= here
            word += 1
            found = masks[row, word]
            here = (found * 0x0101010101010101) >> 56
        action = word * 8
        while True:
            if found & 1 == 1:
                if skip == 0:
                    break
                skip -= 1
            found >>= 8
            action += 1
        actions[row] = action


class RowFunctions:
    """The functions of this module that Python calls, compiled."""

    __slots__ = ("find_illegal", "sample", "step")

    def __init__(self, machine: Compiled) -> None:
        import numba
        from numba.core import types as nb

        row = numba.from_dtype(ROW)
        hints = {
            "Row": row,
            "Rows": nb.Array(row, 1, "C"),
            "Facts": nb.Array(nb.int32, 1, "C"),
            "TableBytes": nb.Array(nb.uint8, 2, "A"),
            "CardBytes": nb.Array(nb.uint8, 3, "A"),
        }
        modules = (space, watching, sys.modules[__name__])
        self.step = machine.load(step_rows, *modules, hints=hints)
        self.sample = machine.load(sample_rows, *modules, hints=hints)
        self.find_illegal = machine.load(find_illegal, *modules, hints=hints)
