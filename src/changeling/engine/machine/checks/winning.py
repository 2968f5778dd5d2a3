"""Winning: whose Goals have to be looked at again, and the end of a game that somebody has won."""

from __future__ import annotations

from changeling.cards.codes import (
    EXCUSED,
    GOALS,
    GOALS_NEEDED,
    NONE,
    PART_BOARD,
    PART_GOALS,
    PART_RULES,
    SHARED,
    UNCOUNTED,
)
from changeling.cards.codes import WON as WON_EVENT
from changeling.engine.layout import WON, Table
from changeling.engine.machine.checks.goals import TIE, goal_met, sole_winner
from changeling.engine.machine.checks.together import (
    first_for_all,
    goal_for_all,
    name_winners,
    seats_meeting,
    seats_with,
)
from changeling.engine.machine.journal import GOAL_3, V_WINS, note
from changeling.engine.machine.rules.sections import replaced
from changeling.engine.machine.zones import EVERYBODY, still_valid
from changeling.engine.sheet_layout import Sheet


def find_winner(d: Sheet, t: Table) -> bool:
    """End the game if exactly one seat meets a Goal in play, or all who do win together; else it goes on (GOAL-5)."""
    seats = seats_to_check(d, t)
    if seats == 0:
        return False
    winner = sole_winner(d, t, seats)
    by = NONE
    if winner == TIE and d.shares == 1:
        tied = seats_meeting(d, t, seats)
        winner = first_for_all(d, t, tied)
        by = goal_for_all(d, t, winner, tied) if winner >= 0 else NONE
    t.recheck_all = 1 if winner == TIE else 0
    if winner < 0:
        return False
    if by == NONE:
        by = goal_met(d, t, winner)
    if d.insteads >> WON_EVENT & 1 == 1:
        t.recheck_all = 1
        if t.averted == winner + 1:
            return False  # something else has happened instead, and nobody has played since
        if replaced(d, t, WON_EVENT, by, winner, NONE):
            t.averted = winner + 1
            return True
    end_game(d, t, winner, by)
    return True


def end_game(d: Sheet, t: Table, winner: int, by: int) -> None:
    """A player has won by a Goal, and so have those who win together with that player."""
    t.outcome = WON
    if d.shares == 1:
        name_winners(t, 1 << winner | seats_with(d, t, by, winner), by, GOAL_3)
    else:
        t.winner = winner
        note(t, V_WINS, winner, by, NONE, NONE, GOAL_3)


def seats_to_check(d: Sheet, t: Table) -> int:
    """The seats that may meet a Goal now and did not at the last check, as bits."""
    if t.recheck_all == 1 or t.dirty & (PART_GOALS | PART_RULES) != 0 or d.stoppers == 1 or d.own_goals == 1:
        return EVERYBODY
    if d.permitted & (1 << EXCUSED | 1 << GOALS_NEEDED | 1 << UNCOUNTED | 1 << SHARED) != 0:
        return EVERYBODY
    goal = t.head[GOALS]
    seats = 0
    while goal != NONE:
        if still_valid(t, d.reads[goal] | PART_BOARD, d.wins_mask[goal]):
            pass  # nobody met it at the last check, so nobody does now
        elif d.own[goal] == 1:
            seats |= t.changed_boards
        elif t.dirty & (d.reads[goal] | PART_BOARD) != 0:
            return EVERYBODY
        goal = t.next[goal]
    return seats
