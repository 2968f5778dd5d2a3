"""What answers something: which program of a Surprise, or of a card in play, and whether it fits what is answered."""

from __future__ import annotations

from changeling.cards.codes import A_USE, DOOM, NONE, SORT, THEFT, TURN
from changeling.engine.layout import F_CARD, F_PROGRAM, FRAME, Table
from changeling.engine.machine.board.counts import fits
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.turn.free_actions import applies
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.values.selection import offer
from changeling.engine.sheet_layout import Sheet


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
