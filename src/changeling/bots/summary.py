"""What a table comes to for a seat, in a few numbers: the parts of `evaluation` one by one, for a network that weighs
them itself. Inside what is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from changeling.bots.evaluation import draws_due, nearness
from changeling.bots.goal_table import ROW_OF, WANTED_BY
from changeling.bots.weights import Weights
from changeling.cards.codes import (
    ALL,
    CREEPERS,
    DRAWS,
    GOALS,
    HAND,
    HAND_LIMIT,
    KEEPER_LIMIT,
    KEEPERS,
    N_STATICS,
    NONE,
    PLAYS,
    RULES,
)
from changeling.engine.layout import ENDING, GOING, Table
from changeling.engine.machine.board.counts import plays_left
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.hidden.hidden_deal import Ints
from changeling.engine.sheet_layout import Sheet

if TYPE_CHECKING:
    from changeling.bots.lookahead import Thought

# Where each number stands.
WINS: Final = 0  # 1: the game is over and the seat has won
LOSES: Final = 1  # 1: it is over and the seat has not
OWN_GOALS: Final = 2  # how near the seat is to the nearest Goal in play, and to the next; then the same of its hand
OWN: Final = 6  # its Keepers, how wanted they are, its Creepers, its hand
PLAYS_LEFT: Final = 10
SURPLUS: Final = 11  # cards beyond the Hand Limit
OWN_TURN: Final = 12  # 1: the turn is still its own
EXTRA_TURNS: Final = 13
RIVAL_GOALS: Final = 14  # how near the rival who is nearest is to a Goal in play, and to the next
RIVAL: Final = 16  # the most of any rival: Keepers, how wanted they are, Creepers, hand
RULE_DRAWS: Final = 20
RULE_PLAYS: Final = 21
RULE_COUNT: Final = 22
RIVAL_SECOND: Final = 23  # how near the second nearest rival is to a Goal in play
NUMBERS: Final = 24


def summarise(d: Sheet, goals: Ints, own: Weights, rivals: Weights, t: Table, seat: int, thought: Thought) -> None:
    """Write the numbers of a table for a seat, as those of the best end that a try has led to."""
    for place in range(NUMBERS):
        thought.best_end[place] = 0.0
    if t.outcome != GOING:
        thought.best_end[WINS if has_won(t, seat) else LOSES] = 1.0
        return
    near_goals(d, goals, own, t, GOALS, seat, thought, OWN_GOALS)
    near_goals(d, goals, own, t, HAND + seat, seat, thought, OWN_GOALS + 2)
    own_things(goals, t, seat, thought, OWN)
    own_turn(t, seat, thought)
    for other in range(t.seats):
        if other != seat:
            rival_things(d, goals, rivals, t, other, thought)
    next_plays = t.force[seat * N_STATICS + PLAYS]
    thought.best_end[RULE_DRAWS] = t.force[seat * N_STATICS + DRAWS] / 3.0
    thought.best_end[RULE_PLAYS] = 2.0 if next_plays >= ALL else next_plays / 3.0
    thought.best_end[RULE_COUNT] = t.size[RULES] / 5.0


def near_goals(
    d: Sheet, goals: Ints, weights: Weights, t: Table, zone: int, seat: int, thought: Thought, at: int
) -> None:
    """How near a seat is to the nearest Goal of a zone, and to the next, written at a place."""
    best, second = 0.0, 0.0
    goal = t.head[zone]
    while goal != NONE:
        if goals[ROW_OF + goal] != NONE and (zone == GOALS or t.place[goal] != NONE):
            near = nearness(d, goals, weights, t, goal, seat)
            second = max(second, min(near, best))
            best = max(near, best)
        goal = t.next[goal]
    thought.best_end[at] = best
    thought.best_end[at + 1] = second


def own_things(goals: Ints, t: Table, seat: int, thought: Thought, at: int) -> None:
    """What lies in front of a seat and how much it holds, written at a place."""
    wanted = 0.0
    keeper = t.head[KEEPERS + seat]
    left = t.force[seat * N_STATICS + KEEPER_LIMIT]
    count = 0
    while keeper != NONE and left > 0:
        wanted += goals[WANTED_BY + keeper]
        count += 1
        keeper = t.next[keeper]
        left -= 1
    thought.best_end[at] = count / 5.0
    thought.best_end[at + 1] = wanted / 10.0
    thought.best_end[at + 2] = t.size[CREEPERS + seat] / 2.0
    thought.best_end[at + 3] = min(t.size[HAND + seat], 20) / 5.0


def own_turn(t: Table, seat: int, thought: Thought) -> None:
    """What is left of the seat's turn, what it must discard, and the turns that it has besides."""
    size = t.size[HAND + seat]
    limit = t.force[seat * N_STATICS + HAND_LIMIT]
    if t.turn == seat and t.phase != ENDING:
        thought.best_end[OWN_TURN] = 1.0
        due = draws_due(t)
        plays = min(plays_left(t), size + due)
        thought.best_end[PLAYS_LEFT] = plays / 3.0
        limit += plays
    thought.best_end[SURPLUS] = max(0, min(size - limit, 20)) / 5.0
    for place in range(t.extras):
        if t.extra_seat[place] == seat:
            thought.best_end[EXTRA_TURNS] += 1.0


def rival_things(d: Sheet, goals: Ints, weights: Weights, t: Table, other: int, thought: Thought) -> None:
    """Take a rival into account: the most that any of them has of each thing."""
    best, second = 0.0, 0.0
    goal = t.head[GOALS]
    while goal != NONE:
        if goals[ROW_OF + goal] != NONE:
            near = nearness(d, goals, weights, t, goal, other)
            second = max(second, min(near, best))
            best = max(near, best)
        goal = t.next[goal]
    thought.best_end[RIVAL_SECOND] = max(thought.best_end[RIVAL_SECOND], min(best, thought.best_end[RIVAL_GOALS]))
    thought.best_end[RIVAL_GOALS] = max(thought.best_end[RIVAL_GOALS], best)
    thought.best_end[RIVAL_GOALS + 1] = max(thought.best_end[RIVAL_GOALS + 1], second)
    wanted = 0.0
    keeper = t.head[KEEPERS + other]
    while keeper != NONE:
        wanted += goals[WANTED_BY + keeper]
        keeper = t.next[keeper]
    thought.best_end[RIVAL] = max(thought.best_end[RIVAL], t.size[KEEPERS + other] / 5.0)
    thought.best_end[RIVAL + 1] = max(thought.best_end[RIVAL + 1], wanted / 10.0)
    thought.best_end[RIVAL + 2] = max(thought.best_end[RIVAL + 2], t.size[CREEPERS + other] / 2.0)
    thought.best_end[RIVAL + 3] = max(thought.best_end[RIVAL + 3], min(t.size[HAND + other], 20) / 5.0)
