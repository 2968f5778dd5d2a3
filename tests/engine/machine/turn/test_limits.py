"""Limits: who has to discard, how many, in which order, and where a Goal makes room for another."""

from __future__ import annotations

import pytest
from tests.random_play import laid, position

import changeling as cl


def texts(game: cl.Game) -> list[str]:
    return [option.text for option in game.decision.options]


@pytest.mark.parametrize("rule", ["Hand Limit 0", "Hand Limit 1", "Hand Limit 2"])
def test_everybody_else_discards_down_to_the_hand_limit_at_once(rule: str) -> None:
    held = ["Milk", "Bread", "Time", "Love"]
    limit = int(rule[-1])
    game = position(rules=["Play 2"], hand={"Ann": [rule, "Peace", "Sleep"], "Bob": held}, pile=["The Sun", "The Moon"])
    game.answer(f"play {rule}")
    for card in held[: 4 - limit]:
        assert (game.decision.seat, game.decision.because) == ("Bob", rule)
        assert texts(game) == held[held.index(card) :]
        game.answer(card)
    assert game.decision.seat == "Ann", "whose turn it is complies only at the end of it"
    assert list(game.view("Bob").hand) == held[4 - limit :]


def test_the_turn_ends_with_the_players_own_limits() -> None:
    game = position(
        rules=["Keeper Limit 2"], keepers={"Ann": ["Milk", "Bread"]}, hand={"Ann": ["Time"], "Bob": ["Love"]}
    )
    game.answer("play Time")
    assert (game.decision.seat, game.turn) == ("Ann", "Ann")
    assert texts(game) == ["Milk", "Bread", "Time"]
    game.answer("Bread")
    assert game.turn == "Bob"
    assert game.view("Ann").look("Ann").keepers == ("Milk", "Time")
    gone = next(event for event in game.events if event.card == "Bread")
    assert (gone.what, gone.because, gone.clause) == ("discards", "Keeper Limit 2", "RULE-12")


def test_everybody_else_discards_down_to_the_keeper_limit_at_once() -> None:
    keepers = {"Bob": ["Milk", "Bread", "Love"]}
    game = position(rules=["Play 2"], keepers=keepers, hand={"Ann": ["Keeper Limit 2", "Peace"], "Cy": ["Time"]})
    game.answer("play Keeper Limit 2")
    assert (game.decision.seat, game.decision.because) == ("Bob", "Keeper Limit 2")
    game.answer("Love")
    assert game.decision.seat == "Ann"
    assert game.view("Bob").look("Bob").keepers == ("Milk", "Bread")


def test_creepers_are_not_counted_among_the_keepers() -> None:
    game = position(
        rules=["Keeper Limit 2"],
        keepers={"Bob": ["Milk", "Bread"]},
        creepers={"Bob": ["War", "Taxes"]},
        hand={"Ann": ["Time"]},
    )
    assert game.decision.seat == "Ann"


def test_inflation_raises_a_limit_before_anybody_discards() -> None:
    hand = {"Ann": ["Peace"], "Bob": ["Milk", "Bread"]}
    assert position(rules=["Hand Limit 1"], hand=hand).decision.seat == "Bob"
    assert position(rules=["Hand Limit 1", "Inflation"], hand=hand).decision.seat == "Ann"


def test_with_two_goals_allowed_a_third_asks_which_one_goes() -> None:
    game = position(rules=["Double Agenda", "Play 2"], goals=["Bed Time", "Toast"], hand={"Ann": ["Dreamland", "Milk"]})
    game.answer("play Dreamland")
    assert game.decision.about == "replace a goal"
    assert texts(game) == ["Bed Time", "Toast"]
    game.answer("Toast")
    assert game.view("Ann").goals == ("Bed Time", "Dreamland")


def test_a_second_goal_that_is_allowed_pushes_nothing_out() -> None:
    game = position(rules=["Double Agenda", "Play 2"], goals=["Bed Time"], hand={"Ann": ["Dreamland", "Milk"]})
    game.answer("play Dreamland")
    assert game.view("Ann").goals == ("Bed Time", "Dreamland")


def test_an_ungoal_with_a_place_of_its_own_pushes_out_ungoals_alone() -> None:
    cards = (
        'goal "Sun"\n    "S."\n    wins = no\ngoal "Moon"\n    "M."\n    wins = no\n'
        'ungoal "End"\n    "E."\n    ends = no\nungoal "Fall"\n    "F."\n    ends = no\n'
        'rule "Apart"\n    "Ungoals lie apart."\n    ungoals_apart = yes\n'
        'rule "Many"\n    "Play all."\n    plays = all\n'
        'keeper "Filling" x20\n    "Nothing."\n'
    )
    hand = {"Ann": ["End", "Fall", "Moon", "Filling"], "Bob": ["Filling #2"]}
    game = laid(cards, rules=["Apart", "Many"], goals=["Sun"], hand=hand)
    game.answer("play End")
    assert game.view("Ann").goals == ("Sun", "End")
    game.answer("play Fall")
    assert game.view("Ann").goals == ("Sun", "Fall")
    game.answer("play Moon")
    assert game.view("Ann").goals == ("Fall", "Moon")
    agenda = cards + 'rule "Agenda"\n    "Two Goals."\n    goals_allowed = two\n'
    game = laid(agenda, rules=["Apart", "Many", "Agenda"], goals=["Sun"], hand=hand)
    for answer in ("play End", "play Fall", "play Moon"):
        game.answer(answer)
    assert [option.text for option in game.decision.options] == ["Sun", "End", "Fall"], "an Ungoal took a Goal's place"
    game.answer("End")
    assert game.view("Ann").goals == ("Sun", "Fall", "Moon"), "the place for an Ungoal comes on top of those for Goals"
    together = laid(cards, rules=["Many"], goals=["Sun"], hand=hand)
    together.answer("play End")
    assert together.view("Ann").goals == ("End",)
