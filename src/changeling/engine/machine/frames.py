"""The stack: programs in the middle of their work, the innermost last."""

from __future__ import annotations

from changeling.cards.codes import ASIDE, BEING_PLAYED, DISCARD, NONE, REGISTERS
from changeling.engine.layout import (
    ASIDES_FULL,
    BUDGET,
    F_ASIDE,
    F_CARD,
    F_CLAIM,
    F_DEFERS,
    F_PC,
    F_PROGRAM,
    F_REGISTER,
    F_SEAT,
    FAULT,
    FRAME,
    MAX_ASIDES,
    MAX_FRAMES,
    STACK_FULL,
    Sheet,
    Table,
)
from changeling.engine.machine.journal import ACT_1, ACT_3, V_DISCARDS, note
from changeling.engine.machine.zones import move


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
    move(t, card, zone)
    note(t, verb, seat, card, source, zone, clause)


def push(d: Sheet, t: Table, program: int, seat: int, card: int, defers: int) -> None:
    """Let a program run before whatever is running goes on, if there is room for it. What was in the frame's place is 0
    (`pop`)."""
    if t.frames >= MAX_FRAMES:
        refuse(t, STACK_FULL)
        return
    base = t.frames * FRAME
    t.stack[base + F_PROGRAM] = program
    t.stack[base + F_PC] = d.entry[program]
    t.stack[base + F_SEAT] = seat
    t.stack[base + F_CARD] = card
    t.stack[base + F_ASIDE] = NONE
    t.stack[base + F_DEFERS] = defers
    t.stack[base + F_CLAIM] = NONE
    t.frames += 1
    t.deferring += defers


def become(d: Sheet, t: Table, base: int, program: int) -> None:
    """Let a frame go on as another program, from its beginning."""
    t.stack[base + F_PROGRAM] = program
    t.stack[base + F_PC] = d.entry[program]
    for register in range(REGISTERS):
        t.stack[base + F_REGISTER + register] = 0


def pop(t: Table) -> None:
    """The innermost program is done: what it left aside is discarded, and the card it played too (ACT-1)."""
    base = (t.frames - 1) * FRAME
    seat, card, zone = t.stack[base + F_SEAT], t.stack[base + F_CARD], t.stack[base + F_ASIDE]
    if zone != NONE:
        while t.head[zone] != NONE:
            transfer(t, V_DISCARDS, seat, t.head[zone], DISCARD, ACT_3)
        t.asides -= 1
    if card != NONE and t.place[card] == BEING_PLAYED:
        transfer(t, V_DISCARDS, seat, card, DISCARD, ACT_1)
    t.deferring -= t.stack[base + F_DEFERS]
    if t.deferring == 0 or t.goals_changed == t.deferring + 1:
        t.dirty |= t.deferred
        t.deferred = 0
    t.frames -= 1
    for place in range(base, base + FRAME):
        t.stack[place] = 0


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
