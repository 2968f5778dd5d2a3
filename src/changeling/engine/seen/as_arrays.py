"""What a seat sees and is asked as programs that learn take it: bytes, and numbers of one fixed space of answers.

NumPy is imported where somebody asks for it, so that a game runs without.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.layout import Table
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from changeling.engine.arrays.single_observer import Observer

_observers: Recent[Observer] = Recent(32)


def _observer(deck: Deck, seats: int) -> Observer:
    try:
        from changeling.engine.arrays.single_observer import Observer
    except ImportError as error:
        raise ChangelingError(f"observations and masks need NumPy ({error}): pip install 'changeling[fast]'") from error
    return _observers.of(f"{deck.digest} {seats}", lambda: Observer(deck, sheet_for(deck), seats))


def observation_of(deck: Deck, t: Table, seat: int) -> NDArray[np.uint8]:
    """What a seat sees of a table."""
    return _observer(deck, t.seats).observation(t, seat)


def mask_of(deck: Deck, codes: Sequence[int], seat: int, seats: int) -> NDArray[np.int8]:
    """1 for each answer of the deck's space that one of these codes of options is, when a seat is asked."""
    return _observer(deck, seats).mask_of(codes, seat, seats)


def code_of_action(deck: Deck, action: int, seat: int, seats: int) -> int:
    """The code of an option from the number of an answer in the deck's space. Raises AnswerError where it has none."""
    return _observer(deck, seats).space.code(action, seat, seats)
