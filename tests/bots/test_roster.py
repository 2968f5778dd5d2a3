"""The bots by name."""

from __future__ import annotations

import pytest

import changeling as cl
from changeling.bots import make, names


def test_the_roster() -> None:
    assert set(names()) == {"greedy", "random", "search"}
    for name in names():
        assert make(name, 1).name == name
    with pytest.raises(cl.ChangelingError, match=r"'clever' is not a bot; the bots are greedy, random, search"):
        make("clever", 1)
