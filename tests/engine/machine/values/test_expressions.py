"""Expressions, read by the machine: arithmetic, conditions, seats and cards, as the words of cards say them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.machine.board.test_counts import CARDS, gauge, holds
from tests.random_play import laid

EMPTY: dict[str, Any] = {}
BOARD: dict[str, Any] = {
    "keepers": {"Ann": ["Bread", "Stone"], "Bob": ["Soup"]},
    "creepers": {"Ann": ["Ghost"]},
    "attached": {"Ghost": "Stone"},
}


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        ("two + three", 5),
        ("three - one", 2),
        ("two * three", 6),
        ("one + two * three", 7),
        ("(one + two) * three", 9),
        ("three - (two - one)", 2),
        ("half(five)", 3),
        ("half(four)", 2),
        ("two if yes else three", 2),
        ("two if no else three", 3),
        ("two if no else three if no else four", 4),
        ("2", 2),
        ("reshuffles", 0),
    ],
)
def test_numbers(expression: str, number: int) -> None:
    assert gauge(expression, EMPTY) == number


def test_a_numeral_grows_with_inflation_and_a_word_does_not() -> None:
    cards = 'rule "Grow"\n    "Grows."\n    inflation = one\nkeeper "Stone" x20\n    "S."\n'
    for expression, number in (("2", 3), ("two", 2), ("2 + two", 5), ("2 * 2", 9)):
        gauges = f'rule "Gauge"\n    "Shows."\n    draws += {expression}\n'
        game = laid(cards + gauges, rules=["Gauge", "Grow"], hand={"Ann": ["Stone"]}, drawn=99)
        base = laid(cards, rules=["Grow"], hand={"Ann": ["Stone"]}, drawn=99).view("Ann").draws
        assert game.view("Ann").draws - base == number


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("yes", True),
        ("no", False),
        ("not no", True),
        ("yes and no", False),
        ("yes and yes", True),
        ("no or yes", True),
        ("no or no", False),
        ("not (yes and no)", True),
        ("no and no or yes", True),
        ("one == one", True),
        ("one == two", False),
        ("one != two", True),
        ("one != one", False),
        ("one < two", True),
        ("two < two", False),
        ("two <= two", True),
        ("three <= two", False),
        ("two > one", True),
        ("two > two", False),
        ("two >= two", True),
        ("one >= two", False),
        ("keepers(you)", True),
        ("creepers(others)", False),
        ("your_turn", True),
        ("holiday", False),
    ],
)
def test_conditions(condition: str, true: bool) -> None:
    assert holds(condition, BOARD) is true


@pytest.mark.parametrize(
    ("seat", "name"),
    [("you", "Ann"), ("left_of(you)", "Bob"), ("right_of(you)", "Cy"), ("left_of(left_of(you))", "Cy")],
)
def test_seats_are_counted_around_the_table(seat: str, name: str) -> None:
    for owner in ("Ann", "Bob", "Cy"):
        assert holds(f"keepers({seat})", {"keepers": {owner: ["Bread"]}}) is (owner == name)


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("loose(first(keepers(you)))", True),
        ("loose(first(creepers(you)))", False),
        ("is_a(first(keepers(you)), food)", True),
        ("is_a(first(keepers(you)), hot)", False),
        ("is_a(first(creepers(you)), creeper)", True),
        ("is_a(host(first(creepers(you))), keeper)", True),
        ("is_a(host(first(keepers(you))), keeper)", False),
        ("is_a(first(keepers(right_of(you))), keeper)", False),
        ("is_a(first(keepers(right_of(you))), action)", False),
        ("keepers(owner(first(creepers(you))))", True),
        ("keepers(owner(first(creepers(others))))", False),
    ],
)
def test_cards_and_nothing_where_there_is_none(condition: str, true: bool) -> None:
    """Asked by an Action, since only there the first of a set can be taken."""
    action = f'action "Test"\n    "Asks."\n    if {condition}:\n        discard(hand(left_of(you)))\n'
    game = laid(CARDS + action, hand={"Ann": ["Test"], "Bob": ["Filling"], "Cy": ["Filling #2"]}, **BOARD)
    game.answer("play Test")
    assert ("Filling" in game.view("Ann").discard) is true


def test_facts_about_people() -> None:
    people = {"Ann": {"age": 9, "birthday": True}, "Bob": {"parent": True}, "Cy": {"grandparent": True, "age": 70}}
    assert gauge("age(you)", EMPTY, **people) == 9
    assert holds("birthday(you)", EMPTY, **people)
    assert not holds("parent(you)", EMPTY, **people)
    assert holds("parent(left_of(you))", EMPTY, **people)
    assert holds("grandparent(right_of(you))", EMPTY, **people)
    assert holds("age(left_of(you)) == 999", EMPTY, **people)


def test_a_number_that_grows_without_end_stays_where_it_can_be_kept() -> None:
    doubled = "n = 999\n" + "for _ in upto(60):\n    n = n + n\n" + "for _ in upto(60):\n    n = n * n\n" + "draw(n)"
    lines = "".join(f"    {line}\n" for line in doubled.splitlines())
    game = laid(f'action "Test"\n    "Grows."\n{lines}keeper "Stone" x30\n    "S."\n', hand={"Ann": ["Test"]})
    game.answer("play Test")
    assert game.view("Ann").pile == 0
    assert game.view("Ann").look("Ann").hand >= 29
