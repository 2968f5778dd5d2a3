"""Surprise windows: who may answer what was just played, and what the answer does (SURP-1, SURP-2).

A window is one instruction that is run again after each answer. Its frame holds how many seats it is past
(F_SEATS_PASSED), whom it asked last (F_ASKED), and whether what the frame does was cancelled. Seats that could not
answer are not asked, unless the table is polite.
"""

from __future__ import annotations

from changeling.cards.codes import (
    A_PLAY,
    BEING_PLAYED,
    DOOM,
    FROM_LEFT,
    HAND,
    KEEPERS,
    NONE,
    OTHERS,
    SORT,
    SURPRISE,
    SURPRISE_WINDOW,
    THEFT,
    TURN,
    WORD_DONE,
)
from changeling.engine.layout import (
    F_ASKED,
    F_CANCELLED,
    F_CARD,
    F_CLAIM,
    F_PC,
    F_PROGRAM,
    F_SEAT,
    F_SEATS_PASSED,
    FRAME,
    WON,
    Sheet,
    Table,
)
from changeling.engine.machine.counts import seat_at
from changeling.engine.machine.frames import become, pop, push, transfer
from changeling.engine.machine.journal import (
    SURP_1,
    SURP_2,
    TURN_8,
    UNGOAL_2,
    V_CANCELS,
    V_CLAIMS,
    V_DIVERTS,
    V_WINS,
    note,
)
from changeling.engine.machine.turns import ask, offer
from changeling.engine.machine.zones import seat_of


def trigger_of(d: Sheet, t: Table, base: int) -> int:
    """What a frame's window is about: the kind of the card being played, a theft, a turn, an Ungoal that is met."""
    program = t.stack[base + F_PROGRAM]
    if program == d.theft_program:
        return THEFT
    if program == d.doom_program:
        return DOOM
    if program == d.turn_program:
        return TURN
    return d.kind[t.stack[base + F_CARD]]


def reply(d: Sheet, card: int, trigger: int) -> int:
    """The program by which a Surprise answers something, or NONE."""
    at = d.react_at[card]
    if at == NONE:
        return NONE
    for place in range(at + 1, at + 1 + 2 * d.reacts[at], 2):
        if d.reacts[place] == trigger:
            return d.reacts[place + 1]
    return NONE


def can_answer(d: Sheet, t: Table, card: int, seat: int, trigger: int) -> bool:
    """Whether a card in a seat's hand is a Surprise that can answer: any one answers a Surprise, on anybody's turn;
    other things are answered out of turn only (K-C13), but for an Ungoal."""
    if d.kind[card] != SURPRISE:
        return False
    if trigger == SURPRISE:
        return True
    if trigger == DOOM:
        return reply(d, card, DOOM) != NONE
    if seat == t.turn:
        return False
    return reply(d, card, trigger) != NONE or (trigger != THEFT and reply(d, card, TURN) != NONE)


def seat_asked(t: Table, base: int, trigger: int, place: int) -> int:
    """The `place`-th seat that a window asks, or NONE."""
    if trigger == THEFT:
        return seat_of(t, t.stack[base + F_CARD]) if place == 0 else NONE
    return seat_at(t, t.stack[base + F_SEAT], FROM_LEFT if trigger == DOOM else OTHERS, place)


def window(d: Sheet, t: Table, base: int, pc: int) -> None:
    """Ask the next seat that could answer; done when there are no more, or when the frame is cancelled."""
    if d.answerable == 0:
        return
    if t.answer != NONE:
        given, seat = t.answer, t.stack[base + F_ASKED]
        t.answer = NONE
        if given == WORD_DONE:
            t.stack[base + F_SEATS_PASSED] += 1
        else:
            t.stack[base + F_PC] = pc
            push(d, t, d.react_program, seat, given % SORT, 0)
            return
    if t.stack[base + F_CANCELLED] == 1:
        t.stack[base + F_SEATS_PASSED] = 0
        pop(t)
        return
    trigger = trigger_of(d, t, base)
    seat = seat_asked(t, base, trigger, t.stack[base + F_SEATS_PASSED])
    if trigger < THEFT and t.place[t.stack[base + F_CARD]] != BEING_PLAYED:
        seat = NONE  # an answer has taken the card away: there is nothing left to answer
    while seat != NONE:
        t.options = 0
        card = t.head[HAND + seat]
        while card != NONE:
            if can_answer(d, t, card, seat, trigger):
                offer(t, A_PLAY * SORT + card)
            card = t.next[card]
        if t.options > 0 or t.polite == 1:
            offer(t, WORD_DONE)
            t.stack[base + F_ASKED] = seat
            t.stack[base + F_PC] = pc
            ask(t, seat, SURPRISE_WINDOW)
            return
        t.stack[base + F_SEATS_PASSED] += 1
        seat = seat_asked(t, base, trigger, t.stack[base + F_SEATS_PASSED])
    t.stack[base + F_SEATS_PASSED] = 0
    t.stack[base + F_ASKED] = 0


def answer_below(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """A Surprise that was not cancelled acts on what it answers: it cancels a Surprise, or runs its own program."""
    below = base - FRAME
    trigger = trigger_of(d, t, below)
    if trigger == SURPRISE and t.place[t.stack[below + F_CARD]] == BEING_PLAYED:
        cancel(d, t, base, seat)
        return
    program = reply(d, this, trigger)
    if program == NONE:
        program = reply(d, this, TURN)
    if program != NONE:
        become(d, t, base, program)


def cancel(d: Sheet, t: Table, base: int, seat: int) -> None:
    """What the Surprise answers has no effect; the play is spent all the same (SURP-4)."""
    below = base - FRAME
    if below >= 0 and t.stack[below + F_PROGRAM] != d.turn_program and t.stack[below + F_PROGRAM] != d.doom_program:
        t.stack[below + F_CANCELLED] = 1
        note(t, V_CANCELS, seat, t.stack[below + F_CARD], NONE, NONE, SURP_2)


def divert(t: Table, base: int, seat: int) -> None:
    """The Keeper being played comes to lie in front of the seat and was never in front of the other (W-B27)."""
    card = t.stack[base - FRAME + F_CARD] if base >= FRAME else NONE
    if card != NONE and t.place[card] == BEING_PLAYED:
        transfer(t, V_DIVERTS, seat, card, KEEPERS + seat, SURP_1)


def win(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """The seat wins. As an answer to an Ungoal it only claims the win, which `judge` decides about."""
    if base >= FRAME and t.stack[base - FRAME + F_PROGRAM] == d.doom_program:
        t.stack[base - FRAME + F_CLAIM] = seat
        note(t, V_CLAIMS, seat, this, NONE, NONE, UNGOAL_2)
    else:
        t.outcome = WON
        t.winner = seat
        note(t, V_WINS, seat, this, NONE, NONE, TURN_8)
