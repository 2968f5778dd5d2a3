"""Cards that count for no Goal: while a Goal or an Ungoal is looked at they are not there.

They are taken out of their zones and put back exactly where they were, the last first.
"""

from __future__ import annotations

from changeling.cards.codes import DOWN, KEEPERS, NONE, UNCOUNTED
from changeling.engine.layout import MAX_LIFTED, ZONES, Table
from changeling.engine.machine.rules.permissions import permission
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import relink, unlink
from changeling.engine.sheet_layout import Sheet


def evaluate_without(d: Sheet, t: Table, expression: int, seat: int, goal: int) -> int:
    """What the condition of a Goal or an Ungoal comes to for a seat, without the cards that count for none."""
    lift(d, t)
    found = evaluate(d, t, expression, seat, goal, NONE)
    put_back(t)
    return found


def lift(d: Sheet, t: Table) -> None:
    """Take the cards that count for no Goal out of their zones."""
    t.lifts = 0
    for zone in range(KEEPERS, DOWN):
        card = t.head[zone]
        while card != NONE:
            if t.lifts < MAX_LIFTED and permission(d, t, UNCOUNTED, card, NONE):
                t.lifted[t.lifts] = card
                t.lifts += 1
            card = t.next[card]
    for place in range(t.lifts):
        card = t.lifted[place]
        unlink(t, card)
        t.place[card] += ZONES  # no place at all: nothing finds it there


def put_back(t: Table) -> None:
    """Put the cards that were taken out back where they were."""
    while t.lifts > 0:
        t.lifts -= 1
        card = t.lifted[t.lifts]
        t.place[card] -= ZONES
        relink(t, card)
        t.size[t.place[card]] += 1
