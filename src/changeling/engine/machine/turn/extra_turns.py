"""Extra turns: those that wait, in the order they were called for, and which cards have given one (W-A2, W-A7).

A streak is the turns that one player takes without a break. In it each card gives one extra turn at most, by its name.
"""

from __future__ import annotations

from changeling.cards.codes import NONE, SURPRISE
from changeling.engine.layout import F_PROGRAM, POSTPONED, QUEUE, Table
from changeling.engine.machine.journal import ACT_2, V_GAINS_A_TURN, note
from changeling.engine.sheet_layout import Sheet


def extra_turn(d: Sheet, t: Table, seat: int, card: int) -> None:
    """Another turn for the seat: once for a card of this name in a streak (C-R99, W-A7).

    Out of turn only a Surprise makes it the next one (W-A2). What else comes over a player on another's turn waits
    until after that player's next regular turn (W-D7)."""
    if t.out >> seat & 1 == 1:
        return
    if seat != t.turn and d.kind[card] != SURPRISE:
        postpone_turn(d, t, seat, card)
    elif not gave_already(d, t, seat, card) and t.extras < QUEUE and t.streak_size < QUEUE:
        remember_giver(d, t, seat, card)
        queue_turn(t, seat, seat, card)


def giver(d: Sheet, t: Table, base: int, card: int) -> int:
    """The card that gives an extra turn: where an Action is copied, the one whose instructions are carried out."""
    program = t.stack[base + F_PROGRAM]
    if d.play[card] != program:
        for other in range(d.cards):
            if d.play[other] == program:
                return other
    return card


def postpone_turn(d: Sheet, t: Table, seat: int, card: int) -> None:
    """An extra turn after the seat's next regular one; a second by a card of that name would follow the same turn."""
    for place in range(t.extras):
        if t.extra_seat[place] == seat + POSTPONED and d.name[t.extra_card[place]] == d.name[card]:
            return
    if t.extras < QUEUE:
        queue_turn(t, seat, seat + POSTPONED, card)


def queue_turn(t: Table, seat: int, entry: int, card: int) -> None:
    """An extra turn waits behind those called for before (W-A2)."""
    t.extra_seat[t.extras] = entry
    t.extra_card[t.extras] = card
    t.extras += 1
    note(t, V_GAINS_A_TURN, seat, card, NONE, NONE, ACT_2)


def gave_already(d: Sheet, t: Table, seat: int, card: int) -> bool:
    """Whether a card of this name has given the seat a turn in this streak."""
    for place in range(t.streak_size):
        if t.streak_name[place] == d.name[card] and t.streak_seat[place] == seat:
            return True
    return False


def remember_giver(d: Sheet, t: Table, seat: int, card: int) -> None:
    """Remember that a card of this name has given the seat a turn."""
    t.streak_name[t.streak_size] = d.name[card]
    t.streak_seat[t.streak_size] = seat
    t.streak_size += 1


def drop_extra(t: Table, place: int) -> None:
    """Take an extra turn out of those that wait."""
    t.extras -= 1
    for after in range(place, t.extras):
        t.extra_seat[after] = t.extra_seat[after + 1]
        t.extra_card[after] = t.extra_card[after + 1]
    t.extra_seat[t.extras] = 0
    t.extra_card[t.extras] = 0


def call_postponed(d: Sheet, t: Table) -> None:
    """A regular turn begins: the extra turns put off until after it wait no longer (W-D7). One by a card that has given
    a turn of this streak already is lost (C-R99)."""
    place = 0
    while place < t.extras:
        if t.extra_seat[place] != t.turn + POSTPONED:
            place += 1
        elif gave_already(d, t, t.turn, t.extra_card[place]) or t.streak_size >= QUEUE:
            drop_extra(t, place)
        else:
            t.extra_seat[place] = t.turn
            remember_giver(d, t, t.turn, t.extra_card[place])
            place += 1


def begin_streak(d: Sheet, t: Table, by: int) -> None:
    """A new streak begins: forget which cards gave extra turns, but for the one that gave this turn and those still to
    come."""
    kept = 0
    for place in range(t.streak_size):
        name, seat = t.streak_name[place], t.streak_seat[place]
        keep = name == by and seat == t.turn
        for extra in range(t.extras):
            if t.extra_seat[extra] == seat and d.name[t.extra_card[extra]] == name:
                keep = True
        if keep:
            t.streak_name[kept] = name
            t.streak_seat[kept] = seat
            kept += 1
    for place in range(kept, t.streak_size):
        t.streak_name[place] = 0
        t.streak_seat[place] = 0
    t.streak_size = kept


def give_extra_turn(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """Another turn for the player; where an Action is copied, the copied card gives it."""
    extra_turn(d, t, seat, giver(d, t, base, this))
