"""A client and an address may only ask so often, and what is remembered of them stays small."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from changeling.web.http.limits.rate_limits import (
    GUESSES,
    MOST_ADDRESSES,
    AddressLimits,
    Allowance,
    Budgets,
    OpenSockets,
)
from changeling.web.settings import Limits, Settings
from changeling.web.wire.errors import Refuse


def test_an_allowance_is_spent_and_comes_back_with_time() -> None:
    allowance = Allowance(rate=2.0, burst=3.0)
    assert [allowance.spend(10.0) for _ in range(5)] == [True, True, True, False, False]
    assert [allowance.spend(11.0) for _ in range(3)] == [True, True, False]
    assert [allowance.spend(1000.0) for _ in range(4)] == [True, True, True, False]


def test_what_costs_more_is_done_less_often_and_says_when() -> None:
    budgets = Budgets(rate=2.0, burst=30.0)
    assert [budgets.spend("a", 9, 5.0) for _ in range(4)] == [0, 0, 0, 4.5]
    assert [budgets.spend("a", 1, 5.0) for _ in range(4)] == [0, 0, 0, 0.5], "the last tenth is for what costs little"
    assert budgets.spend("b", 9, 5.0) == 0
    assert budgets.spend("a", 9, 10.9) > 0
    assert budgets.spend("a", 9, 11.0) == 0
    assert budgets.spend("c", 1000, 5.0) == 0, "what costs more than there ever is may be done from a whole allowance"
    assert budgets.spend("c", 1000, 6.0) == 14.0


def test_a_hundred_thousand_addresses_take_little_memory() -> None:
    budgets = Budgets(rate=40.0, burst=800.0)
    for number in range(MOST_ADDRESSES):
        budgets.spend(f"first {number}", 1, 1.0)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number in range(100_000):
        budgets.spend(f"then {number}", 1, 1.0 + number / 100_000)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert len(budgets) == MOST_ADDRESSES
    assert grown < 5_000_000


def test_an_address_whose_allowance_is_whole_again_is_forgotten() -> None:
    budgets = Budgets(rate=40.0, burst=800.0)
    for number in range(1000):
        budgets.spend(str(number), 1, 1.0)
    for number in range(600):
        budgets.spend("another", 1, 22.0 + number)
    assert len(budgets) == 1


def test_the_only_address_is_served_again_after_a_long_silence() -> None:
    budgets = Budgets(rate=40.0, burst=800.0)
    for now in (1.0, 22.0, 500.0):
        assert budgets.spend("alone", 1, now) == 0
        assert len(budgets) == 1


def test_who_asks_is_never_forgotten() -> None:
    budgets = Budgets(rate=1.0, burst=10.0, most=0)
    assert budgets.spend("a", 10, 0.0) == 0
    assert budgets.spend("a", 5, 0.0) == 5, "what it has spent is remembered"
    assert budgets.spend("b", 10, 100.0) == 0
    assert budgets.spend("b", 5, 100.0) == 5


def test_who_has_nothing_left_is_not_forgotten_sooner_for_asking() -> None:
    budgets = Budgets(rate=1.0, burst=10.0, most=3)
    assert budgets.spend("greedy", 10, 0.0) == 0
    for number in range(50):
        budgets.spend(str(number), 1, 0.1)
        assert budgets.spend("greedy", 5, 0.1) > 0


def test_sockets_are_counted_while_they_are_open() -> None:
    sockets = OpenSockets(2)
    with sockets.counted("a"), sockets.counted("a"), sockets.counted("b"):
        with pytest.raises(Refuse, match="2 connections are open") as refused, sockets.counted("a"):
            pass
        assert (refused.value.code, refused.value.status) == ("socket/too-many", 429)
        assert len(sockets) == 2
    assert len(sockets) == 0
    for number in range(100_000):
        with sockets.counted(str(number)):
            pass
    assert len(sockets) == 0


def test_a_refusal_says_when_to_try_again() -> None:
    limits = AddressLimits(Settings(limits=Limits(rate=0.1, burst=10)))
    limits.spend("a", 10)
    with pytest.raises(Refuse, match="try again in 50 seconds") as refused:
        limits.spend("a", 5)
    assert (refused.value.code, refused.value.status, refused.value.retry) == ("rate/too-fast", 429, 50)
    limits.spend("b", 5)


def test_without_limits_nothing_is_counted() -> None:
    limits = AddressLimits(Settings(rates=False, limits=Limits(rate=0.1, burst=1, sockets=1)))
    for _ in range(100):
        limits.spend("a", 100)
    with limits.socket("a"), limits.socket("a"):
        pass


def test_codes_can_be_tried_only_now_and_then() -> None:
    limits = AddressLimits(Settings())
    for _ in range(GUESSES):
        limits.guess("a")
    with pytest.raises(Refuse, match="too many codes were tried from your address; try again in 10 seconds") as refused:
        limits.guess("a")
    assert (refused.value.code, refused.value.status, refused.value.retry) == ("code/too-often", 429, 10)
    limits.guess("b")
    free = AddressLimits(Settings(rates=False))
    for _ in range(GUESSES * 2):
        free.guess("a")
