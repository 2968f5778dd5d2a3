"""A moment of a game as a puzzle, or why it is none."""

from __future__ import annotations

import pytest
from tests.learn.positions import at, one_choice, three_plays

from changeling.learn.moment import NoPuzzle, puzzle_from
from changeling.learn.puzzle import wrong_with
from changeling.play.game import Game


def test_a_moment_makes_a_puzzle_that_holds_and_names_nobody() -> None:
    values = {
        "deck": "fluxx-4",
        "seats": ["Karl", "Rosa"],
        "table": {
            "turn": "Rosa",
            "hand": {"Rosa": ["Play 3", "Chocolate", "Chocolate Milk", "The Eye"], "Karl": ["Time"]},
            "keepers": {"Rosa": ["Milk"]},
        },
    }
    puzzle = puzzle_from(Game.from_values(values))
    assert wrong_with(puzzle) == ""
    assert (puzzle.length, puzzle.ways) == (3, 2)
    assert puzzle.seats == ("Ada", "You")
    assert "Rosa" not in str(puzzle)


def test_it_may_be_in_the_middle_of_a_turn() -> None:
    game = three_plays()
    game.answer("play Play 3")
    assert puzzle_from(game).line == ("play Chocolate", "play Chocolate Milk")


def asked_for_a_card() -> Game:
    game = at(hand={"You": ["Steal Something", "Time"]}, keepers={"Ann": ["Milk", "Bread"]})
    game.answer("play Steal Something")
    return game


def won() -> Game:
    game = at(hand={"You": ["Milk and Cookies", "Time"]}, keepers={"You": ["Milk", "Cookies"]})
    game.answer("play Milk and Cookies")
    return game


def with_another_turn() -> Game:
    game = at(hand={"You": ["Take Another Turn", "Milk", "Bread"]}, rules=["Play 3"])
    game.answer("play Take Another Turn")
    return game


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (won(), "the game is over"),
        (asked_for_a_card(), "You is in the middle of something"),
        (with_another_turn(), "more is going on"),
        (at(hand={"You": ["Milk", "Time"]}), "no way for You to win this turn for sure"),
        (at(hand={"You": ["Milk", "Time"]}, keepers={"You": ["Cookies"]}, goals=["Milk and Cookies"]), "play Milk"),
        (one_choice(), "one answer decides it.*: play Toast, "),
    ],
)
def test_why_it_is_none_is_said(game: Game, said: str) -> None:
    with pytest.raises(NoPuzzle, match=said):
        puzzle_from(game)
