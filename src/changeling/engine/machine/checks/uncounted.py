"""Cards that count for no Goal, or for everybody's: while a Goal or an Ungoal is looked at, the ones are not there, and
the others lie in front of the player that it is looked at for.

They are taken out of their zones and put back exactly where they were, the last first.
"""

from __future__ import annotations

from changeling.cards.codes import DOWN, KEEPERS, NONE, SHARED, UNCOUNTED
from changeling.engine.layout import MAX_LIFTED, ZONES, Table
from changeling.engine.machine.rules.permissions import permission, somebody_says
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import link, relink, seat_of, unlink
from changeling.engine.sheet_layout import Sheet

OTHERWISE = 1 << UNCOUNTED | 1 << SHARED  # bits of `permitted`: some card says that cards count for none, or for all


def counts_otherwise(d: Sheet, t: Table) -> bool:
    """Whether some card in play says that cards count for no Goal, or for everybody's."""
    if d.permitted & OTHERWISE == 0:
        return False
    return somebody_says(d, t, UNCOUNTED) or somebody_says(d, t, SHARED)


def evaluate_without(d: Sheet, t: Table, expression: int, seat: int, goal: int) -> int:
    """What the condition of a Goal comes to for a seat, without the cards that count for none and with those that count
    for all."""
    lift(d, t, seat)
    found = evaluate(d, t, expression, seat, goal, NONE)
    put_back(t)
    return found


def evaluate_end(d: Sheet, t: Table, expression: int, ungoal: int) -> int:
    """What the condition of an Ungoal comes to, which is about nobody, without the cards that count for none."""
    lift(d, t, NONE)
    found = evaluate(d, t, expression, t.turn, ungoal, NONE)
    put_back(t)
    return found


def lift(d: Sheet, t: Table, seat: int) -> None:
    """Take the cards that count for no Goal out of their zones, and lay those that count for everybody's in front of a
    seat, unless that is NONE."""
    t.lifts = 0
    gather_said(d, t, UNCOUNTED, NONE)
    uncounted = t.lifts
    if seat != NONE:
        gather_said(d, t, SHARED, seat)
    for place in range(t.lifts):
        card = t.lifted[place]
        zone = t.place[card]
        t.lifted_from[place], t.lifted_prev[place], t.lifted_next[place] = zone, t.prev[card], t.next[card]
        unlink(t, card)
        if place < uncounted:
            t.place[card] += ZONES  # no place at all: nothing finds it there
        else:
            link(t, card, zone - seat_of(t, card) + seat)


def gather_said(d: Sheet, t: Table, sort: int, seat: int) -> None:
    """Add the cards in front of players, but for a seat, of which some card says this to those that are lifted."""
    before = t.lifts
    for zone in range(KEEPERS, DOWN if somebody_says(d, t, sort) else KEEPERS):
        card = t.head[zone]
        while card != NONE:
            elsewhere = seat_of(t, card) != seat and not is_lifted(t, card, before)
            if t.lifts < MAX_LIFTED and elsewhere and permission(d, t, sort, card, NONE):
                t.lifted[t.lifts] = card
                t.lifts += 1
            card = t.next[card]


def is_lifted(t: Table, card: int, among: int) -> bool:
    """Whether a card is one of the first so many that are lifted."""
    for place in range(among):
        if t.lifted[place] == card:
            return True
    return False


def put_back(t: Table) -> None:
    """Put the cards that were taken out back where they were."""
    while t.lifts > 0:
        t.lifts -= 1
        card = t.lifted[t.lifts]
        if t.place[card] < ZONES:
            unlink(t, card)
        t.place[card], t.prev[card] = t.lifted_from[t.lifts], t.lifted_prev[t.lifts]
        t.next[card] = t.lifted_next[t.lifts]
        relink(t, card)
        t.size[t.place[card]] += 1
