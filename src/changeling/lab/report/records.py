"""Single games of a run once more, as records that the terminal and the web table can play back."""

from __future__ import annotations

import json
from typing import Any

from changeling.bots.greedy_state import greedy_state
from changeling.decks.shelf import editions
from changeling.engine.machine.playout import seed_state
from changeling.lab.played_games import CAP, KINDS
from changeling.lab.runs.manifest import Manifest
from changeling.lab.seated_games import GAME, GAMES_ROWS, GREEDY, bot_seed, greedy_answer, random_answer
from changeling.lab.start_tables import names_of
from changeling.play.game import Game
from changeling.play.seats import MAX_SEATS


class _Generators:
    """What the bots keep between two answers: a generator a seat."""

    def __init__(self, seed: int, seats: int) -> None:
        self.rng = [seed_state(bot_seed(seed, seat)) for seat in range(seats)] + [0] * (MAX_SEATS - seats)


def game_again(run: Manifest, seed: int) -> Game:
    """Play the game of a seed once more, interpreted, with a journal and a record."""
    game = Game(run.deck.deck(), seats=names_of(run.seats), seed=seed, meta=run.meta)
    state, plan = greedy_state(game.deck), _Generators(seed, run.seats)
    tables: list[Any] = [None] * GAMES_ROWS
    for _ in range(CAP):
        if game.over:
            break
        tables[GAME] = t = game.table
        index = 0
        if t.options > 1 and KINDS[run.bots[t.asked]] == GREEDY:
            index = greedy_answer(
                state.sheets, tables, None, state.goals, state.weights, state.thoughts, state.scratch, plan
            )
        elif t.options > 1:
            index = random_answer(t, plan)
        game.answer(index)
    return game


def record_file(run: Manifest, game: Game) -> str:
    """The game as a file that a web table opens; cards of one's own are in it."""
    values = json.loads(game.record().to_json())
    own = [text for text in run.deck.texts if text.file.endswith(".cards") and text.file in game.record().deck]
    if len(own) == 1:  # a web table knows one file of own cards, not several
        parts = [part for part in game.record().deck if part in editions()]
        values["web"] = {"deck": {"parts": parts, "text": own[0].text}, "winner": game.winner, "over": game.over}
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"
