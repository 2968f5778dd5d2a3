"""How Python calls what is compiled, and what it may give."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from changeling.engine.native.entry_points import Ints
from changeling.play.compiled.native_cache import compiled


def tripled(numbers: Ints, place: int) -> int:
    """Something small to compile."""
    return int(numbers[place] * 3)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            (np.zeros(3, np.int32), 1),
            "numbers is an array of 1 dimensions of int32, not .* of 1 dimensions of int64",
        ),
        ((np.zeros((3, 3), np.int64), 1), "numbers is an array of 2 dimensions of int64"),
        (([1, 2, 3], 1), "numbers is list"),
        ((np.zeros(6, np.int64)[::2], 1), "numbers is not one contiguous, aligned piece of memory"),
        ((np.frombuffer(bytes(25), np.int64, 3, 1), 1), "numbers is not one contiguous, aligned piece of memory"),
        ((np.zeros(3, np.int64),), r"tripled takes 2 arguments \(numbers, place\), not 1"),
        ((np.zeros(3, np.int64), "1"), "int"),
        ((np.zeros(3, np.int64), 1.5), "int"),
        ((np.zeros(3, np.int64), None), "int"),
    ],
)
def test_what_is_of_another_kind_is_refused(given: tuple[Any, ...], why: str) -> None:
    called = compiled().load(tripled)
    with pytest.raises(TypeError, match=why):
        called(*given)
    assert called(np.array([4, 5], np.int64), 1) == 15


def test_numbers_of_numpy_and_minus_one_are_numbers() -> None:
    called, numbers = compiled().load(tripled), np.array([4, -1, 7], np.int64)
    assert [called(numbers, kind(2)) for kind in (np.int8, np.uint64, bool, int)] == [21, 21, -3, 21]
    assert called(numbers[1:], -1) == 12, "indices are not looked at"
    with pytest.raises(OverflowError):
        called(numbers, 2**63)


def test_other_memory_is_seen_by_the_next_call() -> None:
    called = compiled().load(tripled)
    for number in range(20):
        assert called(np.array([number]), 0) == 3 * number


def test_another_thread_runs_meanwhile() -> None:
    done, entered = threading.Event(), threading.Event()
    called = compiled().load(counted_down)

    def count() -> None:
        entered.set()
        called(np.zeros(1, np.int64), 3 * 10**8)
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    entered.wait()
    steps = 0
    while not done.is_set():
        steps += 1
    thread.join()
    assert steps > 1000


def counted_down(numbers: Ints, left: int) -> int:
    while left > 0:
        left -= 1
        numbers[0] ^= left
    return int(numbers[0])


def test_what_is_bound_to_arrays_takes_the_numbers() -> None:
    called, numbers = compiled().load(tripled), np.array([4, -1, 7], np.int64)
    bound = called.bound(numbers)
    assert [bound(place) for place in range(3)] == [12, -3, 21]
    numbers[0] = 5
    assert bound(0) == 15, "it is the same memory"
    for wrong in ((), (numbers, 1), (np.zeros(3, np.int32),)):
        with pytest.raises(TypeError):
            called.bound(*wrong)


def test_indices_are_looked_at_in_what_is_bound_too() -> None:
    bound = compiled(boundscheck=True).load(tripled).bound(np.array([4, 5], np.int64))
    with pytest.raises(IndexError, match=r"tripled, line \d+: 2 is no index of 2"):
        bound(2)
    assert bound(1) == 15


def added(numbers: Ints, others: Ints, place: int) -> int:
    """Of two arrays."""
    return int(numbers[place] + others[place])


def test_one_array_may_be_another_one() -> None:
    called, numbers = compiled().load(added), np.array([1, 2], np.int64)
    found = [
        called(*arrays, 1) for other in range(3) for arrays in ((numbers, numbers + other), (numbers + other, numbers))
    ]
    assert found == [4, 4, 5, 5, 6, 6]
    with pytest.raises(TypeError, match="others is an array of 1 dimensions of int32"):
        called(numbers, np.zeros(2, np.int32), 1)
    assert called(numbers, numbers, 0) == 2
