"""A client may only ask so often."""

from __future__ import annotations

from changeling.web.http.rate_limits import Allowance


def test_an_allowance_is_spent_and_comes_back_with_time() -> None:
    allowance = Allowance(rate=2.0, burst=3.0)
    assert [allowance.spend(10.0) for _ in range(5)] == [True, True, True, False, False]
    assert [allowance.spend(11.0) for _ in range(3)] == [True, True, False]
    assert [allowance.spend(1000.0) for _ in range(4)] == [True, True, True, False]
