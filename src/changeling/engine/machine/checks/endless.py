"""What goes round in circles is stopped: what it has done stands, and the game goes on without the rest of it.

Where more happens by itself than BUDGET allows, it is looked for what repeats, for stretches of STRETCH instructions,
until two in a row agree. The frame that was innermost when the stack was lowest is the one in which everything since
has happened:

- it carried out instructions itself: its program loops, and is ended with all that it began;
- it carried out none: what was begun between two of its instructions repeats, such as two `when` sections that make
  each other true. Those sections are at rest until the next turn;
- it is the turn: turn after turn goes by without a question, or the turn cannot begin.

A program that has no room on the stack is not begun; where that happens again, the recursion is ended at its root.
Where nothing of this helps, the game is stuck.
"""

from __future__ import annotations

from changeling.cards.codes import NONE
from changeling.engine.layout import (
    AT_REST,
    BUDGET,
    ENDING,
    ENDLESS_TURN,
    F_CARD,
    F_PC,
    F_PROGRAM,
    F_SEAT,
    FRAME,
    GOALS_REST,
    IN_CIRCLES,
    LIMITS_REST,
    MOST_STOPPED,
    MOST_STRETCHES,
    NO_CHOICE,
    NO_FAULT,
    SECTIONS_REST,
    STRETCH,
    STUCK,
    SUSPECT,
    Table,
)
from changeling.engine.machine.frames import pop
from changeling.engine.machine.journal import TURN_8, V_IS_STOPPED, note
from changeling.engine.machine.rules.lasting import keeper_of
from changeling.engine.machine.turn.pace import stick
from changeling.engine.machine.zones import drop_promises
from changeling.engine.sheet_layout import Sheet


# --- looking for what repeats -----------------------------------------------------------------------------------------
def look_for_circles(d: Sheet, t: Table) -> bool:
    """The budget is spent and another instruction is due: find out what repeats, and stop it once it is certain.

    Gives whether something was stopped, so that other things are due than that instruction."""
    if t.fault != NO_FAULT:
        make_room(d, t)
        return True
    if t.floor == 0:
        begin_stretch(d, t)
    if t.frames < t.floor:
        t.floor = t.frames
        t.floor_steps = 0
    if t.frames == t.floor:
        t.floor_steps += 1
    if t.steps % STRETCH == 0:
        found = t.floor if t.floor_steps > 0 else -t.floor
        certain = found == t.floor_before and t.frames > 1  # with the turn alone on the stack no card is to blame
        if certain or t.steps >= BUDGET + MOST_STRETCHES * STRETCH:
            stop_circle(d, t)
            return True
        begin_stretch(d, t)
        t.floor_before = found
    return False


def begin_stretch(d: Sheet, t: Table) -> None:
    """From here on it is watched how low the stack becomes, and which sections begin."""
    t.floor = t.frames
    t.floor_steps = 0
    t.floor_before = 0
    t.watched_turn = t.turns
    for hook in range(d.whens):
        t.fired[hook] &= ~SUSPECT
    for hook in range(d.on_goals):
        t.goal_fired[hook] &= ~SUSPECT


# --- stopping it ------------------------------------------------------------------------------------------------------
def stop_circle(d: Sheet, t: Table) -> None:
    """Stop what the last stretches were about."""
    if t.floor_steps == 0:
        if not rest_suspects(d, t):
            tell_stopped(d, t, t.floor)
            t.resting |= GOALS_REST | LIMITS_REST
        end_above(d, t, t.floor)
    elif t.floor > 1:
        tell_stopped(d, t, t.floor)
        end_above(d, t, lower(d, t, t.floor))
    elif t.turns != t.watched_turn:
        stick(t, NO_CHOICE)
    else:  # what lies face down is played first, and always more of it
        end_the_turn(d, t)
    go_on(d, t)


def make_room(d: Sheet, t: Table) -> None:
    """Something had no room, or a turn has had too many answers. The first time in a circle, what did not fit is not
    done and that is all; then the recursion is ended."""
    if t.fault == ENDLESS_TURN:
        end_the_turn(d, t)
    else:
        root = root_of_recursion(d, t) if t.stopped > 0 else t.frames
        tell_stopped(d, t, t.frames if t.stopped == 0 else root + 1)
        end_above(d, t, root)
    t.fault = NO_FAULT
    go_on(d, t)


def go_on(d: Sheet, t: Table) -> None:
    """Something was stopped: the game goes on, and is watched from the beginning until the next answer."""
    begin_stretch(d, t)
    t.floor = 0
    t.steps = BUDGET
    t.options = 0
    t.stopped += 1
    if t.stopped >= MOST_STOPPED and t.outcome != STUCK:
        stick(t, IN_CIRCLES)


def end_the_turn(d: Sheet, t: Table) -> None:
    """Every program but the turn's own is ended, and the turn's plays are over."""
    tell_stopped(d, t, t.frames)
    end_above(d, t, 1)
    t.phase = ENDING


def end_above(d: Sheet, t: Table, kept: int) -> None:
    """End the innermost programs, until so many are left. A section among them that begins by itself is at rest, and
    nothing is promised any more."""
    if t.frames > kept:
        drop_promises(t)
    while t.frames > kept:
        rest_program(d, t, t.stack[(t.frames - 1) * FRAME + F_PROGRAM])
        pop(t)


def rest_program(d: Sheet, t: Table, program: int) -> None:
    """What begins this program by itself is at rest until the next turn."""
    if program == d.goals_program:
        t.resting |= GOALS_REST
    elif program == d.comply_program:
        t.resting |= LIMITS_REST
    for hook in range(d.whens):
        if d.when_program[hook] == program:
            t.fired[hook] |= AT_REST
            t.resting |= SECTIONS_REST
    for hook in range(d.on_goals):
        if d.goal_hook[hook] == program:
            t.goal_fired[hook] |= AT_REST
            t.resting |= SECTIONS_REST


def rest_suspects(d: Sheet, t: Table) -> bool:
    """The sections that began in the last stretch are at rest until the next turn; gives whether there were any."""
    found = False
    for hook in range(d.whens):
        if t.fired[hook] & SUSPECT != 0:
            t.fired[hook] |= AT_REST
            card = d.when_card[hook]
            note(t, V_IS_STOPPED, keeper_of(t, card), card, d.entry[d.when_program[hook]], NONE, TURN_8)
            found = True
    for hook in range(d.on_goals):
        if t.goal_fired[hook] & SUSPECT != 0:
            t.goal_fired[hook] |= AT_REST
            card = d.goal_card[hook]
            note(t, V_IS_STOPPED, keeper_of(t, card), card, d.entry[d.goal_hook[hook]], NONE, TURN_8)
            found = True
    if found:
        t.resting |= SECTIONS_REST
    return found


def lower(d: Sheet, t: Table, frames: int) -> int:
    """How many frames are left when the innermost card's program of the first `frames` is ended. Each time again one
    does not do: two are ended, then four, for what goes round may be begun again by what it is part of."""
    left, cards = frames - 1, 0
    while left > 1:
        if not is_shared(d, t.stack[left * FRAME + F_PROGRAM]):
            cards += 1
        if cards >= 1 << min(t.stopped, MOST_STOPPED):
            return left
        left -= 1
    return left


def root_of_recursion(d: Sheet, t: Table) -> int:
    """The outermost frame, but for the turn's, of the program that is on the stack most often."""
    root, most = t.frames - 1, 0
    for frame in range(1, t.frames):
        program = t.stack[frame * FRAME + F_PROGRAM]
        if is_shared(d, program):
            continue
        times = 0
        for other in range(frame, t.frames):
            if t.stack[other * FRAME + F_PROGRAM] == program:
                times += 1
        if times > most:
            root, most = frame, times
    return root


def tell_stopped(d: Sheet, t: Table, frames: int) -> None:
    """Tell which program was stopped: the innermost of the first `frames` on the stack that is a card's own, with the
    instruction it was at."""
    frame = frames - 1
    while frame > 0 and is_shared(d, t.stack[frame * FRAME + F_PROGRAM]):
        frame -= 1
    base = frame * FRAME
    pc = t.stack[base + F_PC]
    if frame == 0:  # of a card that is only being laid down, the first instruction
        base = (frames - 1) * FRAME
        card = t.stack[base + F_CARD]
        pc = d.entry[d.play[card]] if card != NONE and d.play[card] != NONE else NONE
    note(t, V_IS_STOPPED, t.stack[base + F_SEAT], t.stack[base + F_CARD], pc, NONE, TURN_8)


def is_shared(d: Sheet, program: int) -> bool:
    """Whether a program is one of those that every game runs, and no card's own."""
    return (
        program == d.turn_program
        or program == d.resolve_program
        or program == d.goal_program
        or program == d.comply_program
        or program == d.goals_program
        or program == d.react_program
        or program == d.theft_program
        or program == d.doom_program
    )
