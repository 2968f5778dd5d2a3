"""Operands of instructions: an expression to read, or, where a word or two say it all, that word in disguise."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards.codes import (
    E_ACTING,
    E_ADD_CARD,
    E_CLEAR,
    E_COUNT,
    E_LIVE,
    E_NUM,
    E_REG,
    E_STATIC,
    E_THIS,
    E_YOU,
    N_STATICS,
    NONE,
    YOU_ONLY,
)
from changeling.engine.layout import ENDING, F_REGISTER, Sheet, Table
from changeling.engine.machine.expressions import evaluate

PLAIN = (E_NUM, E_REG, E_YOU, E_THIS, E_LIVE, E_ACTING, E_COUNT)
P_NUM, P_REG, P_YOU, P_THIS, P_LIVE, P_ACTING, P_COUNT, P_STATIC, P_CARD = range(9)
P_BITS = 4
P_MASK = (1 << P_BITS) - 1


def disguised(words: Sequence[Sequence[int]]) -> int:
    """The operand that stands for an expression of a few words; NONE where there is none."""
    match [tuple(word[:4]) for word in words]:
        case [(op, a, who, which)] if op in PLAIN and not (op == E_COUNT and (a < 0 or who != YOU_ONLY or which)):
            how = PLAIN.index(op)
        case [(op, *_), (last, a, *_)] if op == E_YOU and last == E_STATIC:
            how = P_STATIC
        case [(first, *_), (op, a, *_), (last, *_)] if (first, op, last) == (E_CLEAR, E_REG, E_ADD_CARD):
            how = P_CARD
        case _:
            return NONE
    return NONE - 1 - (how + (a + 1 << P_BITS))


def read(d: Sheet, t: Table, operand: int, you: int, this: int, base: int) -> int:
    """Read an operand of an instruction."""
    if operand >= 0:
        return evaluate(d, t, operand, you, this, base)
    word = NONE - 1 - operand
    how, a = word & P_MASK, (word >> P_BITS) - 1
    if how == P_REG:
        return t.stack[base + F_REGISTER + a]
    if how == P_YOU:
        return you
    if how == P_THIS:
        return this
    if how == P_NUM:
        return a
    if how == P_LIVE:
        return a + t.inflation
    if how == P_COUNT:
        return t.size[a + you]
    if how == P_CARD:  # a set of one card, or of none
        t.option[0] = t.stack[base + F_REGISTER + a]
        t.options = 1 if t.option[0] >= 0 else 0
        return 0
    if how == P_STATIC:
        return t.force[you * N_STATICS + a]
    return 1 if t.phase != ENDING else 0
