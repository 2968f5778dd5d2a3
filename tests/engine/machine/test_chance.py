"""Chance: uniform, reproducible, and the same numbers for ever (records depend on them)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from changeling.engine.layout import Table
from changeling.engine.machine.chance import below, roll, sow, tell_lots, was_told, ways_told

KNOWN = {
    0: [1743954244, 207519241, 3716241083, 193275849, 300799810, 1695705705],
    7: [2917685297, 1525832735, 3836590155, 2590827526, 84346879, 2717724727],
    2**64 - 1: [2430036845, 2939583250, 3162307632, 1739506560, 191782682, 1120320417],
}


def sown(seed: int) -> Table:
    t = Table()
    sow(t, seed)
    return t


@pytest.mark.parametrize("seed", KNOWN)
def test_the_numbers_never_change(seed: int) -> None:
    t = sown(seed)
    assert [roll(t) for _ in range(6)] == KNOWN[seed]


def test_the_same_seed_gives_the_same_numbers_and_another_does_not() -> None:
    one, same, other = sown(5), sown(5), sown(6)
    rolled = [roll(one) for _ in range(100)]
    assert rolled == [roll(same) for _ in range(100)]
    assert rolled != [roll(other) for _ in range(100)]


def test_both_halves_of_a_seed_count() -> None:
    assert len({tuple(roll(t) for _ in range(2)) for t in map(sown, (1, 1 << 32, 1 | 1 << 32, 1 << 63))}) == 4


def test_the_state_stays_within_32_bits() -> None:
    t = sown(2**64 - 1)
    for _ in range(1000):
        assert 0 <= roll(t) < 2**32
        assert all(0 <= word < 2**32 for word in t.rng)


def test_one_possibility_uses_up_no_chance() -> None:
    t = sown(3)
    before = list(t.rng)
    assert below(t, 1) == below(t, 0) == 0
    assert t.rng == before


@pytest.mark.parametrize("bound", [2, 3, 7, 56, 100])
def test_every_number_below_the_bound_is_as_likely(bound: int) -> None:
    t = sown(bound)
    rolls = 400 * bound
    counts = Counter(below(t, bound) for _ in range(rolls))
    assert set(counts) == set(range(bound))
    square = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert square < bound + 5 * (2 * bound) ** 0.5, "chi-squared is far from what chance gives"


def test_neighbouring_seeds_are_not_alike() -> None:
    firsts = [below(sown(seed), 6) for seed in range(3000)]
    counts = Counter(firsts)
    assert all(400 < counts[face] < 600 for face in range(6))
    pairs = Counter(pairwise(firsts))
    assert len(pairs) == 36
    assert max(pairs.values()) < 140


def test_lots_that_are_told_fall_in_every_way_once() -> None:
    """Two outcomes, then three or five by the first, then one of two again after the first of the five."""
    fallen, number, most = list[tuple[int, ...]](), 0, 1
    while number < most:
        t = sown(1)
        tell_lots(t, number)
        lots = [below(t, 2)]
        lots.append(below(t, 5 if lots[0] else 3))
        if lots == [1, 0]:
            lots.append(below(t, 2))
        assert below(t, 1) == 0
        most = max(most, ways_told(t))
        if not was_told(t):
            fallen.append(tuple(lots))
        number += 1
    assert sorted(fallen) == [(0, 0), (0, 1), (0, 2), (1, 0, 0), (1, 0, 1), (1, 1), (1, 2), (1, 3), (1, 4)]


def test_lots_that_fall_in_too_many_ways_are_counted_without_end() -> None:
    t = sown(1)
    tell_lots(t, 0)
    assert [below(t, 60) for _ in range(60)] == [0] * 60
    assert ways_told(t) > 10**6
    sow(t, 7)
    assert [roll(t) for _ in range(6)] == KNOWN[7], "a seed makes a generator of it again"
