"""How much is tried at random: little in `make test`, much more in `make soak`, which sets CHANGELING_EFFORT."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")

EFFORT = int(os.environ.get("CHANGELING_EFFORT", "1"))


def tries(number: int) -> range:
    """The seeds of so many tries; of more of them where more effort is asked for.

    >>> len(tries(3)) == 3 * EFFORT
    True
    """
    return range(number * EFFORT)


def part(cases: Sequence[Case], every: int) -> list[Case]:
    """Every second, third ... of the cases; all of them where more effort is asked for.

    >>> part("abcde", 2) if EFFORT == 1 else ["a", "c", "e"]
    ['a', 'c', 'e']
    """
    return list(cases if EFFORT > 1 else cases[::every])
