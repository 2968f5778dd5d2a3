"""What is checked between instructions: automatic effects, then winners, then the Goals allowed, then limits, then
what the draw rule asks for.

Only what can have changed is checked, and nothing while a card is in the middle of its work (`frames`): what
one card does is one change (C-R66, K-F02). The numbers in force are always up to date.
"""

from __future__ import annotations

from changeling.cards.codes import (
    AS_USUAL,
    CLAIMS,
    CREEPER,
    CREEPERS,
    DOWN,
    GOALS,
    GOALS_ALLOWED,
    HARMLESS,
    KEEPERS,
    METAS,
    N_STATICS,
    NONE,
    PART_BOARD,
    PART_EVENTS,
    PART_FORCE,
    PART_GAINS,
    PART_GOALS,
    PART_RULES,
    PART_TURN,
    REQUIRES,
    RULES,
    STOPS_EVERYONE,
    STOPS_OTHERS,
    UNGOAL,
    UNGOALS_APART,
)
from changeling.cards.codes import WON as WON_EVENT
from changeling.engine.layout import (
    ALL_LOST,
    AT_REST,
    F_CARD,
    F_SEAT,
    FIRED_FOR,
    FLAGS,
    FRAME,
    GOALS_REST,
    LIMITS_REST,
    PLAYING,
    SUSPECT,
    WHEN_DONE,
    WON,
    Sheet,
    Table,
)
from changeling.engine.machine.counts import called_for, has_all
from changeling.engine.machine.effects import draw_by_rule
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.frames import push
from changeling.engine.machine.journal import GOAL_3, RULE_6, UNGOAL_1, UNGOAL_2, V_WINS, note
from changeling.engine.machine.lasting import keeper_of
from changeling.engine.machine.limits import over_limit
from changeling.engine.machine.permissions import is_disabled
from changeling.engine.machine.rules_in_force import refresh
from changeling.engine.machine.sections import replaced, start_section
from changeling.engine.machine.zones import EVERYBODY, around, on_table, seat_of, still_valid

TIE = -2


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
    if start_automatic_effect(d, t):
        return False
    if t.goals_changed == 1:
        t.goals_changed = 0
        for hook in range(d.on_goals):
            t.goal_fired[hook] &= FLAGS
    if t.size[GOALS] > 1 and t.resting & GOALS_REST == 0 and too_many_goals(d, t):
        push(d, t, d.goals_program, t.stack[(t.frames - 1) * FRAME + F_SEAT], NONE, WHEN_DONE)
        return False
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
    if d.watched != 0:
        relevant |= PART_EVENTS
    if d.own_goals == 1:
        relevant |= d.own_reads
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


def start_automatic_effect(d: Sheet, t: Table) -> bool:
    """Start the next automatic effect whose condition has become true, if there is one."""
    if t.happenings > 0 and start_section(d, t):
        return True
    if t.goals_changed == 1:
        for hook in range(d.on_goals):
            card = d.goal_card[hook]
            if t.goal_fired[hook] & ~SUSPECT == 0 and on_table(t, card) and not is_disabled(d, t, card):
                t.goal_fired[hook] |= 1 if t.floor == 0 else 1 | SUSPECT
                push(d, t, d.goal_hook[hook], keeper_of(t, card), card, WHEN_DONE)
                return True
    for hook in range(d.whens):
        if t.dirty & d.when_reads[hook] == 0 or still_valid(t, d.when_reads[hook], d.when_mask[hook]):
            continue
        card = d.when_card[hook]
        if not on_table(t, card) or is_disabled(d, t, card):
            t.fired[hook] &= FLAGS
            continue
        if d.when_each[hook] == 1:
            if start_for_somebody(d, t, hook, card):
                return True
            continue
        seat = keeper_of(t, card)
        if d.when_own[hook] == 1 and t.changed_boards >> seat & 1 == 0 and t.dirty & d.when_reads[hook] == PART_BOARD:
            continue
        if evaluate(d, t, d.when_test[hook], seat, card, NONE) == 0:
            t.fired[hook] &= FLAGS
        elif t.fired[hook] & ~SUSPECT != seat + 1 and t.fired[hook] & AT_REST == 0:
            t.fired[hook] = seat + 1 if t.floor == 0 else seat + 1 | SUSPECT
            push(d, t, d.when_program[hook], seat, card, WHEN_DONE)
            return True
    return False


def start_for_somebody(d: Sheet, t: Table, hook: int, card: int) -> bool:
    """Start a rule's `when` for the next player for whom its condition has become true, first whose turn it is."""
    for place in range(t.seats):
        seat = around(t, t.turn + place)
        bit = FIRED_FOR << seat
        if t.out >> seat & 1 == 1 or evaluate(d, t, d.when_test[hook], seat, card, NONE) == 0:
            t.fired[hook] &= ~bit
        elif t.fired[hook] & (bit | AT_REST) == 0:
            t.fired[hook] |= bit if t.floor == 0 else bit | SUSPECT
            push(d, t, d.when_program[hook], seat, card, WHEN_DONE)
            return True
    return False


def blocked(d: Sheet, t: Table, goal: int, seat: int) -> bool:
    """Whether a Creeper keeps the seat from winning by this Goal (CREEP-3)."""
    if d.stoppers == 1:
        return stopped(d, t, goal, seat)
    if t.size[CREEPERS + seat] == 0 or d.excuses_all[goal] == 1 or t.force[seat * N_STATICS + HARMLESS] != 0:
        return False
    creeper = t.head[CREEPERS + seat]
    while creeper != NONE:
        if not excused(d, t, goal, creeper):
            return True
        creeper = t.next[creeper]
    return False


def stopped(d: Sheet, t: Table, goal: int, seat: int) -> bool:
    """As `blocked`, where cards of the deck say whom they keep from winning."""
    for zone in range(KEEPERS, DOWN):
        card = t.head[zone]
        while card != NONE:
            if stops_seat(d, t, goal, card, seat):
                return True
            card = t.next[card]
    return False


def stops_seat(d: Sheet, t: Table, goal: int, card: int, seat: int) -> bool:
    """Whether a card in front of a player keeps a seat from winning by a Goal."""
    whom, creeper = d.stops[card], d.kind[card] == CREEPER
    if creeper and (d.excuses_all[goal] == 1 or t.force[seat * N_STATICS + HARMLESS] != 0):
        return False
    if whom == AS_USUAL:
        hits = creeper and seat_of(t, card) == seat
    elif whom == STOPS_OTHERS:
        hits = seat_of(t, card) != seat
    else:
        hits = whom == STOPS_EVERYONE
    return hits and (whom == AS_USUAL or not is_disabled(d, t, card)) and not excused(d, t, goal, card)


def excused(d: Sheet, t: Table, goal: int, creeper: int) -> bool:
    """Whether the Goal, or a rule that asks for more than the Goal, calls for this Creeper."""
    if d.excuses[goal] != NONE and called_for(d, t, d.excuses[goal], creeper):
        return True
    seat = seat_of(t, creeper)
    for zone in (RULES, METAS, KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            if d.excuses[card] != NONE and d.wins[card] == NONE and called_for(d, t, d.excuses[card], creeper):
                return True
            card = t.next[card]
    return False


def meets(d: Sheet, t: Table, goal: int, seat: int) -> bool:
    """Whether the seat meets the Goal, with everything else that rules ask of a winner."""
    if is_disabled(d, t, goal):
        return False
    if d.wins_by[goal] != NONE:
        met = has_all(d, t, seat, d.wins_by[goal])
    else:
        met = d.wins[goal] != NONE and evaluate(d, t, d.wins[goal], seat, goal, NONE) != 0
    return met and t.force[seat * N_STATICS + REQUIRES] != 0 and not blocked(d, t, goal, seat)


def ungoal_met(d: Sheet, t: Table) -> int:
    """The Ungoal in play whose conditions are met, or NONE (UNGOAL-1)."""
    goal = t.head[GOALS]
    while goal != NONE:
        if (
            d.ends[goal] != NONE
            and evaluate(d, t, d.ends[goal], t.turn, goal, NONE) != 0
            and not is_disabled(d, t, goal)
        ):
            return goal
        goal = t.next[goal]
    return NONE


def ungoals_met(d: Sheet, t: Table) -> int:
    """The Ungoals whose conditions are met, as bits by their place among the Goals in play."""
    found = 0
    goal = t.head[GOALS]
    for place in range(t.size[GOALS]):
        if d.ends[goal] != NONE and evaluate(d, t, d.ends[goal], t.turn, goal, NONE) != 0:
            found |= 1 << min(place, 30)
        goal = t.next[goal]
    return found


def too_many_goals(d: Sheet, t: Table) -> bool:
    """Whether more Goals are in play than the rules allow. Where an Ungoal has a place of its own, that comes on top
    (K-B12)."""
    row = t.turn * N_STATICS
    if t.force[row + UNGOALS_APART] == 0:
        return t.size[GOALS] > t.force[row + GOALS_ALLOWED]
    ungoals = 0
    goal = t.head[GOALS]
    while goal != NONE:
        if d.kind[goal] == UNGOAL:
            ungoals += 1
        goal = t.next[goal]
    allowed = t.force[row + GOALS_ALLOWED]
    return t.size[GOALS] - ungoals > allowed or t.size[GOALS] > allowed + 1


def sole_winner(d: Sheet, t: Table, seats: int) -> int:
    """Of some seats (bits) the one that meets a Goal in play; NONE where nobody does, TIE where several do (GOAL-5)."""
    winner = NONE
    for seat in range(t.seats):
        if seats >> seat & 1 == 0 or t.out >> seat & 1 == 1:
            continue
        if goal_met(d, t, seat) != NONE:
            if winner != NONE:
                return TIE
            winner = seat
    return winner


def goal_met(d: Sheet, t: Table, seat: int) -> int:
    """The first Goal in play that the seat meets, or what lies in front of it and lets it win; else NONE."""
    goal = t.head[GOALS]
    while goal != NONE:
        if meets(d, t, goal, seat):
            return goal
        goal = t.next[goal]
    return own_goal_met(d, t, seat) if d.own_goals == 1 else NONE


def own_goal_met(d: Sheet, t: Table, seat: int) -> int:
    """The card of a seat that is no Goal, by which it alone can win and does; or NONE."""
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            if d.wins[card] != NONE and meets(d, t, card, seat):
                return card
            card = t.next[card]
    return NONE


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


def find_winner(d: Sheet, t: Table) -> bool:
    """End the game if exactly one seat meets a Goal in play; with two or more it goes on (GOAL-5)."""
    seats = seats_to_check(d, t)
    if seats == 0:
        return False
    winner = sole_winner(d, t, seats)
    t.recheck_all = 1 if winner == TIE else 0
    if winner < 0:
        return False
    by = goal_met(d, t, winner)
    if d.insteads >> WON_EVENT & 1 == 1:
        t.recheck_all = 1
        if t.averted == winner + 1:
            return False  # something else has happened instead, and nobody has played since
        if replaced(d, t, WON_EVENT, by, winner, NONE):
            t.averted = winner + 1
            return True
    end_game(t, winner, by)
    return True


def end_game(t: Table, winner: int, by: int) -> None:
    """A player has won by a Goal."""
    t.outcome = WON
    t.winner = winner
    note(t, V_WINS, winner, by, NONE, NONE, GOAL_3)


def seats_to_check(d: Sheet, t: Table) -> int:
    """The seats that may meet a Goal now and did not at the last check, as bits."""
    if t.recheck_all == 1 or t.dirty & (PART_GOALS | PART_RULES) != 0 or d.stoppers == 1 or d.own_goals == 1:
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
