"""What worker processes do: all that can take long. `table.workers` asks for it; nothing here runs in the server."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec

from changeling.engine.journal import Journal
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.loop import answer
from changeling.engine.seen.questions.decision import in_window
from changeling.engine.seen.view import View
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError, EngineFault, OtherVersion
from changeling.play import bot_factory
from changeling.play.game import replay
from changeling.play.outlook import outlook_at
from changeling.play.seated_bot import SeatedBot
from changeling.record.record import Record
from changeling.web.gallery.decks import cards_of, deck_info, deck_of, oddities_of, report_on
from changeling.web.gallery.kept_decks import kept_deck
from changeling.web.storage.documents import GameDocument
from changeling.web.table.game.practice import practise
from changeling.web.table.replay.moments import practise_moment, puzzle_text
from changeling.web.table.replay.reel import Reel
from changeling.web.table.written import replays
from changeling.web.table.written.game_log import rebuild
from changeling.web.table.written.packing import ReadyDeck, Rebuilt, Source, pack, unpack, unpack_rows
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import CheckDeck, DeckReport
from changeling.web.wire.values import CardFate, DeckChoice, Prospect

_KEPT = 4  # replays that a worker goes on with when their next page is asked for
_reels: OrderedDict[str, Reel] = OrderedDict()


def ping() -> bool:
    """Nothing: whoever gets this answer has a worker."""
    return True


# --- decks ------------------------------------------------------------------------------------------------------------
def ready_deck(choice: DeckChoice) -> ReadyDeck:
    """Compile a deck. Raises Refuse."""
    deck = deck_of(choice)
    return ReadyDeck(deck, sheet_for(deck), deck_info(deck), cards_of(deck)[1], kept_deck(choice, deck))


def check(asked: CheckDeck) -> tuple[DeckReport, str, bytes]:
    """Check a deck; gives the report, and the id and the cards of a deck that has no mistakes. Raises Refuse."""
    report = report_on(asked)
    return (report, "", b"") if report.problems else (report, *cards_of(deck_of(asked.deck)))


def odd(choice: DeckChoice, seats: int, meta: list[str]) -> list[str]:
    """What is odd with a deck. Raises Refuse when it is unplayable."""
    return oddities_of(deck_of(choice), seats=seats, meta=meta)


# --- games ------------------------------------------------------------------------------------------------------------
def rebuilt(document: GameDocument, rows: bytes) -> Rebuilt:
    """The game of a document after its rows. Raises Refuse."""
    try:
        log = rebuild(document, deck_of(document.deck), unpack_rows(rows))
    except OtherVersion as error:
        raise Refuse("replay/version", str(error), status=410) from error
    except (ChangelingError, EngineFault) as error:
        raise Refuse("replay/unreadable", "this game cannot be read here") from error
    return Rebuilt(pack(log.game), log.next_row, log.chosen_by, log.played_for)


def played(choice: DeckChoice, record: Record, moves: int) -> bytes:
    """The game after so many moves of its record, packed. Raises Refuse."""
    try:
        return pack(replay(record, deck=deck_of(choice), moves=moves))
    except OtherVersion as error:
        raise Refuse("replay/version", str(error), status=410) from error
    except (ChangelingError, EngineFault) as error:
        raise Refuse("replay/unreadable", "this game cannot be read here") from error


# --- replays ----------------------------------------------------------------------------------------------------------
def file(document: GameDocument, rows: bytes) -> str:
    """The file of a game in the store. Raises Refuse."""
    return replays.file_of(document, unpack_rows(rows))


def page(name: str, found: Source, begun: float, first: int, count: int) -> tuple[bytes, str, bytes]:
    """A page of a replay as JSON; with the first page also the id and the cards of its deck. Raises Refuse."""
    reel = _reels.pop(name, None)
    if reel is None or reel.after > first:
        reel = Reel(name, *replays.source_of(found), begun)
    made = msgspec.json.encode(reel.page(first, count))
    _reels[name] = reel  # one that has failed in between is not kept
    while len(_reels) > _KEPT:
        _reels.popitem(last=False)
    return (made, *cards_of(reel.deck)) if first == 0 else (made, "", b"")


def foresee(choice: DeckChoice, packed: bytes, names: tuple[str, ...], place: int) -> list[Prospect]:
    """What a place has before it, in a window when all who are asked before it have let it pass."""
    deck = deck_of(choice)
    table: Table = unpack(packed, deck)
    table.journal = Journal(sheet_for(deck))
    while table.outcome == GOING and table.asked != place and in_window(table):
        answer(sheet_for(deck), table, table.options - 1)  # the last option plays no Surprise
    if table.asked != place:
        return []
    return [
        Prospect(one.code, one.over, one.winner, [CardFate(at.card, at.cancelled, at.owner) for at in one.fates])
        for one in outlook_at(deck, table, names)
    ]


# --- bots -------------------------------------------------------------------------------------------------------------
def choose(choice: DeckChoice, bot: SeatedBot, packed: bytes, warm: bool) -> int:
    """The code of the option that a bot chooses, from what it sees. `warm`: the compiled search can be loaded."""
    bot_factory.compiled_elsewhere(ready=warm)
    view: View = unpack(packed, deck_of(choice))
    assert view.decision is not None
    return bot.choose(view, view.decision).code


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        *(ping, ready_deck, check, odd, rebuilt, played, foresee, file, page, choose),
        *(replays.checked, replays.position, practise, practise_moment, puzzle_text),
    )
}
