"""What environments of a single game have in common: spaces, observations, and giving answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from changeling.cards.deck import Deck
from changeling.engine.layout import ALL_LOST
from changeling.engine.observer import Observer
from changeling.engine.space import Space
from changeling.errors import AnswerError, ChangelingError
from changeling.play.game import MAX_SEATS, MIN_SEATS, Game
from changeling.play.sheets import sheet_for
from changeling.play.shelf import load_deck

Seen = dict[str, NDArray[Any]]  # `observation`, `action_mask`
RENDER_MODES = ("ansi", "human")


def seen_space(size: int, answers: int) -> spaces.Dict:
    """The space of what is seen: bytes, and a flag for each answer."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (answers,), np.int8),
        }
    )


class Sight:
    """A deck for a number of seats, as environments see it."""

    __slots__ = ("_observer", "deck", "names", "space")

    def __init__(self, deck: str | Sequence[str] | Deck, seats: int) -> None:
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise ChangelingError(f"seats: {MIN_SEATS} to {MAX_SEATS} can play, not {seats}")
        self.deck = deck if isinstance(deck, Deck) else load_deck(deck)
        self.names = [f"seat_{seat}" for seat in range(seats)]
        self._observer = Observer(self.deck, sheet_for(self.deck), seats)
        self.space: Space = self._observer.space

    def seen_space(self) -> spaces.Dict:
        """The space of what a seat sees."""
        return seen_space(self._observer.size, self.space.size)

    def deal(self, chance: np.random.Generator) -> Game:
        """A new game, from a generator."""
        return Game(self.deck, seats=self.names, seed=int(chance.integers(1 << 63)))

    def see(self, game: Game, seat: int) -> Seen:
        """What a seat sees and may answer."""
        table = game.table
        return {"observation": self._observer.observation(table, seat), "action_mask": self._observer.mask(table, seat)}

    def legal(self, game: Game, action: int) -> bool:
        """Whether an answer is one of the options."""
        return self._observer.index(game.table, int(action)) is not None

    def answer(self, game: Game, action: int) -> None:
        """Give an answer of the space. Raises AnswerError that lists what was allowed."""
        index = self._observer.index(game.table, int(action))
        if index is None:
            named = f"'{self.space.text(action)}' ({action})" if 0 <= action < self.space.size else str(action)
            allowed = " | ".join(option.text for option in game.decision.options)
            raise AnswerError(f"{named} is not an option: {allowed} ({game.decision.seat}, {game.decision.because})")
        game.answer(index)


def check_render_mode(mode: str | None) -> str | None:
    """The mode, if it is one."""
    if mode is not None and mode not in RENDER_MODES:
        raise ChangelingError(f"render_mode: None, {' or '.join(RENDER_MODES)} are known, not {mode!r}")
    return mode


def check_most(most: int) -> int:
    """After how many answers a game is broken off, if it can be."""
    if most < 1:
        raise ChangelingError(f"most: a game can be broken off after 1 answer or more, not {most}")
    return most


def reward_of(game: Game, seat: int) -> float:
    """1 for who has won, -1 for who has lost, 0 where nobody can do anything any more and while the game goes on."""
    if game.winner is not None:
        return 1.0 if game.winner == game.seats[seat] else -1.0
    return -1.0 if game.table.outcome == ALL_LOST else 0.0
