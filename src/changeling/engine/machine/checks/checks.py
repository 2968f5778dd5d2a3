"""What is checked between instructions: the Goals allowed, then automatic effects, then winners, then limits, then
what the draw rule asks for.

The Goals come first because whoever made the rule leave chooses which one goes (RULE-18): that player's card has just
been done, and no effect of anybody else's card has come in between.

Only what can have changed is checked, and nothing while a card is in the middle of its work (`frames`): what
one card does is one change (C-R66, K-F02). The numbers in force are always up to date.
"""

from __future__ import annotations

from changeling.cards.codes import (
    EXCUSED,
    GOALS,
    GOALS_NEEDED,
    NONE,
    PART_ALL,
    PART_BOARD,
    PART_EVENTS,
    PART_FORCE,
    PART_GAINS,
    PART_GOALS,
    PART_RULES,
    PART_TURN,
    SHARED,
    UNCOUNTED,
)
from changeling.engine.layout import FLAGS, GOALS_REST, LIMITS_REST, PLAYING, WHEN_DONE, Table
from changeling.engine.machine.checks.automatic import start_automatic_effect
from changeling.engine.machine.checks.goals import too_many_goals, who_chooses
from changeling.engine.machine.checks.ungoals import ungoal_met, ungoals_met
from changeling.engine.machine.checks.winning import find_winner
from changeling.engine.machine.effects.drawing import draw_by_rule
from changeling.engine.machine.frames import push
from changeling.engine.machine.journal import RULE_6
from changeling.engine.machine.rules.rules_in_force import refresh
from changeling.engine.machine.turn.limits import over_limit
from changeling.engine.machine.zones import on_table
from changeling.engine.sheet_layout import Sheet


def check_table(d: Sheet, t: Table) -> bool:
    """Check the table after something changed, and start what follows from it.

    Gives whether to check again before the next instruction: cards were drawn.
    """
    refresh(d, t)
    if t.frames < t.floor:
        t.floor = t.frames
        t.floor_steps = 0
    if t.deferring == 1:
        t.deferred |= t.dirty
        t.dirty = 0
        return False
    if t.size[GOALS] > 0 and t.resting & GOALS_REST == 0 and too_many_goals(d, t):
        push(d, t, d.goals_program, who_chooses(t), NONE, WHEN_DONE)
        return False
    if start_automatic_effect(d, t):
        return False
    if t.goals_changed == 1:
        t.goals_changed = 0
        for hook in range(d.on_goals):
            t.goal_fired[hook] &= FLAGS
    if check_for_end(d, t):
        return False
    gained = t.limited == 1 and t.dirty & (PART_GAINS | PART_FORCE | PART_TURN) != 0
    if gained and t.resting & LIMITS_REST == 0 and over_limit(t):
        push(d, t, d.comply_program, t.turn, NONE, WHEN_DONE)
        return False
    if t.dirty & (PART_GOALS | PART_RULES | PART_FORCE) != 0 or t.moved_cards & d.wide_mask != 0:
        t.relevant = relevant_changes(d, t)
    t.dirty = 0
    t.changed_boards = 0
    t.moved_cards = 0
    t.judged = 0
    if t.phase == PLAYING:
        draw_by_rule(d, t, RULE_6)
    return t.dirty != 0


def relevant_changes(d: Sheet, t: Table) -> int:
    """The changes from which something can follow, with the cards that are in play now."""
    relevant = PART_BOARD | PART_GOALS | PART_RULES | t.formulas_read
    if t.limited == 1:
        relevant |= PART_GAINS | PART_TURN
    if d.board_statics == 1:
        relevant |= PART_TURN  # so many Goals may be allowed in the turn of one player only
    if d.watched != 0:
        relevant |= PART_EVENTS
    if d.own_goals == 1:
        relevant |= d.own_reads
    if d.permitted & (1 << EXCUSED | 1 << GOALS_NEEDED | 1 << UNCOUNTED | 1 << SHARED) != 0:
        relevant |= PART_ALL
    for place in range(d.wides):
        if on_table(t, d.when_card[d.wide[place]]):
            relevant |= d.when_reads[d.wide[place]]
    goal = t.head[GOALS]
    while goal != NONE:
        relevant |= d.reads[goal]
        goal = t.next[goal]
    return relevant


def check_for_end(d: Sheet, t: Table) -> bool:
    """Start the verdict on an Ungoal that is met, else look for a winner; gives whether either was there."""
    doomed = ungoal_met(d, t)
    if doomed == NONE:
        return find_winner(d, t)
    if t.judged == 0:
        t.judged = ungoals_met(d, t)
        t.dirty |= PART_GOALS  # claims are by the Ungoals that are met
        push(d, t, d.doom_program, t.turn, doomed, WHEN_DONE)
        return True
    t.recheck_all = 1
    return False
