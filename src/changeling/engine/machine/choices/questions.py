"""The questions that a card's text asks: which options are left, what is said aloud, and picking without asking."""

from __future__ import annotations

from changeling.cards.codes import (
    A_CARD,
    A_PLAY,
    A_SEAT,
    IN_SECRET,
    NONE,
    SAFE_FROM_DISCARD,
    SORT,
    WORD_DONE,
    question,
)
from changeling.engine.layout import F_CARD, F_PC, F_REGISTER, F_SEAT, F_WINDOW, NAMING, Table
from changeling.engine.machine.chance import below
from changeling.engine.machine.choices.secret_choices import tell_answer, told_to_all
from changeling.engine.machine.effects.taking import is_guarded, is_safe
from changeling.engine.machine.frames import open_checks
from changeling.engine.machine.journal import TURN_8, V_NAMES, note
from changeling.engine.machine.rules.permissions import is_barred, permission
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.values.selection import ask, offer
from changeling.engine.sheet_layout import Sheet

TO_PLAY = question("play")


TO_PLAY_OR_NOT = question("play", optional=True)


TO_TAKE = question("take") // 2  # whether optional or not


TO_SWAP = question("swap") // 2


TO_GIVE = question("give") // 2


TO_PROMISE = question("promise") // 2


TO_SEAL = question("seal") // 2


TO_DISCARD = question("discard") // 2


# --- questions, and what is picked without one ------------------------------------------------------------------------
def choose(d: Sheet, t: Table, base: int, pc: int, register: int, selection: int, asked: int, prompt: int) -> None:
    """Ask for one of a set, or take the answer given. With nothing to choose from nothing is chosen (TURN-8)."""
    optional = prompt % 2 == 1
    if t.answer != NONE:
        given = t.answer
        t.answer = NONE
        t.stack[base + F_REGISTER + register] = NONE if optional and given == WORD_DONE else given % SORT
        if prompt != IN_SECRET and prompt != IN_SECRET + 1:
            who = read(d, t, asked, t.stack[base + F_SEAT], t.stack[base + F_CARD], base)
            if told_to_all(prompt, given):
                tell_answer(t, who, given)
            else:
                announce(t, base, who, given)
        return
    if to_be_played(prompt) and checks_first(t, base, pc):
        return
    seat, this = t.stack[base + F_SEAT], t.stack[base + F_CARD]
    who = read(d, t, asked, seat, this, base)
    if t.out != 0 and who != NONE and t.out >> who & 1 == 1:
        who = NONE
    evaluate(d, t, selection, seat, this, base)
    if d.permitted != 0:
        leave_out_spared(d, t, prompt, seat, who)
    if t.stack[base + F_WINDOW] == NAMING and named_already(t, t.stack[base + F_REGISTER + register], optional):
        t.options = 0
        return
    if t.options == 0 or who == NONE:  # nothing to choose from, or nobody to ask
        t.options = 0
        t.stack[base + F_REGISTER + register] = NONE
        return
    if to_be_played(prompt):
        for place in range(t.options):
            if t.option[place] // SORT == A_CARD:
                t.option[place] += A_PLAY * SORT
    if optional:
        offer(t, WORD_DONE)
    t.stack[base + F_PC] = pc
    ask(t, who, prompt)


def leave_out_spared(d: Sheet, t: Table, prompt: int, seat: int, who: int) -> None:
    """Leave out of the selection what cannot be done with: cards that are safe, or that cannot be played."""
    kept, about = 0, prompt // 2
    for place in range(t.options):
        option = t.option[place]
        card, spared_now = option % SORT, False
        if option // SORT == A_CARD:
            if about == TO_TAKE or about == TO_SWAP or about == TO_GIVE or about == TO_PROMISE or about == TO_SEAL:
                spared_now = is_safe(d, t, card, seat)
            elif about == TO_DISCARD:
                spared_now = permission(d, t, SAFE_FROM_DISCARD, card, NONE)
            elif to_be_played(prompt):
                taken = is_guarded(d, t, card, seat) and is_guarded(
                    d, t, card, who
                )  # for neither of them it is their own
                spared_now = taken or is_barred(d, t, card, who)
        if not spared_now:
            t.option[kept] = option
            kept += 1
    t.options = kept


def announce(t: Table, base: int, who: int, given: int) -> None:
    """Tell everybody what a player has chosen for a card, which may still be answered (K-C12, W-B17)."""
    sort = given // SORT
    if t.stack[base + F_CARD] == NONE:
        return
    if sort == A_SEAT:
        note(t, V_NAMES, who, NONE, NONE, given % SORT, TURN_8)
    elif sort == A_CARD or sort == A_PLAY:
        note(t, V_NAMES, who, given % SORT, t.place[given % SORT], NONE, TURN_8)


def named_already(t: Table, value: int, optional: bool) -> bool:
    """Whether a choice made before the card was answered still stands: it is in the selection, or was left open."""
    if optional and value == NONE:
        return True
    t.touched += t.options
    for place in range(t.options):
        if t.option[place] % SORT == value:
            return True
    return False


def to_be_played(prompt: int) -> bool:
    """Whether a question is about which card to play."""
    return prompt == TO_PLAY or prompt == TO_PLAY_OR_NOT


def checks_first(t: Table, base: int, pc: int) -> bool:
    """Have what a program has changed so far checked before it plays a card, which is a play of its own (K-F02); the
    instruction at `pc` is then run again. Gives whether there is anything to check."""
    if open_checks(t):
        t.stack[base + F_PC] = pc
        return True
    if t.stack[base + F_CARD] != NONE:
        t.deferring = 1
    return False


def pick_by_chance(t: Table, base: int, register: int) -> None:
    """Keep one of the selection, by chance."""
    t.stack[base + F_REGISTER + register] = t.option[below(t, t.options)] % SORT if t.options > 0 else NONE
    t.options = 0


def pick_first(t: Table, base: int, register: int) -> None:
    """Keep the first of the selection."""
    t.stack[base + F_REGISTER + register] = t.option[0] % SORT if t.options > 0 else NONE
    t.options = 0
