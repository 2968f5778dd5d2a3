"""The steps of a turn that the shared programs are made of: what may be done next, doing it, passing the turn on."""

from __future__ import annotations

from changeling.cards.codes import (
    A_PLAY,
    A_USE,
    ALL,
    FIRST_PLAY_RANDOM,
    HAND,
    LAST_PLAY_RANDOM,
    N_STATICS,
    NONE,
    OPTIONAL_PLAYS,
    PART_TURN,
    PLAYS,
    REGISTERS,
    SORT,
    TURN_BEGINS,
    WORD_DONE,
    WORD_DRAW,
    question,
)
from changeling.engine.layout import (
    AT_ONCE,
    BEFORE_DRAW,
    ENDING,
    F_PC,
    F_REGISTER,
    F_SEAT,
    F_WINDOW,
    NOT_YET,
    NOTHING_TO_DO,
    POSTPONED,
    Table,
)
from changeling.engine.machine.chance import below
from changeling.engine.machine.frames import pop, push
from changeling.engine.machine.happenings import tell_event
from changeling.engine.machine.journal import TURN_2, TURN_6, V_BEGINS_A_TURN, V_ENDS_THE_TURN, note
from changeling.engine.machine.rules.lasting import end_lasting
from changeling.engine.machine.rules.permissions import is_called, is_held, playable
from changeling.engine.machine.turn.extra_turns import begin_streak, call_postponed, drop_extra
from changeling.engine.machine.turn.free_actions import offer_uses, use
from changeling.engine.machine.turn.pace import count_turn, stick
from changeling.engine.machine.turn.turn_order import misses_turn, next_regular
from changeling.engine.machine.values.selection import ask, offer
from changeling.engine.sheet_layout import Sheet

TO_ACT = question("act")
TO_DRAW = question("before the draw")


def must_play(d: Sheet, t: Table) -> bool:
    """Whether the rules in force still require a play and there is a card to play (TURN-5)."""
    plays = t.force[t.turn * N_STATICS + PLAYS]
    if plays > ALL and t.size[HAND + t.turn] <= plays - ALL:
        return False
    return (plays >= ALL or t.played < plays) and playable(d, t, t.turn) > 0


def may_play(d: Sheet, t: Table) -> bool:
    """Whether a play is left, required or optional."""
    row = t.turn * N_STATICS
    plays, optional = t.force[row + PLAYS], t.force[row + OPTIONAL_PLAYS]
    if plays > ALL:
        return t.size[HAND + t.turn] > plays - ALL - optional and playable(d, t, t.turn) > 0
    return must_play(d, t) or (t.played < plays + optional and playable(d, t, t.turn) > 0)


def plays_blind(d: Sheet, t: Table) -> bool:
    """Whether the next play has to be picked by chance: the first of a turn that has more than one, or the last that a
    turn requires.

    With one card to play there is nothing to pick: it is offered like any other."""
    row = t.turn * N_STATICS
    if t.force[row + LAST_PLAY_RANDOM] != 0 and is_last(t, t.force[row + PLAYS]):
        return playable(d, t, t.turn) > 1
    if t.force[row + FIRST_PLAY_RANDOM] == 0 or t.played > 0 or playable(d, t, t.turn) < 2:
        return False
    return t.force[row + PLAYS] + t.force[row + OPTIONAL_PLAYS] > 1 and must_play(d, t)


def is_last(t: Table, plays: int) -> bool:
    """Whether one more play is required, and there were others before it."""
    if plays > ALL:
        return t.played > 0 and t.size[HAND + t.turn] == plays - ALL + 1
    return 1 < plays == t.played + 1


def ask_before_draw(d: Sheet, t: Table) -> bool:
    """Ask for a free action or the draw; false when there is nothing to use."""
    t.options = 0
    offer(t, WORD_DRAW)  # first: whoever always takes the first option goes on with the game
    offer_uses(d, t, t.turn)
    if t.options == 1:
        t.options = 0
        return False
    ask(t, t.turn, TO_DRAW)
    return True


def ask_to_act(d: Sheet, t: Table) -> bool:
    """Ask what to play or use next; false when the turn has nothing more to offer."""
    t.options = 0
    if plays_blind(d, t):
        if t.declined == 0:
            offer(t, WORD_DONE)
            offer_uses(d, t, t.turn)
        if t.options <= 1:
            t.options = 0
            called = is_called(d, t, t.turn)
            if t.blind == NONE or t.place[t.blind] != HAND + t.turn or is_held(d, t, t.blind, t.turn, called):
                t.blind = pick_blind(d, t)
            offer(t, A_PLAY * SORT + t.blind)
        ask(t, t.turn, TO_ACT)
        return True
    if may_play(d, t):
        called = is_called(d, t, t.turn)
        card = t.head[HAND + t.turn]
        while card != NONE:
            if not is_held(d, t, card, t.turn, called):
                offer(t, A_PLAY * SORT + card)
            card = t.next[card]
    offer_uses(d, t, t.turn)
    if t.options == 0:
        return False
    if not must_play(d, t):
        offer(t, WORD_DONE)
    ask(t, t.turn, TO_ACT)
    return True


def pick_blind(d: Sheet, t: Table) -> int:
    """A card of the hand that can be played, by chance."""
    called = is_called(d, t, t.turn)
    skip = below(t, playable(d, t, t.turn))
    card = t.head[HAND + t.turn]
    while skip > 0 or is_held(d, t, card, t.turn, called):
        if not is_held(d, t, card, t.turn, called):
            skip -= 1
        card = t.next[card]
    return card


def do(d: Sheet, t: Table, step: int) -> None:
    """Carry out a step of the turn: play a card, use a free action, or be done."""
    sort, card = step // SORT, step % SORT
    if sort == A_PLAY or sort == A_USE:
        t.averted = 0
    if sort == A_PLAY:
        t.played += 1
        t.blind = NONE
        if t.force[t.turn * N_STATICS + LAST_PLAY_RANDOM] != 0:
            t.declined = 0
        push(d, t, d.resolve_program, t.turn, card, AT_ONCE)
    elif sort == A_USE:
        use(d, t, t.turn, card)
    elif t.declined == 0 and plays_blind(d, t):
        t.declined = 1
    else:
        t.phase = ENDING


def prepare(d: Sheet, t: Table, base: int, pc: int) -> None:
    """Free actions before the draw, until there are none or the draw is chosen (TURN-4)."""
    if t.answer != NONE:
        given = t.answer
        t.answer = NONE
        if given != WORD_DRAW:
            t.stack[base + F_PC] = pc
            do(d, t, given)
    elif t.phase != ENDING and ask_before_draw(d, t):
        t.stack[base + F_PC] = pc


def act(d: Sheet, t: Table, base: int, pc: int) -> None:
    """Plays and free actions, one after another, until the turn has nothing more to offer or is ended (TURN-3)."""
    if t.answer != NONE:
        given = t.answer
        t.answer = NONE
        t.stack[base + F_PC] = pc
        do(d, t, given)
    elif t.phase != ENDING:
        t.stack[base + F_PC] = pc
        if not ask_to_act(d, t):
            do(d, t, WORD_DONE)


def call_next(d: Sheet, t: Table) -> int:
    """The turn goes to the first extra turn that waits, else to the left of whoever had the last regular one
    (TURN-2, W-A2). Gives the name of the card that gave an extra turn, or NONE."""
    by = NONE
    place = 0
    while place < t.extras and t.extra_seat[place] >= POSTPONED:
        place += 1
    if place < t.extras:
        t.turn = t.extra_seat[place]
        by = d.name[t.extra_card[place]]
        drop_extra(t, place)
    else:
        t.regular = next_regular(t)
        t.turn = t.regular
    return by


def pass_turn(d: Sheet, t: Table, base: int) -> None:
    """The turn goes on to whoever is next and does not miss it."""
    before = t.turn
    by = call_next(d, t)
    while misses_turn(t):
        by = call_next(d, t)
    if t.turn != before:
        begin_streak(d, t, by)
    if by == NONE and t.extras > 0:
        call_postponed(d, t)
    t.idle += 1
    if t.idle > 3 * t.seats + 3:
        stick(t, NOTHING_TO_DO)
    count_turn(d, t)
    begin_turn(d, t, base)


def begin_turn(d: Sheet, t: Table, base: int) -> None:
    """Set the turn's own numbers back, and let the turn's program begin again for the new player."""
    if t.lastings > 0:
        end_lasting(d, t)
    t.turns += 1
    t.phase = BEFORE_DRAW
    t.drawn = 0
    t.draws_done = 0
    t.played = 0
    t.blind = NONE
    t.declined = 0
    for hook in range(d.frees):
        t.used[hook] = 0
    for register in range(REGISTERS):
        t.stack[base + F_REGISTER + register] = 0
    t.stack[base + F_PC] = d.entry[d.turn_program]
    t.stack[base + F_SEAT] = t.turn
    t.stack[base + F_WINDOW] = NOT_YET
    t.dirty |= PART_TURN
    note(t, V_BEGINS_A_TURN, t.turn, NONE, NONE, NONE, TURN_2)
    tell_event(t, TURN_BEGINS, NONE, t.turn, NONE, NONE)


def end_turn(t: Table) -> None:
    """The turn's plays are over at once: every program but the turn's own is broken off (TURN-6, W-D3)."""
    note(t, V_ENDS_THE_TURN, t.turn, NONE, NONE, NONE, TURN_6)
    while t.frames > 1:
        pop(t)
    t.phase = ENDING
