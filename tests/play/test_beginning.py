"""A record says how its game began, dealt or laid out."""

from __future__ import annotations

from dataclasses import replace

from tests.random_play import advance, position

import changeling as cl
from changeling.play.beginning import beginning, people_in, position_in


def test_a_game_begins_again_as_it_was_dealt() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=9, first="Bob", people={"Bob": cl.Person(age=70)})
    start = game.record()
    stood = game.standing.place[:], game.decision
    advance(game, 1, most=10)
    again = beginning(game.deck, start)
    assert (again.look.place, again.look.asked) == (stood[0], 1)
    assert [*again.told()] == [*game.journal][: len(again.told())]


def test_a_game_begins_again_as_it_was_laid_out() -> None:
    game = position(hand={"Ann": ["Toast"]}, keepers={"Bob": ["Milk"]}, people={"Ann": {"age": 9}})
    start = game.record()
    assert start.table
    again = beginning(game.deck, start)
    assert again.look.place == game.standing.place
    assert position_in(start, game.deck).people["Ann"].age == 9


def test_who_joins_later_is_not_there_at_the_beginning() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=9, people={"Bob": cl.Person(age=70)})
    game.join("Cy", cl.Person(age=8))
    assert [*game.record().people] == ["Bob", "Cy"]
    assert people_in(game.record()) == {"Bob": cl.Person(age=70)}
    assert beginning(game.deck, replace(game.record(), moves=())).look.seats == 2
