"""Chance: one small generator whose whole state is four integers of the table.

It is Chris Doty-Humphrey's sfc32, which needs only additions, shifts and 32-bit words: Python's integers, those of 64
bits and a GPU give the same numbers.

Whoever wants to see all that chance can bring tells a table how its lots fall, and counts through the ways.
"""

from __future__ import annotations

from changeling.engine.layout import Table

_WORD = 0xFFFFFFFF
_TOLD = _WORD + 1  # in the last number: no generator, but lots that fall as they were told to
_MANY = 1 << 30  # ways in which lots can fall; more are not counted


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
    if t.rng[3] == _TOLD:
        return told_lot(t, bound)
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


# --- all that chance can bring ----------------------------------------------------------------------------------------
def tell_lots(t: Table, way: int) -> None:
    """Have all lots from now on fall in one of the ways in which they can, by its number.

    The first lot is the remainder of the number by how many outcomes there are, the second that of the quotient, and so
    on. Numbers from 0 up to the most that `ways_told` gave for any of them give every way once; for some of them
    `was_told` says that it came before: lots fall in fewer ways there than elsewhere.
    """
    t.rng[0] = way
    t.rng[1] = 1
    t.rng[2] = 0
    t.rng[3] = _TOLD


def told_lot(t: Table, bound: int) -> int:
    """The next lot as it was told to fall."""
    lot = t.rng[0] % bound
    t.rng[0] //= bound
    t.rng[1] = min(t.rng[1] * bound, _MANY)
    return lot


def ways_told(t: Table) -> int:
    """In how many ways lots could fall since they were told to, had they always as many outcomes as on this way."""
    return t.rng[1]


def was_told(t: Table) -> bool:
    """Whether a smaller number tells the same lots as the one that was told."""
    return t.rng[0] != 0
