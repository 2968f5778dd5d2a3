"""A record says how its game began, dealt or laid out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
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


@pytest.mark.parametrize("given", ["Ann", 5, {"Ann": None}, {"Ann": {"age": 9}}, [("Ann", cl.Person())]])
def test_what_is_known_of_players_is_a_person_for_each_name(given: Any) -> None:
    with pytest.raises(cl.ChangelingError, match="people: names are needed, each with its Person, not "):
        cl.Game("family", seats=["Ann", "Bob"], people=given)


def test_who_joins_is_a_person() -> None:
    game, wrong = cl.Game("family", seats=["Ann", "Bob"], seed=9), {"age": 9}
    with pytest.raises(cl.ChangelingError, match="people: names are needed, each with its Person, not "):
        game.join("Dee", wrong)  # type: ignore[arg-type]
    assert game.seats == ("Ann", "Bob")
    game.join("Dee", cl.Person(age=9))


@pytest.mark.parametrize("given", [5, "x", "2026-13-01T00:00", True])
def test_a_moment_is_a_day_and_an_hour(given: Any) -> None:
    with pytest.raises(cl.ChangelingError, match="moment: a day and an hour such as 2026-10-31T20:15 is needed, not "):
        cl.Game("family", seats=["Ann", "Bob"], moment=given)
