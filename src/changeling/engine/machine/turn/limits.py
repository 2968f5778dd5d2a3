"""What the rules in force leave room for: cards beyond a limit are discarded, a Goal makes room for another."""

from __future__ import annotations

from changeling.cards.codes import (
    BEING_PLAYED,
    DISCARD,
    GOALS,
    GOALS_ALLOWED,
    HAND,
    HAND_LIMIT,
    KEEPER_LIMIT,
    KEEPERS,
    N_STATICS,
    NONE,
    SHED,
    SORT,
    UNGOAL,
    UNGOALS_APART,
    question,
)
from changeling.engine.layout import F_PC, F_PROGRAM, F_REGISTER, F_SHED, FLAGS, Table
from changeling.engine.machine.board.attachments import move_with_attached
from changeling.engine.machine.frames import open_checks, transfer
from changeling.engine.machine.journal import GOAL_1, RULE_12, V_DISCARDS, V_SETTLES
from changeling.engine.machine.rules.sections import replaced
from changeling.engine.machine.values.selection import ask, gather, offer
from changeling.engine.machine.zones import count_of
from changeling.engine.sheet_layout import Sheet

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
    (RULE-12). What one limit takes goes together: the table is checked when it is complied with."""
    own = t.stack[base + F_PROGRAM] == d.turn_program
    if t.answer != NONE:
        card = t.answer % SORT
        t.answer = NONE
        t.stack[base + F_PC] = pc
        if replaced(d, t, SHED, card, player, NONE):
            t.stack[base + F_SHED] = card + 1
        else:
            shed(d, t, player, card, own)
        return
    if (
        d.insteads != 0 and t.stack[base + F_SHED] > 0
    ):  # what happens instead is done: where it is still too much it goes
        card = t.stack[base + F_SHED] - 1
        t.stack[base + F_SHED] = 0
        if is_too_much(t, player, card):
            t.stack[base + F_PC] = pc
            shed(d, t, player, card, own)
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
        t.deferring = 1
        ask(t, player, prompt)
    elif own:
        open_checks(t)


def is_too_much(t: Table, player: int, card: int) -> bool:
    """Whether a card is one of a player's of which there are more than a limit allows."""
    if t.place[card] == HAND + player:
        return over(t, HAND, HAND_LIMIT, player)
    return t.place[card] == KEEPERS + player and over(t, KEEPERS, KEEPER_LIMIT, player)


def shed(d: Sheet, t: Table, player: int, card: int, own: bool) -> None:
    """A player discards a card for a limit; in the player's own turn the table is checked when it is complied with."""
    in_hand = t.place[card] == HAND + player
    move_with_attached(d, t, V_DISCARDS, player, card, DISCARD, RULE_12)
    if own and not over(t, HAND if in_hand else KEEPERS, HAND_LIMIT if in_hand else KEEPER_LIMIT, player):
        open_checks(t)


def offer_goals_to_go(d: Sheet, t: Table, seat: int, this: int) -> None:
    """Put into the selection the Goals of which one has to go for a Goal being played: none where there is room for it
    (GOAL-1, RULE-18). Where an Ungoal has a place of its own beside the Goals (K-B12), an Ungoal takes that or a free
    one, and a Goal never takes it."""
    allowed = t.force[seat * N_STATICS + GOALS_ALLOWED]
    apart, ungoal = t.force[seat * N_STATICS + UNGOALS_APART] != 0, d.kind[this] == UNGOAL
    t.options = 0
    goal = t.head[GOALS]
    while goal != NONE:
        if not apart or (d.kind[goal] == UNGOAL) == ungoal:
            offer(t, goal)
        goal = t.next[goal]
    if not apart:
        room = t.options < allowed
    elif ungoal:
        room = t.size[GOALS] <= allowed
    else:
        room = t.options < allowed and t.size[GOALS] <= allowed
    if room:
        t.options = 0
    elif apart and not ungoal and t.options < allowed:
        offer_all_goals(t)  # an Ungoal has taken a Goal's place


def offer_all_goals(t: Table) -> None:
    """The selection: all Goals in play."""
    t.options = 0
    goal = t.head[GOALS]
    while goal != NONE:
        offer(t, goal)
        goal = t.next[goal]


def name_goal(d: Sheet, t: Table, base: int, pc: int, seat: int, this: int) -> None:
    """The player says which Goal the one being played replaces, where more than one could go (RULE-18)."""
    old = t.stack[base + F_REGISTER]
    if t.answer != NONE:
        old = t.answer % SORT
        t.answer = NONE
    else:
        offer_goals_to_go(d, t, seat, this)
        if t.options > 1 and (old == NONE or t.place[old] != GOALS):
            t.stack[base + F_PC] = pc
            ask(t, seat, TO_REPLACE)
            return
    t.options = 0
    t.stack[base + F_REGISTER] = old


def place_goal(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """A Goal comes into play. Where the rules allow no more of them one goes: the one that was named (GOAL-1)."""
    if t.place[this] != BEING_PLAYED:
        return  # something has taken it away already
    named = t.stack[base + F_REGISTER]
    offer_goals_to_go(d, t, seat, this)
    if t.options > 0:
        old = named if named != NONE and t.place[named] == GOALS else t.option[0]
        move_with_attached(d, t, V_DISCARDS, seat, old, DISCARD, GOAL_1)
    t.options = 0
    for hook in range(d.on_goals):
        t.goal_fired[hook] &= FLAGS  # each Goal played is a change of its own (C-R116)
    transfer(t, V_SETTLES, seat, this, GOALS, GOAL_1)
