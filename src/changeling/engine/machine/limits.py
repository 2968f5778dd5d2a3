"""What the rules in force leave room for: cards beyond a limit are discarded, a Goal makes room for another."""

from __future__ import annotations

from changeling.cards.codes import (
    DISCARD,
    GOALS,
    GOALS_ALLOWED,
    HAND,
    HAND_LIMIT,
    KEEPER_LIMIT,
    KEEPERS,
    N_STATICS,
    NONE,
    SORT,
    UNGOAL,
    UNGOALS_APART,
    question,
)
from changeling.engine.layout import F_PC, Sheet, Table
from changeling.engine.machine.attachments import move_with_attached
from changeling.engine.machine.frames import transfer
from changeling.engine.machine.journal import GOAL_1, RULE_12, V_DISCARDS, V_SETTLES
from changeling.engine.machine.selection import gather
from changeling.engine.machine.turns import ask, offer
from changeling.engine.machine.zones import count_of

TO_HAND_LIMIT = question("discard to the hand limit")
TO_KEEPER_LIMIT = question("discard to the Keeper limit")
TO_REPLACE = question("replace a goal")


def over(t: Table, zone: int, static: int, seat: int) -> bool:
    """Whether a seat has more cards in a zone of its own than a limit allows."""
    return count_of(t, zone + seat) > t.force[seat * N_STATICS + static]


def over_limit(t: Table) -> bool:
    """Whether somebody whose turn it is not has more than a limit allows (RULE-11)."""
    for seat in range(t.seats):
        if seat != t.turn and (over(t, HAND, HAND_LIMIT, seat) or over(t, KEEPERS, KEEPER_LIMIT, seat)):
            return True
    return False


def trim(d: Sheet, t: Table, base: int, pc: int, player: int) -> None:
    """A player discards down to the Hand Limit and then to the Keeper Limit, one card of its choice after another
    (RULE-12)."""
    if t.answer != NONE:
        card = t.answer % SORT
        t.answer = NONE
        t.stack[base + F_PC] = pc
        move_with_attached(d, t, V_DISCARDS, player, card, DISCARD, RULE_12)
        return
    if t.limited == 0 or player == NONE:
        return
    prompt = TO_HAND_LIMIT
    t.options = 0
    if over(t, HAND, HAND_LIMIT, player):
        gather(d, t, HAND + player, 0)
    if t.options == 0 and over(t, KEEPERS, KEEPER_LIMIT, player):
        prompt = TO_KEEPER_LIMIT
        gather(d, t, KEEPERS + player, 0)
    if t.options > 0:
        t.stack[base + F_PC] = pc
        ask(t, player, prompt)


def place_goal(d: Sheet, t: Table, base: int, pc: int, seat: int, this: int) -> None:
    """A Goal comes into play. Where the rules allow no more of them one goes: of several, the one that the player
    chooses (GOAL-1, RULE-18). Ungoals may have a place of their own (K-B12)."""
    old = NONE
    if t.answer != NONE:
        old = t.answer % SORT
        t.answer = NONE
    else:
        apart, ungoal = t.force[seat * N_STATICS + UNGOALS_APART] != 0, d.kind[this] == UNGOAL
        t.options = 0
        goal = t.head[GOALS]
        while goal != NONE:
            if not apart or (d.kind[goal] == UNGOAL) == ungoal:
                offer(t, goal)
            goal = t.next[goal]
        alone = apart and ungoal  # there is only one such place
        if t.options > 0 and (alone or t.options >= t.force[seat * N_STATICS + GOALS_ALLOWED]):
            if t.options > 1 and not alone:
                t.stack[base + F_PC] = pc
                ask(t, seat, TO_REPLACE)
                return
            old = t.option[0]
        t.options = 0
    if old != NONE:
        transfer(t, V_DISCARDS, seat, old, DISCARD, GOAL_1)
    transfer(t, V_SETTLES, seat, this, GOALS, GOAL_1)
