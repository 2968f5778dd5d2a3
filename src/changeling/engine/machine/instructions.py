"""The instructions by which a program goes on: registers, jumps, loops over players.

The function of an instruction, in whichever room, is found by the name that its row in `cards.vocabulary` gives, and
takes what it names: the sheet `d`, the table `t`, the frame `base`, the place `pc` of the instruction, the player
`seat` and the card `this` of the frame; then the operands. The frame already stands at the next instruction: one that
has to run again sets it back to `pc`. Where a function is one statement, the dispatcher (`dispatch.py`, made by
`engine.dispatch_writer`) holds that statement instead of a call.
"""

from __future__ import annotations

from changeling.cards.codes import NONE
from changeling.engine.layout import F_PC, F_REGISTER, Table
from changeling.engine.machine.board.seats import seat_after, seat_at


def set_register(t: Table, base: int, register: int, value: int) -> None:
    """Keep a value."""
    t.stack[base + F_REGISTER + register] = value


def goto(t: Table, base: int, target: int) -> None:
    """Go on elsewhere."""
    t.stack[base + F_PC] = target


def goto_unless(t: Table, base: int, value: int, target: int) -> None:
    """Go on elsewhere if a condition does not hold."""
    if value == 0:
        t.stack[base + F_PC] = target


def for_seats(t: Table, base: int, seat: int, register: int, who: int, leave: int) -> None:
    """The next seat of a loop over players; after the last one the loop is left."""
    now = t.stack[base + F_REGISTER + register]
    place = 0
    if t.out != 0 and now != NONE:
        following = seat_after(t, seat, who, now)
        if following == NONE:
            t.stack[base + F_PC] = leave
        t.stack[base + F_REGISTER + register] = following
        return
    if now != NONE:
        while seat_at(t, seat, who, place) != now and place < t.seats:
            place += 1
        place += 1
    following = seat_at(t, seat, who, place)
    if following == NONE:
        t.stack[base + F_PC] = leave
    t.stack[base + F_REGISTER + register] = following
