"""Changeling: card games whose rules change while they are played.

>>> import changeling as cl
>>> game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=7)
>>> game.decision.seat in game.seats
True
"""

from importlib.metadata import PackageNotFoundError, version

from changeling.cards.deck import Card, Deck
from changeling.decks.shelf import editions, load_deck
from changeling.engine.seen.decision import Decision, Option
from changeling.engine.seen.events import Event
from changeling.engine.seen.view import SeatView, View
from changeling.engine.seen.why import Reason
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
from changeling.play.batch import Batch
from changeling.play.game import Game, replay
from changeling.record.record import Record

try:
    __version__ = version("changeling")
except PackageNotFoundError:  # running from a checkout that was not installed
    __version__ = "0+unknown"

__all__ = [
    "AnswerError",
    "Batch",
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
    "editions",
    "load_deck",
    "replay",
]
