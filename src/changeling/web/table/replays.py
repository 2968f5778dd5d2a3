"""Replays: a game as a file, as frames to show, and as a position to play on from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from msgspec.structs import asdict

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.decks.shelf import editions
from changeling.engine.seen.decision import Decision
from changeling.errors import ChangelingError, EngineFault, OtherVersion, RecordError
from changeling.play.game import Game, redo
from changeling.play.game import replay as play_back
from changeling.record.record import Move, Record
from changeling.web.gallery.decks import cards_of, deck_of
from changeling.web.storage.documents import GameDocument, Row
from changeling.web.table.explanations import ended_of
from changeling.web.table.fair_shuffle import commitment_of, seal_of, seed_of
from changeling.web.table.game_log import rebuild
from changeling.web.table.render import WINDOW, Scenes, events_of
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import MOST_MOVES, Frame, Replay, ReplayFile, ReplaySource, Scene
from changeling.web.wire.kept_deck import plain
from changeling.web.wire.values import DeckChoice, EventInfo

OF_ANOTHER_VERSION = "this game was played with another version of its cards and cannot be played back here"


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """Where a game is played on from: the record up to there, its deck, and who sits there."""

    record: Record
    deck: DeckChoice
    seats: tuple[str, ...]


def file_of(document: GameDocument, rows: Sequence[Row]) -> str:
    """The file of a game in the store. Raises Refuse where it cannot be read."""
    try:
        game = rebuild(document, deck_of(document.deck), rows).game
    except OtherVersion as error:
        raise Refuse("replay/version", OF_ANOTHER_VERSION, status=410) from error
    except (ChangelingError, EngineFault) as error:
        raise Refuse("replay/unreadable", "this game cannot be read here") from error
    values = json.loads(game.record().to_json())
    web = ReplaySource(plain(document.deck), game.winner, game.over, seal_of(document))
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
    record, choice, _ = read(text)
    _whole(record, choice)
    return text


def _whole(record: Record, choice: DeckChoice, moves: int | None = None) -> Game:
    try:
        return play_back(record, deck=deck_of(choice), moves=moves)
    except OtherVersion as error:
        raise Refuse("replay/version", OF_ANOTHER_VERSION, status=410) from error
    except (ChangelingError, EngineFault) as error:
        raise Refuse("replay/unreadable", f"this cannot be played back: {_first_line(error)}") from error


def position(text: str, moves: int) -> ReplayPosition:
    """The position after some moves of a replay. Raises Refuse where there is nothing to play on from."""
    record, choice, _ = read(text)
    if moves > len(record.moves):
        raise Refuse("replay/moves", f"there are {len(record.moves)} moves, not {moves}")
    game = _whole(record, choice, moves)
    if game.over:
        raise Refuse("replay/over", f"after {moves} moves the game is over; go back a move or more")
    return ReplayPosition(game.record(), choice, game.seats)


def replay_of(name: str, text: str, begun: float) -> Replay:
    """Every position of a replay."""
    record, choice, web = read(text)
    deck = deck_of(choice)
    game = _whole(record, choice, 0)
    frames = [_first(deck, game)]
    scene = frames[0].changes
    told, waiting = len(game.table.journal or ()), list[EventInfo]()
    for number, move in enumerate(record.moves, 1):
        asked, seats = None if game.over else game.decision, len(game.seats)
        _do(game, move, record, number)
        waiting += _open_events(game, told)
        told = len(game.table.journal or ())
        joined = len(game.seats) > seats
        seat, answer, ask = (game.seats[-1], str(move), "") if joined or asked is None else _answered(asked, move)
        if (
            not joined
            and asked is not None
            and asked.about == WINDOW
            and answer == "done"
            and number < len(record.moves)
        ):
            continue
        after = _scene(Scenes(deck), game)
        changes = {key: value for key, value in after.items() if scene.get(key) != value}
        frames.append(Frame(number, seat, answer, ask, waiting, changes))
        scene, waiting = after, []
    ended = None
    if game.over:
        ended = ended_of(game, name, web.seal)
    return Replay(name, cards_of(deck)[0], deck.title, list(game.seats), begun, ended, frames)


def _answered(asked: Decision, move: Move) -> tuple[str, str, str]:
    """Who gave an answer, which one, and to what."""
    option = asked.by_code(move) if isinstance(move, int) else asked.find(move)
    return asked.seat, option.text if option else str(move), asked.ask


def _do(game: Game, move: Move, record: Record, number: int) -> None:
    try:
        redo(game, move, record.people, number)
    except (ChangelingError, EngineFault) as error:
        raise Refuse("replay/unreadable", f"this cannot be played back: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__


def _first(deck: Deck, game: Game) -> Frame:
    return Frame(0, "", "", "", _open_events(game, 0), _scene(Scenes(deck), game))


def _scene(scenes: Scenes, game: Game) -> dict[str, Any]:
    """The table with every hand open, as JSON values."""
    t = game.table
    scene = Scene(
        **asdict(scenes.public(game)),
        hands={name: scenes.titles(t, w.HAND + seat) for seat, name in enumerate(game.seats)},
        set_aside={name: scenes.own(game, seat).aside for seat, name in enumerate(game.seats)},
        piled=scenes.titles(t, w.PILE),
    )
    values: dict[str, Any] = msgspec.to_builtins(scene)
    return values


def _open_events(game: Game, since: int) -> list[EventInfo]:
    """What happened, hidden cards included."""
    return events_of(game, since, None, everything=True)


# --- verifying --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked of a file, each with whether it holds."""

    checks: tuple[tuple[bool, str], ...]

    @property
    def holds(self) -> bool:
        """Whether everything holds."""
        return all(good for good, _ in self.checks)


def verify(text: str, commitment: str = "") -> Verdict:
    """Check a replay's file: its commitment, its seed, and that it plays back to the end that it tells."""
    record, choice, web = read(text)
    checks: list[tuple[bool, str]] = []
    if web.seal is None:
        checks.append((False, "the file has no seal: its shuffle cannot be proved"))
    else:
        seal = web.seal
        shown = commitment or seal.commitment
        checks.append((commitment_of(seal.secret) == shown, f"the secret fits the commitment {shown}"))
        seed = seed_of(seal.secret, record.digest, record.seats, seal.nonces)
        checks.append((seed == record.seed, f"the seed {record.seed} comes from the secret and the players' nonces"))
    try:
        game = play_back(replace(record), deck=deck_of(choice))
    except (RecordError, EngineFault, Refuse) as error:
        checks.append((False, f"the {len(record.moves)} moves can be played back: {_first_line(error)}"))
        return Verdict(tuple(checks))
    end = f"won by {game.winner}" if game.winner else "over, won by nobody" if game.over else "not over"
    same = (game.winner, game.over) == (web.winner, web.over)
    checks.append((same, f"the {len(record.moves)} moves lead to the end that the file tells: {end}"))
    return Verdict(tuple(checks))
