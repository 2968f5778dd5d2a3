"""Replays: a game as a file, and as a position to play on from. `table.replay.reel` shows them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from changeling.decks.shelf import editions
from changeling.errors import ChangelingError, EngineFault, OtherVersion
from changeling.play.game import Game
from changeling.play.game import replay as play_back
from changeling.record.record import Record
from changeling.web.gallery.decks import deck_of
from changeling.web.storage.documents import GameDocument, Row
from changeling.web.table.gathering.fair_shuffle import seal_of
from changeling.web.table.written.game_log import check_engine, check_number, rebuild, record_of
from changeling.web.table.written.packing import Source, unpack_rows
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import MOST_MOVES, ReplayFile, ReplaySource
from changeling.web.wire.kept_deck import plain
from changeling.web.wire.values import DeckChoice

OF_ANOTHER_VERSION = "this game was played with another version of its cards and cannot be played back here"


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """Where a game is played on from: the record up to there, its deck, and who sits there."""

    record: Record
    deck: DeckChoice
    seats: tuple[str, ...]


def source_of(found: Source) -> tuple[Record, DeckChoice, ReplaySource]:
    """The record of a replay, its deck, and what its file holds besides. Raises Refuse where it cannot be read."""
    if isinstance(found, str):
        return _read_here(found)
    document, rows = found
    try:
        check_engine(document)
    except OtherVersion as error:
        raise Refuse("replay/version", OF_ANOTHER_VERSION, status=410) from error
    record = record_of(document, unpack_rows(rows))
    return record, document.deck, ReplaySource(plain(document.deck), seal=seal_of(document))


def file_of(document: GameDocument, rows: Sequence[Row]) -> str:
    """The file of a game in the store. Raises Refuse where it cannot be read."""
    try:
        game = rebuild(document, deck_of(document.deck), rows).game
    except OtherVersion as error:
        raise Refuse("replay/version", OF_ANOTHER_VERSION, status=410) from error
    except (ChangelingError, EngineFault) as error:
        raise Refuse("replay/unreadable", "this game cannot be read here") from error
    values = json.loads(game.record().to_json())
    web = ReplaySource(plain(document.deck), game.winner, game.over, seal_of(document), document.engine)
    return json.dumps(values | {"web": msgspec.to_builtins(web)}, ensure_ascii=False, indent=1) + "\n"


def read(text: str) -> tuple[Record, DeckChoice, ReplaySource]:
    """A replay's file, or a plain record. Raises Refuse that says what is wrong with it."""
    try:
        record = Record.from_json(text)
        web = msgspec.convert(json.loads(text).get("web", {}), ReplaySource)
    except (ChangelingError, msgspec.ValidationError, UnicodeError) as error:
        raise Refuse("replay/unreadable", f"this is no replay: {error}") from error
    if len(record.moves) > MOST_MOVES:
        raise Refuse("replay/unreadable", f"{len(record.moves)} moves; at most {MOST_MOVES} are read")
    parts = [part for part in record.deck if part in editions()]
    if web.deck is None and len(parts) != len(record.deck):
        raise Refuse("replay/unreadable", f"the deck {'+'.join(record.deck)} is not here, and not in the file")
    return record, web.deck or DeckChoice(parts), web


def checked(file: ReplayFile) -> str:
    """The text of a replay that can be played back. Raises Refuse when it cannot."""
    if file.table:  # never read: a position from outside would be a state of the machine from outside
        raise Refuse("replay/unreadable", "this game began from a position; bring one that is told from its beginning")
    text = msgspec.json.encode(file).decode()
    try:
        record, choice, _ = _read_here(text)
        play_whole(record, choice)
    except Refuse as refuse:
        if refuse.status != 410:
            raise
        raise Refuse(refuse.code, str(refuse)) from refuse  # nothing that was here is gone
    return text


def _read_here(text: str) -> tuple[Record, DeckChoice, ReplaySource]:
    """A replay's file of this engine. Raises Refuse for the file of another engine, which may play differently."""
    record, choice, web = read(text)
    try:
        check_number(web.engine)
    except OtherVersion as error:
        raise Refuse("replay/version", OF_ANOTHER_VERSION, status=410) from error
    return record, choice, web


def play_whole(record: Record, choice: DeckChoice, moves: int | None = None) -> Game:
    """The game of a record, or its first moves. Raises Refuse when it cannot be played back."""
    try:
        return play_back(record, deck=deck_of(choice), moves=moves)
    except OtherVersion as error:
        raise Refuse("replay/version", OF_ANOTHER_VERSION, status=410) from error
    except (ChangelingError, EngineFault) as error:
        raise Refuse("replay/unreadable", f"this cannot be played back: {first_line(error)}") from error


def position(found: Source, moves: int) -> ReplayPosition:
    """The position after some moves of a replay. Raises Refuse where there is nothing to play on from."""
    record, choice, _ = source_of(found)
    if moves > len(record.moves):
        raise Refuse("replay/moves", f"there are {len(record.moves)} moves, not {moves}")
    game = play_whole(record, choice, moves)
    if game.over:
        raise Refuse("replay/over", f"after {moves} moves the game is over; go back a move or more")
    return ReplayPosition(game.record(), choice, game.seats)


def first_line(error: Exception) -> str:
    """What an error says, without what is only for the log."""
    return str(error).splitlines()[0] if str(error) else type(error).__name__
