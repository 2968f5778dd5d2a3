"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable

from changeling.bots.bot import Bot
from changeling.bots.greedy import Greedy
from changeling.bots.random_bot import RandomBot
from changeling.bots.search import Search
from changeling.errors import ChangelingError

_BOTS: dict[str, Callable[[int], Bot]] = {"greedy": Greedy, "random": RandomBot, "search": Search}


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_BOTS)


def make(name: str, seed: int) -> Bot:
    """A bot with a generator of its own. Raises ChangelingError when there is none of that name.

    >>> make("random", 7).name
    'random'
    """
    if name not in _BOTS:
        raise ChangelingError(f"'{name}' is not a bot; the bots are {', '.join(_BOTS)}")
    return _BOTS[name](seed)
