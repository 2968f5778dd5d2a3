"""The bots by name. `play.bot_factory` makes them."""

from __future__ import annotations

from collections.abc import Callable

from changeling.bots.bot import Bot
from changeling.bots.greedy import Greedy
from changeling.bots.random_bot import RandomBot
from changeling.bots.search import Search

LEARNED = "learned"
# Those that are made from a seed alone; `learned` needs its weights besides.
BOTS: dict[str, Callable[[int], Bot]] = {"greedy": Greedy, "random": RandomBot, "search": Search}


def names() -> tuple[str, ...]:
    """The names of all bots.

    >>> names()
    ('greedy', 'learned', 'random', 'search')
    """
    return tuple(sorted((*BOTS, LEARNED)))
