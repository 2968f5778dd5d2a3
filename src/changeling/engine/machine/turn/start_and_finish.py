"""The `start` and `finish` sections of cards in play, run one after the other as a turn begins and ends."""

from __future__ import annotations

from changeling.cards.codes import NONE
from changeling.engine.layout import DUE_BITS, DUE_WORDS, ENDING, F_HOOK, F_PC, WHEN_DONE, Table
from changeling.engine.machine.frames import push
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.turn.free_actions import applies
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.sheet_layout import Sheet


# --- the shared programs ----------------------------------------------------------------------------------------------
def note_starts(d: Sheet, t: Table, seat: int) -> None:
    """Note which `start` sections apply as the turn begins, before anything is played in it (RULE-16)."""
    for place in range(DUE_WORDS):
        t.starts_due[place] = 0
    for hook in range(d.starts):
        card, test = d.start_card[hook], d.start_test[hook]
        if (
            applies(t, card, seat)
            and not is_disabled(d, t, card)
            and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0)
        ):
            t.starts_due[hook // DUE_BITS] |= 1 << hook % DUE_BITS


def run_starts(d: Sheet, t: Table, base: int, pc: int, seat: int) -> None:
    """Run the next `start` section that applied as the turn began, if its card still does; the instruction is done when
    there are no more. A turn that was ended at its very start has no more of them (TURN-6)."""
    hook = t.stack[base + F_HOOK]
    while hook < d.starts and t.phase != ENDING:
        card = d.start_card[hook]
        due = t.starts_due[hook // DUE_BITS] >> hook % DUE_BITS & 1
        if due and applies(t, card, seat) and not is_disabled(d, t, card):
            t.stack[base + F_HOOK] = hook + 1
            t.stack[base + F_PC] = pc
            push(d, t, d.start_program_of[hook], seat, card, WHEN_DONE)
            return
        hook += 1
    t.stack[base + F_HOOK] = 0


def run_finishes(d: Sheet, t: Table, base: int, pc: int, seat: int) -> None:
    """Run the next `finish` section that applies; the instruction is done when there are no more."""
    hook = t.stack[base + F_HOOK] if t.out >> seat & 1 == 0 else d.finishes
    while hook < d.finishes:
        card, test = d.finish_card[hook], d.finish_test[hook]
        if (
            applies(t, card, seat)
            and not is_disabled(d, t, card)
            and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0)
        ):
            t.stack[base + F_HOOK] = hook + 1
            t.stack[base + F_PC] = pc
            push(d, t, d.finish_program[hook], seat, card, WHEN_DONE)
            return
        hook += 1
    t.stack[base + F_HOOK] = 0
