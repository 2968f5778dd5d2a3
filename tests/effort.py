"""How much is tried at random: little in `make test`, much more in `make soak`, which sets CHANGELING_EFFORT."""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("CHANGELING_EFFORT", "1"))


def tries(number: int) -> range:
    """The seeds of so many tries; of more of them where more effort is asked for.

    >>> len(tries(3)) == 3 * EFFORT
    True
    """
    return range(number * EFFORT)
