"""The numbers in force: what the Basic Rules and the rules in play add up to, for every seat."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import laid, position

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.machine.rules.rules_in_force import mark_all_changed, refresh
from changeling.engine.sheet_cache import sheet_for


def force(game: cl.Game, static: int) -> list[int]:
    """The number in force for each seat, each as if it were that seat's turn."""
    numbers = []
    for seat in range(game.table.seats):
        table = game.table.copy()
        table.turn = seat
        mark_all_changed(table)
        refresh(sheet_for(game.deck), table)
        numbers.append(table.force[seat * w.N_STATICS + static])
    return numbers


def test_numbers_of_a_turn_are_kept_for_the_player_whose_turn_it_is() -> None:
    game = position(rules=["Rich Bonus"], keepers={"Ann": ["Milk"]}, hand={"Ann": ["Love", "Time"], "Bob": ["Peace"]})
    plays = game.table.force[w.PLAYS :: w.N_STATICS]
    assert plays[0] == 2
    game.answer("play Love")
    game.answer("play Time")
    assert game.turn == "Bob"
    assert game.table.force[w.N_STATICS + w.PLAYS] == 1
    assert game.view("Bob").plays == 1
    assert "Ann plays 2 cards each turn" in str(game.why("plays", "Ann"))


@pytest.mark.parametrize(
    ("table", "static", "numbers"),
    [
        ({}, w.DRAWS, [1, 1, 1]),
        ({}, w.PLAYS, [1, 1, 1]),
        ({}, w.HAND_LIMIT, [w.ALL] * 3),
        ({}, w.KEEPER_LIMIT, [w.ALL] * 3),
        ({}, w.GOALS_ALLOWED, [1, 1, 1]),
        ({"rules": ["Draw 4"]}, w.DRAWS, [4, 4, 4]),
        ({"rules": ["Inflation"]}, w.DRAWS, [2, 2, 2]),
        ({"rules": ["Draw 4", "Inflation"]}, w.DRAWS, [5, 5, 5]),
        ({"rules": ["Play All", "Inflation"]}, w.PLAYS, [w.ALL] * 3),
        ({"rules": ["Play All", "Rich Bonus"], "keepers": {"Bob": ["Milk"]}}, w.PLAYS, [w.ALL] * 3),
        ({"rules": ["Rich Bonus"], "keepers": {"Bob": ["Milk"]}}, w.PLAYS, [1, 2, 1]),
        ({"rules": ["Rich Bonus", "Inflation"], "keepers": {"Bob": ["Milk"]}}, w.PLAYS, [2, 4, 2]),
        ({"rules": ["Poor Bonus"], "keepers": {"Bob": ["Milk"], "Cy": ["Time"]}}, w.DRAWS, [2, 1, 1]),
        ({"rules": ["Poor Bonus", "Draw 3"], "keepers": {"Bob": ["Milk"], "Cy": ["Time"]}}, w.DRAWS, [4, 3, 3]),
        ({"rules": ["Poor Bonus"], "keepers": {"Bob": ["Milk"]}}, w.DRAWS, [1, 1, 1]),
        ({"rules": ["Party Bonus"], "keepers": {"Bob": ["The Party"]}}, w.DRAWS, [2, 2, 2]),
        ({"rules": ["Party Bonus"]}, w.PLAYS, [1, 1, 1]),
        ({"rules": ["Hand Limit 0", "Inflation"]}, w.HAND_LIMIT, [1, 1, 1]),
        ({"rules": ["Keeper Limit 3"]}, w.KEEPER_LIMIT, [3, 3, 3]),
        ({"rules": ["Double Agenda", "Inflation"]}, w.GOALS_ALLOWED, [2, 2, 2]),
        ({"rules": ["Silver Lining"]}, w.HARMLESS, [1, 1, 1]),
        ({"rules": ["You Also Need a Baked Potato"]}, w.REQUIRES, [1, 1, 1]),
        (
            {"rules": ["You Also Need a Baked Potato"], "creepers": {"Cy": ["Radioactive Potato"]}},
            w.REQUIRES,
            [0, 0, 1],
        ),
        ({"meta": ["Rules Escalation"], "reshuffles": 2}, w.DRAWS, [3, 3, 3]),
        ({"meta": ["Rules Escalation"], "reshuffles": 2, "rules": ["Draw 2"]}, w.DRAWS, [2, 2, 2]),
    ],
)
@pytest.mark.clause("RULE-1", "RULE-2", "RULE-4")
def test_what_the_rules_add_up_to(table: dict[str, Any], static: int, numbers: list[int]) -> None:
    game = position(hand={"Ann": ["Love", "Peace", "Sleep"]}, drawn=9, **table)
    assert force(game, static) == numbers


def test_facts_about_people_count_only_where_they_are_given() -> None:
    rules = ["Child Bonus", "Parent Bonus", "Grandparent Bonus"]
    hand = {"Ann": ["Cake", "The Cat"]}
    nobody = position("family", rules=rules, hand=hand)
    assert (force(nobody, w.DRAWS), force(nobody, w.OPTIONAL_PLAYS)) == ([1, 1, 1], [0, 0, 0])
    people = {"Ann": {"age": 9}, "Bob": {"age": 40, "parent": True}, "Cy": {"age": 70, "grandparent": True}}
    family = position("family", rules=rules, hand=hand, people=people)
    assert (force(family, w.DRAWS), force(family, w.OPTIONAL_PLAYS)) == ([1, 2, 2], [1, 0, 1])


def test_a_formula_of_a_keeper_is_read_again_when_a_hand_changes() -> None:
    cards = """
keeper "Bag"
    "Holds as many as you hold."
    plays = two
    optional_plays += count(hand(you))

keeper "Stone" x20
    "A stone."
"""
    hand = {"Ann": ["Stone", "Stone #2", "Stone #3"], "Bob": ["Stone #4"]}
    game = laid(cards, keepers={"Ann": ["Bag"]}, hand=hand, drawn=1)
    assert game.table.force[w.OPTIONAL_PLAYS] == 3
    game.answer("play Stone")
    assert game.table.force[w.OPTIONAL_PLAYS] == 2
