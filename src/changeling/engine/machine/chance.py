"""Chance: one small generator whose whole state is four integers of the table.

It is Chris Doty-Humphrey's sfc32, which needs only additions, shifts and 32-bit words: plain Python, Numba's int64 and
a GPU give the same numbers.
"""

from __future__ import annotations

from changeling.engine.layout import Table

_WORD = 0xFFFFFFFF


def roll(t: Table) -> int:
    """The next 32 random bits."""
    a, b, c, n = t.rng[0], t.rng[1], t.rng[2], t.rng[3]
    out = (a + b + n) & _WORD
    t.rng[0] = b ^ (b >> 9)
    t.rng[1] = (c + (c << 3)) & _WORD
    t.rng[2] = ((((c << 21) & _WORD) | (c >> 11)) + out) & _WORD
    t.rng[3] = (n + 1) & _WORD
    return out


def below(t: Table, bound: int) -> int:
    """A number from 0 up to but not including `bound`, all equally likely. For a bound of 1 nothing is rolled."""
    if bound <= 1:
        return 0
    product = roll(t) * bound
    if product & _WORD < bound:  # Lemire's method: a few are rejected, so that no number is likelier
        spare = (_WORD + 1) % bound
        while product & _WORD < spare:
            product = roll(t) * bound
    return product >> 32


def sow(t: Table, seed: int) -> None:
    """Start the generator from a seed of any size up to 64 bits."""
    t.rng[0] = seed & _WORD
    t.rng[1] = (seed >> 32) & _WORD
    t.rng[2] = 0x9E3779B9
    t.rng[3] = 1
    for _ in range(16):
        roll(t)
