"""What environments of a single game share: spaces, observations, and giving answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.engine.arrays.answer_space import Space
from changeling.engine.arrays.single_observer import Observer
from changeling.engine.layout import Table
from changeling.engine.seen.questions.decision import decision_of
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import AnswerError, ChangelingError
from changeling.play.game import Game
from changeling.play.meta_rules import meta_names, meta_rules
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.whole import as_whole, whole

if TYPE_CHECKING:
    from gymnasium import spaces

Seen = dict[str, NDArray[Any]]  # `observation`, `action_mask`
RENDER_MODES = ("ansi", "human")


def seen_space(size: int, answers: int) -> spaces.Dict:
    """The observation space: bytes, and a flag for each answer."""
    from gymnasium import spaces

    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (answers,), np.int8),
        }
    )


class GameSpaces:
    """A deck and a number of seats, with the spaces of observations and answers that follow from them."""

    __slots__ = ("answers", "deck", "meta", "names", "observer", "space")

    def __init__(self, deck: str | Sequence[str] | Deck, seats: int, meta: Sequence[str] = ()) -> None:
        seats = whole("seats", seats)
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise ChangelingError(f"seats: {MIN_SEATS} to {MAX_SEATS} can play, not {seats}")
        self.deck, self.meta = deck if isinstance(deck, Deck) else load_deck(deck), meta_names(meta)
        meta_rules(self.deck, self.meta)  # raises for one that is none
        self.names = [f"seat_{seat}" for seat in range(seats)]
        self.observer = Observer(self.deck, sheet_for(self.deck), seats)
        self.space: Space = self.observer.space
        self.answers = self.space.size

    def __deepcopy__(self, memo: dict[int, Any]) -> GameSpaces:
        return self  # nothing in it ever changes

    def seen_space(self) -> spaces.Dict:
        """The space of what a seat sees."""
        return seen_space(self.observer.size, self.space.size)

    def see(self, game: Game, seat: int) -> Seen:
        """What a seat sees and may answer."""
        table = game.table
        return {"observation": self.observer.observation(table, seat), "action_mask": self.observer.mask(table, seat)}

    def answer(self, game: Game, action: int) -> None:
        """Give an answer of the space. Raises AnswerError that lists what was allowed."""
        game.answer(self.index(game.table, int(action)))

    def index(self, table: Table, action: int) -> int:
        """Which of the pending options an answer is. Raises AnswerError that lists what was allowed."""
        found = self.observer.index(table, action)
        if found is None:
            raise self.refusal(table, action)
        return found

    def refusal(self, table: Table, action: Any) -> AnswerError:
        """What is said of an answer that is none of the pending options."""
        decision = decision_of(self.deck, table, self.names)
        if decision is None:
            return AnswerError("the game is over: nobody is asked anything")
        number = as_whole(action)
        known = number is not None and 0 <= number < self.answers
        named = f"'{self.space.text(action)}' ({number})" if known else str(action)
        allowed = " | ".join(option.text for option in decision.options)
        return AnswerError(f"{named} is not an option: {allowed} ({decision.seat}, {decision.because})")


def check_render_mode(mode: str | None) -> str | None:
    """The mode. Raises ChangelingError for one that is not known."""
    if mode is not None and mode not in RENDER_MODES:
        raise ChangelingError(f"render_mode: None, {' or '.join(RENDER_MODES)} are known, not {mode!r}")
    return mode


def check_most(most: int) -> int:
    """After how many answers a game is truncated. Raises ChangelingError below 1."""
    most = whole("most", most)
    if most < 1:
        raise ChangelingError(f"most: a game can be broken off after 1 answer or more, not {most}")
    return most


def not_begun() -> ChangelingError:
    """What is said to whoever steps, looks or renders too early."""
    return ChangelingError("no game has begun: call reset() first, for instance reset(seed=1)")
