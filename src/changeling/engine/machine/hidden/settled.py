"""Whether a table that is only imagined could be: on a real one, what hands hold has had its effect by the time that
somebody is asked.

A rule that takes cards out of hands at once, such as one under which no Ungoal may be held, has done so; a `when` that
is about hands has begun where it was true; and whoever meets a Goal by the cards in hand has won.
"""

from __future__ import annotations

from changeling.cards.codes import GOALS, NONE, PART_GAINS, PART_HANDS
from changeling.engine.layout import AT_REST, F_PROGRAM, FIRED_FOR, FLAGS, FRAME, Table
from changeling.engine.machine.checks.automatic import has_run
from changeling.engine.machine.checks.goals import sole_winner
from changeling.engine.machine.rules.lasting import keeper_of
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import EVERYBODY, on_table
from changeling.engine.sheet_layout import Sheet


def is_settled(d: Sheet, t: Table, seat: int) -> bool:
    """Whether nothing that hands hold would have an effect by itself now. The hands are those that `seat` imagines."""
    if is_unchecked(t, seat):
        return True
    for place in range(d.hand_whens):
        if is_due(d, t, d.hand_when[place]):
            return False
    return not is_won_by_a_hand(d, t)


def is_unchecked(t: Table, seat: int) -> bool:
    """Whether a hand that is imagined may have got a card since the table was last checked: in the middle of what a
    card does nothing is checked. Others than whose turn it is are told of when they get one."""
    if t.deferring == 0:
        return False
    changed = t.deferred | t.dirty
    return changed & PART_GAINS != 0 or (seat != t.turn and changed & PART_HANDS != 0)


def is_due(d: Sheet, t: Table, hook: int) -> bool:
    """Whether a `when` would begin now: its condition is true, and it has neither run for that nor runs."""
    card = d.when_card[hook]
    if not on_table(t, card) or t.fired[hook] & AT_REST != 0 or is_disabled(d, t, card):
        return False
    for frame in range(t.frames):
        if t.stack[frame * FRAME + F_PROGRAM] == d.when_program[hook]:
            return False
    if d.when_each[hook] == 0:
        seat = keeper_of(t, card)
        ran = has_run(t, t.fired[hook] & ~FLAGS, seat, card)
        return not ran and evaluate(d, t, d.when_test[hook], seat, card, NONE) != 0
    for seat in range(t.seats):
        ran = t.out >> seat & 1 == 1 or t.fired[hook] & FIRED_FOR << seat != 0
        if not ran and evaluate(d, t, d.when_test[hook], seat, card, NONE) != 0:
            return True
    return False


def is_won_by_a_hand(d: Sheet, t: Table) -> bool:
    """Whether a Goal in play looks at hands, and somebody would have won by now."""
    goal = t.head[GOALS]
    while goal != NONE:
        if d.reads[goal] & PART_HANDS != 0:
            return t.averted == 0 and sole_winner(d, t, EVERYBODY) >= 0
        goal = t.next[goal]
    return False
