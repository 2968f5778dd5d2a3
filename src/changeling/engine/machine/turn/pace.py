"""How much happens by itself: answers and turns are counted, and a game that would go on for ever is stuck.

What loops without a question or a new turn is found by `endless.py`.
"""

from __future__ import annotations

from changeling.engine.layout import (
    AT_REST,
    ENDLESS_TURN,
    MOST_ANSWERS,
    MOST_DECISIONS,
    MOST_QUIET_TURNS,
    NO_CHOICE,
    STUCK,
    TOO_LONG,
    Table,
)
from changeling.engine.machine.frames import refuse
from changeling.engine.sheet_layout import Sheet


def count_answer(t: Table, options: int, passes: bool) -> None:
    """An answer is given to a question with so many options; `passes`: by it a Surprise window is let pass.

    Letting a window pass begins nothing anew, and the instruction that asked is not counted again for it: being asked
    in a window makes no difference to anything here."""
    if options > 1:
        t.quiet = 0
    if passes:
        t.steps -= 1
        return
    t.steps = 0
    t.floor = 0
    t.floor_before = 0
    t.decisions += 1
    t.answers += 1
    if options > 1:
        t.stopped = 0
    if t.decisions > MOST_DECISIONS:
        stick(t, TOO_LONG)
    elif t.answers > MOST_ANSWERS:
        refuse(t, ENDLESS_TURN)


def count_turn(d: Sheet, t: Table) -> None:
    """A turn begins: what was at rest is not any more. After too many turns without a choice the game is stuck."""
    t.answers = 0
    t.quiet += 1
    if t.quiet > MOST_QUIET_TURNS:
        stick(t, NO_CHOICE)
    if t.resting != 0:
        t.resting = 0
        for hook in range(d.whens):
            t.fired[hook] &= ~AT_REST
        for hook in range(d.on_goals):
            t.goal_fired[hook] &= ~AT_REST


def stick(t: Table, why: int) -> None:
    """The game is over: it would go on by itself for ever."""
    t.outcome = STUCK
    t.fault = why
