"""Moves that are taken back come to the same game, with or without a moment that was kept of it."""

from __future__ import annotations

import pytest
from tests.random_play import advance, position

import changeling as cl
from changeling.play.course import Course
from changeling.play.past import Past


def course_of(game: cl.Game) -> Course:
    return game._course


@pytest.mark.parametrize("laid", [False, True])
def test_without_a_kept_moment_all_is_played_again(laid: bool) -> None:
    game = position(seats=("Ann", "Bob")) if laid else cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=5)
    advance(game, 2, most=6)
    game.join("Cy", cl.Person(age=9))
    advance(game, 3, most=6)
    before, course = game.copy(), course_of(game)
    advance(game, 4, most=5)
    course.past = Past()
    game.undo(len(game.record().moves) - len(before.record().moves))
    assert (game.notation(), game.events, game.record()) == (before.notation(), before.events, before.record())
    game.undo(8)
    assert game.seats == ("Ann", "Bob")
    course.past = Past()
    game.undo(len(game.record().moves))
    assert (game.record().moves, game.seats) == ((), ("Ann", "Bob"))


def test_a_copy_goes_its_own_way() -> None:
    game = advance(cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=5), 2, most=12)
    one, other = course_of(game), course_of(game).copy()
    stood = one.record(), [*one.machines.told()], one.machines.look.place[:]
    other.give(0)
    other.undo(4)
    assert len(other.moves) == 9
    assert (one.record(), [*one.machines.told()], one.machines.look.place) == stood


def test_what_was_never_made_is_not_taken_back() -> None:
    course = course_of(cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=5))
    course.give(0)
    for moves in (0, 2):
        with pytest.raises(cl.ChangelingError, match=f"{moves} moves cannot be taken back; 1 were made"):
            course.undo(moves)
    assert len(course.moves) == 1
