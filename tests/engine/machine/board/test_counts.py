"""Counting and comparing, asked by the words of cards: who has what, how much of it, and who has most."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import laid

CARDS = """
marks food hot doom anti_doom

keeper "Bread" food x2
    "A loaf."

keeper "Soup" food hot
    "A bowl."

keeper "Stone"
    "A stone."

keeper "Cake" food
    "Serves as Bread."
    counts_as = "Bread"

keeper "Candle" hot anti_doom
    "A candle."

creeper "Ghost" doom
    "Boo."

creeper "Curse" doom
    "Woe."

goal "Done"
    "Never."
    wins = no

rule "Other"
    "Nothing."
    draws += zero

action "Rest"
    "Nothing."
    draw(zero)

keeper "Filling" x20
    "Nothing."
"""
ONE = {"keepers": {"Ann": ["Bread", "Stone"], "Bob": ["Soup"]}, "creepers": {"Ann": ["Ghost"]}}


def gauge(expression: str, table: dict[str, Any], **people: Any) -> int:
    """What an expression comes to for Ann, whose turn it is."""
    gauges = f'rule "Gauge"\n    "Shows a number."\n    draws += {expression}\n'
    rules = ["Gauge", *table.get("rules", ())]
    hand = {"Ann": ["Rest"], "Bob": ["Filling #2"], "Cy": ["Filling #3"]} | table.get("hand", {})
    game = laid(CARDS + gauges, **(table | {"rules": rules, "hand": hand, "drawn": 99, "people": people}))
    return game.view("Ann").draws - 1


def holds(condition: str, table: dict[str, Any], **people: Any) -> bool:
    """Whether a condition holds for Ann."""
    return gauge(f"one if {condition} else zero", table, **people) == 1


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        ("count(keepers(you))", 2),
        ("count(keepers(others))", 1),
        ("count(keepers(everyone))", 3),
        ("count(keepers(everyone, food))", 2),
        ("count(keepers(everyone, hot))", 1),
        ("count(keepers(everyone, food, hot))", 2),
        ('count(keepers(everyone, "Bread"))', 1),
        ("count(creepers(you))", 1),
        ("count(creepers(others))", 0),
        ("count(hand(everyone))", 3),
        ("count(rules())", 1),
        ("count(others)", 2),
        ("count(p for p in everyone if keepers(p))", 2),
        ("count(k for k in keepers(everyone) if is_a(k, food))", 2),
        ("largest(keepers)", 2),
        ("largest(keepers, hot)", 1),
        ("half(count(keepers(everyone)))", 2),
        ("plays_left", 1),
        ("doom(you)", 1),
        ("doom(everyone)", 1),
    ],
)
def test_how_many_there_are(expression: str, number: int) -> None:
    assert gauge(expression, ONE) == number


def test_doom_is_icons_less_those_against_it() -> None:
    table = {"creepers": {"Ann": ["Ghost", "Curse"]}, "keepers": {"Ann": ["Candle"]}}
    assert gauge("doom(you)", table) == 1
    assert gauge("doom(you)", table | {"keepers": {"Bob": ["Candle"]}}) == 2


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ('has("Bread")', True),
        ('has("Soup")', False),
        ('has("Bread", "Stone")', True),
        ('has("Bread", "Soup")', False),
        ('has("Ghost")', True),
        ("has(food)", True),
        ("has(hot)", False),
        ('anyone_has("Soup")', True),
        ('anyone_has("Soup", "Cake")', False),
        ('in_play("Other")', False),
        ('in_play("Gauge")', True),
        ('in_play("Cake", "Stone")', True),
        ("most(keepers)", True),
        ("most(keepers, hot)", False),
        ("least(keepers)", False),
        ("leads(keepers)", True),
        ("leads(keepers, hot)", False),
    ],
)
def test_who_has_what(condition: str, true: bool) -> None:
    assert holds(condition, ONE) is true


def test_a_tie_is_no_most_and_no_least_but_leads() -> None:
    tied = {"keepers": {"Ann": ["Bread"], "Bob": ["Soup"]}}
    assert not holds("most(keepers)", tied)
    assert holds("leads(keepers)", tied)
    nobody: dict[str, Any] = {}
    assert not holds("least(keepers)", nobody)
    assert holds("least(keepers)", {"keepers": {"Bob": ["Soup"], "Cy": ["Stone"]}})


@pytest.mark.parametrize(
    ("keepers", "condition", "true"),
    [
        (["Cake"], 'has("Bread")', True),
        (["Cake"], 'has("Bread", "Cake")', False),
        (["Cake", "Bread"], 'has("Bread", "Cake")', True),
        (["Cake", "Bread"], 'has("Cake", "Bread")', True),
        (["Bread"], 'has("Bread", food)', False),
        (["Bread", "Soup"], 'has("Bread", food)', True),
        (["Bread", "Soup"], "has(food, hot)", True),
        (["Soup"], "has(food, hot)", False),
        (["Soup", "Candle"], "has(hot, food)", True),
        (["Bread", "Bread #2"], "has(food, food)", True),
        (["Bread", "Stone"], "has(food, food)", False),
        (["Bread"], 'has("Bread", "Bread")', False),
        (["Bread", "Bread #2"], 'has("Bread", "Bread")', True),
        (["Bread", "Cake"], 'has("Bread", "Bread")', True),
        (["Bread", "Bread #2"], 'has("Bread", "Bread", "Bread")', False),
        (["Bread", "Bread #2", "Cake"], 'has("Bread", "Bread", "Bread")', True),
        (["Cake"], 'anyone_has("Bread", "Cake")', False),
        (["Bread"], 'anyone_has("Bread", "Bread")', False),
        (["Bread", "Soup"], "anyone_has(food, hot)", True),
        (["Soup"], "anyone_has(food, hot)", False),
    ],
)
def test_each_thing_asked_for_needs_a_card_of_its_own(keepers: list[str], condition: str, true: bool) -> None:
    """K-B31: one card never fills two places, and cards are found for all places if there is any way to."""
    assert holds(condition, {"keepers": {"Ann": keepers}}) is true


def test_what_anybody_has_may_lie_in_front_of_several() -> None:
    apart = {"keepers": {"Ann": ["Bread"], "Bob": ["Bread #2"]}}
    assert holds('anyone_has("Bread", "Bread")', apart)
    assert not holds('has("Bread", "Bread")', apart)


@pytest.mark.parametrize(("copies", "true"), [(8, False), (9, True), (10, True)])
def test_a_long_list_counts_how_often_it_names_a_card(copies: int, true: bool) -> None:
    wanted = ", ".join(['"Filling"'] * 9)
    filling = [f"Filling #{number}" for number in range(4, 4 + copies)]
    assert holds(f"has({wanted})", {"keepers": {"Ann": filling}}) is true
    assert holds(f'has("Stone", {wanted})', {"keepers": {"Ann": ["Stone", *filling]}}) is true


def test_cards_that_an_ungoal_names_are_counted_one_by_one() -> None:
    ungoal = 'ungoal "End"\n    "Never."\n    ends = has("Bread", "Ghost") and no\n'
    gauges = 'rule "Gauge"\n    "Shows a number."\n    draws += named(you)\n'
    keepers = {"Ann": ["Bread", "Bread #2", "Cake", "Stone"]}
    game = laid(
        CARDS + ungoal + gauges, rules=["Gauge"], goals=["End"], keepers=keepers, hand={"Ann": ["Rest"]}, drawn=99
    )
    assert game.view("Ann").draws == 1 + 3


def test_the_youngest_is_somebody_whose_age_is_known() -> None:
    assert holds("youngest(you)", {}, Ann={"age": 8}, Bob={"age": 9})
    assert holds("youngest(you)", {}, Ann={"age": 9}, Bob={"age": 9})
    assert not holds("youngest(you)", {}, Ann={"age": 10}, Bob={"age": 9})
    assert not holds("youngest(you)", {})


def test_the_plays_that_are_left_count_the_optional_ones_and_with_all_the_hand() -> None:
    more = 'rule "More"\n    "Two, and one that is optional."\n    plays = two\n    optional_plays += one\n'
    gauges = 'rule "Gauge"\n    "Shows a number."\n    draws += plays_left\n'
    hand = {"Ann": ["Stone", "Soup", "Bread", "Cake", "Rest"]}
    game = laid(CARDS + gauges + more, rules=["Gauge", "More"], hand=hand, drawn=99)
    assert game.view("Ann").draws == 1 + 3
    game.answer("play Stone")
    assert game.view("Ann").draws == 1 + 2
    everything = 'rule "More"\n    "All of them."\n    plays = all\n'
    game = laid(CARDS + gauges + everything, rules=["Gauge", "More"], hand=hand, drawn=99)
    assert game.view("Ann").draws == 1 + 5
