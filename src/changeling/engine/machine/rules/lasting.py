"""Actions that last: they lie with the Meta Rules, and what they say is in force, until their time is over.

Such a card acts for the player who played it, as a Keeper does for its owner.
"""

from __future__ import annotations

from changeling.cards.codes import A_TURN, BEING_PLAYED, DISCARD, GOALS, METAS, NONE, PART_RULES, RULES
from changeling.engine.layout import MAX_LASTING, Table
from changeling.engine.machine.frames import transfer
from changeling.engine.machine.journal import ACT_1, TURN_8, V_DISCARDS, V_SETTLES
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet


def player_of(t: Table, card: int) -> int:
    """The player for whom an Action lasts, or NONE where it is no such card."""
    for place in range(t.lastings):
        if t.lasting_card[place] == card:
            return t.lasting_seat[place]
    return NONE


def keeper_of(t: Table, card: int) -> int:
    """The seat that a card acts for: its owner, or for a rule, which is everybody's, the player whose turn it is."""
    seat = seat_of(t, card)
    if seat == NONE and t.lastings > 0:
        seat = player_of(t, card)
    return seat if seat != NONE else t.turn


def is_everybodys(t: Table, card: int) -> bool:
    """Whether a card in play acts for every player: a rule, a Goal, a Meta Rule."""
    zone = t.place[card]
    return zone == RULES or zone == GOALS or (zone == METAS and player_of(t, card) == NONE)


def stay(d: Sheet, t: Table, seat: int, this: int) -> None:
    """The Action being played stays on the table for a while. Where there is no room, the oldest goes."""
    if this == NONE or d.lasts[this] == 0 or t.place[this] != BEING_PLAYED or t.out >> seat & 1 == 1:
        return
    if t.lastings >= MAX_LASTING:
        stop_lasting(t, 0)
    transfer(t, V_SETTLES, seat, this, METAS, TURN_8)
    t.lasting_card[t.lastings] = this
    t.lasting_seat[t.lastings] = seat
    t.lastings += 1
    mark_changed(t)


def stop_lasting(t: Table, place: int) -> None:
    """The time of an Action is over: it is discarded."""
    card, seat = t.lasting_card[place], t.lasting_seat[place]
    t.lastings -= 1
    for other in range(place, t.lastings):
        t.lasting_card[other] = t.lasting_card[other + 1]
        t.lasting_seat[other] = t.lasting_seat[other + 1]
    t.lasting_card[t.lastings] = 0
    t.lasting_seat[t.lastings] = 0
    transfer(t, V_DISCARDS, seat, card, DISCARD, ACT_1)
    mark_changed(t)


def end_lasting(d: Sheet, t: Table) -> None:
    """A turn begins: what lasted for the turn before is over, and what lasted until this player's next one."""
    for place in range(t.lastings - 1, -1, -1):
        if d.lasts[t.lasting_card[place]] == A_TURN or t.lasting_seat[place] == t.turn:
            stop_lasting(t, place)


def mark_changed(t: Table) -> None:
    """What is in force has changed as if by a rule."""
    t.rules_changed = 1
    t.recheck_all = 1
    t.dirty |= PART_RULES
