"""What a table comes to in numbers."""

from __future__ import annotations

import changeling as cl
from changeling.bots import summary as s
from changeling.bots.goal_table import goal_table_for
from changeling.bots.lookahead import Thought
from changeling.bots.weights import FOR_RIVALS, FOR_SELF
from changeling.engine.layout import WON
from changeling.engine.sheet_cache import sheet_for

TABLE = """
deck: fluxx-4
seats: [Ann, Bob]
table:
  turn: Ann
  goals: [Milk and Cookies]
  keepers: {Ann: [Milk], Bob: [Cookies, Bread]}
  hand: {Ann: [Love, The Sun], Bob: [Peace]}
"""


def numbers(game: cl.Game, seat: int) -> list[float]:
    thought = Thought()
    d = sheet_for(game.deck)
    s.summarise(d, goal_table_for(game.deck), FOR_SELF, FOR_RIVALS, game.table, seat, thought)
    return thought.best_end


def test_the_parts_of_a_standing() -> None:
    game = cl.Game.from_notation(TABLE)
    ann = numbers(game, 0)
    assert ann[s.OWN] == 1 / 5
    assert ann[s.RIVAL] == 2 / 5
    assert 0 < ann[s.OWN_GOALS] < 1
    assert 0 < ann[s.RIVAL_GOALS] < 1
    assert ann[s.OWN_TURN] == 1
    assert numbers(game, 1)[s.OWN_TURN] == 0
    assert ann[s.WINS] == ann[s.LOSES] == 0


def test_a_game_that_is_over_is_won_or_lost_and_nothing_else() -> None:
    game = cl.Game.from_notation(TABLE)
    game.table.outcome, game.table.winner = WON, 1
    assert [place for place, number in enumerate(numbers(game, 1)) if number] == [s.WINS]
    assert [place for place, number in enumerate(numbers(game, 0)) if number] == [s.LOSES]
