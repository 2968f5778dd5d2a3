"""Changeling: card games whose rules change while they are played.

>>> import changeling as cl
>>> game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=7)
>>> game.decision.seat in game.seats
True
"""

TYPE_CHECKING = False  # as type checkers know it; `typing` need not be imported for that
if TYPE_CHECKING:
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
    from changeling.play.batch import Batch
    from changeling.play.bot_factory import bot
    from changeling.play.game import Game, replay
    from changeling.record.record import Record

    __version__: str

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

# Where each name is. It is imported when it is first asked for: the command answers Ctrl-C before that (`start`), and a
# plain `Game` needs no NumPy, as `Batch` does.
_HOMES = {
    "bots.bot": "Bot",
    "cards.deck": "Card Deck",
    "decks.shelf": "editions load_deck",
    "engine.seen.events": "Event",
    "engine.seen.questions.decision": "Decision Option",
    "engine.seen.reasons.reason": "Reason",
    "engine.seen.view": "SeatView View",
    "engine.setup": "Person",
    "errors": "AnswerError CardsError ChangelingError DeckError EngineFault NotationError RecordError ScenarioError",
    "play.batch": "Batch",
    "play.bot_factory": "bot",
    "play.game": "Game replay",
    "record.record": "Record",
}


def __getattr__(name: str) -> object:
    """Import a name when it is first asked for."""
    if name == "__version__":
        found: object = _version()
    else:
        home = next((home for home, names in _HOMES.items() if name in names.split()), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(_imported(home), name)
    globals()[name] = found
    return found


def _imported(home: str) -> object:
    from importlib import import_module

    try:
        return import_module(f"{__name__}.{home}")
    except ImportError as error:
        if home != "play.batch":
            raise
        raise ImportError(f"Batch needs NumPy and llvmlite ({error}): pip install 'changeling[fast]'") from error


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("changeling")
    except PackageNotFoundError:  # running from a checkout that was not installed
        return "0+unknown"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
