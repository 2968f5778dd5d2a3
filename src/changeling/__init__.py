"""Changeling: card games whose rules change while they are played.

>>> import changeling as cl
>>> game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=7)
>>> game.decision.seat in game.seats
True
"""

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from changeling.bots.bot import Bot
from changeling.cards.deck import Card, Deck
from changeling.decks.shelf import editions, load_deck
from changeling.engine.seen.events import Event
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.reasons.reason import Reason
from changeling.engine.seen.view import SeatView, View
from changeling.engine.setup import Person
from changeling.errors import (
    AnswerError,
    CardsError,
    ChangelingError,
    DeckError,
    EngineFault,
    NotationError,
    RecordError,
    ScenarioError,
)
from changeling.play.bot_factory import bot
from changeling.play.game import Game, replay
from changeling.record.record import Record

if TYPE_CHECKING:
    from changeling.play.batch import Batch

try:
    __version__ = version("changeling")
except PackageNotFoundError:  # running from a checkout that was not installed
    __version__ = "0+unknown"

__all__ = [
    "AnswerError",
    "Batch",
    "Bot",
    "Card",
    "CardsError",
    "ChangelingError",
    "Decision",
    "Deck",
    "DeckError",
    "EngineFault",
    "Event",
    "Game",
    "NotationError",
    "Option",
    "Person",
    "Reason",
    "Record",
    "RecordError",
    "ScenarioError",
    "SeatView",
    "View",
    "bot",
    "editions",
    "load_deck",
    "replay",
]


def __getattr__(name: str) -> object:
    """Import `Batch` when it is first asked for: it needs NumPy, which a plain `Game` does without."""
    if name != "Batch":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from changeling.play.batch import Batch
    except ImportError as error:
        raise ImportError(f"Batch needs NumPy and llvmlite ({error}): pip install 'changeling[fast]'") from error

    globals()["Batch"] = Batch
    return Batch


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
