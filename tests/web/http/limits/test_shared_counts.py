"""Several processes at one port count together what an address asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from changeling.web.http.limits import shared_counts
from changeling.web.http.limits.rate_limits import AddressLimits
from changeling.web.http.limits.shared_counts import SharedBudgets, SharedSockets, counts_of
from changeling.web.http.running.siblings import Siblings
from changeling.web.settings import Limits, Settings
from changeling.web.wire.errors import Refuse


def test_what_was_spent_at_one_process_is_spent_at_the_other(tmp_path: Path) -> None:
    here, there = (SharedBudgets(1.0, 10.0, tmp_path / "asked") for _ in range(2))
    assert [budgets.spend("a", 2.0, 100.0) for budgets in (here, there, here, there, here)] == [0.0] * 5
    assert there.spend("a", 1.0, 100.0) == 1.0
    assert there.spend("b", 1.0, 100.0) == 0.0
    assert here.spend("a", 1.0, 101.0) == 0.0


def test_addresses_that_have_to_share_rows_give_up_the_one_that_asked_longest_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_counts, "ROWS", shared_counts.NEAR)
    budgets = SharedBudgets(0.001, 1.0, tmp_path / "asked")
    for number in range(shared_counts.NEAR + 1):
        assert budgets.spend(f"address {number}", 1.0, 100.0 + number) == 0.0
    last = 100.0 + shared_counts.NEAR
    assert budgets.spend(f"address {shared_counts.NEAR}", 1.0, last) > 0.0
    assert budgets.spend("address 1", 1.0, last) > 0.0
    assert budgets.spend("address 0", 1.0, last) == 0.0, "it is forgotten"


def test_sockets_are_counted_together_and_end_with_their_process(tmp_path: Path) -> None:
    here, there = (SharedSockets(2, tmp_path / "sockets", process, 2) for process in range(2))
    with here.counted("a"):
        with there.counted("a"):
            for sockets in (here, there):
                with pytest.raises(Refuse, match="2 connections are open"), sockets.counted("a"):
                    raise AssertionError("one too many")
            with there.counted("b"):
                pass
        with there.counted("a"):
            SharedSockets(2, tmp_path / "sockets", 0, 2)  # another process in the place of the first
            with there.counted("a"):
                pass


def test_what_addresses_may_ask_for_is_shared_by_processes_at_one_port(tmp_path: Path) -> None:
    settings = Settings(limits=Limits(rate=0.001, burst=10, sockets=1))
    here, there = (AddressLimits(settings, counts_of(Siblings(str(tmp_path), place, 2))) for place in range(2))
    here.spend("a", 5)
    there.spend("a", 5)
    with pytest.raises(Refuse, match="too much was asked for"):
        here.spend("a", 1)
    for _ in range(6):
        here.guess("a")
        there.guess("a")
    with pytest.raises(Refuse, match="too many codes"):
        there.guess("a")
    with here.socket("a"), pytest.raises(Refuse, match="1 connections are open"), there.socket("a"):
        raise AssertionError("one too many")
