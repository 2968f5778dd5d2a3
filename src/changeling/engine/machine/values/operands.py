"""Operands of instructions: the place of an expression, or a short expression packed into a negative integer.

The low PACKED_BITS bits of a packed operand say which of the short forms it is, the others hold the number in it.
`sheet.packed` makes them.
"""

from __future__ import annotations

from changeling.cards.codes import N_STATICS, NONE
from changeling.engine.layout import BAD_INSTRUCTION, ENDING, F_REGISTER, Table
from changeling.engine.machine.board.counts import tally
from changeling.engine.machine.frames import stop
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.sheet_layout import Sheet

PACKED_BITS = 4
PACKED_MASK = (1 << PACKED_BITS) - 1
# The short forms
NUMBER, VARIABLE, YOU, THIS, NUMERAL, ACTING, COUNT, STATIC, ONE_CARD = range(9)


def read(d: Sheet, t: Table, operand: int, you: int, this: int, base: int) -> int:
    """The value of an operand, for a player, a card and the frame whose registers it may use."""
    if operand >= 0:
        return evaluate(d, t, operand, you, this, base)
    word = NONE - 1 - operand
    form, a = word & PACKED_MASK, (word >> PACKED_BITS) - 1
    if form == VARIABLE:
        return t.stack[base + F_REGISTER + a]
    if form == YOU:
        return you
    if form == THIS:
        return this
    if form == NUMBER:
        return a
    if form == NUMERAL:
        return a + t.inflation
    if form == COUNT:  # the cards in a zone of one's own
        return tally(d, t, a + you, 0)
    if form == ONE_CARD:  # a set of one card, or of none
        t.option[0] = t.stack[base + F_REGISTER + a]
        t.options = 1 if t.option[0] >= 0 else 0
        return 0
    if form == STATIC:  # a number in force for oneself
        return t.force[you * N_STATICS + a]
    if form == ACTING:
        return 1 if t.phase != ENDING else 0
    stop(t, BAD_INSTRUCTION)
    return 0
