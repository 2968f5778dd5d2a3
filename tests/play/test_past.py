"""Taking moves back gives the game as it was, however it is found."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise

import pytest

import changeling as cl
from changeling.play.past import EVERY, MOST

Told = tuple[str, tuple[cl.Event, ...], cl.Record, tuple[str, ...]]


def told(game: cl.Game) -> Told:
    return game.notation(), game.events, game.record(), game.seats


def played(deck: str, seed: int, moves: int) -> tuple[cl.Game, list[Told]]:
    """A game of so many random moves at most, in which somebody joins, and how it stood before each of them."""
    game, chance, stood = cl.Game(deck, seats=["Ann", "Bob", "Cy"], seed=seed), random.Random(seed), list[Told]()
    while not game.over and len(stood) < moves:
        stood.append(told(game))
        if len(stood) == 7:
            game.join("Dee", cl.Person(age=9))
        else:
            game.answer(chance.randrange(len(game.decision.options)))
    return game, stood


@pytest.mark.parametrize("deck", ["fluxx-4", "doctor-who"])
def test_each_move_can_be_taken_back(deck: str) -> None:
    game, stood = played(deck, 3, 45)
    people = game.record().people
    for before in reversed(stood):
        game.undo()
        notation, events, record, seats = told(game)
        assert (notation, events, seats) == (before[0], before[1], before[3])
        assert record.moves == before[2].moves
    assert game.record().people == people, "who joined and left is known when they join again"
    with pytest.raises(cl.ChangelingError, match="1 moves cannot be taken back; 0 were made"):
        game.undo()


def test_many_moves_are_taken_back_at_once_and_the_game_goes_on_alike() -> None:
    game, stood = played("fluxx-4", 5, 60)
    for moves in (1, 2, 3, 20, len(stood)):
        other = game.copy()
        other.undo(moves)
        assert told(other)[:2] == stood[-moves][:2]
        for move in game.record().moves[-moves:]:
            if isinstance(move, str) and move.startswith("+ "):
                other.join(move[2:], cl.Person(age=9))
            else:
                other.answer(move)
        assert told(other) == told(game)


def test_a_game_that_came_from_elsewhere_has_its_past_too() -> None:
    game, stood = played("fluxx-4", 5, 30)
    for other in (pickle.loads(pickle.dumps(game)), cl.replay(game.record())):
        other.undo(11)
        assert told(other)[:2] == stood[-11][:2]


def test_only_so_much_is_kept() -> None:
    game, chance = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=2), random.Random(1)
    made = 0
    while not game.over and made < 150:
        game.answer(chance.randrange(game.table.options))
        made += 1
        moments = [moment.moves for moment in game._course.past._moments]
        assert len(moments) <= MOST
        assert moments[0] == 0
        assert made - 1 - moments[-1] < EVERY
    widest = max(later - earlier for earlier, later in pairwise(moments))
    assert widest <= made / 3
