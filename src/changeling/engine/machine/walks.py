"""A walk through the cards of zones, or through seats, one at a time: so a set with a test is counted."""

from __future__ import annotations

from changeling.cards.codes import NOBODY, NONE, ONE_SEAT
from changeling.engine.layout import Sheet, Table
from changeling.engine.machine.counts import fits, seat_at, zone_of


def begin_walk(t: Table, zone: int, who: int, which: int) -> None:
    """Get ready to go through the cards of a group of zones, or through seats."""
    t.walk_zone = zone
    t.walk_who = who
    t.walk_filter = which
    t.walk_place = -1
    t.walk_card = NONE


def walk(d: Sheet, t: Table, you: int, base: int) -> bool:
    """Go to the next card (or seat) that passes the filter and leave it in `item`; false when there are no more."""
    while True:
        while t.walk_card != NONE:
            card = t.walk_card
            t.walk_card = t.next[card]
            if fits(d, card, t.walk_filter):
                t.item = card
                return True
        t.walk_place += 1
        if t.walk_who == NOBODY or t.walk_who == ONE_SEAT:
            if t.walk_place > 0 or (t.walk_who == ONE_SEAT and t.walk_seat < 0):
                return False
            zone = zone_of(t, t.walk_zone, t.walk_seat, base)
        else:
            seat = seat_at(t, you, t.walk_who, t.walk_place)
            if seat == NONE:
                return False
            if t.walk_zone == NONE:
                t.item = seat
                return True
            zone = t.walk_zone + seat
        t.walk_card = t.head[zone] if zone != NONE else NONE
