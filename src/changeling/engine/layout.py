"""What a table is: flat integers and nothing else. The same fields in two forms.

`Table` and `Sheet` hold plain lists, for the interpreted machine: no warm-up, a debugger works. `TABLE` and `SHEET` are
the
same fields as NumPy records, for the compiled one: copying a table is copying memory, a batch is an array of records.
A `Sheet` is a deck as the machine reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from changeling.cards import codes as w

if TYPE_CHECKING:
    from changeling.engine.machine.journal import Journal

MAX_CARDS: Final = 512
MAX_FRAMES: Final = 320
MAX_ASIDES: Final = 200
ZONES: Final = w.ASIDE + MAX_ASIDES
MAX_OPTIONS: Final = MAX_CARDS + 16
MAX_HOOKS: Final = 128
QUEUE: Final = 16
MAX_VARYING: Final = 32  # formulas in play whose values are remembered; where there are more, all are folded every time
POSTPONED: Final = w.MAX_SEATS  # added to a seat in `extra_seat`: only after its next regular turn (W-D7)
VALUES: Final = 34

# A frame: a program in the middle of its work.
F_PROGRAM: Final = 0
F_PC: Final = 1
F_SEAT: Final = 2
F_CARD: Final = 3
F_ASIDE: Final = 4  # its zone of cards set aside, or NONE
F_DREW: Final = 5  # how many cards draw_to has asked for
F_DEFERS: Final = 6  # 1: nobody wins and nothing else is due until this frame is done
F_CANCELLED: Final = 7  # 1: what this frame does was cancelled
F_REGISTER: Final = 8
FRAME: Final = F_REGISTER + w.REGISTERS

BEFORE_DRAW: Final = 0
PLAYING: Final = 1
ENDING: Final = 2

GOING: Final = 0
WON: Final = 1
ALL_LOST: Final = 2
FAULT: Final = 3
STUCK: Final = 4  # nobody can do anything any more

NO_FAULT: Final = 0
OUT_OF_BUDGET: Final = 1
STACK_FULL: Final = 2
ASIDES_FULL: Final = 3
BAD_INSTRUCTION: Final = 4
FAULTS: Final = (
    "no fault",
    "a program ran for 10,000 instructions without asking anybody: it loops",
    f"more than {MAX_FRAMES} programs are waiting for one another",
    f"more than {MAX_ASIDES} sets of cards are put aside at once",
    "an instruction that the machine does not know",
)
BUDGET: Final = 10_000

# A formula of a card in play, in `statics`.
FORMULA_STATIC: Final = 0
FORMULA_MODE: Final = 1
FORMULA_VALUE: Final = 2  # the expression
FORMULA_READS: Final = 3  # what it looks at
FORMULA_SHARED: Final = 4  # 1: the same for every seat
FORMULA_MASK: Final = 5  # the cards that it asks for, as in `stirred`
FORMULA_WIDTH: Final = 6

CARD_BITS: Final = 29  # of `stirred`; the next one stands for every Creeper
ANY_CREEPER: Final = 1 << CARD_BITS
ANY_CARD: Final = 2 * ANY_CREEPER - 1

Field = tuple[str, int, str]  # name, length (0: one integer), NumPy type

TABLE_FIELDS: Final[tuple[Field, ...]] = (
    ("seats", 0, "i4"),
    ("turn", 0, "i4"),
    ("regular", 0, "i4"),  # who had the last turn that was not an extra one
    ("turns", 0, "i4"),
    ("phase", 0, "i4"),
    ("drawn", 0, "i4"),
    ("played", 0, "i4"),
    ("blind", 0, "i4"),  # the card that was picked for a first play by chance, or NONE
    ("declined", 0, "i4"),  # 1: no free action before the blind first play
    ("dirty", 0, "i4"),  # what has changed since the table was last looked at
    ("deferred", 0, "i4"),  # what has changed under a frame that hushes, to be looked at when it is done
    ("changed_boards", 0, "i4"),  # bits: the seats in front of which it has
    ("moved_cards", 0, "i4"),  # bits, several cards to each: the cards that have come in front of somebody or left
    ("relevant", 0, "i4"),  # what has to change for the table to be looked at
    ("limited", 0, "i4"),  # 1: some limit is in force for somebody
    ("recheck_all", 0, "i4"),  # 1: a winner may be somebody in front of whom nothing has changed
    ("deferring", 0, "i4"),  # frames under which nobody can win
    ("goals_changed", 0, "i4"),  # 0, or 1 + how many frames hushed the table when the Goals changed
    ("rules_changed", 0, "i4"),
    ("frames", 0, "i4"),
    ("asides", 0, "i4"),
    ("asked", 0, "i4"),  # the seat being asked, or NONE
    ("prompt", 0, "i4"),
    ("answer", 0, "i4"),  # the answer just given, or NONE
    ("options", 0, "i4"),
    ("item", 0, "i4"),
    ("walk_zone", 0, "i4"),
    ("walk_who", 0, "i4"),
    ("walk_filter", 0, "i4"),
    ("walk_seat", 0, "i4"),
    ("walk_place", 0, "i4"),
    ("walk_card", 0, "i4"),
    ("scan", 0, "i4"),
    ("kept", 0, "i4"),
    ("decisions", 0, "i4"),
    ("steps", 0, "i4"),
    ("outcome", 0, "i4"),
    ("winner", 0, "i4"),
    ("fault", 0, "i4"),
    ("inflation", 0, "i4"),
    ("formulas_read", 0, "i4"),  # what the formulas in play look at
    ("entangled", 0, "i4"),  # 1: the formulas in play hang together: all are folded whenever one may have changed
    ("varying", 0, "i4"),  # how many formulas of the rules in play shift
    ("reshuffles", 0, "i4"),
    ("draws_done", 0, "i4"),  # how many cards the draw rule has been answered for this turn
    ("idle", 0, "i4"),  # turns that have passed without anybody being asked
    ("attached", 0, "i4"),  # how many cards lie on or under another
    ("judged", 0, "i4"),  # bits, by place among the Goals: the Ungoals that are met and are or were judged
    ("polite", 0, "i4"),  # 1: everybody is asked in every window, so that being asked says nothing
    ("holiday", 0, "i4"),
    ("extras", 0, "i4"),
    ("streak_size", 0, "i4"),
    ("place", MAX_CARDS, "i2"),
    ("next", MAX_CARDS, "i2"),
    ("prev", MAX_CARDS, "i2"),
    ("known", MAX_CARDS, "i2"),  # bits: the seats that know which card this is
    ("promised", MAX_CARDS, "i2"),  # the seat it is set aside for, or NONE
    ("host", MAX_CARDS, "i2"),  # the card that this one is attached to or lies under, or NONE
    ("used", MAX_HOOKS, "i2"),  # by free action: how often it was used this turn
    ("head", ZONES, "i2"),
    ("tail", ZONES, "i2"),
    ("size", ZONES, "i2"),
    ("fired", MAX_HOOKS, "i2"),  # by `when`: 1 + the owner it has fired for
    ("goal_fired", MAX_HOOKS, "i2"),  # by `on goals`: 1 once this change was answered
    ("force", w.MAX_SEATS * w.N_STATICS, "i2"),
    ("fixed", w.MAX_SEATS * w.N_STATICS, "i2"),  # the part of it that only a change of the rules changes
    ("varying_at", MAX_VARYING, "i2"),  # by shifting formula: its row in `statics`
    ("varying_card", MAX_VARYING, "i2"),  # and its card
    ("varying_value", MAX_VARYING * w.MAX_SEATS, "i2"),  # and its value for each seat, or for whose turn it is
    ("facts", w.MAX_SEATS * w.N_FACTS, "i2"),
    ("extra_seat", QUEUE, "i2"),  # whose; POSTPONED is added while the turn has to wait
    ("extra_card", QUEUE, "i2"),
    ("streak_name", QUEUE, "i2"),  # the cards that gave an extra turn in this string of turns, by name
    ("streak_seat", QUEUE, "i2"),  # and to whom
    ("rng", 4, "i8"),
    ("value", VALUES, "i4"),
    ("option", MAX_OPTIONS, "i2"),
    ("stack", MAX_FRAMES * FRAME, "i2"),
)

SHEET_FIELDS: Final[tuple[Field, ...]] = (
    ("cards", 0, "i4"),
    ("basic", 0, "i4"),
    ("turn_program", 0, "i4"),
    ("resolve_program", 0, "i4"),
    ("goal_program", 0, "i4"),
    ("comply_program", 0, "i4"),
    ("goals_program", 0, "i4"),
    ("react_program", 0, "i4"),
    ("theft_program", 0, "i4"),
    ("doom_program", 0, "i4"),
    ("answerable", 0, "i4"),  # bits: what some Surprise of the deck can answer
    ("board_statics", 0, "i4"),  # 1: some Keeper or Creeper has formulas
    ("board_mask", 0, "i4"),  # the cards that have, as in `stirred`; all, where a formula of theirs shifts
    ("aliases", 0, "i4"),  # 1: some card counts as another
    ("on_ungoals", 0, "i4"),
    ("whens", 0, "i4"),
    ("on_goals", 0, "i4"),
    ("starts", 0, "i4"),
    ("finishes", 0, "i4"),
    ("frees", 0, "i4"),
    ("kind", MAX_CARDS, "i2"),
    ("slot", MAX_CARDS, "i2"),
    ("marks", MAX_CARDS, "i4"),
    ("rank", MAX_CARDS, "i2"),
    ("doom", MAX_CARDS, "i2"),  # Doom less Anti-Doom icons
    ("alias", MAX_CARDS, "i2"),  # the name that the card counts as besides its own, or NONE
    ("ends", MAX_CARDS, "i2"),
    ("excuses_all", MAX_CARDS, "i2"),
    ("names_of", MAX_CARDS, "i2"),  # by Ungoal: a list of the cards that it names, or NONE
    ("react_at", MAX_CARDS, "i2"),  # where its answers lie in `reacts`, or NONE
    ("reacts", 1024, "i2"),  # a count, then rows of: what is answered, program
    ("name", MAX_CARDS, "i2"),
    ("twin", MAX_CARDS, "i2"),  # the next card of the same name, or NONE
    ("first", MAX_CARDS * 2, "i2"),  # by name: its first card, or NONE when the deck lacks it
    ("stand_in", MAX_CARDS * 2, "i2"),  # by name: the first card that counts as it, or NONE
    ("stand_next", MAX_CARDS, "i2"),  # the next card that counts as the same, or NONE
    ("play", MAX_CARDS, "i2"),
    ("wins", MAX_CARDS, "i2"),
    ("reads", MAX_CARDS, "i2"),  # by Goal: what it looks at
    ("wins_by", MAX_CARDS, "i2"),  # by Goal that only asks for cards: their list, or NONE
    ("own", MAX_CARDS, "i2"),  # by Goal, 1: it looks at nothing but what lies in front of the player
    ("wins_mask", MAX_CARDS, "i4"),  # by Goal: the cards that can make a difference to it, as in `stirred`
    ("excuses", MAX_CARDS, "i2"),
    ("folds", MAX_CARDS, "i2"),  # bits: its formulas set or add, and last or shift
    ("statics_at", MAX_CARDS, "i2"),  # where its formulas lie in `statics`, or NONE
    ("statics", 4096, "i4"),  # a count, then rows of FORMULA_WIDTH
    ("wides", 0, "i4"),
    ("wide_mask", 0, "i4"),  # their cards, as in `stirred`
    ("wide", MAX_HOOKS, "i2"),  # those `when`s that look at more than the board, the rules and the Goals
    ("when_card", MAX_HOOKS, "i2"),
    ("when_test", MAX_HOOKS, "i2"),
    ("when_program", MAX_HOOKS, "i2"),
    ("when_reads", MAX_HOOKS, "i2"),
    ("when_own", MAX_HOOKS, "i2"),  # 1: of the board it looks only at what lies in front of its owner
    ("when_mask", MAX_HOOKS, "i4"),  # of the board it looks only at these cards, as in `stirred`
    ("goal_card", MAX_HOOKS, "i2"),
    ("goal_hook", MAX_HOOKS, "i2"),
    ("ungoal_card", MAX_HOOKS, "i2"),
    ("ungoal_test", MAX_HOOKS, "i2"),
    ("ungoal_hook", MAX_HOOKS, "i2"),
    ("start_card", MAX_HOOKS, "i2"),
    ("start_test", MAX_HOOKS, "i2"),
    ("start_program_of", MAX_HOOKS, "i2"),
    ("finish_card", MAX_HOOKS, "i2"),
    ("finish_test", MAX_HOOKS, "i2"),
    ("finish_program", MAX_HOOKS, "i2"),
    ("free_card", MAX_HOOKS, "i2"),
    ("free_test", MAX_HOOKS, "i2"),
    ("free_program", MAX_HOOKS, "i2"),
    ("free_once", MAX_HOOKS, "i2"),
    ("entry", 2048, "i2"),  # by program: its first instruction
    ("filters", 4096, "i4"),
    ("lists", 8192, "i2"),
    ("code", 32_000 * w.WIDTH, "i4"),
)


class _Flat:
    """Integers and lists of integers under names; what the machine's functions take when they run interpreted."""

    __slots__ = ()
    fields: tuple[Field, ...] = ()

    def __init__(self) -> None:
        for name, length, _ in self.fields:
            setattr(self, name, [0] * length if length else 0)


class Table(_Flat):
    """A game in the middle of whatever it is doing."""

    __slots__ = (*(name for name, _, _ in TABLE_FIELDS), "journal")
    fields = TABLE_FIELDS

    seats: int
    turn: int
    regular: int
    turns: int
    phase: int
    drawn: int
    played: int
    blind: int
    declined: int
    dirty: int
    deferred: int
    changed_boards: int
    moved_cards: int
    relevant: int
    limited: int
    recheck_all: int
    deferring: int
    goals_changed: int
    rules_changed: int
    frames: int
    asides: int
    asked: int
    prompt: int
    answer: int
    options: int
    item: int
    walk_zone: int
    walk_who: int
    walk_filter: int
    walk_seat: int
    walk_place: int
    walk_card: int
    scan: int
    kept: int
    decisions: int
    steps: int
    outcome: int
    winner: int
    fault: int
    inflation: int
    formulas_read: int
    entangled: int
    varying: int
    reshuffles: int
    draws_done: int
    idle: int
    attached: int
    judged: int
    polite: int
    holiday: int
    extras: int
    streak_size: int
    place: list[int]
    next: list[int]
    prev: list[int]
    known: list[int]
    promised: list[int]
    host: list[int]
    used: list[int]
    head: list[int]
    tail: list[int]
    size: list[int]
    fired: list[int]
    goal_fired: list[int]
    force: list[int]
    fixed: list[int]
    varying_at: list[int]
    varying_card: list[int]
    varying_value: list[int]
    facts: list[int]
    extra_seat: list[int]
    extra_card: list[int]
    streak_name: list[int]
    streak_seat: list[int]
    rng: list[int]
    value: list[int]
    option: list[int]
    stack: list[int]
    journal: Journal | None  # what happened, for events; no part of the game's state

    def __init__(self) -> None:
        super().__init__()
        self.journal = None

    def copy(self) -> Table:
        """Another table in the same state; the journal stays behind."""
        other = Table.__new__(Table)
        for name, length, _ in TABLE_FIELDS:
            value = getattr(self, name)
            setattr(other, name, value[:] if length else value)
        other.journal = None
        return other


class Sheet(_Flat):
    """A deck as the machine reads it: integers by card, by program, by instruction."""

    __slots__ = tuple(name for name, _, _ in SHEET_FIELDS)
    fields = SHEET_FIELDS

    cards: int
    basic: int
    turn_program: int
    resolve_program: int
    goal_program: int
    comply_program: int
    goals_program: int
    react_program: int
    theft_program: int
    doom_program: int
    answerable: int
    board_statics: int
    board_mask: int
    aliases: int
    on_ungoals: int
    whens: int
    on_goals: int
    starts: int
    finishes: int
    frees: int
    kind: list[int]
    slot: list[int]
    marks: list[int]
    rank: list[int]
    doom: list[int]
    alias: list[int]
    ends: list[int]
    excuses_all: list[int]
    names_of: list[int]
    react_at: list[int]
    reacts: list[int]
    name: list[int]
    twin: list[int]
    first: list[int]
    stand_in: list[int]
    stand_next: list[int]
    play: list[int]
    wins: list[int]
    reads: list[int]
    wins_by: list[int]
    own: list[int]
    wins_mask: list[int]
    excuses: list[int]
    folds: list[int]
    statics_at: list[int]
    statics: list[int]
    wides: int
    wide_mask: int
    wide: list[int]
    when_card: list[int]
    when_test: list[int]
    when_program: list[int]
    when_reads: list[int]
    when_own: list[int]
    when_mask: list[int]
    goal_card: list[int]
    goal_hook: list[int]
    ungoal_card: list[int]
    ungoal_test: list[int]
    ungoal_hook: list[int]
    start_card: list[int]
    start_test: list[int]
    start_program_of: list[int]
    finish_card: list[int]
    finish_test: list[int]
    finish_program: list[int]
    free_card: list[int]
    free_test: list[int]
    free_program: list[int]
    free_once: list[int]
    entry: list[int]
    filters: list[int]
    lists: list[int]
    code: list[int]


def _dtype(fields: tuple[Field, ...]) -> np.dtype[Any]:
    return np.dtype([(name, kind, (length,)) if length else (name, kind) for name, length, kind in fields], align=True)


TABLE: Final = _dtype(TABLE_FIELDS)
SHEET: Final = _dtype(SHEET_FIELDS)


def to_record(flat: Table | Sheet, record: Any) -> None:
    """Write a table or sheet into a NumPy record of its type."""
    for name, length, _ in flat.fields:
        if length:
            values = getattr(flat, name)
            record[name][: len(values)] = values
        else:
            record[name] = getattr(flat, name)


def from_record(record: Any, table: Table) -> Table:
    """Read a table back out of a NumPy record."""
    for name, length, _ in TABLE_FIELDS:
        setattr(table, name, record[name].tolist() if length else int(record[name]))
    return table
