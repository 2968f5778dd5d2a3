"""Goals: who meets which, who is kept from winning by it, and whether there are too many of them."""

from __future__ import annotations

from changeling.cards.codes import (
    ANY_GOAL,
    AS_USUAL,
    CREEPER,
    CREEPERS,
    DOWN,
    GOALS,
    GOALS_ALLOWED,
    GOALS_NEEDED,
    HARMLESS,
    KEEPERS,
    METAS,
    N_STATICS,
    NONE,
    REQUIRES,
    RULES,
    STOPS_EVERYONE,
    STOPS_OTHERS,
    UNGOAL,
    UNGOALS_APART,
)
from changeling.engine.layout import F_REGISTER, F_SEAT, FRAME, Table
from changeling.engine.machine.board.having import called_for, has_all
from changeling.engine.machine.checks.uncounted import counts_otherwise, evaluate_without
from changeling.engine.machine.rules.lasting import is_everybodys, keeper_of
from changeling.engine.machine.rules.permissions import is_disabled, is_waived
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import on_table, seat_of
from changeling.engine.sheet_layout import Sheet

TIE = -2


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
    if d.kind[card] == CREEPER and (d.excuses_all[goal] == 1 or t.force[seat * N_STATICS + HARMLESS] != 0):
        return False
    return stops_unless_excused(d, t, card, seat) and not excused(d, t, goal, card)


def stops_unless_excused(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a card in front of a player is one that keeps a seat from winning, where nothing excuses it."""
    whom = d.stops[card]
    if whom != AS_USUAL and is_disabled(d, t, card):
        whom = AS_USUAL  # what it says counts for nothing, what it is still does
    if whom == AS_USUAL:
        return d.kind[card] == CREEPER and seat_of(t, card) == seat
    if whom == STOPS_OTHERS:
        return seat_of(t, card) != seat
    return whom == STOPS_EVERYONE


def excused(d: Sheet, t: Table, goal: int, creeper: int) -> bool:
    """Whether this Creeper is called for, or some card says that it keeps nobody from winning."""
    return is_called_for(d, t, goal, creeper) or is_waived(d, t, goal, creeper)


def is_called_for(d: Sheet, t: Table, goal: int, creeper: int) -> bool:
    """Whether the Goal, or a rule that asks for more than the Goal, calls for this Creeper."""
    if d.excuses[goal] != NONE and called_for(d, t, d.excuses[goal], creeper):
        return True
    seat = seat_of(t, creeper)
    for zone in (RULES, METAS, KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            calls = d.excuses[card] != NONE and d.wins[card] == NONE and not is_disabled(d, t, card)
            if calls and called_for(d, t, d.excuses[card], creeper):
                return True
            card = t.next[card]
    return False


def fulfils(d: Sheet, t: Table, goal: int, seat: int) -> bool:
    """Whether the Goal's own condition holds for the seat."""
    if counts_otherwise(d, t):
        return d.wins[goal] != NONE and evaluate_without(d, t, d.wins[goal], seat, goal) != 0
    if d.wins_by[goal] != NONE:
        return has_all(d, t, seat, d.wins_by[goal])
    return d.wins[goal] != NONE and evaluate(d, t, d.wins[goal], seat, goal, NONE) != 0


def has_met(d: Sheet, t: Table, base: int, register: int, who: int, goal: int) -> None:
    """Whether a player has what a Goal asks for; ANY_GOAL: one of those in play."""
    found = False
    if who >= 0 and t.out >> who & 1 == 0:
        if goal != ANY_GOAL:
            found = goal >= 0 and asks_and_has(d, t, goal, who)
        else:
            other = t.head[GOALS]
            while other != NONE and not found:
                found = asks_and_has(d, t, other, who)
                other = t.next[other]
    t.stack[base + F_REGISTER + register] = 1 if found else 0


def asks_and_has(d: Sheet, t: Table, goal: int, seat: int) -> bool:
    """Whether a card asks for something to win by, what it says counts, and the seat has it."""
    return d.wins[goal] != NONE and d.kind[goal] != UNGOAL and not is_disabled(d, t, goal) and fulfils(d, t, goal, seat)


def meets(d: Sheet, t: Table, goal: int, seat: int) -> bool:
    """Whether the seat meets the Goal, with everything else that rules ask of a winner."""
    if is_disabled(d, t, goal):
        return False
    return fulfils(d, t, goal, seat) and t.force[seat * N_STATICS + REQUIRES] != 0 and not blocked(d, t, goal, seat)


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


def who_chooses(t: Table) -> int:
    """Who chooses the surplus Goals that go: whoever made the rule leave, whose card was just done (RULE-18). Where a
    Keeper allows that player another number of Goals, it is the one whose turn it is."""
    seat = t.stack[(t.frames - 1) * FRAME + F_SEAT]
    mine, row = seat * N_STATICS, t.turn * N_STATICS
    if t.force[mine + GOALS_ALLOWED] != t.force[row + GOALS_ALLOWED]:
        return t.turn
    return seat if t.force[mine + UNGOALS_APART] == t.force[row + UNGOALS_APART] else t.turn


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
    """The first Goal in play that the seat meets, or what lies in front of it and lets it win; else NONE. Where more
    than one have to be met, NONE unless as many are."""
    if d.permitted >> GOALS_NEEDED & 1 == 1 and goals_met(d, t, seat) < goals_needed(d, t, seat):
        return NONE
    goal = t.head[GOALS]
    while goal != NONE:
        if meets(d, t, goal, seat):
            return goal
        goal = t.next[goal]
    return own_goal_met(d, t, seat) if d.own_goals == 1 else NONE


def goals_needed(d: Sheet, t: Table, seat: int) -> int:
    """How many Goals a seat has to meet at once, as cards in play say."""
    found = 1
    for row in range(d.permit_from[GOALS_NEEDED], d.permit_from[GOALS_NEEDED + 1]):
        found = max(found, needed_by(d, t, row, seat))
    return found


def needed_by(d: Sheet, t: Table, row: int, seat: int) -> int:
    """How many Goals a seat has to meet at once, as one card says; 0 where it says nothing of that seat now."""
    by = d.permit_card[row]
    if not on_table(t, by) or is_disabled(d, t, by):
        return 0
    if not is_everybodys(t, by) and keeper_of(t, by) != seat:
        return 0
    return max(evaluate(d, t, d.permit_test[row], seat, by, NONE), 0)


def goals_met(d: Sheet, t: Table, seat: int) -> int:
    """How many Goals in play a seat meets, and cards in front of it that let it win."""
    found = 0
    goal = t.head[GOALS]
    while goal != NONE:
        found += 1 if meets(d, t, goal, seat) else 0
        goal = t.next[goal]
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            found += 1 if d.wins[card] != NONE and meets(d, t, card, seat) else 0
            card = t.next[card]
    return found


def own_goal_met(d: Sheet, t: Table, seat: int) -> int:
    """The card of a seat that is no Goal, by which it alone can win and does; or NONE."""
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            if d.wins[card] != NONE and meets(d, t, card, seat):
                return card
            card = t.next[card]
    return NONE
