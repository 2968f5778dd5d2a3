"""The stack: programs in the middle of their work, the innermost last.

What one card does is one change (C-R66, K-F02): while its program runs `deferring` is 1, and nobody wins, no automatic
effect begins and nobody complies with a limit. When the program is done the table is checked, with its frame still
there: whoever made a rule leave is known by it. A card that is played in the middle of a program is a play of its own:
`deferring` is 0 for it, whatever it was outside (`F_OUTER`).
"""

from __future__ import annotations

from changeling.cards.codes import ASIDE, BEING_PLAYED, DISCARD, NONE, PART_EVENTS, PILE, REGISTERS, SORT
from changeling.engine.layout import (
    AS_BEFORE,
    ASIDES_FULL,
    AT_ONCE,
    BUDGET,
    F_ASIDE,
    F_CARD,
    F_CLAIM,
    F_OUTER,
    F_PC,
    F_PROGRAM,
    F_REGISTER,
    F_SEAT,
    FAULT,
    FRAME,
    MAX_ASIDES,
    MAX_FRAMES,
    STACK_FULL,
    WHEN_DONE,
    Table,
)
from changeling.engine.machine.happenings import play_waits, tell_move
from changeling.engine.machine.journal import ACT_1, ACT_3, V_DISCARDS, V_DRAWS, V_LAYS_DOWN, note
from changeling.engine.machine.zones import MOVED, drop_promises, lose_track, move
from changeling.engine.sheet_layout import Sheet

PART_OF_IT = 2  # added to `F_OUTER` of a frame whose changes are part of what the frame below does


def stop(t: Table, fault: int) -> None:
    """Stop the game: the machine did something wrong. No card can make it do so."""
    t.outcome = FAULT
    t.fault = fault


def refuse(t: Table, fault: int) -> None:
    """There is no room for what a program asks for, so it is not done; `endless.look_for_circles` is next."""
    t.fault = fault
    t.steps = BUDGET


def transfer(t: Table, verb: int, seat: int, card: int, zone: int, clause: int) -> None:
    """Move a card, and note it in the journal."""
    source = t.place[card]
    if t.pile_known == 1 and source == PILE and verb != V_DRAWS and verb != V_LAYS_DOWN:
        lose_track(t, PILE, t.known[card])  # only who knew the card knows from where in the pile it came
    t.touched += MOVED
    move(t, card, zone)
    note(t, verb, seat, card, source, zone, clause)
    if t.watched != 0:
        tell_move(t, verb, seat, card, source, zone)


def push(d: Sheet, t: Table, program: int, seat: int, card: int, checked: int) -> None:
    """Let a program run before whatever is running goes on, if there is room for it. What was in the frame's place is 0
    (`pop`). `checked` says when its changes are: AT_ONCE, WHEN_DONE or AS_BEFORE."""
    if t.frames >= MAX_FRAMES:
        refuse(t, STACK_FULL)
        return
    base = t.frames * FRAME
    t.stack[base + F_PROGRAM] = program
    t.stack[base + F_PC] = d.entry[program]
    t.stack[base + F_SEAT] = seat
    t.stack[base + F_CARD] = card
    t.stack[base + F_ASIDE] = NONE
    t.stack[base + F_OUTER] = t.deferring if checked != AS_BEFORE else PART_OF_IT + t.deferring
    t.stack[base + F_CLAIM] = NONE
    t.frames += 1
    make_room(t)
    if checked == WHEN_DONE:
        t.deferring = 1
    elif checked == AT_ONCE:
        open_checks(t)


def make_room(t: Table) -> None:
    """Let the stack of an interpreted table grow, so that it has room for one frame more than is in use: the condition
    of a section is read with that (`sections.applies_to`). A compiled table has all the room from the beginning."""
    missing = min(t.frames + 1, MAX_FRAMES) * FRAME - len(t.stack)
    if missing > 0:
        t.stack += [0] * missing


def open_checks(t: Table) -> bool:
    """Have the table checked before the next instruction, with all that was put off. Gives whether there is anything to
    check. While an Ungoal is judged nothing else is (UNGOAL-1)."""
    if t.deferring == 0 or t.judged != 0:
        return False
    t.deferring = 0
    waited = t.deferred != 0
    t.dirty |= t.deferred
    t.deferred = 0
    return waited


def become(d: Sheet, t: Table, base: int, program: int) -> None:
    """Let a frame go on as another program, from its beginning: what that changes is checked when it is done."""
    t.stack[base + F_PROGRAM] = program
    t.stack[base + F_PC] = d.entry[program]
    for register in range(REGISTERS):
        t.stack[base + F_REGISTER + register] = NONE
    t.deferring = 1


def end(t: Table, base: int, pc: int) -> None:
    """A program is done: its cards are cleared away, what it changed is checked, and the frame goes."""
    clear_away(t, base)
    if t.stack[base + F_OUTER] < PART_OF_IT:
        open_checks(t)
        if t.happenings > 0 and play_waits(t, t.stack[base + F_CARD]):
            t.dirty |= PART_EVENTS  # a card that was played is done now
        if t.dirty & t.relevant != 0:
            t.stack[base + F_PC] = pc
            return
    drop_frame(t, base)


def clear_away(t: Table, base: int) -> None:
    """What a program left aside is discarded, and the card it played too (ACT-1): not by what that card copies or uses,
    for it goes on after that."""
    seat, card, zone = t.stack[base + F_SEAT], t.stack[base + F_CARD], t.stack[base + F_ASIDE]
    if zone != NONE:
        while t.head[zone] != NONE:
            transfer(t, V_DISCARDS, seat, t.head[zone], DISCARD, ACT_3)
        t.asides -= 1
        t.stack[base + F_ASIDE] = NONE
    if card != NONE and t.place[card] == BEING_PLAYED and not is_carried_on(t, base):
        transfer(t, V_DISCARDS, seat, card, DISCARD, ACT_1)


def is_carried_on(t: Table, base: int) -> bool:
    """Whether a frame is what the card of the frame below copies or uses, in the middle of its own program."""
    part = t.stack[base + F_OUTER] >= PART_OF_IT and base >= FRAME
    return part and t.stack[base - FRAME + F_CARD] == t.stack[base + F_CARD]


def pop(t: Table) -> None:
    """The innermost frame goes, with what it left aside and the card it played."""
    base = (t.frames - 1) * FRAME
    clear_away(t, base)
    drop_frame(t, base)


def drop_frame(t: Table, base: int) -> None:
    """Take the innermost frame off the stack, and go back to how it was outside of it."""
    t.deferring = t.stack[base + F_OUTER] % PART_OF_IT
    if t.deferring == 0:
        t.dirty |= t.deferred
        t.deferred = 0
    t.frames -= 1
    if t.picks > 0:
        forget_picks(t)
    if t.promises > 0 and t.frames <= 1:
        drop_promises(t)  # the play is over: nobody will hand them over
    for place in range(base, base + FRAME):
        t.stack[place] = 0


def forget_picks(t: Table) -> None:
    """What was picked for programs that are no more is forgotten (picks.py)."""
    kept = 0
    for place in range(t.picks):
        if t.pick[place] // SORT // REGISTERS < t.frames:
            t.pick[kept] = t.pick[place]
            kept += 1
    for place in range(kept, t.picks):
        t.pick[place] = 0
    t.picks = kept


def aside_of(t: Table, base: int) -> int:
    """The frame's own zone of cards set aside, opened when first needed; NONE where there is no room for it."""
    zone = t.stack[base + F_ASIDE]
    if zone == NONE:
        if t.asides >= MAX_ASIDES:
            refuse(t, ASIDES_FULL)
            return NONE
        zone = ASIDE + t.asides
        t.asides += 1
        t.stack[base + F_ASIDE] = zone
    return zone
