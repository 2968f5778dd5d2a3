"""Whole hands that change their owners, each exchange as one event."""

from __future__ import annotations

from changeling.cards.codes import EVERYONE, HAND, LEFT, NONE, PART_GAINS, PART_HANDS
from changeling.engine.layout import Table
from changeling.engine.machine.board.seats import players_left, seat_at
from changeling.engine.machine.journal import TURN_8, V_PASSES, note
from changeling.engine.machine.zones import MOVED


def hand_over(t: Table, giver: int, receiver: int) -> None:
    """Tell the journal about a whole hand that changed its owner, and let the new owner look at it."""
    t.touched += MOVED * t.size[HAND + receiver]
    card = t.head[HAND + receiver]
    while card != NONE:
        t.place[card] = HAND + receiver
        t.known[card] |= 1 << receiver
        note(t, V_PASSES, giver, card, HAND + giver, HAND + receiver, TURN_8)
        card = t.next[card]


def exchange(t: Table, one: int, other: int) -> None:
    """The lists of two zones change places. The cards do not say yet where they are."""
    head, tail, size = t.head[one], t.tail[one], t.size[one]
    t.head[one], t.tail[one], t.size[one] = t.head[other], t.tail[other], t.size[other]
    t.head[other], t.tail[other], t.size[other] = head, tail, size


def swap_hands(t: Table, one: int, other: int) -> None:
    """Two whole hands change owners, empty ones too (ACT-4)."""
    if one < 0 or other < 0 or one == other or (t.out >> one | t.out >> other) & 1 == 1:
        return
    exchange(t, HAND + one, HAND + other)
    hand_over(t, other, one)
    hand_over(t, one, other)
    t.dirty |= PART_HANDS | PART_GAINS


def pass_hands(t: Table, way: int) -> None:
    """Every hand goes to the neighbour on one side, all at once (C-R93)."""
    if t.out != 0:
        pass_hands_around(t, way)
        return
    step = 1 if way == LEFT else t.seats - 1
    for place in range(t.seats - 1):  # one neighbour after another: the last hand moves along to the other end
        seat = t.seats - 2 - place if way == LEFT else place
        exchange(t, HAND + seat, HAND + seat + 1)
    for seat in range(t.seats):
        hand_over(t, seat, (seat + step) % t.seats)
    t.dirty |= PART_HANDS | PART_GAINS


def pass_hands_around(t: Table, way: int) -> None:
    """As `pass_hands`, past the players who are out of the game."""
    seat = seat_at(t, t.turn, EVERYONE, 0)
    count = players_left(t)
    for place in range(1, count):  # the first hand changes with one after another, against the way they go
        exchange(t, HAND + seat, HAND + seat_at(t, seat, EVERYONE, place if way == LEFT else count - place))
    for place in range(count):
        giver = seat_at(t, seat, EVERYONE, place)
        hand_over(t, giver, seat_at(t, giver, EVERYONE, 1 if way == LEFT else count - 1))
    t.dirty |= PART_HANDS | PART_GAINS
