"""Whole games at random inside the machine, for benchmarks and soaks."""

from __future__ import annotations

from changeling.cards.codes import NONE
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.board.census import NO_OPTION, census, finding
from changeling.engine.machine.loop import answer
from changeling.engine.sheet_layout import Sheet

_MASK = 0xFFFFFFFF


def seed_state(seed: int) -> int:
    """A first state for the policy's generator: seeds next to each other begin far apart."""
    state = seed & _MASK
    for _ in range(2):
        state = ((state ^ (state >> 16)) * 0x45D9F3B) & _MASK
    return state ^ (state >> 16) | 1


def next_random(state: int) -> int:
    """The next state of the policy's own small generator (xorshift32)."""
    state ^= (state << 13) & _MASK
    state ^= state >> 17
    state ^= (state << 5) & _MASK
    return state


def playout(d: Sheet, t: Table, seed: int, cap: int) -> int:
    """Answer at random until the game is over or `cap` decisions were made; gives how many were."""
    state = seed_state(seed)
    made = 0
    while t.outcome == GOING and made < cap:
        state = next_random(state)
        answer(d, t, (state * t.options) >> 32)
        made += 1
    return made


def checked_playout(d: Sheet, t: Table, seed: int, cap: int) -> int:
    """A playout that takes a census at every decision; gives a finding, which is negative, where something is wrong."""
    state = seed_state(seed)
    made = 0
    while t.outcome == GOING and made < cap:
        if t.options <= 0:
            return finding(NO_OPTION, NONE)
        wrong = census(d, t)
        if wrong != 0:
            return wrong
        state = next_random(state)
        answer(d, t, (state * t.options) >> 32)
        made += 1
    return made
