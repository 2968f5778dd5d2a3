"""Operands of instructions: an expression to read, or, where a word or two say it all, that word in disguise."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards.words import (
    E_ACTING,
    E_COUNT,
    E_LIMITED,
    E_LIVE,
    E_NUM,
    E_OVER,
    E_REG,
    E_THIS,
    E_YOU,
    NONE,
    YOU_ONLY,
)
from changeling.engine.counts import over
from changeling.engine.layout import ENDING, F_REGISTER, Sheet, Table
from changeling.engine.queries import evaluate

PLAIN = (E_NUM, E_REG, E_YOU, E_THIS, E_LIVE, E_ACTING, E_LIMITED, E_COUNT, E_OVER)
P_NUM, P_REG, P_YOU, P_THIS, P_LIVE, P_ACTING, P_LIMITED, P_COUNT, P_OVER = range(9)
P_BITS = 4
P_MASK = (1 << P_BITS) - 1


def disguised(words: Sequence[Sequence[int]]) -> int:
    """The operand that stands for an expression of a word or two; NONE where there is none."""
    op, a, who, which = words[-1][:4] if words else (NONE, 0, 0, 0)
    if op == E_OVER and len(words) == 2 and words[0][0] in (E_YOU, E_REG):
        a += (words[0][1] + 1 if words[0][0] == E_REG else 0) << 1
    elif len(words) != 1 or op not in PLAIN or op == E_OVER or (op == E_COUNT and (a < 0 or who != YOU_ONLY or which)):
        return NONE
    return NONE - 1 - (PLAIN.index(op) + (a + 1 << P_BITS))


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
    if how == P_LIMITED:
        return t.limited
    if how == P_OVER:
        return over(t, a & 1, you if a < 2 else t.stack[base + F_REGISTER + (a >> 1) - 1])
    return 1 if t.phase != ENDING else 0
