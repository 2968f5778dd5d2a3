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
from changeling.errors import ChangelingError, EngineFault, RecordError
from changeling.play.game import Game
from changeling.play.game import replay as play_back
from changeling.record.record import Record
from changeling.web.gallery.decks import cards_of, deck_of
from changeling.web.storage.documents import GameDocument, Row
from changeling.web.table.explanations import ended_of
from changeling.web.table.fair_shuffle import commitment_of, seal_of, seed_of
from changeling.web.table.game_log import rebuild
from changeling.web.table.render import WINDOW, Scenes, events_of
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import Frame, Replay, Scene
from changeling.web.wire.values import DeckChoice, EventInfo, Seal

MOST_MOVES = 20_000


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """Where a game is played on from: the record up to there, its deck, and who sits there."""

    record: Record
    deck: DeckChoice
    seats: tuple[str, ...]


class _Web(msgspec.Struct):
    """What a replay's file holds besides the record: its deck, how it ended, and the seal of its shuffle."""

    deck: DeckChoice | None = None
    winner: str | None = None
    over: bool = False
    seal: Seal | None = None


def file_of(document: GameDocument, rows: Sequence[Row]) -> str:
    """The file of a game in the store."""
    game = rebuild(document, deck_of(document.deck), rows).game
    values = json.loads(game.record().to_json())
    web = _Web(document.deck, game.winner, game.over, seal_of(document))
    return json.dumps(values | {"web": msgspec.to_builtins(web)}, ensure_ascii=False, indent=1) + "\n"


def read(text: str) -> tuple[Record, DeckChoice, _Web]:
    """A replay's file, or a plain record. Raises Refuse that says what is wrong with it."""
    try:
        record = Record.from_json(text)
        web = msgspec.convert(json.loads(text).get("web", {}), _Web)
    except (ChangelingError, msgspec.ValidationError, UnicodeError) as error:
        raise Refuse("replay/unreadable", f"this is no replay: {error}") from error
    if len(record.moves) > MOST_MOVES:
        raise Refuse("replay/unreadable", f"{len(record.moves)} moves; at most {MOST_MOVES} are read")
    parts = [part for part in record.deck if part in editions()]
    if web.deck is None and len(parts) != len(record.deck):
        raise Refuse("replay/unreadable", f"the deck {'+'.join(record.deck)} is not here, and not in the file")
    return record, web.deck or DeckChoice(parts), web


def checked(text: str) -> str:
    """The text of a replay that can be played back. Raises Refuse when it cannot."""
    record, choice, _ = read(text)
    _whole(record, choice)
    return text


def _whole(record: Record, choice: DeckChoice, moves: int | None = None) -> Game:
    try:
        return play_back(record, deck=deck_of(choice), moves=moves)
    except (ChangelingError, EngineFault) as error:
        text = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise Refuse("replay/unreadable", f"this cannot be played back: {text}") from error


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
        joins = move.startswith("+ ")
        asked = None if joins else game.decision
        _do(game, move, record)
        waiting += _open_events(game, told)
        told = len(game.table.journal or ())
        if asked is not None and asked.about == WINDOW and move == "done" and number < len(record.moves):
            continue
        after = _scene(Scenes(deck), game)
        changes = {key: value for key, value in after.items() if scene.get(key) != value}
        seat, ask = (move[2:], "") if asked is None else (asked.seat, asked.ask)
        frames.append(Frame(number, seat, move, ask, waiting, changes))
        scene, waiting = after, []
    ended = None
    if game.over:
        ended = ended_of(game, name, web.seal)
    return Replay(name, cards_of(deck)[0], deck.title, list(game.seats), begun, ended, frames)


def _do(game: Game, move: str, record: Record) -> None:
    try:
        if move.startswith("+ "):
            game.join(move[2:], record.people.get(move[2:]))
        else:
            game.answer(move)
    except (ChangelingError, EngineFault) as error:
        raise Refuse("replay/unreadable", f"'{move}' cannot be played back: {str(error).splitlines()[0]}") from error


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
        checks.append((False, f"the {len(record.moves)} moves can be played back: {str(error).splitlines()[0]}"))
        return Verdict(tuple(checks))
    end = f"won by {game.winner}" if game.winner else "over, won by nobody" if game.over else "not over"
    same = (game.winner, game.over) == (web.winner, web.over)
    checks.append((same, f"the {len(record.moves)} moves lead to the end that the file tells: {end}"))
    return Verdict(tuple(checks))
