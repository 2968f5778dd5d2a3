"""How well a seat stands: a number in the terms of the table alone, inside what Numba compiles.

It is told where every card lies. On an imagined table that is no secret, and over many imagined tables it evens out.
"""

from __future__ import annotations

from math import exp

from changeling.bots.goal_table import WANTED, WANTS
from changeling.cards.codes import (
    CREEPERS,
    DISCARD,
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
    REQUIRES,
)
from changeling.engine.layout import ENDING, GOING, PLAYING, WON, Sheet, Table
from changeling.engine.machine.checks import excused, meets
from changeling.engine.machine.counts import plays_left
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.hidden_deal import Ints

Reals = list[float]  # an array of float64 where it is compiled

# Where in `knobs` each weight lies. First what both uses share: how soon a missing piece can be had from where it is;
# a Creeper in the way; all named pieces there and still not met; beyond how many cards a hand hardly helps.
IN_HAND, IN_PILE, IN_OTHER_HAND, IN_OTHER_FRONT, GONE, BLOCKED, IN_PART, PLENTY = 0, 1, 2, 3, 4, 5, 6, 7
# Then twice the weights of a standing: for choosing an answer at once, and for the chance to win from a table.
CHOOSING, WINNING = 8, 22
GOAL_IN_PLAY, GOAL_IN_HAND, READY, SECOND = 0, 1, 2, 3  # READY: a Goal in hand that would win if it were played
KEEPER, KEEPER_WANTED, CREEPER_HERE, CARD, SPARE, TOO_MANY = 4, 5, 6, 7, 8, 9
PLAY_LEFT, EXTRA_TURN, TEMPO, OTHERS = 10, 11, 12, 13
KNOBS = (
    *(0.7, 0.3, 0.16, 0.16, 0.03, 0.45, 0.25, 6.0),
    *(5.0, 5.0, 9.5, 0.0, 0.0, 0.85, 1.2, 0.4, 0.4, 0.15, 0.9, 2.5, 0.0, 1.0),
    *(0.7, 0.6, 0.85, 0.0, 0.1, 0.07, 0.1, 0.04, 0.03, 0.0, 0.05, 0.3, 0.08, 1.0),
)


def reach(t: Table, knobs: Reals, card: int, seat: int) -> float:
    """How likely a seat has a card in front of it when it needs it."""
    zone = t.place[card]
    if zone == KEEPERS + seat or zone == CREEPERS + seat:
        return 1.0
    if zone == HAND + seat:
        return knobs[IN_HAND]
    if zone == PILE:
        return knobs[IN_PILE]
    if HAND <= zone < KEEPERS:
        return knobs[IN_OTHER_HAND]
    if zone == DISCARD or zone == OUT:
        return knobs[GONE]
    return knobs[IN_OTHER_FRONT]


def best_way(lore: Ints, knobs: Reals, t: Table, at: int, seat: int) -> float:
    """How likely a seat gets everything together that some way to meet a Goal asks for; `at` is the Goal's row."""
    best = 0.0
    ways = lore[at]
    at += 1
    for _ in range(ways):
        chance = 1.0
        things = lore[at]
        at += 1
        last = NONE  # no card is two of the things
        for _ in range(things):
            piece = 0.0
            used = NONE
            for place in range(at + 1, at + 1 + lore[at]):
                if lore[place] != last:
                    one = reach(t, knobs, lore[place], seat)
                    if one > piece:
                        piece = one
                        used = lore[place]
            last = used
            chance *= piece
            at += 1 + lore[at]
        if chance > best:
            best = chance
    return best


def nearness(d: Sheet, lore: Ints, knobs: Reals, t: Table, goal: int, seat: int) -> float:
    """How near a seat is to winning by a Goal if it were in play: 1 when only the Goal is missing, 0 when hopeless."""
    at = lore[WANTS + goal]
    if at == NONE:
        return 0.0
    if meets(d, t, goal, seat):
        return 1.0
    if lore[at] == 0:
        near = counted(d, t, goal, seat)
    else:
        near = best_way(lore, knobs, t, at, seat)
        if near == 1.0 and evaluate(d, t, d.wins[goal], seat, goal, NONE) == 0:
            near = knobs[IN_PART]
    if near == 0.0:
        return 0.0
    if t.force[seat * N_STATICS + REQUIRES] == 0:
        near *= knobs[BLOCKED]
    if t.force[seat * N_STATICS + HARMLESS] == 0:
        creeper = t.head[CREEPERS + seat]
        while creeper != NONE:
            if not excused(d, t, goal, creeper):
                near *= knobs[BLOCKED]
            creeper = t.next[creeper]
    return near


def counted(d: Sheet, t: Table, goal: int, seat: int) -> float:
    """For a Goal that only counts: how near the seat is if each further Keeper or card in hand is a matter of luck."""
    for each in range(2):
        zone = KEEPERS + seat if each == 0 else HAND + seat
        chance = 0.5 if each == 0 else 0.7
        size = t.size[zone]
        near = 1.0
        for more in range(1, 6):
            near *= chance
            t.size[zone] = size + more
            met = evaluate(d, t, d.wins[goal], seat, goal, NONE)
            t.size[zone] = size
            if met != 0:
                return near
    return 0.02


def chances(d: Sheet, lore: Ints, knobs: Reals, use: int, t: Table, seat: int) -> float:
    """What the Goals in play and in the seat's hand promise it: the best of each, and a little of the next best."""
    played, held, second = 0.0, 0.0, 0.0
    goal = t.head[GOALS]
    while goal != NONE:
        if lore[WANTS + goal] != NONE:
            near = nearness(d, lore, knobs, t, goal, seat)
            second = max(second, min(near, played))
            played = max(near, played)
        goal = t.next[goal]
    goal = t.head[HAND + seat]
    while goal != NONE:
        if lore[WANTS + goal] != NONE:
            near = nearness(d, lore, knobs, t, goal, seat)
            second = max(second, min(near, held))
            held = max(near, held)
        goal = t.next[goal]
    total = knobs[use + GOAL_IN_PLAY] * played + knobs[use + GOAL_IN_HAND] * held + knobs[use + SECOND] * second
    return total + knobs[use + READY] if held == 1.0 else total


def cards_to_play(t: Table, knobs: Reals, use: int, seat: int) -> float:
    """What the hand and the plays that are left are worth; what has to go at the end of the turn is worth little."""
    total = 0.0
    limit = t.force[seat * N_STATICS + HAND_LIMIT]
    size = t.size[HAND + seat]
    if t.turn == seat and t.phase == PLAYING:
        plays = min(plays_left(t), size)
        total += knobs[use + PLAY_LEFT] * plays
        limit += plays
    kept = min(size, limit)
    total += knobs[use + CARD] * min(kept, knobs[PLENTY])
    if kept > knobs[PLENTY]:
        total += knobs[use + SPARE] * (kept - knobs[PLENTY])
    if t.turn != seat or t.phase != ENDING:
        total += knobs[use + TOO_MANY] * (size - kept)
    return total


def standing(d: Sheet, lore: Ints, knobs: Reals, use: int, t: Table, seat: int) -> float:
    """How well a seat stands, whatever the others do, by the weights of one `use`."""
    total = chances(d, lore, knobs, use, t, seat) + cards_to_play(t, knobs, use, seat)
    keeper = t.head[KEEPERS + seat]
    left = t.force[seat * N_STATICS + KEEPER_LIMIT]
    while keeper != NONE and left > 0:
        total += knobs[use + KEEPER] + knobs[use + KEEPER_WANTED] * lore[WANTED + keeper]
        keeper = t.next[keeper]
        left -= 1
    if t.force[seat * N_STATICS + HARMLESS] == 0:
        total -= knobs[use + CREEPER_HERE] * t.size[CREEPERS + seat]
    for place in range(t.extras):
        if t.extra_seat[place] == seat:
            total += knobs[use + EXTRA_TURN]
    if t.turn == seat:
        total += knobs[use + TEMPO]
    return total


def advantage(d: Sheet, lore: Ints, knobs: Reals, t: Table, seat: int) -> float:
    """How much better a seat stands than the others, for choosing an answer."""
    total = standing(d, lore, knobs, CHOOSING, t, seat)
    share = knobs[CHOOSING + OTHERS] if t.seats == 2 else knobs[CHOOSING + OTHERS] * 1.5 / (t.seats - 1)
    for other in range(t.seats):
        if other != seat:
            total -= share * standing(d, lore, knobs, CHOOSING, t, other)
    return total


def prospect(d: Sheet, lore: Ints, knobs: Reals, t: Table, seat: int) -> float:
    """The chance that a seat wins from here; what is so where the game is over."""
    if t.outcome != GOING:
        return 1.0 if t.outcome == WON and t.winner == seat else 0.0
    total, mine = 0.0, 0.0
    for each in range(t.seats):
        weight = exp(standing(d, lore, knobs, WINNING, t, each))
        total += weight
        if each == seat:
            mine = weight
    return mine / total
