"""Whole games at random, for measuring and for soaking: inside the machine, with nothing in between."""

from __future__ import annotations

from changeling.cards.codes import CREEPER, HAND, KEEPERS, NONE
from changeling.engine.layout import GOING, ZONES, Sheet, Table
from changeling.engine.machine.loop import answer

_MASK = 0xFFFFFFFF
LOST_CARD = -1
NO_OPTION = -2
SECRET_CREEPER = -3


def sown(seed: int) -> int:
    """A first state for the policy's generator: seeds next to each other begin far apart."""
    state = seed & _MASK
    for _ in range(2):
        state = ((state ^ (state >> 16)) * 0x45D9F3B) & _MASK
    return state ^ (state >> 16) | 1


def pick(state: int) -> int:
    """The next state of the policy's own small generator (xorshift32)."""
    state ^= (state << 13) & _MASK
    state ^= state >> 17
    state ^= (state << 5) & _MASK
    return state


def playout(d: Sheet, t: Table, seed: int, cap: int) -> int:
    """Answer at random until the game is over or `cap` decisions were made; gives how many were."""
    state = sown(seed)
    made = 0
    while t.outcome == GOING and made < cap:
        state = pick(state)
        answer(d, t, (state * t.options) >> 32)
        made += 1
    return made


def checked_playout(d: Sheet, t: Table, seed: int, cap: int) -> int:
    """A playout that takes a census at every decision; a negative number says what was wrong."""
    state = sown(seed)
    made = 0
    while t.outcome == GOING and made < cap:
        if t.options <= 0:
            return NO_OPTION
        wrong = census(d, t)
        if wrong != 0:
            return wrong
        state = pick(state)
        answer(d, t, (state * t.options) >> 32)
        made += 1
    return made


def census(d: Sheet, t: Table) -> int:
    """Check that every card is in exactly one place and that no Creeper is in a hand; 0 when all is well."""
    found = 0
    for zone in range(ZONES):
        here = 0
        before = NONE
        card = t.head[zone]
        while card != NONE:
            if t.place[card] != zone or t.prev[card] != before or here > d.cards:
                return LOST_CARD
            if HAND <= zone < KEEPERS and d.kind[card] == CREEPER:
                return SECRET_CREEPER
            here += 1
            before = card
            card = t.next[card]
        if here != t.size[zone] or t.tail[zone] != before:
            return LOST_CARD
        found += here
    return 0 if found == d.cards else LOST_CARD
