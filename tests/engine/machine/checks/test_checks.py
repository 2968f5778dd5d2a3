"""Between instructions: automatic effects, then winners, then limits, then what is due to be drawn."""

from __future__ import annotations

import pytest
from tests.random_play import position

import changeling as cl
from changeling.engine.machine.checks.goals import blocked, excused, meets
from changeling.engine.machine.checks.winning import find_winner
from changeling.engine.machine.turn.limits import over_limit
from changeling.engine.sheet_cache import sheet_for


def card(game: cl.Game, title: str) -> int:
    found = game.deck.card(title)
    assert found is not None
    return found.id


@pytest.mark.clause("GOAL-3")
def test_a_table_whose_goal_is_met_is_won_at_once() -> None:
    game = position(goals=["Milk and Cookies"], keepers={"Bob": ["Milk", "Cookies"]})
    assert game.over
    assert game.winner == "Bob"
    assert game.events[-1].what == "wins"
    assert game.events[-1].card == "Milk and Cookies"
    assert game.events[-1].clause == "GOAL-3"


@pytest.mark.clause("CREEP-3")
def test_a_creeper_stands_in_the_way_unless_the_goal_asks_for_it() -> None:
    game = position(
        goals=["Death by Chocolate"],
        keepers={"Ann": ["Chocolate"]},
        creepers={"Ann": ["Death", "Taxes"]},
        hand={"Ann": ["Milk"]},
    )
    d, t, goal = sheet_for(game.deck), game.table, card(game, "Death by Chocolate")
    assert not game.over
    assert excused(d, t, goal, card(game, "Death"))
    assert not excused(d, t, goal, card(game, "Taxes"))
    assert blocked(d, t, goal, 0)
    assert not meets(d, t, goal, 0)


@pytest.mark.clause("GOAL-5")
def test_two_who_meet_goals_at_once_play_on() -> None:
    game = position(
        goals=["Milk and Cookies", "Bed Time"],
        rules=["Double Agenda"],
        keepers={"Ann": ["Milk", "Cookies"], "Bob": ["Sleep", "Time"]},
        hand={"Ann": ["Love"]},
    )
    d, t = sheet_for(game.deck), game.table
    assert [meets(d, t, card(game, "Milk and Cookies"), seat) for seat in range(3)] == [True, False, False]
    assert [meets(d, t, card(game, "Bed Time"), seat) for seat in range(3)] == [False, True, False]
    assert not game.over
    assert not find_winner(d, t)


@pytest.mark.clause("RULE-11")
def test_those_whose_turn_it_is_not_are_asked_first() -> None:
    hands = {"Ann": ["Milk", "Bread", "Time"], "Bob": ["Love", "Peace"], "Cy": ["Sleep", "Dreams"]}
    game = position(rules=["Hand Limit 1"], hand=hands)
    assert over_limit(game.table)
    assert (game.decision.seat, game.decision.because) == ("Bob", "Hand Limit 1")
    game.answer("Love")
    assert game.decision.seat == "Cy"
    game.answer("Sleep")
    assert not over_limit(game.table)
    assert (game.decision.seat, game.decision.ask) == ("Ann", "Play a card.")


def test_an_automatic_effect_comes_before_the_win() -> None:
    game = position(
        goals=["Winning the Lottery"],
        keepers={"Ann": ["Dreams"]},
        creepers={"Ann": ["Taxes"]},
        hand={"Ann": ["Money"], "Bob": ["Milk"]},
    )
    game.answer("play Money")
    assert not game.over
    assert game.view("Ann").look("Ann").keepers == ("Dreams",)
    assert game.view("Ann").discard[:2] in (("Money", "Taxes"), ("Taxes", "Money"))


def test_an_effect_fires_once_while_its_condition_stays_true() -> None:
    game = position(
        rules=["Silver Lining"],
        keepers={"Ann": ["Money"]},
        creepers={"Ann": ["Taxes"]},
        hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"]},
        seats=["Ann", "Bob"],
    )
    assert [option.text for option in game.decision.options] == ["yes", "no"]
    game.answer("no")
    game.answer("play Milk")
    assert game.decision.seat == "Bob"
    game.answer("play Time")
    assert (game.decision.seat, game.decision.options[0].sort) == ("Ann", "play")
