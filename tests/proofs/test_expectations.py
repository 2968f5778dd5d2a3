"""What a scenario expects: what holds gives nothing, and what does not hold is said."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import laid, position

import changeling as cl
from changeling.proofs.expectations import answer_text, find_option, listed, outcome, unmet

COPIES = """
action "Sort"
    "Discard one."
    discard(choose(keepers(everyone)))

keeper "Stone" x4
    "A stone."

keeper "Rock"
    "A rock."

goal "Never"
    "Never."
    wins = no
"""


def stones() -> cl.Game:
    keepers = {"Ann": ["Stone", "Stone #2"], "Bob": ["Stone #3", "Rock"]}
    return laid(COPIES, hand={"Ann": ["Sort"], "Cy": ["Stone #4"]}, keepers=keepers, rest="out")


@pytest.mark.parametrize(
    ("expect", "holds"),
    [
        ({"keepers": {"Ann": ["Stone", "Stone"]}}, True),
        ({"keepers": {"Ann": ["Stone #2", "Stone #1"]}}, True),
        ({"keepers": {"Ann": ["Stone"]}}, False),
        ({"keepers": {"Ann": ["Stone", "Stone", "Stone"]}}, False),
        ({"keepers": {"Ann": ["Stone #3", "Stone"]}}, False),
        ({"keepers": {"Bob": ["Rock", "Stone"]}}, True),
        ({"keepers": {"Bob": ["Rock", "Stone #1"]}}, False),
        ({"keepers": {"Bob": 2, "Cy": 0}}, True),
        ({"keepers": {"Bob": 3}}, False),
        ({"keepers": {"Bob": True}}, False),
        ({"hand": {"Cy": "Stone"}}, True),
        ({"hand": {"Bob": None}}, True),
        ({"pile": 0, "discard": 0}, True),
        ({"pile": []}, True),
        ({"pile": ["Stone"]}, False),
        ({"goals": []}, True),
        ({"turn": "Ann", "asked": "Ann", "plays": 1, "draws": 1, "hand_limit": "none"}, True),
        ({"keeper_limit": None}, True),
        ({"played": 1}, False),
        ({"offers": ["play Sort"]}, True),
        ({"offers": ["Sort"]}, True),
        ({"offers_not": ["done"]}, True),
        ({"offers_not": ["play Sort"]}, False),
        ({"options": ["play Sort"]}, True),
        ({"options": []}, False),
        ({"winner": "nobody"}, True),
        ({"attached": {}}, True),
        ({"attached": {"Rock": "Stone"}}, False),
        ({"doom": {"Ann": 0, "table": 0}}, True),
        ({"doom": {"Ann": 1}}, False),
        ({"doom": {"Zoe": 0}}, False),
    ],
)
def test_what_holds_gives_nothing_and_what_does_not_is_said(expect: dict[str, Any], holds: bool) -> None:
    found = list(unmet(stones(), expect))
    assert (found == []) is holds
    assert all(line.startswith(next(iter(expect))) for line in found)


def test_each_expectation_is_looked_at() -> None:
    assert len(list(unmet(stones(), {"turn": "Bob", "pile": 3, "keepers": {"Ann": 0, "Bob": 0}}))) == 4


def test_a_name_without_a_number_means_the_first_copy_that_is_not_given_yet() -> None:
    game = stones()
    game.answer("play Sort")
    given: list[cl.Option] = []
    for _ in range(3):
        option = find_option(game.decision, "Stone", given)
        assert option is not None
        given.append(option)
    assert [option.text for option in given] == ["Stone", "Stone #2", "Stone #3"]
    assert find_option(game.decision, "Stone", given) is None
    assert find_option(game.decision, "Stone #1", given) is None
    assert find_option(game.decision, "Pebble") is None


def test_why_is_the_last_thing_that_moved() -> None:
    game = position(hand={"Ann": ["Draw 3", "Milk"]}, rules=["Draw 2", "Play 2"], pile=["Bread", "Time"])
    assert list(unmet(game, {"why": "RULE-3"})) == ["why: nothing has moved yet"]
    game.answer("play Draw 3")
    assert list(unmet(game, {"why": "RULE-6"})) == []
    assert list(unmet(game, {"why": "Draw 3"})) == []
    (wrong,) = unmet(game, {"why": "RULE-3"})
    assert wrong.startswith("why: expected RULE-3, found: Ann draws")


def test_who_has_won_in_a_word() -> None:
    won = position(goals=["Milk and Cookies"], keepers={"Bob": ["Milk", "Cookies"]})
    assert (outcome(won), outcome(stones())) == ("Bob", "nobody")
    lost = laid('ungoal "End"\n    "E."\n    ends = yes\nkeeper "Stone" x9\n    "S."\n', hand={"Ann": ["End"]})
    lost.answer("play End")
    assert (lost.over, outcome(lost)) == (True, "all-lose")


def test_bare_words_of_yaml_are_names() -> None:
    assert (answer_text(True), answer_text(False), answer_text(3)) == ("yes", "no", "3")
    assert (listed(None), listed("Milk"), listed([True, "Milk"])) == ([], ["Milk"], ["yes", "Milk"])
