"""How well a seat stands: one evaluation of a table for all bots, inside what is compiled.

It is told where every card lies. A card whose `place` is NONE is one that the evaluating seat cannot see: greedy marks
its unseen cards so. Search evaluates imagined tables on which every card has a place.
"""

from __future__ import annotations

from math import exp

from changeling.bots.goal_table import ROW_OF, WANTED_BY
from changeling.bots.weights import Weights
from changeling.cards.codes import (
    A_USE,
    ALL,
    CREEPERS,
    DISCARD,
    DRAWS,
    GOALS,
    HAND,
    HAND_LIMIT,
    HARMLESS,
    KEEPER_LIMIT,
    KEEPERS,
    N_STATICS,
    NONE,
    OUT,
    PILE,
    PLAYS,
    REQUIRES,
    SORT,
)
from changeling.engine.layout import BEFORE_DRAW, ENDING, GOING, Table
from changeling.engine.machine.board.counts import plays_left
from changeling.engine.machine.checks.goals import excused, fulfils, meets
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.hidden.hidden_deal import Ints
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.sheet_layout import Sheet

MOST_USES = 2  # of one free action in a turn


def overused(d: Sheet, t: Table, code: int) -> bool:
    """Whether an answer uses a free action once more that was used often this turn: some could be for ever (K-I02)."""
    if code // SORT != A_USE or t.options == 1:
        return False
    for hook in range(d.frees):
        if d.free_card[hook] == code % SORT and t.used[hook] >= MOST_USES:
            return True
    return False


def reach(t: Table, weights: Weights, card: int, seat: int) -> float:
    """How likely a seat has a card in front of it when it needs it."""
    zone = t.place[card]
    if zone == KEEPERS + seat or zone == CREEPERS + seat:
        return 1.0
    if zone == HAND + seat:
        return weights.in_hand
    if zone == PILE:
        return weights.in_pile
    if HAND <= zone < KEEPERS:
        return weights.in_other_hand
    if zone == DISCARD or zone == OUT:
        return weights.discarded
    if zone == NONE:
        return weights.unseen
    return weights.in_other_front


def best_way(goals: Ints, weights: Weights, t: Table, at: int, seat: int) -> float:
    """How likely a seat gets everything together that some way to meet a Goal asks for; `at` is the Goal's row."""
    best = 0.0
    ways = goals[at]
    at += 1
    before = at
    for _ in range(ways):
        likely = 1.0
        things = goals[at]
        at += 1
        last, alike = NONE, 0  # no card is two of the things
        for thing in range(things):
            alike = alike + 1 if thing > 0 and same_thing(goals, before, at) else 0
            used = best_piece(goals, weights, t, at, seat, NONE if alike > 0 else last, alike)
            likely *= reach(t, weights, used, seat) if used != NONE else 0.0
            last = used
            before = at
            at += 1 + goals[at]
        if likely > best:
            best = likely
    return best


def same_thing(goals: Ints, one: int, other: int) -> bool:
    """Whether a Goal asks for the same thing at two places of its row: the same cards would do."""
    for place in range(goals[one] + 1):
        if goals[one + place] != goals[other + place]:
            return False
    return True


def best_piece(goals: Ints, weights: Weights, t: Table, at: int, seat: int, but: int, skip: int) -> int:
    """The card that a seat most likely has when it needs it, of those that would do for a thing; `but` is not one of
    them, and the first `skip` of the order are taken. NONE where there is no more."""
    found = NONE
    bound, where = 2.0, at
    for _ in range(skip + 1):
        piece, found = 0.0, NONE
        for place in range(at + 1, at + 1 + goals[at]):
            one = reach(t, weights, goals[place], seat)
            if goals[place] != but and one > piece and (one < bound or (one == bound and place > where)):
                piece, found = one, place
        if found == NONE:
            return NONE
        bound, where = piece, found
    return goals[found]


def nearness(d: Sheet, goals: Ints, weights: Weights, t: Table, goal: int, seat: int) -> float:
    """How near a seat is to winning by a Goal if it were in play: 1 when only the Goal is missing, 0 when hopeless."""
    at = goals[ROW_OF + goal]
    if at == NONE:
        return 0.0
    if meets(d, t, goal, seat):
        return 1.0
    if goals[at] == 0:
        near = nearness_by_count(d, t, goal, seat)
    else:
        near = best_way(goals, weights, t, at, seat)
        if near == 1.0 and not fulfils(d, t, goal, seat):
            near = weights.met_in_part
    if near == 0.0:
        return 0.0
    if t.force[seat * N_STATICS + REQUIRES] == 0:
        near *= weights.blocked
    if t.force[seat * N_STATICS + HARMLESS] == 0:
        creeper = t.head[CREEPERS + seat]
        while creeper != NONE:
            if not excused(d, t, goal, creeper):
                near *= weights.blocked
            creeper = t.next[creeper]
    return near


def nearness_by_count(d: Sheet, t: Table, goal: int, seat: int) -> float:
    """For a Goal that only counts: how near the seat is if each further Keeper or card in hand is a matter of luck."""
    for each in range(2):
        zone = KEEPERS + seat if each == 0 else HAND + seat
        luck = 0.5 if each == 0 else 0.7
        size = t.size[zone]
        near = 1.0
        for more in range(1, 6):
            near *= luck
            t.size[zone] = size + more
            met = evaluate(d, t, d.wins[goal], seat, goal, NONE)
            t.size[zone] = size
            if met != 0:
                return near
    return 0.02


def worth_of_goals(d: Sheet, goals: Ints, weights: Weights, t: Table, seat: int) -> float:
    """What the Goals in play and those in the seat's hand promise it: the best of each, and a share of the next."""
    played, played_next = 0.0, 0.0
    goal = t.head[GOALS]
    while goal != NONE:
        if goals[ROW_OF + goal] != NONE:
            near = nearness(d, goals, weights, t, goal, seat)
            played_next = max(played_next, min(near, played))
            played = max(near, played)
        goal = t.next[goal]
    held, held_next = 0.0, 0.0
    counts = weights.goal_in_hand != 0.0 or weights.goal_ready != 0.0
    goal = t.head[HAND + seat] if counts else NONE
    while goal != NONE:
        if goals[ROW_OF + goal] != NONE and t.place[goal] != NONE:
            near = nearness(d, goals, weights, t, goal, seat)
            held_next = max(held_next, min(near, held))
            held = max(near, held)
        goal = t.next[goal]
    total = weights.goal_in_play * (played + weights.next_goal * played_next)
    total += weights.goal_in_hand * (held + weights.next_goal * held_next)
    return total + weights.goal_ready if held == 1.0 else total


def draws_due(t: Table) -> int:
    """How many cards the rules still give to the seat whose turn it is, before it has to play."""
    if t.phase != BEFORE_DRAW:
        return 0
    due = t.force[t.turn * N_STATICS + DRAWS] - t.draws_done
    return due if due > 0 else 0


def worth_of_hand(t: Table, weights: Weights, seat: int) -> float:
    """What the hand and the plays that are left are worth; what has to go at the end of the turn is worth little.

    A turn that is not over counts with all that is still due in it, the draw included: giving it up costs that.
    """
    total = 0.0
    limit = t.force[seat * N_STATICS + HAND_LIMIT]
    size = t.size[HAND + seat]
    if t.turn == seat and t.phase != ENDING:
        due = draws_due(t)
        size += due
        plays = plays_left(t)
        if t.force[seat * N_STATICS + PLAYS] >= ALL:
            plays += due
        plays = min(plays, size)
        total += weights.play_left * plays
        limit += plays
    kept = min(size, limit)
    total += weights.card * min(kept, weights.plenty)
    if kept > weights.plenty:
        total += weights.spare_card * (kept - weights.plenty)
    if t.turn != seat or t.phase != ENDING:
        total += weights.surplus_card * (size - kept)
    return total


def standing(d: Sheet, goals: Ints, weights: Weights, t: Table, seat: int) -> float:
    """How well a seat stands, whatever the others do."""
    total = worth_of_goals(d, goals, weights, t, seat) + worth_of_hand(t, weights, seat)
    keeper = t.head[KEEPERS + seat]
    left = t.force[seat * N_STATICS + KEEPER_LIMIT]
    while keeper != NONE and left > 0:
        total += weights.keeper + weights.keeper_wanted * goals[WANTED_BY + keeper]
        keeper = t.next[keeper]
        left -= 1
    if t.force[seat * N_STATICS + HARMLESS] == 0:
        total -= weights.creeper * t.size[CREEPERS + seat]
    for place in range(t.extras):
        if t.extra_seat[place] == seat:
            total += weights.extra_turn
    if t.turn == seat:
        total += weights.own_turn
    return total


def advantage(d: Sheet, goals: Ints, own: Weights, rivals: Weights, t: Table, seat: int) -> float:
    """How much better a seat stands than the others: its standing by one set of weights less theirs by another."""
    total = standing(d, goals, own, t, seat)
    share = own.rivals if t.seats == 2 else own.rivals * 1.5 / (t.seats - 1)
    for other in range(t.seats):
        if other != seat:
            total -= share * standing(d, goals, rivals, t, other)
    return total


def prospect(d: Sheet, goals: Ints, weights: Weights, t: Table, seat: int) -> float:
    """The chance that a seat wins from here; 1 or 0 where the game is over."""
    if t.outcome != GOING:
        return 1.0 if has_won(t, seat) else 0.0
    total, mine = 0.0, 0.0
    for each in range(t.seats):
        weight = exp(standing(d, goals, weights, t, each))
        total += weight
        if each == seat:
            mine = weight
    return mine / total
