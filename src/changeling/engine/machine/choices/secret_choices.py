"""Choosing in secret: answers are kept in registers of the program, one for each seat, and shown together.

Until they are shown a register holds HIDDEN less the answer, which is below NONE. So a program is still all that there
is to know of where it stands, and a card played in between has secrets of its own.
"""

from __future__ import annotations

from changeling.cards import vocabulary as v
from changeling.cards.codes import A_NUMBER, A_PLAY, MAX_SEATS, NONE, SORT, TO_NAME, WIDTH, WORD_DONE
from changeling.engine.layout import F_CARD, F_PROGRAM, F_REGISTER, F_SEAT, FRAME, Table
from changeling.engine.machine.chance import below
from changeling.engine.machine.journal import TURN_8, V_ANSWERS, V_DISCLOSES, note
from changeling.engine.machine.values.operands import PACKED_BITS, PACKED_MASK, VARIABLE, read
from changeling.engine.machine.zones import EVERYBODY
from changeling.engine.sheet_layout import Sheet

HIDDEN = -3  # less an answer, which can be NONE
NAMED_ONLY = A_PLAY  # in place of the sort of answers: cards that are named, and not shown
SECRET = v.Effects.secret.statement
CHOOSE = v.Questions.choose.statement
END = v.Control.end.statement

Ints = list[int]  # an array of int64 where it is compiled


# --- questions --------------------------------------------------------------------------------------------------------
def told_to_all(prompt: int, given: int) -> bool:
    """Whether an answer that is no secret is spoken aloud: a card that is named, a number, a word; not `done`."""
    return given != WORD_DONE and (given >= A_NUMBER * SORT or prompt // 2 == TO_NAME // 2)


def tell_answer(t: Table, seat: int, given: int) -> None:
    """Note in the journal what somebody has said."""
    if given < SORT:
        note(t, V_ANSWERS, seat, given, NONE, NONE, TURN_8)
    else:
        note(t, V_ANSWERS, seat, NONE, given, NONE, TURN_8)


# --- secrets ----------------------------------------------------------------------------------------------------------
def forget_choices(t: Table, base: int, block: int) -> None:
    """Nobody has chosen anything."""
    for seat in range(MAX_SEATS):
        t.stack[base + F_REGISTER + block + seat] = NONE


def keep_secret(t: Table, base: int, register: int, block: int, by: int) -> None:
    """Keep the answer of a player where nobody sees it."""
    answer = t.stack[base + F_REGISTER + register]
    t.stack[base + F_REGISTER + register] = NONE
    if by < 0:
        return
    slots = base + F_REGISTER + block
    if not any_hidden(t, slots):
        forget_choices(t, base, block)
    t.stack[slots + by] = HIDDEN - answer


def any_hidden(t: Table, slots: int) -> bool:
    """Whether something waits to be shown."""
    for seat in range(MAX_SEATS):
        if t.stack[slots + seat] < NONE:
            return True
    return False


def reveal_choices(t: Table, base: int, block: int, sort: int) -> None:
    """Show all that was chosen in secret."""
    for seat in range(t.seats):
        slot = base + F_REGISTER + block + seat
        if t.stack[slot] >= NONE:
            continue
        answer = HIDDEN - t.stack[slot]
        t.stack[slot] = answer
        if answer == NONE or sort > NAMED_ONLY:
            note(t, V_DISCLOSES, seat, NONE, NONE if answer == NONE else sort * SORT + answer, NONE, TURN_8)
            continue
        if sort != NAMED_ONLY:
            t.known[answer] |= EVERYBODY
        note(t, V_DISCLOSES, seat, answer, NONE, NONE, TURN_8)


# --- what a seat cannot know, on a table that is only imagined --------------------------------------------------------
def guess_secrets(d: Sheet, t: Table, viewer: int, scratch: Ints) -> None:
    """Put by chance what others may have chosen in place of what they have chosen in secret."""
    options = t.options
    for place in range(options):
        scratch[place] = t.option[place]
    for frame in range(t.frames):
        base = frame * FRAME
        pc = d.entry[t.stack[base + F_PROGRAM]]
        question = NONE
        while d.code[pc * WIDTH] != END:
            if d.code[pc * WIDTH] == CHOOSE:
                question = pc * WIDTH
            elif d.code[pc * WIDTH] == SECRET and question != NONE:
                for seat in range(t.seats):
                    slot = base + F_REGISTER + d.code[pc * WIDTH + 2] + seat
                    if seat != viewer and t.stack[slot] < NONE:
                        guess(d, t, base, question, seat, slot)
            pc += 1
    for place in range(options):
        t.option[place] = scratch[place]
    t.options = options


def guess(d: Sheet, t: Table, base: int, question: int, seat: int, slot: int) -> None:
    """Guess the answer of one seat: one that it could have given, if it was asked this question."""
    you, this = t.stack[base + F_SEAT], t.stack[base + F_CARD]
    asked = d.code[question + 3]
    looped = asked < 0 and (NONE - 1 - asked) & PACKED_MASK == VARIABLE
    if not looped and read(d, t, asked, you, this, base) != seat:
        return
    register = base + F_REGISTER + ((NONE - 1 - asked) >> PACKED_BITS) - 1 if looped else slot
    held = t.stack[register]
    if looped:
        t.stack[register] = seat
    t.options = 0
    read(d, t, d.code[question + 2], you, this, base)
    count = t.options + d.code[question + 4] % 2
    place = below(t, count) if count > 0 else 0
    answer = t.option[place] % SORT if place < t.options else NONE
    t.stack[register] = held
    t.stack[slot] = HIDDEN - answer
