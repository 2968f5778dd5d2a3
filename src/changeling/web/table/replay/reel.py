"""The reel of a replay: its positions one after the other, every hand open, page by page."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import asdict

from changeling.cards import codes as w
from changeling.engine.seen.questions.decision import Decision
from changeling.errors import ChangelingError, EngineFault
from changeling.play.game import Game
from changeling.play.redoing import redo
from changeling.record.record import Move, Record
from changeling.web.gallery.decks import cards_of, deck_of
from changeling.web.table.game.explanations import ended_of
from changeling.web.table.game.render import WINDOW, Scenes, events_of
from changeling.web.table.written.replays import first_line, play_whole
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import Frame, Replay, ReplaySource, Scene
from changeling.web.wire.values import DeckChoice

MOST_EVENTS = 500  # of one frame: the last ones; cards of people's own can make thousands happen at once
MOST_BYTES = 2_000_000  # of the frames of a page; what goes beyond comes with the next


class Reel:
    """A replay that is wound forward. `after` is the first move that was not done yet; it goes on from there only."""

    def __init__(self, name: str, record: Record, choice: DeckChoice, web: ReplaySource, begun: float) -> None:
        self.deck, self.after = deck_of(choice), 0
        self._name, self._record, self._web, self._begun = name, record, web, begun
        self._game, self._scenes = play_whole(record, choice, 0), Scenes(self.deck)
        self._told = 0  # events that the frames so far have told
        self._scene: dict[str, Any] = {}  # that of the frame before

    def page(self, first: int, count: int) -> Replay:
        """The frames after `first` moves and up to `count` later ones, fewer where they are long. Raises Refuse when it
        cannot be played back."""
        last = len(self._record.moves)
        if first > last:
            raise Refuse("replay/moves", f"there are {last} moves, not {first}")
        while self.after < first:
            self._wind()
        self._scene, frames, size = {}, list[Frame](), 0
        while self.after < min(first + count, last + 1) and size < MOST_BYTES:
            frame = self._wind()
            if frame is not None:
                frames.append(self._shown(*frame))
                size += len(msgspec.json.encode(frames[-1]))
        done, game = self.after > last, self._game
        return Replay(
            replay=self._name,
            deck=cards_of(self.deck)[0],
            title=self.deck.title,
            seats=list(game.seats),
            begun=self._begun,
            ended=ended_of(game, self._name, self._web.seal) if done and game.over else None,
            frames=frames,
            moves=last,
            next=None if done else self.after,
        )

    def _wind(self) -> tuple[str, str, str, int] | None:
        """Do the next move: who did what, when asked what, and the first event since the frame before.

        None where that makes no frame of its own: somebody passed in a window.
        """
        number, game, last = self.after, self._game, len(self._record.moves)
        self.after += 1
        if number == 0:
            told, self._told = 0, len(game.journal)
            return "", "", "", told
        move = self._record.moves[number - 1]
        asked, seats = None if game.over else game.decision, len(game.seats)
        self._do(move, number)
        joined = asked is None or len(game.seats) > seats
        seat, answer, ask = (game.seats[-1], str(move), "") if joined or asked is None else _answered(asked, move)
        if not joined and asked is not None and asked.about == WINDOW and answer == "done" and number < last:
            return None
        told, self._told = self._told, len(game.journal)
        return seat, answer, ask, told

    def _do(self, move: Move, number: int) -> None:
        try:
            redo(self._game, move, self._record.people, number)
        except (ChangelingError, EngineFault) as error:
            raise Refuse("replay/unreadable", f"this cannot be played back: {first_line(error)}") from error

    def _shown(self, seat: str, answer: str, ask: str, told: int) -> Frame:
        """The frame of the position, with what differs from the one before in the page."""
        after = _scene(self._scenes, self._game)
        changes = {key: value for key, value in after.items() if self._scene.get(key) != value or not self._scene}
        self._scene = after
        events = events_of(self._game, max(told, len(self._game.journal) - MOST_EVENTS), None, everything=True)
        return Frame(self.after - 1, seat, answer, ask, events, changes)


def _answered(asked: Decision, move: Move) -> tuple[str, str, str]:
    """Who gave an answer, which one, and to what."""
    option = asked.by_code(move) if isinstance(move, int) else asked.find(move)
    return asked.seat, option.text if option else str(move), asked.ask


def _scene(scenes: Scenes, game: Game) -> dict[str, Any]:
    """The table with every hand open, as JSON values."""
    t = game.standing
    scene = Scene(
        **asdict(scenes.public(game)),
        hands={name: scenes.titles(t, w.HAND + seat) for seat, name in enumerate(game.seats)},
        set_aside={name: scenes.own(game, seat).aside for seat, name in enumerate(game.seats)},
        piled=scenes.titles(t, w.PILE),
    )
    values: dict[str, Any] = msgspec.to_builtins(scene)
    return values
