"""Who is next: the other way round, missed turns, a player who is named; and what of a turn is made and left."""

from __future__ import annotations

from typing import Any

from tests.cards.writing import action
from tests.random_play import laid

import changeling as cl
from changeling.engine.machine.turn.turn_order import MOST_MISSED

KEEPERS = 'keeper "Milk" x40\n    "One."\n'


def begun(*lines: str, **table: Any) -> cl.Game:
    given: dict[str, Any] = {"hand": {"Ann": ["Test"]}, **table}
    return laid(action(*lines) + KEEPERS, **given)


def order(game: cl.Game, turns: int) -> list[str]:
    """Whose turns come, with first answers given to everything."""
    found = [game.view("Ann").turn]
    while len(found) < turns and not game.over:
        game.answer(0)
        if [event.seat for event in game.events if event.what == "begins a turn"][-1:] != found[-1:]:
            found = [found[0], *(event.seat for event in game.events if event.what == "begins a turn")]
    return found[:turns]


def test_the_order_turns_round_and_back() -> None:
    assert order(begun("turn_round()"), 5) == ["Ann", "Cy", "Bob", "Ann", "Cy"]
    assert order(begun("turn_round()", "turn_round()"), 4) == ["Ann", "Bob", "Cy", "Ann"]


def test_all_turns_that_are_missed_are_told() -> None:
    game = begun("skip_turn(left_of(you))", "skip_turn(right_of(you))")
    game.answer(0)
    assert game.view("Ann").turn == "Ann", "both others miss theirs"
    assert [event.seat for event in game.events if event.what == "misses a turn"] == ["Bob", "Cy"]
    assert not any(game.table.misses)


def test_everybody_can_miss_turns_and_the_game_goes_on() -> None:
    game = begun("for p in everyone:", "    skip_turn(p)")
    game.answer(0)
    assert game.view("Ann").turn == "Bob"


def test_there_is_a_most_of_turns_that_are_missed() -> None:
    game = begun("for _ in upto(150):", "    skip_turn(left_of(you))")
    game.answer(0)
    assert game.table.misses[1] == MOST_MISSED - 1


def test_of_nobody_nothing_happens() -> None:
    game = begun(
        "skip_turn(owner(nothing))",
        "go_next(owner(nothing))",
        "extra_turn(by=owner(nothing))",
        "win(by=owner(nothing))",
    )
    game.answer(0)
    assert game.view("Ann").turn == "Bob"


def test_whoever_is_next_can_miss_that_turn() -> None:
    game = begun("go_next(right_of(you))", "skip_turn(right_of(you))")
    game.answer(0)
    assert game.view("Ann").turn == "Ann", "after Cy comes Ann"


def test_what_is_made_and_left_of_a_turn() -> None:
    game = begun("draw(draws_made)", "draw(plays_made)", "draw(draws_left)", drawn=1)
    game.answer(0)
    assert len(game.view("Ann").hand) == 2
