"""Ungoals: which are met, what cards do about it, and who wins or that all lose (UNGOAL-1, UNGOAL-2)."""

from __future__ import annotations

from changeling.cards.codes import CLAIMS, GOALS, N_STATICS, NONE
from changeling.engine.layout import ALL_LOST, AS_BEFORE, F_CARD, F_CLAIM, F_HOOK, F_PC, FRAME, WON, Table
from changeling.engine.machine.checks.goals import TIE, sole_winner
from changeling.engine.machine.checks.uncounted import counts_otherwise, evaluate_end
from changeling.engine.machine.frames import push
from changeling.engine.machine.journal import UNGOAL_1, UNGOAL_2, V_WINS, note
from changeling.engine.machine.rules.lasting import keeper_of
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import EVERYBODY, on_table
from changeling.engine.sheet_layout import Sheet


def run_ungoal_hooks(d: Sheet, t: Table, base: int, pc: int) -> None:
    """Run the next `on ungoal` section that applies, for the owner of its card; done when there are no more."""
    hook = t.stack[base + F_HOOK]
    while hook < d.on_ungoals:
        card, test = d.ungoal_card[hook], d.ungoal_test[hook]
        seat = keeper_of(t, card)
        said = on_table(t, card) and not is_disabled(d, t, card)
        if said and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0):
            t.stack[base + F_HOOK] = hook + 1
            t.stack[base + F_PC] = pc
            push(d, t, d.ungoal_hook[hook], seat, card, AS_BEFORE)
            return
        hook += 1
    t.stack[base + F_HOOK] = 0


def judge_ungoal(d: Sheet, t: Table, base: int) -> None:
    """Say who wins or that all lose; `F_CLAIM` holds the seat that has claimed the win, or NONE."""
    judge(d, t, t.stack[base + F_CLAIM])


def ends_all(d: Sheet, t: Table, ungoal: int) -> bool:
    """Whether the condition of an Ungoal holds."""
    if counts_otherwise(d, t):
        return evaluate_end(d, t, d.ends[ungoal], ungoal) != 0
    return evaluate(d, t, d.ends[ungoal], t.turn, ungoal, NONE) != 0


def ungoal_met(d: Sheet, t: Table) -> int:
    """The Ungoal in play whose conditions are met, or NONE (UNGOAL-1)."""
    goal = t.head[GOALS]
    while goal != NONE:
        if d.ends[goal] != NONE and ends_all(d, t, goal) and not is_disabled(d, t, goal):
            return goal
        goal = t.next[goal]
    return NONE


def ungoals_met(d: Sheet, t: Table) -> int:
    """The Ungoals whose conditions are met, as bits by their place among the Goals in play."""
    found = 0
    goal = t.head[GOALS]
    for place in range(t.size[GOALS]):
        if d.ends[goal] != NONE and ends_all(d, t, goal) and not is_disabled(d, t, goal):
            found |= 1 << min(place, 30)
        goal = t.next[goal]
    return found


def judge(d: Sheet, t: Table, claimant: int) -> None:
    """An Ungoal is met: whoever claims the win by it has it, else all lose; but never against a Goal met by another
    (K-B10, K-B11). `claimant` claimed it by a Surprise; where that is NONE, the highest CLAIMS in force does."""
    by_goal = sole_winner(d, t, EVERYBODY)
    if claimant == NONE:
        best = 0
        for seat in range(t.seats):
            claim = t.force[seat * N_STATICS + CLAIMS] if t.out >> seat & 1 == 0 else 0
            if claim > best:
                best = claim
                claimant = seat
            elif claim == best and best > 0:
                claimant = TIE
    if claimant == TIE or by_goal == TIE or (by_goal != NONE and by_goal != claimant):
        return
    ungoal = t.stack[(t.frames - 1) * FRAME + F_CARD]
    if claimant == NONE:
        t.outcome = ALL_LOST
        note(t, V_WINS, NONE, ungoal, NONE, NONE, UNGOAL_1)
    else:
        t.outcome = WON
        t.winner = claimant
        note(t, V_WINS, claimant, ungoal, NONE, NONE, UNGOAL_2)
