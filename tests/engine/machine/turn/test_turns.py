"""The steps of a turn: what is offered when, and whose turn comes next."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.random_play import position

import changeling as cl

FORCED = Path(__file__).parents[3] / "scenarios" / "rulings" / "forced.cards"


def options(game: cl.Game) -> list[str]:
    return [option.text for option in game.decision.options]


@pytest.mark.clause("TURN-3")
def test_any_card_of_the_hand_can_be_played_and_nothing_else_while_a_play_is_due() -> None:
    game = position(hand={"Ann": ["Milk", "Draw 2", "Toast"]})
    assert options(game) == ["play Milk", "play Draw 2", "play Toast"]


@pytest.mark.clause("TURN-2")
def test_turns_go_clockwise() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"], "Cy": ["Time"]}, pile=["Love", "Peace", "Sleep"])
    seen = []
    for _ in range(4):
        seen.append(game.turn)
        game.answer(0)
    assert seen == ["Ann", "Bob", "Cy", "Ann"]


@pytest.mark.clause("TURN-5")
def test_the_plays_end_with_the_hand() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"]}, rules=["Play 4"], pile=["Love"])
    game.answer("play Milk")
    game.answer("play Bread")
    assert game.turn == "Bob"


@pytest.mark.clause("TURN-4")
def test_free_actions_are_offered_before_the_draw_and_do_not_count_as_plays() -> None:
    game = position(
        hand={"Ann": ["Milk"], "Bob": ["Love"]},
        creepers={"Ann": ["Death"]},
        drawn=0,
        pile=["Bread"],
        seats=["Ann", "Bob"],
    )
    assert options(game) == ["draw", "use Death"]
    game.answer("use Death")
    assert options(game) == ["play Milk", "play Bread"]
    assert game.table.played == 0
    assert game.view("Bob").discard == ("Death",)


def test_a_free_action_can_be_declined_and_is_offered_again() -> None:
    game = position(
        hand={"Ann": ["Bread"], "Bob": ["Love"]},
        creepers={"Ann": ["Death"]},
        drawn=0,
        pile=["Draw 2"],
        seats=["Ann", "Bob"],
    )
    game.answer("draw")
    assert options(game) == ["play Bread", "play Draw 2", "use Death"]
    game.answer("play Draw 2")
    assert options(game) == ["use Death", "done"]
    game.answer("done")
    assert game.turn == "Bob"


def test_with_plays_that_are_optional_the_turn_can_be_ended() -> None:
    people = {"Ann": {"age": 8}}
    game = position("family", rules=["Child Bonus"], hand={"Ann": ["Cake", "The Cat", "The Dog"]}, people=people)
    assert "done" not in options(game)
    game.answer("play Cake")
    assert options(game) == ["play The Cat", "play The Dog", "done"]
    game.answer("done")
    assert game.turn == "Bob"


def test_the_first_play_is_blind_once_and_only_where_more_than_one_is_allowed() -> None:
    hand = {"Ann": ["Milk", "Bread", "Time"]}
    game = position(hand=hand, rules=["First Play Random", "Play 3"])
    (only,) = options(game)
    game.answer(only)
    assert len(options(game)) == 2
    assert len(options(position(hand=hand, rules=["First Play Random"]))) == 3


def test_whoever_may_play_a_second_card_plays_the_first_one_blindly() -> None:
    hand, rules = {"Ann": ["Milk", "Bread", "Time"]}, ["First Play Random", "Child Bonus"]
    game = position(["fluxx-4", "family"], people={"Ann": {"age": 9}}, hand=hand, rules=rules)
    (only,) = options(game)
    game.answer(only)
    assert len(options(game)) == 3
    assert "done" in options(game)
    spared = position(["fluxx-4", "family"], people={"Bob": {"age": 9}}, hand=hand, rules=rules)
    assert len(options(spared)) == 3


def test_a_blind_play_waits_for_free_actions() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"]}, rules=["First Play Random", "Play 2", "Get On With It!"])
    assert options(game) == ["done", "use Get On With It!"]
    game.answer("done")
    assert len(options(game)) == 1
    assert options(game)[0].startswith("play ")


def test_before_a_blind_play_the_question_does_not_speak_of_the_end_of_the_turn() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"]}, rules=["First Play Random", "Play 2", "Get On With It!"])
    assert game.decision.ask == "Use a free action, or have your first card picked at random."
    last = position(hand={"Ann": ["Milk"]}, played=1, rules=["Poor Bonus"], creepers={"Ann": ["Death"]})
    assert last.decision.ask == "Use a free action, or end the turn."


def test_the_only_card_of_a_hand_is_not_picked_blindly() -> None:
    game = position(hand={"Ann": ["Milk"]}, rules=["First Play Random", "Play 2", "Get On With It!"])
    assert options(game) == ["play Milk", "use Get On With It!"]


def test_what_was_picked_blindly_does_not_change_by_looking_again() -> None:
    game = position(hand={"Ann": ["Milk", "Bread", "Time", "Love"]}, rules=["First Play Random", "Play 2"])
    (only,) = options(game)
    game.join("Dee")
    assert options(game) == [only]


@pytest.mark.clause("TURN-1")
def test_at_the_end_of_a_turn_the_hand_limit_comes_before_the_keeper_limit() -> None:
    game = position(
        hand={"Ann": ["Milk", "Bread", "Time", "Love"]},
        keepers={"Ann": ["Sleep", "Dreams"]},
        rules=["Hand Limit 2", "Keeper Limit 2"],
        pile=["The Sun"],
    )
    game.answer("play Milk")
    assert game.decision.because == "Hand Limit 2"
    assert game.decision.ask == "Choose a card from your hand to discard: the Hand Limit is 2, you hold 3."
    game.answer("Bread")
    assert game.decision.because == "Keeper Limit 2"
    assert game.decision.ask == "Choose one of your Keepers to discard: the Keeper Limit is 2, you have 3."
    assert options(game) == ["Sleep", "Dreams", "Milk"]
    game.answer("Milk")
    assert game.turn == "Bob"


def test_numbers_of_a_turn_begin_again_with_the_next() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"], "Bob": ["Time", "Love"]}, rules=["Play 2"], pile=["Sleep", "Peace"])
    game.answer("play Milk")
    assert (game.table.played, game.table.drawn) == (1, 1)
    game.answer("play Bread")
    assert (game.turn, game.table.played, game.table.drawn) == ("Bob", 0, 1)


@pytest.mark.clause("W-D7")
def test_a_turn_that_was_put_off_survives_the_notation_and_a_player_who_joins() -> None:
    game = position(
        ["fluxx-4", str(FORCED)],
        hand={"Ann": ["Poisoned Gift"], "Cy": ["Take Another Turn"]},
        pile=["Milk", "Bread", "Love", "Time", "Sleep", "Peace", "Dreams", "Money"],
        rest="out",
    )
    game.answer("play Poisoned Gift")
    game.answer("Cy")
    game = cl.Game.from_notation(game.notation())
    game.join("Dee")
    seen = []
    for _ in range(5):
        seen.append(game.turn)
        game.answer(0)
    assert seen == ["Bob", "Cy", "Cy", "Dee", "Ann"]
