"""What version 0.1 wrote: its names of fields, and its frames of 20 numbers in which three cursors shared a place."""

from __future__ import annotations

from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine import layout as at
from changeling.engine.layout import Sheet

# By the present name of a field: its name then.
NAMES: Final = {
    "draws_done": "due",
    "deferred": "later",
    "changed_boards": "touched",
    "moved_cards": "stirred",
    "relevant": "alert",
    "recheck_all": "tied",
    "deferring": "hush",
    "goal_fired": "heard",
    "streak": "string",
}
FRAME: Final = 20
# Fields that it did not have. They count what happens by itself, and begin at 0.
LACKED: Final = frozenset(
    "quiet answers steps stopped resting floor floor_steps floor_before watched_turn".split()  # engine.machine.endless
)


def frame_of(d: Sheet, former: list[int]) -> list[int]:
    """A frame as it is today. The cursor belongs to the instruction that the frame is at. Two registers of a program
    with a Surprise window held the seat asked, and 1 + the seat that claims the win."""
    frame = [0] * at.FRAME
    *same, cursor, frame[at.F_DEFERS], frame[at.F_CANCELLED] = former[:8]  # same: program, pc, seat, card, aside
    registers = former[8:]
    frame[: len(same)] = same
    frame[at.F_CLAIM] = w.NONE
    op = d.code[frame[at.F_PC] * w.WIDTH]
    hooks = (v.Effects.begin.statement, v.Effects.finish.statement, v.Effects.open_ungoal.statement)
    if op == v.Effects.window.statement:
        frame[at.F_SEATS_PASSED], frame[at.F_ASKED], registers[0] = cursor, registers[0], 0
    else:
        frame[at.F_HOOK if op in hooks else at.F_DRAWN_TO] = cursor
    if frame[at.F_PROGRAM] == d.doom_program:
        frame[at.F_CLAIM], registers[1] = registers[1] - 1, 0
    frame[at.F_REGISTER :] = registers
    return frame
