"""Random games for tests: the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.cards.writing import deck_of

import changeling as cl

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")


def play_on(game: cl.Game, seed: int, *, most: int = 5000) -> Iterator[cl.Game]:
    """Play a game at random; gives it back at every pending question."""
    chance = random.Random(seed)
    for _ in range(most):
        if game.over:
            return
        yield game
        game.answer(chance.randrange(len(game.decision.options)))


def advance(game: cl.Game, seed: int, *, most: int = 5000) -> cl.Game:
    """Play a game at random, to its end or for a number of answers."""
    for _ in play_on(game, seed, most=most):
        pass
    return game


def random_games(deck: str | Sequence[str], seats: int, games: int, seed: int = 0, **given: Any) -> Iterator[cl.Game]:
    """Random games of a deck, each at each of its questions."""
    for number in range(seed, seed + games):
        yield from play_on(cl.Game(deck, seats=NAMES[:seats], seed=number, **given), number)


def questions(deck: str | Sequence[str], seats: int, seeds: range, *, every: int) -> Iterator[cl.Game]:
    """Random games at some of their questions that have more than one answer."""
    for seed in seeds:
        for number, game in enumerate(play_on(cl.Game(deck, seats=NAMES[:seats], seed=seed), seed, most=150)):
            if number % every == 0 and len(game.decision.options) > 1:
                yield game


def finished(deck: str, seats: int, seed: int, **given: Any) -> cl.Game:
    """A random game, played to its end."""
    return advance(cl.Game(deck, seats=NAMES[:seats], seed=seed, **given), seed)


def position(
    deck: str | Sequence[str] = "fluxx-4",
    seats: Sequence[str] = ("Ann", "Bob", "Cy"),
    people: Mapping[str, Any] | None = None,
    **table: Any,
) -> cl.Game:
    """A game that begins from a table such as scenarios have."""
    return cl.Game.from_values(
        {
            "deck": deck if isinstance(deck, str) else list(deck),
            "seats": list(seats),
            "table": table,
            "people": dict(people or {}),
        }
    )


def laid(cards: str, seats: Sequence[str] = ("Ann", "Bob", "Cy"), **table: Any) -> cl.Game:
    """A game of the Basic Rules and these cards, that begins from a table such as scenarios have."""
    values = {"deck": "test", "seats": list(seats), "table": table, "people": table.pop("people", {})}
    return cl.Game.from_values(values, compiled=deck_of(cards))
