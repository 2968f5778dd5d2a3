"""What an answer leads to: the machine plays it out on an imagined table, as far as nothing unseen decides.

Playing out stops where another player is asked, where a card that the seat cannot see would be played, and where the
turn goes on. Questions to the seat itself on the way get the answer of the highest worth. Where chance has a say, it is
tried several times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from changeling.bots.evaluation import advantage
from changeling.bots.goal_table import goal_table_for
from changeling.bots.weights import FOR_RIVALS, FOR_SELF
from changeling.cards.codes import A_CARD, A_PLAY, CREEPER, DOWN, HAND, KEEPERS, NONE, PILE, SORT, SURPRISE_WINDOW
from changeling.engine.layout import ALL_LOST, F_CARD, FRAME, GOING, STUCK, WON, Sheet, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.checks import check_table
from changeling.engine.machine.dispatch import step
from changeling.engine.machine.rules_in_force import refresh
from changeling.engine.machine.zones import link, move, unlink
from changeling.engine.seen.view import View
from changeling.engine.sheet_cache import sheet_for

BUDGET = 24  # how many answers to questions on the way are tried, all in all
SAMPLES = 6  # how often a matter of chance is tried
FEW_SAMPLES = 2  # the same, on the way
OPEN_END = 1.5  # what it is worth that a card is still at work where playing out stops
STEPS = 400
WIN = 1000.0


@dataclass(frozen=True, slots=True)
class World:
    """A table that the asked seat imagines. `unseen` are the cards whose place in it is only made up."""

    sheet: Sheet
    goals: list[int]
    table: Table
    seat: int
    unseen: frozenset[int]


def world_of(view: View) -> World:
    """The world of the seat that is asked: a single one, on which no Creeper that it cannot see is drawn soon."""
    d, t = sheet_for(view.deck), view.imagine(0)
    seat = t.asked
    unseen = frozenset(card for card in range(d.cards) if not t.known[card] >> seat & 1)
    for card in sorted(unseen):
        if d.kind[card] == CREEPER and t.place[card] == PILE:
            unlink(t, card)
            link(t, card, PILE)  # at the bottom
    return World(d, goal_table_for(view.deck), t, seat, unseen)


def weigh(world: World, indices: Sequence[int]) -> list[float]:
    """What each answer of these indices to the pending question is worth to the seat."""
    return [expected(world, world.table, index, BUDGET) for index in indices]


def expected(world: World, t: Table, index: int, budget: int) -> float:
    """The worth of what an answer leads to, averaged over several tries where chance has a say."""
    total = 0.0
    samples = SAMPLES if budget >= BUDGET else FEW_SAMPLES
    for sample in range(samples):
        trial = t.copy()
        sow(trial, sample)
        before = trial.rng[:]
        reply(world.sheet, trial, index)
        advance(world, trial)
        total += outlook(world, trial, budget)
        if trial.rng == before:
            return total / (sample + 1)
    return total / samples


def outlook(world: World, t: Table, budget: int) -> float:
    """The worth of a table, with the seat's own next questions answered well as far as the budget goes."""
    asks_again = t.outcome == GOING and t.asked == world.seat and t.frames > 1
    if asks_again and t.options <= budget and not asks_unseen(world, t):
        return max(expected(world, t, index, budget // t.options) for index in range(t.options))
    at_work = t.outcome == GOING and t.frames > 1 and t.asked in (NONE, world.seat)
    return worth(world, t) + (OPEN_END if at_work else 0.0)


def asks_unseen(world: World, t: Table) -> bool:
    """Whether the pending question is about cards that the seat cannot see."""
    return any(code // SORT in (A_CARD, A_PLAY) and code % SORT in world.unseen for code in t.option[: t.options])


def reply(d: Sheet, t: Table, index: int) -> None:
    """Answer the pending question, and let the instruction that asked take the answer."""
    t.answer = t.option[index]
    t.asked = NONE
    t.options = 0
    step(d, t)


def advance(world: World, t: Table) -> None:
    """Go on until somebody is asked, an unseen card is to be played, or only the turn's own program is left.

    The others are taken to let every Surprise window pass.
    """
    d = world.sheet
    for _ in range(STEPS):
        if t.asked != NONE:
            if t.asked == world.seat or t.prompt != SURPRISE_WINDOW:
                return
            reply(d, t, t.options - 1)
        while t.outcome == GOING and t.dirty != 0 and check_table(d, t):
            pass
        if t.outcome != GOING or t.frames <= 1 or t.stack[(t.frames - 1) * FRAME + F_CARD] in world.unseen:
            return
        step(d, t)


def worth(world: World, t: Table) -> float:
    """The worth of a table to the seat: WIN for a win, as much below nothing for another's. Changes the table."""
    if t.outcome == WON:
        return WIN if t.winner == world.seat else -WIN
    if t.outcome == ALL_LOST:
        return -WIN / 2  # nobody wins: bad, but not as bad as somebody else winning
    if t.outcome not in (GOING, STUCK):
        return -WIN
    for card in range(world.sheet.cards):
        if t.promised[card] != NONE:  # what is promised counts as given
            move(t, card, HAND + t.promised[card])
    refresh(world.sheet, t)
    for card in world.unseen:
        if not KEEPERS <= t.place[card] < DOWN:
            t.place[card] = NONE
    return advantage(world.sheet, world.goals, FOR_SELF, FOR_RIVALS, t, world.seat)
