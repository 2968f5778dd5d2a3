"""The bots by name."""

from __future__ import annotations

from changeling.bots import names
from changeling.bots.roster import BOTS


def test_the_roster() -> None:
    assert set(names()) == {"greedy", "random", "search"}
    for name in names():
        assert BOTS[name](1).name == name
