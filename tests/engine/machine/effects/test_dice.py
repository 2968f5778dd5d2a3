"""Dice and coins: every number comes up, and everybody sees it."""

from __future__ import annotations

from collections import Counter

from tests.cards.writing import action, expect
from tests.random_play import laid

import changeling as cl
from changeling.engine.machine.chance import sow

KEEPERS = 'keeper "Milk" x60\n    "One."\n'


def rolled(line: str, seed: int) -> cl.Event:
    """What an Action of this line rolls."""
    game = laid(action(line) + KEEPERS, seats=("Ann", "Bob"), hand={"Ann": ["Test"]})
    sow(game.table, seed)
    game.answer("play Test")
    (event,) = [event for event in game.events_for("Bob") if event.what == "rolls"]
    return event


def test_every_side_comes_up_about_as_often() -> None:
    found = Counter(rolled("draw(roll(six))", seed).rolled for seed in range(120))
    assert sorted(found) == [1, 2, 3, 4, 5, 6]
    assert min(found.values()) > 8


def test_a_coin_has_two_sides() -> None:
    found = {(rolled("draw(coin())", seed).rolled, rolled("draw(coin())", seed).sides) for seed in range(20)}
    assert found == {(0, 0), (1, 0)}


def test_who_rolls_is_told() -> None:
    event = rolled("draw(roll(six, by=left_of(you)))", 1)
    assert (event.seat, event.sides, event.card) == ("Bob", 6, "")
    assert str(event).startswith(f"Bob rolls {event.rolled} of 6")


def test_a_die_without_sides_shows_one() -> None:
    for line in ("draw(roll(count(keepers(you))))", "draw(roll(zero - five))"):
        assert {(rolled(line, seed).rolled, rolled(line, seed).sides) for seed in range(5)} == {(1, 1)}


def test_chance_is_no_matter_for_formulas() -> None:
    expect('rule "Test"\n    draws = ▸roll(six)\n', "roll() is left to chance when its line is reached")
    expect(action("if ▸roll():", "    draw(1)"), "roll() takes one thing, not 0")
