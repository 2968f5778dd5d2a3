"""Many games side by side: rows of tables that are stepped in one call.

Written in the machine's own subset and compiled on top of it. Beside each table stands a `Row` with what
the caller is told of it. Rows share nothing, so that any split of them over threads gives the same games.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from changeling.cards.codes import NONE
from changeling.engine.arrays.answer_space import action_of, code_of
from changeling.engine.arrays.observe import CardBytes, TableBytes, observe
from changeling.engine.layout import ALL_LOST, FAULT, GOING, WON, Table
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import next_random, seed_state
from changeling.engine.native.entry_points import Grid, Ints, Rewards, Sheets, Tables, Words, copy_table
from changeling.engine.sheet_layout import Sheet

if TYPE_CHECKING:
    from changeling.engine.native.build import Compiled

Rows = NDArray[Any]
Row = Any
Settings = Any  # a record of BATCH_SETTINGS

BATCH_ROW: Final = np.dtype(
    [
        ("seed", "i8"),  # of the row's game
        ("chance", "i8"),  # the state of the generator that answers for the other seats
        ("draw", "i8"),  # the state of the generator that samples answers
        ("seat", "i4"),  # who is asked, or NONE
        ("options", "i4"),
        ("place", "i4"),  # which of them the answer is, once that was looked up
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
BATCH_SETTINGS: Final = np.dtype(  # what all rows have in common
    [
        ("start", "i8"),  # the row that every game begins as a copy of
        ("stride", "i8"),  # how far the seeds of a row's games are apart
        ("most", "i8"),  # games are broken off after so many answers; 0: never
        ("only", "i8"),  # the one seat that is asked, or NONE: all are
        ("restart", "i8"),  # 1: a row whose game has ended goes on with the next one
        ("answers", "i8"),  # how many answers the deck's space has
    ],
    align=True,
)
RETRIES: Final = 100
BLOCK: Final = 32  # rows are stepped, then observed: faster than by turns, and what was stepped is still in the cache
CUT: Final = 5  # the outcome of a game that was broken off
# What `step_rows` does with rows, added up; a step of one game is then a single call.
CHECKS: Final = 1  # sees first whether all answers are legal, and does nothing else where one is not
STEPS: Final = 2  # gives the answers, of which CHECKS has seen that all are legal
INDEXED: Final = 4  # these are indices of options, known to be right
RENEWS: Final = 8  # begins those games anew that are marked as ended

# What Python gives of each of the tuples below: a tuple
GamesGiven = tuple[Any, ...]
ToldGiven = tuple[Any, ...]
SightGiven = tuple[Any, ...]
Given = tuple[GamesGiven, ToldGiven, SightGiven, SightGiven]  # all of them


class Games(NamedTuple):
    """The games of a batch: their deck, their tables, and what they have in common."""

    sheets: Sheets
    tables: Tables  # a row for each game, and one that they begin with
    words: Words  # the same memory as `tables`
    rows: Rows  # records of BATCH_ROW
    settings: NDArray[Any]  # one record of BATCH_SETTINGS
    facts: Any  # of the deck, as `features.facts_of` gives them


class Told(NamedTuple):
    """What the caller is told besides the rows, a row for each game."""

    masks: Grid
    mask_words: Words  # the same memory as `masks`
    rewards: Rewards
    sampled: Ints  # answers by chance


class Sight(NamedTuple):
    """Room for observations; none where nobody looks."""

    blank: Ints  # an observation of nothing, as words
    words: Words  # the observations, as words; the two parts are the same memory
    table: TableBytes
    cards: CardBytes


def given_at(place: int) -> Given:
    """The arrays at an address (`engine.native.at_address`): to be given 19 of them takes longer than a step does.
    Exists in compiled code only."""
    raise NotImplementedError


def answers_at(place: int, length: int) -> Ints:
    """The answers at an address, one for each row. Exists in compiled code only."""
    raise NotImplementedError


def find_illegal(d: Sheet, tables: Tables, rows: Rows, masks: Grid, actions: Ints, size: int) -> int:
    """The first row whose action is not an answer to its question, or NONE; skips rows whose game is over. What the
    caller writes into the mask makes no answer of what is none."""
    for row in range(len(rows)):
        r, action = rows[row], actions[row]
        if r.seat != NONE:
            known = action >= 0 and action < size and masks[row, action] != 0
            r.place = place_of(d, tables[row], r, action) if known else NONE
            if r.place == NONE:
                return row
    return NONE


def mark_options(d: Sheet, t: Table, r: Row, masks: Grid, row: int, value: int) -> None:
    """Set or clear the mask of the pending question."""
    for place in range(r.options):
        masks[row, action_of(t.option[place], d.cards, r.seat, t.seats)] = value


def blank_row(blank: Ints, words: Words, row: int) -> None:
    """Write an observation of nothing over a row's last one."""
    for word in range(len(blank)):
        words[row, word] = blank[word]


def tell(d: Sheet, t: Table, r: Row, masks: Grid, row: int) -> None:
    """Tell the caller what a row's game asks."""
    going = t.outcome == GOING
    r.seat = t.asked if going else NONE
    r.options = t.options if going else 0
    mark_options(d, t, r, masks, row, 1)


def note_end(t: Table, r: Row, rewards: Rewards, row: int) -> None:
    """Write down how a game ended: 1 for each who won and -1 for who lost, 0 where it was broken off or stuck."""
    r.ended = 1
    if t.outcome == GOING:
        t.outcome = CUT
        r.cut = 1
    r.outcome = t.outcome
    r.winner = t.winner if t.outcome == WON else NONE
    r.length = r.decisions
    for seat in range(t.seats):
        if t.outcome == WON:
            rewards[row, seat] = 1.0 if has_won(t, seat) else -1.0
        else:
            rewards[row, seat] = -1.0 if t.outcome == ALL_LOST else 0.0


def clear_end(t: Table, r: Row, rewards: Rewards, row: int) -> None:
    """The end of the last game has been told."""
    if r.ended == 1:
        r.ended = 0
        r.cut = 0
        for seat in range(t.seats):
            rewards[row, seat] = 0.0


def is_over(t: Table, r: Row, s: Settings) -> bool:
    """Whether a game has ended, or is to be broken off."""
    return t.outcome != GOING or (s.most != 0 and r.decisions >= s.most)


def others_answer(d: Sheet, t: Table, r: Row, s: Settings) -> None:
    """Let the other seats answer at random until the only seat is asked or the game is over."""
    if s.only != NONE:
        while not is_over(t, r, s) and t.asked != s.only:
            r.chance = next_random(r.chance)
            answer(d, t, (r.chance * t.options) >> 32)
            r.decisions += 1


def begin_row(sheets: Sheets, tables: Tables, words: Words, r: Row, s: Settings, row: int) -> None:
    """Begin a row's next game. Games that end before the only seat is asked are passed over."""
    for _ in range(RETRIES):
        r.seed += s.stride
        copy_table(tables, words, s.start, row)
        begin_game(sheets[0], tables[row], r.seed, NONE)
        r.chance = seed_state(r.seed)
        r.decisions = 0
        others_answer(sheets[0], tables[row], r, s)
        if not is_over(tables[row], r, s):
            return
        r.unseen += 1


def renew_row(sheets: Sheets, tables: Tables, words: Words, r: Row, s: Settings, masks: Grid, row: int) -> None:
    """Begin a row's next game, and tell what it asks: nothing is left of what the caller wrote into its mask."""
    for action in range(s.answers):
        masks[row, action] = 0
    begin_row(sheets, tables, words, r, s, row)
    tell(sheets[0], tables[row], r, masks, row)


def place_of(d: Sheet, t: Table, r: Row, action: int) -> int:
    """Which of the pending options an answer is, or NONE where it is none of them."""
    code = code_of(action, d.cards, r.seat, t.seats)
    for index in range(t.options):
        if t.option[index] == code:
            return index
    return NONE


def step_row(d: Sheet, t: Table, r: Row, s: Settings, masks: Grid, rewards: Rewards, index: int, row: int) -> None:
    """Give a row the option of that index as its answer, and go on to the next question."""
    mark_options(d, t, r, masks, row, 0)
    answer(d, t, index)
    r.decisions += 1
    others_answer(d, t, r, s)
    if is_over(t, r, s):
        note_end(t, r, rewards, row)
    tell(d, t, r, masks, row)


def step_rows(place: int, answers: int, doing: int, low: int, high: int) -> int:
    """Do with the rows from `low` up to `high`, which are kept at an address, what CHECKS and the others say, with the
    answers at another; gives how many games broke down, or minus the first row whose answer is not legal, less one.

    What is seen is written where there is room for it: at the next question, and in `last` at the end of a game where
    a single seat is asked. (One function for all, since each that holds the machine takes ten seconds to compile.)
    """
    games, told, sight, last = given_at(place)
    sheets, tables, words, rows, settings, f = games
    masks, _, rewards, _ = told
    actions = answers_at(answers, len(rows))
    blank, seen, table, cards = sight
    _, last_seen, last_table, last_cards = last
    renew = doing & RENEWS != 0
    d, s = sheets[0], settings[0]
    faults = 0
    if doing & CHECKS != 0:
        wrong = find_illegal(d, tables, rows, masks, actions, s.answers)
        if wrong != NONE:
            return -1 - wrong
    for first in range(low, high if doing > CHECKS else low, BLOCK):
        beyond = min(first + BLOCK, high)
        for row in range(first, beyond):
            t, r = tables[row], rows[row]
            if not renew:
                clear_end(t, r, rewards, row)
                if r.seat != NONE:
                    index = actions[row] if doing & INDEXED != 0 else r.place
                    step_row(d, t, r, s, masks, rewards, index, row)
                    if r.ended == 1 and len(last_seen) > 0:
                        blank_row(blank, last_seen, row)
                        observe(d, t, f, s.only, last_table, last_cards, row)
            if r.ended == 1 and (renew or (s.restart == 1 and t.outcome != FAULT)):
                renew_row(sheets, tables, words, r, s, masks, row)
            if t.outcome == FAULT:
                faults += 1
        for row in range(first, beyond if len(seen) > 0 else first):
            r = rows[row]
            if r.ended == 1 or (r.seat != NONE and not renew):
                blank_row(blank, seen, row)
                if r.seat != NONE:
                    observe(d, tables[row], f, r.seat, table, cards, row)
    return faults


def sample_rows(place: int, low: int, high: int) -> None:
    """A legal answer for each row, all with the same probability; 0 for a row whose game is over."""
    games, told, _, _ = given_at(place)
    _, _, _, rows, settings, _ = games
    _, masks, _, actions = told
    words = (settings[0].answers + 7) >> 3
    for row in range(low, high):
        actions[row] = 0 if rows[row].seat == NONE else sample_row(rows[row], masks, row, words)


def sample_row(r: Row, masks: Words, row: int, words: int) -> int:
    """A legal answer of a row, all with the same probability: of those that the caller has left in the mask, which is
    read eight answers at a time."""
    r.draw = next_random(r.draw)
    skip = (r.draw * r.options) >> 32
    drawn, word = skip, 0
    found = masks[row, 0]
    here = (found * 0x0101010101010101) >> 56
    while here <= skip:
        skip -= here
        word += 1
        if word == words:  # fewer are left than there are options
            if drawn <= skip:
                return 0
            skip, word = skip % (drawn - skip), 0
        found = masks[row, word]
        here = (found * 0x0101010101010101) >> 56
    for place in range(8):
        if found & 1 == 1:
            if skip == 0:
                return word * 8 + place
            skip -= 1
        found >>= 8
    return 0


class RowFunctions:
    """The functions of this module that Python calls, compiled. They take numbers alone."""

    __slots__ = ("keep", "sample", "step")

    def __init__(self, machine: Compiled) -> None:
        from changeling.engine.native.at_address import array_at, numbers_in_memory, value_at

        kinds = _kinds(machine)
        ints, given = kinds["Ints"], kinds["Given"]
        only_compiled: dict[Any, Any] = {given_at: value_at(given), answers_at: array_at(ints)}
        self.step = machine.load(step_rows, kinds=kinds, built_in=only_compiled).plain
        self.sample = machine.load(sample_rows, kinds=kinds, built_in=only_compiled).plain
        self.keep = partial(numbers_in_memory, given)


def _kinds(machine: Compiled) -> dict[str, Any]:
    """The kinds of the names in this module's annotations."""
    from changeling.engine.native.kinds import array_of, record_of, tuple_of

    row, settings = record_of(BATCH_ROW), record_of(BATCH_SETTINGS)
    rows, facts = array_of(row), array_of("i4")
    table, cards = array_of("u1", 2, "A"), array_of("u1", 3, "A")
    words, ints = array_of("i8", 2), array_of("i8")
    games = (machine.kinds["Sheets"], machine.kinds["Tables"], words, rows, array_of(settings), facts)
    told = (array_of("u1", 2), words, array_of("f4", 2), ints)
    sight = (ints, words, table, cards)
    given = [tuple_of(part) for part in (games, told, sight)]
    return {
        "Ints": ints,
        "Row": row,
        "Rows": rows,
        "Settings": settings,
        "Facts": facts,
        "TableBytes": table,
        "CardBytes": cards,
        "Given": tuple_of([*given, given[2]]),
    }
