"""Surprise windows: who may answer what was just played, and what the answer does (SURP-1, SURP-2).

A window is one instruction that is run again after each answer. In a card's own program it stands where the first thing
happens: what the player names before that is known to all by then (K-C12, W-B17). Its frame holds how many seats it is
past (F_SEATS_PASSED), whom it asked last (F_ASKED), and what became of it (F_WINDOW). Seats that could not answer are
not asked, unless the table is polite.
"""

from __future__ import annotations

from changeling.cards.codes import (
    A_PLAY,
    A_USE,
    BEING_PLAYED,
    CREEPERS,
    DISCARD,
    DOOM,
    DOWN,
    FROM_LEFT,
    HAND,
    KEEPER,
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
    ANSWERED,
    AS_BEFORE,
    AT_ONCE,
    CANCELLED,
    CLOSED,
    F_ASKED,
    F_CARD,
    F_CLAIM,
    F_PC,
    F_PROGRAM,
    F_SEAT,
    F_SEATS_PASSED,
    F_WINDOW,
    FRAME,
    NAMING,
    NOT_YET,
    USED,
    WHEN_DONE,
    WON,
    Table,
)
from changeling.engine.machine.board.attachments import loosen, release
from changeling.engine.machine.board.seats import seat_at
from changeling.engine.machine.choices.replies import (
    answer_theft,
    answers_drawn,
    offer_guards,
    reply,
    standing_reply,
    trigger_of,
)
from changeling.engine.machine.frames import become, pop, push, transfer
from changeling.engine.machine.happenings import forget_play, unnote_play
from changeling.engine.machine.journal import (
    SURP_1,
    SURP_2,
    TURN_8,
    UNGOAL_2,
    V_CANCELS,
    V_CLAIMS,
    V_DISCARDS,
    V_DIVERTS,
    V_USES,
    V_WINS,
    note,
)
from changeling.engine.machine.rules.permissions import is_barred
from changeling.engine.machine.turn.free_actions import offer_uses_off_turn, use
from changeling.engine.machine.values.selection import ask, offer
from changeling.engine.machine.zones import on_table, seat_of
from changeling.engine.sheet_layout import Sheet


def can_answer(d: Sheet, t: Table, base: int, card: int, seat: int, trigger: int) -> bool:
    """Whether a card in a seat's hand is a Surprise that can answer: any one answers a Surprise, on anybody's turn;
    other things are answered out of turn only (K-C13), but for an Ungoal."""
    if d.kind[card] != SURPRISE or is_barred(d, t, card, seat):
        return False
    if trigger == SURPRISE:
        return True
    if trigger == DOOM:
        return reply(d, t, base, seat, card, DOOM) != NONE
    if seat == t.turn:
        return False
    if reply(d, t, base, seat, card, trigger) != NONE:
        return True
    return trigger != THEFT and reply(d, t, base, seat, card, TURN) != NONE


def seat_asked(t: Table, base: int, trigger: int, place: int) -> int:
    """The `place`-th seat that a window asks, or NONE."""
    if trigger == THEFT:
        return seat_of(t, t.stack[base + F_CARD]) if place == 0 else NONE
    return seat_at(t, t.stack[base + F_SEAT], FROM_LEFT if trigger == DOOM else OTHERS, place)


def window(d: Sheet, t: Table, base: int, pc: int) -> None:
    """Ask the next seat that could answer, until there are no more or a card has been answered. A frame has one window:
    where its program comes by once more nothing happens. What is cancelled ends here."""
    if d.answerable == 0 and d.anytimes == 0:
        return
    if t.answer != NONE and take_reply(d, t, base, pc):
        return
    became = t.stack[base + F_WINDOW]
    if became == CANCELLED:
        drop_cancelled(d, t, base)
    elif became == ANSWERED:
        name_again(d, t, base)
    elif became == NOT_YET or became == USED:
        ask_next(d, t, base, pc)
    else:
        t.stack[base + F_WINDOW] = CLOSED


def drop_cancelled(d: Sheet, t: Table, base: int) -> None:
    """What was cancelled ends. A card that was played counts as not played; a Creeper that was drawn is discarded.

    It goes alone: a Creeper that has attached itself meanwhile comes off, and the Keeper stays."""
    seat, card = t.stack[base + F_SEAT], t.stack[base + F_CARD]
    if t.happenings > 0:
        forget_play(t, card)
    if d.recalls == 1:
        unnote_play(t, card)
    if CREEPERS <= t.place[card] < DOWN:
        loosen(t, card)
        release(d, t, seat, card)
        transfer(t, V_DISCARDS, seat, card, DISCARD, SURP_2)
    pop(t)


def ask_next(d: Sheet, t: Table, base: int, pc: int) -> None:
    """Ask the next seat that has something to answer with; where there is none the window closes."""
    trigger = trigger_of(d, t, base)
    seat = seat_asked(t, base, trigger, t.stack[base + F_SEATS_PASSED])
    if (trigger < THEFT and not can_be_answered(t, t.stack[base + F_CARD])) or not somebody_could_answer(d, t):
        seat = NONE  # something has taken the card away, or there is nothing to answer with
    while seat != NONE:
        offer_replies(d, t, base, seat, trigger)
        if t.options > 0 or (t.polite == 1 and d.answerable >> SURPRISE & 1 == 1):
            offer(t, WORD_DONE)
            t.stack[base + F_ASKED] = seat
            t.stack[base + F_PC] = pc
            ask(t, seat, SURPRISE_WINDOW)
            return
        t.stack[base + F_SEATS_PASSED] += 1
        seat = seat_asked(t, base, trigger, t.stack[base + F_SEATS_PASSED])
    if d.weighed == 1:
        t.touched = cost_of_asking(d, t)
    t.stack[base + F_SEATS_PASSED] = 0
    t.stack[base + F_ASKED] = 0
    if t.stack[base + F_WINDOW] == USED and trigger < THEFT:
        name_again(d, t, base)
    else:
        t.stack[base + F_WINDOW] = CLOSED


def cost_of_asking(d: Sheet, t: Table) -> int:
    """What counts as looked at in a window (loop.py): what everybody can see, whoever could answer or was asked."""
    cost = t.seats * d.anytimes
    for seat in range(t.seats):
        cost += t.size[HAND + seat]
    return cost


def can_be_answered(t: Table, card: int) -> bool:
    """Whether a card can still be answered: it is being played, or is a Creeper in front of whoever drew it."""
    return t.place[card] == BEING_PLAYED or CREEPERS <= t.place[card] < DOWN


def somebody_could_answer(d: Sheet, t: Table) -> bool:
    """Whether the deck has Surprises, or a card that may be used on anybody's turn or answers is on the table."""
    if d.answerable >> SURPRISE & 1 == 1:
        return True
    for place in range(d.anytimes):
        if on_table(t, d.free_card[d.anytime[place]]):
            return True
    for place in range(d.guards):
        if on_table(t, d.guard[place]):
            return True
    return False


def offer_replies(d: Sheet, t: Table, base: int, seat: int, trigger: int) -> None:
    """The selection: the Surprises by which a seat can answer, and what it may use on anybody's turn (C-R115)."""
    t.options = 0
    card = t.head[HAND + seat] if d.answerable >> SURPRISE & 1 == 1 else NONE
    while card != NONE:
        if can_answer(d, t, base, card, seat, trigger):
            offer(t, A_PLAY * SORT + card)
        card = t.next[card]
    if seat != t.turn:
        offer_uses_off_turn(d, t, seat)
    if d.guards != 0:
        offer_guards(d, t, base, seat)


def take_reply(d: Sheet, t: Table, base: int, pc: int) -> bool:
    """Carry out what the seat that was asked has said; gives whether that runs before the window goes on. Once a card
    was answered it is too late for another answer to it, wherever anybody sits (W-B12)."""
    given, seat = t.answer, t.stack[base + F_ASKED]
    t.answer = NONE
    if given == WORD_DONE:
        t.stack[base + F_SEATS_PASSED] += 1
        return False
    t.stack[base + F_PC] = pc
    if d.guards != 0 and answered_in_play(d, t, base, seat, given):
        return True
    if given // SORT == A_USE:
        t.stack[base + F_WINDOW] = USED
        use(d, t, seat, given % SORT)
        return True
    if d.answerable >> THEFT & 1 == 1 and answer_theft(d, t, base, pc, seat, given):
        return True
    trigger = trigger_of(d, t, base)
    if trigger < THEFT:
        t.stack[base + F_WINDOW] = ANSWERED
    frames = t.frames
    push(d, t, d.react_program, seat, given % SORT, AS_BEFORE if answers_drawn(t, base, trigger) else AT_ONCE)
    if t.frames > frames:
        t.answer = given  # until the card is laid down: nothing comes between, in which it could be played once more
    return True


def answered_in_play(d: Sheet, t: Table, base: int, seat: int, given: int) -> bool:
    """Let a card in play answer, where that is what a seat has said; gives whether it was. It has had its say then, as
    a Surprise would."""
    program = standing_reply(d, t, base, seat, given % SORT) if given // SORT == A_USE else NONE
    if program == NONE:
        return False
    if trigger_of(d, t, base) < THEFT:
        t.stack[base + F_WINDOW] = ANSWERED
    else:
        t.stack[base + F_SEATS_PASSED] += 1
    note(t, V_USES, seat, given % SORT, NONE, NONE, TURN_8)
    push(d, t, program, seat, given % SORT, WHEN_DONE)
    return True


def name_again(d: Sheet, t: Table, base: int) -> None:
    """An answer may have changed what a card's program has read, or moved what its player has named: the program begins
    again, and only a choice that is no longer there is asked for again (K-C25: the card stands exactly as played)."""
    program = t.stack[base + F_PROGRAM]
    if program == d.resolve_program or program == d.react_program:
        t.stack[base + F_WINDOW] = CLOSED
    else:
        t.stack[base + F_WINDOW] = NAMING
        t.stack[base + F_PC] = d.entry[program]


def answer_below(d: Sheet, t: Table, base: int, this: int) -> None:
    """A Surprise goes on as its answer to what it was played on. Where that is a Surprise, what follows here cancels it
    (SURP-2)."""
    if t.stack[base + F_WINDOW] == CANCELLED:
        drop_cancelled(d, t, base)
        return
    below = base - FRAME
    trigger = trigger_of(d, t, below)
    if trigger == SURPRISE and t.place[t.stack[below + F_CARD]] == BEING_PLAYED:
        return
    seat = t.stack[base + F_SEAT]
    program = reply(d, t, below, seat, this, trigger)
    if program == NONE:
        program = reply(d, t, below, seat, this, TURN)
    if program == NONE:
        pop(t)
    else:
        become(d, t, base, program)


def cancel(d: Sheet, t: Table, base: int, seat: int) -> None:
    """What the Surprise answers has no effect; the play is spent all the same (SURP-4)."""
    below = base - FRAME
    if below >= 0 and t.stack[below + F_PROGRAM] != d.turn_program and t.stack[below + F_PROGRAM] != d.doom_program:
        t.stack[below + F_WINDOW] = CANCELLED
        card = t.stack[below + F_CARD]
        note(t, V_CANCELS, seat, card, t.place[card], NONE, SURP_2)


def divert(d: Sheet, t: Table, base: int, seat: int) -> None:
    """The Keeper being played comes to lie in front of the seat and was never in front of the other (W-B27)."""
    card = t.stack[base - FRAME + F_CARD] if base >= FRAME else NONE
    if card != NONE and t.place[card] == BEING_PLAYED and d.kind[card] == KEEPER:
        transfer(t, V_DIVERTS, seat, card, KEEPERS + seat, SURP_1)


def win_for(d: Sheet, t: Table, base: int, this: int, by: int) -> None:
    """A player wins; nobody does not."""
    if by >= 0:
        win(d, t, base, by, this)


def win(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """The seat wins. As an answer to an Ungoal it only claims the win, which `judge` decides about."""
    if t.out >> seat & 1 == 1:
        return
    if base >= FRAME and t.stack[base - FRAME + F_PROGRAM] == d.doom_program:
        t.stack[base - FRAME + F_CLAIM] = seat
        note(t, V_CLAIMS, seat, this, NONE, NONE, UNGOAL_2)
    else:
        t.outcome = WON
        t.winner = seat
        note(t, V_WINS, seat, this, NONE, NONE, TURN_8)
