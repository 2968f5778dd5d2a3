"""What answers something: which program of a Surprise, or of a card in play, and whether it fits what is answered."""

from __future__ import annotations

from changeling.cards import vocabulary as v
from changeling.cards.codes import A_USE, CREEPER, DOOM, NONE, SORT, SURPRISE, THEFT, TURN, WIDTH
from changeling.engine.layout import (
    CLOSED,
    F_ASKED,
    F_CARD,
    F_OUTER,
    F_PC,
    F_PROGRAM,
    F_SEAT,
    F_WINDOW,
    FRAME,
    Table,
)
from changeling.engine.machine.board.counts import fits
from changeling.engine.machine.effects.taking import keeper_to_defend, take
from changeling.engine.machine.frames import PART_OF_IT
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.turn.free_actions import applies
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.values.selection import offer
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet

TAKE = v.Effects.take.statement


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


def answers_drawn(t: Table, base: int, trigger: int) -> bool:
    """Whether it is about a Creeper that was drawn, or about an answer to one. That one lies on the table already, so
    nothing is looked for before all answers are settled: what is cancelled wins nothing (K-C11)."""
    return trigger == CREEPER or (trigger == SURPRISE and t.stack[base + F_OUTER] >= PART_OF_IT)


def reply(d: Sheet, t: Table, base: int, seat: int, card: int, trigger: int) -> int:
    """The program by which a Surprise of a seat answers what a frame does, as something of that sort, or NONE."""
    at = d.react_at[card]
    if at == NONE:
        return NONE
    for place in range(at + 1, at + 1 + 2 * d.reacts[at], 2):
        program = d.reacts[place + 1]
        if d.reacts[place] == trigger and (d.react_tests == 0 or suits_answer(d, t, base, seat, card, program)):
            return program
    return NONE


def suits_answer(d: Sheet, t: Table, base: int, seat: int, card: int, program: int) -> bool:
    """Whether what a frame does passes the filter of an answer, and the condition of the answer holds."""
    for row in range(d.react_tests):
        if d.react_program_of[row] == program:
            which, test = d.react_filter[row], d.react_test[row]
            if which != 0 and not fits(d, t, t.stack[base + F_CARD], which):
                return False
            # As if the answer lay on top of that frame already: `played` and `player` are those of the frame below.
            return test == NONE or evaluate(d, t, test, seat, card, base + FRAME) != 0
    return True


# --- a theft by Surprise ----------------------------------------------------------------------------------------------
def robbed_of(d: Sheet, t: Table, base: int, pc: int, seat: int, card: int) -> int:
    """The card of a seat that a Surprise takes as soon as its window, at `pc`, has passed, where `card` would answer
    that theft whatever is stolen; or NONE."""
    if seat == t.turn or trigger_of(d, t, base) != SURPRISE or d.code[(pc + 1) * WIDTH] != TAKE:
        return NONE
    program = reply(d, t, base, seat, card, THEFT)
    for row in range(d.react_tests):
        if d.react_program_of[row] == program:
            return NONE
    thief = t.stack[base + F_SEAT]
    taken = read(d, t, d.code[(pc + 1) * WIDTH + 1], thief, t.stack[base + F_CARD], base) if program != NONE else NONE
    keeper = keeper_to_defend(d, t, thief, taken) if taken >= 0 else NONE
    return taken if keeper != NONE and seat_of(t, keeper) == seat else NONE


def answer_theft(d: Sheet, t: Table, base: int, pc: int, seat: int, given: int) -> bool:
    """Any Surprise could cancel one that steals, but whoever has an answer to theft means that (W-B10, W-B31):
    the theft begins and is answered by it. Gives whether it is so."""
    taken = robbed_of(d, t, base, pc, seat, given % SORT)
    if taken == NONE:
        return False
    frames = t.frames
    t.stack[base + F_WINDOW] = CLOSED
    t.stack[base + F_PC] = pc + 2
    take(d, t, t.stack[base + F_SEAT], taken)
    if t.frames > frames and t.stack[base + FRAME + F_PROGRAM] == d.theft_program:
        t.stack[base + FRAME + F_ASKED] = seat
        t.answer = given
    return True


# --- cards in play that answer ----------------------------------------------------------------------------------------
def standing_reply(d: Sheet, t: Table, base: int, seat: int, card: int) -> int:
    """The program by which a card in play answers for a seat what a frame does, or NONE. As with Surprises, it is an
    answer to what others do, out of one's own turn, but for an Ungoal."""
    trigger = trigger_of(d, t, base)
    if d.guarding[card] == 0 or (seat == t.turn and trigger != DOOM):
        return NONE
    if not applies(t, card, seat) or is_disabled(d, t, card):
        return NONE
    return reply(d, t, base, seat, card, trigger)


def offer_guards(d: Sheet, t: Table, base: int, seat: int) -> None:
    """Add the cards in play by which a seat can answer, and that are not among the options for another use."""
    for place in range(d.guards):
        card = d.guard[place]
        if standing_reply(d, t, base, seat, card) != NONE and not offered(t, A_USE * SORT + card):
            offer(t, A_USE * SORT + card)


def offered(t: Table, option: int) -> bool:
    """Whether an option is there already."""
    for place in range(t.options):
        if t.option[place] == option:
            return True
    return False
