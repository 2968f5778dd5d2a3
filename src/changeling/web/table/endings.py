"""How a game ended: who won and why, and what proves the shuffle."""

from __future__ import annotations

from changeling.play.game import Game
from changeling.record.record import Record
from changeling.web.storage.documents import GameDocument
from changeling.web.table.fair_shuffle import commitment_of
from changeling.web.table.game_log import Play
from changeling.web.wire.values import Ended, Seal


def ended_of(play: Play, replay: str) -> Ended:
    """The end of a game, with the secret of its shuffle."""
    text, because = reason_of(play.game)
    return Ended(play.game.winner, text, because, replay, seal_of(play.document))


def reason_of(game: Game) -> tuple[str, list[str]]:
    """Why the game is over, in a sentence, with cards and clauses."""
    if game.winner is not None:
        reason = game.why(game.winner)
        return reason.text.replace("!.", "!").replace("?.", "?"), list(reason.because)
    last = next((event for event in reversed(game.events) if event.card or event.because), None)
    because = [] if last is None else [part for part in (last.because or last.card, last.clause) if part]
    return "The game is over, and nobody has won.", because


def seal_of(document: GameDocument) -> Seal | None:
    """What proves the shuffle of a game; nothing for one that plays on from a replay."""
    if not document.secret:
        return None
    start = Record.from_json(document.record)
    return Seal(
        commitment=commitment_of(document.secret),
        secret=document.secret,
        nonces=document.nonces,
        digest=start.digest,
        seats=list(start.seats),
        seed=str(start.seed),
    )
