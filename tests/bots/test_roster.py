"""The bots by name."""

from __future__ import annotations

import changeling as cl
from changeling.bots import names
from changeling.bots.roster import BOTS, LEARNED


def test_the_roster() -> None:
    assert set(names()) == {"greedy", "learned", "random", "search"}
    assert {*BOTS, LEARNED} == set(names())
    for name in names():
        assert cl.bot(name, 1).name == name
