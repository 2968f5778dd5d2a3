"""What an answer leads to, inside what is compiled: the machine plays it out on an imagined table, as far as nothing
unseen decides.

Playing out stops where another player is asked, where a card that the seat cannot see would be played, and where the
turn goes on. Questions to the seat itself on the way get the answer of the highest worth. Where chance has a say, it is
tried several times.

Rows of `tables`: the world that the seat imagines, then one for each level of questions on the way. A question on the
way has two answers or more, and each share of the budget is one answer's, so there are few levels.
"""

from __future__ import annotations

from typing import Any

from changeling.bots.evaluation import advantage
from changeling.bots.summary import NUMBERS, summarise
from changeling.bots.weights import RIVALS, SELF, Weights
from changeling.cards.codes import A_CARD, A_PLAY, DOWN, HAND, KEEPERS, NONE, SORT, SURPRISE_WINDOW
from changeling.engine.layout import (
    ALL_LOST,
    ENDING,
    F_CARD,
    FRAME,
    GOING,
    MAX_CARDS,
    MAX_OPTIONS,
    STUCK,
    TOUCHES,
    WON,
    Table,
)
from changeling.engine.machine.chance import sow
from changeling.engine.machine.checks.checks import check_table
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.dispatch import step
from changeling.engine.machine.hidden.hidden_deal import Ints
from changeling.engine.machine.rules.rules_in_force import refresh
from changeling.engine.machine.zones import move
from changeling.engine.sheet_layout import Sheet

BUDGET = 24  # how many answers to questions on the way are tried, all in all
SAMPLES = 6  # how often a matter of chance is tried
FEW_SAMPLES = 2  # the same, on the way
OPEN_END = 1.5  # what it is worth that a card is still at work where playing out stops
STEPS = 400
MOST_TOUCHED = 5_000 * TOUCHES  # cards gone through on the way: as much as the machine allows for an answer
WIN = 1000.0

WORLD = 0  # the row with the imagined table
TURN_BUDGET = 500  # the same as BUDGET for whoever looks through the rest of its own turn
LEVELS = 9  # the larger of them can be halved so often until it is 1, and once more
ROWS = 1 + LEVELS

Field = tuple[str, int, str]  # name, length (0: one number), NumPy type
THOUGHT_FIELDS: tuple[Field, ...] = (
    ("seat", 0, "i8"),  # who thinks
    ("rng", 0, "i8"),  # its own generator, for ties
    ("through", 0, "i8"),  # 0: an answer is played out until its card is done; else through the rest of the own turn
    ("unseens", 0, "i8"),  # how many cards it cannot see
    ("unseen", MAX_CARDS, "i8"),  # which ones
    ("is_unseen", MAX_CARDS, "i8"),  # by card, 1: it is one of them
    ("worth", MAX_OPTIONS, "f8"),  # by option: what it leads to
    ("budget", LEVELS, "i8"),  # by level, as all that follow: answers that may be tried on the way
    ("index", LEVELS, "i8"),  # the answer that is tried
    ("sample", LEVELS, "i8"),  # how often it was tried
    ("fresh", LEVELS, "i8"),  # how far the generator was when the try began
    ("total", LEVELS, "f8"),  # the sum of what it led to
    ("best", LEVELS, "f8"),  # the best answer to the question that it led to
    # Only where the rest of the turn is looked through, what tables come to in numbers (`summary`):
    ("best_end", NUMBERS, "f8"),  # of the best that this try has led to
    ("best_worth", 0, "f8"),  # what that one is worth
    ("ends", NUMBERS, "f8"),  # the sum over the tries of an answer
    ("led_to", MAX_OPTIONS * NUMBERS, "f8"),  # by option: the mean of them
)


class Thought:
    """What greedy thinks about one question; a record where it is compiled."""

    __slots__ = tuple(name for name, _, _ in THOUGHT_FIELDS)

    seat: int
    rng: int
    through: int
    unseens: int
    unseen: list[int]
    is_unseen: list[int]
    worth: list[float]
    budget: list[int]
    index: list[int]
    sample: list[int]
    fresh: list[int]
    total: list[float]
    best: list[float]
    best_end: list[float]
    best_worth: float
    ends: list[float]
    led_to: list[float]

    def __init__(self) -> None:
        for name, length, kind in THOUGHT_FIELDS:
            zero = 0.0 if kind == "f8" else 0
            setattr(self, name, [zero] * length if length else zero)


# Lists where it is interpreted; where it is compiled, arrays of records.
Sheets = Any
Tables = Any
Thoughts = list[Thought]
WeightSets = list[Weights]
Words = Any  # the memory of the tables as integers, for copying


def copy_table(tables: Tables, memory: Words, source: int, target: int) -> None:
    """Copy a table into another row. (Compiled, the machine's function of this name takes its place.)"""
    tables[target] = tables[source].copy()


def expected(
    sheets: Sheets, tables: Tables, memory: Words, goals: Ints, weights: WeightSets, thoughts: Thoughts, index: int
) -> float:
    """The worth of what an answer to the world's question leads to, averaged over several tries where chance has a say.

    At each level an answer is tried; where that leads to a question of the seat's own, its answers are tried one level
    higher.
    """
    thought = thoughts[0]
    level = 0
    open_level(thought, level, index, BUDGET if thought.through == 0 else thought.through)
    thought.best_worth = -2 * WIN
    for place in range(NUMBERS):
        thought.ends[place] = 0.0
    while True:
        before, row = WORLD + level, WORLD + 1 + level
        copy_table(tables, memory, before, row)
        begin_try(thought, tables[row], level)
        advance(sheets[0], tables[row], thought)
        if goes_on(thought, tables[row], thought.budget[level]):
            thought.best[level] = -2 * WIN
            open_level(thought, level + 1, 0, thought.budget[level] // tables[row].options)
            level += 1
            continue
        value = outlook(sheets[0], goals, weights, tables[row], thought)
        if thought.through != 0:
            keep_best_end(sheets[0], goals, weights, tables[row], thought, value)
        while end_try(thought, tables[WORLD + 1 + level], level, value):
            value = thought.total[level] / thought.sample[level]
            if level == 0:
                for place in range(NUMBERS if thought.through != 0 else 0):
                    thought.led_to[index * NUMBERS + place] = thought.ends[place] / thought.sample[0]
                return value
            thought.best[level - 1] = max(thought.best[level - 1], value)
            if thought.index[level] + 1 < tables[WORLD + level].options:
                open_level(thought, level, thought.index[level] + 1, thought.budget[level])
                break
            level -= 1
            value = thought.best[level]


def open_level(thought: Thought, level: int, index: int, budget: int) -> None:
    """Turn to an answer that is to be tried at a level."""
    thought.index[level] = index
    thought.budget[level] = budget
    thought.sample[level] = 0
    thought.total[level] = 0.0


def begin_try(thought: Thought, t: Table, level: int) -> None:
    """Give the answer of a level on a fresh copy of the table below it, with a chance of its own."""
    sow(t, thought.sample[level])
    thought.fresh[level] = t.rng[3]
    give_reply(t, thought.index[level])


def end_try(thought: Thought, t: Table, level: int, value: float) -> bool:
    """Note what a try of the level's answer led to; gives whether it was the last. Without chance one is enough."""
    thought.total[level] += value
    thought.sample[level] += 1
    if level == 0 and thought.through != 0:
        for place in range(NUMBERS):
            thought.ends[place] += thought.best_end[place]
        thought.best_worth = -2 * WIN
    return t.rng[3] == thought.fresh[level] or thought.sample[level] >= (SAMPLES if level == 0 else FEW_SAMPLES)


def keep_best_end(d: Sheet, goals: Ints, weights: WeightSets, t: Table, thought: Thought, value: float) -> None:
    """Keep what a table comes to, if it is the best that this try has led to: there the seat would go."""
    if value <= thought.best_worth:
        return
    thought.best_worth = value
    summarise(d, goals, weights[SELF], weights[RIVALS], t, thought.seat, thought)


def give_reply(t: Table, index: int) -> None:
    """Answer the pending question; the instruction that asked takes the answer with the next step."""
    t.answer = t.option[index]
    t.asked = NONE
    t.options = 0


def advance(d: Sheet, t: Table, thought: Thought) -> None:
    """Go on until somebody has a choice, an unseen card is to be played, or only the turn's own program is left.

    The others are taken to let every Surprise window pass.
    """
    t.touched = 0
    for _ in range(STEPS):
        if d.weighed == 1 and t.touched > MOST_TOUCHED:
            return
        step(d, t)
        if t.asked != NONE:
            if t.asked != thought.seat:
                if t.prompt != SURPRISE_WINDOW:
                    return
                give_reply(t, t.options - 1)
            elif t.options == 1 and goes_on(thought, t, 1):
                give_reply(t, 0)
            else:
                return
            continue
        while t.outcome == GOING and t.dirty != 0 and check_table(d, t):
            pass
        if t.outcome != GOING or (t.frames <= 1 and not own_turn_goes_on(thought, t)):
            return
        card = t.stack[(t.frames - 1) * FRAME + F_CARD]
        if card >= 0 and thought.is_unseen[card] == 1:
            return


def own_turn_goes_on(thought: Thought, t: Table) -> bool:
    """Whether the seat looks further than one card, and has the turn."""
    return thought.through != 0 and t.turn == thought.seat and t.phase != ENDING


def goes_on(thought: Thought, t: Table, budget: int) -> bool:
    """Whether a card still at work asks the seat about what it can see, and the budget is enough for every answer."""
    if t.outcome != GOING or t.asked != thought.seat or t.options > budget:
        return False
    if t.frames <= 1 and not own_turn_goes_on(thought, t):
        return False
    for place in range(t.options):
        code = t.option[place]
        sort = code // SORT
        if sort in (A_CARD, A_PLAY) and thought.is_unseen[code % SORT] == 1:
            return False
    return True


def outlook(d: Sheet, goals: Ints, weights: WeightSets, t: Table, thought: Thought) -> float:
    """The worth of a table where playing out has stopped. Changes the table."""
    at_work = t.outcome == GOING and t.frames > 1 and (t.asked == NONE or t.asked == thought.seat)
    return worth(d, goals, weights, t, thought) + (OPEN_END if at_work else 0.0)


def worth(d: Sheet, goals: Ints, weights: WeightSets, t: Table, thought: Thought) -> float:
    """The worth of a table to the seat: WIN for a win, as much below nothing for another's. Changes the table."""
    if t.outcome == WON:
        return WIN if has_won(t, thought.seat) else -WIN
    if t.outcome == ALL_LOST:
        return -WIN / 2  # nobody wins: bad, but not as bad as somebody else winning
    if t.outcome != GOING and t.outcome != STUCK:
        return -WIN
    if t.promises > 0:
        for card in range(d.cards):
            if t.promised[card] != NONE:  # what is promised counts as given
                move(t, card, HAND + t.promised[card])
    refresh(d, t)
    for place in range(thought.unseens):
        card = thought.unseen[place]
        if t.place[card] < KEEPERS or t.place[card] >= DOWN:
            t.place[card] = NONE
    return advantage(d, goals, weights[SELF], weights[RIVALS], t, thought.seat)
