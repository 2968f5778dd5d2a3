"""Dice and coins, which everybody sees."""

from __future__ import annotations

from changeling.cards.codes import COIN, MOST_ROLLED, NONE, ROLLED
from changeling.engine.layout import F_REGISTER, Table
from changeling.engine.machine.chance import below
from changeling.engine.machine.happenings import tell_event
from changeling.engine.machine.journal import TURN_8, V_ROLLS, note


def roll_die(t: Table, base: int, register: int, sides: int, by: int) -> None:
    """Roll a die with so many sides, 1 at least, or flip a coin: 1 is heads, 0 tails."""
    number = below(t, 2) if sides == COIN else 1 + below(t, max(sides, 1))
    t.stack[base + F_REGISTER + register] = number
    if by >= 0:
        note(t, V_ROLLS, by, NONE, number, 0 if sides == COIN else max(sides, 1), TURN_8)
    if sides != COIN:
        tell_event(t, ROLLED, NONE, by, NONE, min(number, MOST_ROLLED))
