"""The last words of a game: who won and by what, and what lay in front of the winner."""

from __future__ import annotations

from changeling.engine.seen.reasons.ending import Ending
from changeling.play.game import Game
from changeling.terminal.table_text import listed, plural


def last_words(game: Game, ending: Ending, me: str) -> list[str]:
    """How a game ended in a few sentences, told to the person at the screen, or with no name to all of them."""
    rows = [ending.reason.told_to(me)]
    for winner in ending.winners:
        seat = game.view(winner).look(winner)
        front = listed([*seat.keepers, *seat.creepers]) or "no card"
        whom = "you" if winner == me else winner
        rows.append(f"In front of {whom}: {front}. In the hand: {plural(seat.hand, 'card')}.")
    return rows
