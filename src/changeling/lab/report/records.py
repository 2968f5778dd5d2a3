"""Single games of a run once more, as records that the terminal and the web table can play back."""

from __future__ import annotations

import json

from changeling.decks.shelf import editions
from changeling.lab.games.played_games import played_again
from changeling.lab.runs.manifest import Manifest
from changeling.play.game import Game


def game_again(run: Manifest, seed: int) -> Game:
    """Play the game of a seed once more, with a journal and a record."""
    return played_again(run.deck.deck(), run.seats, run.bots, seed, meta=run.meta)


def record_file(run: Manifest, game: Game) -> str:
    """The game as a file that a web table opens; cards of one's own are in it."""
    values = json.loads(game.record().to_json())
    own = [text for text in run.deck.texts if text.file.endswith(".cards") and text.file in game.record().deck]
    if len(own) == 1:  # a web table knows one file of own cards, not several
        parts = [part for part in game.record().deck if part in editions()]
        values["web"] = {"deck": {"parts": parts, "text": own[0].text}, "winner": game.winner, "over": game.over}
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"
