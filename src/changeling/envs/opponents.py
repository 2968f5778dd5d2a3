"""Who answers for the seats that an environment does not ask: bots by name, classes of bots, or bots themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from changeling.bots import Bot
from changeling.errors import ChangelingError
from changeling.play import bot_factory

# A name (`greedy`, `search:50ms`, `my_bot.py:MyBot`); a class, or whatever else makes a bot of a seed; or a bot, which
# plays every game as it is. A list of these, inside the list of seats, is drawn from for each game.
Opponent = str | Bot | Callable[[int], Bot] | Sequence[Any]


def check_opponents(given: Opponent | Sequence[Opponent], others: int) -> tuple[Opponent, ...]:
    """An opponent for each of the other seats, from the left. Raises ChangelingError where there are too many or too
    few of them, or one is none."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    found: tuple[Any, ...] = tuple(given) if several else (given,) * others  # type: ignore[arg-type]
    if len(found) != others:
        raise ChangelingError(
            f"opponents: {others} bots, or one for all, are needed, not {given!r}; "
            "what is to be drawn from for each game is a list inside the list"
        )
    for one in found:
        check_opponent(one)
    return found


def check_opponent(one: Opponent) -> None:
    """Raise ChangelingError where this is no opponent."""
    if isinstance(one, str):
        bot_factory.check(one)
    elif isinstance(one, Sequence):
        if not one:
            raise ChangelingError("opponents: a list to draw from is empty")
        for each in one:
            check_opponent(each)
    elif not _chooses(one) and not callable(one):
        raise ChangelingError(f"opponents: a bot's name, its class, or a bot is needed, not {one!r}")


def bot_of(opponent: Opponent, seed: int) -> Bot:
    """The bot for a game. Of a list the seed says which. Raises ChangelingError where what is made of it is no bot."""
    if isinstance(opponent, str):
        return bot_factory.bot(opponent, seed, wait=True)
    if isinstance(opponent, Sequence):
        return bot_of(opponent[seed % len(opponent)], seed // len(opponent))
    if _chooses(opponent):
        return opponent  # type: ignore[return-value]  # it was looked at
    made: Bot = opponent(seed)  # type: ignore[operator]  # likewise
    if not _chooses(made):
        raise ChangelingError(f"opponents: {opponent!r} makes no bot: a method choose(view, decision) is needed")
    return made


def called(given: Opponent | Sequence[Opponent]) -> str:
    """Opponents by what they are called: another bot of the same class is called the same."""
    if isinstance(given, str):
        return given
    if isinstance(given, Sequence):
        return ", ".join(called(one) for one in given)
    return str(getattr(given, "__qualname__", type(given).__qualname__))


def _chooses(one: object) -> bool:
    return not isinstance(one, type) and callable(getattr(one, "choose", None))
