"""Questions as a person at the screen is asked them."""

from __future__ import annotations

from tests.random_play import position

import changeling as cl
from changeling.terminal.sentences.question_sentences import asking_card, note_of, question_line


def notes(game: cl.Game) -> dict[str, str]:
    """What is noted beside each option."""
    view = game.view(game.decision.seat)
    return {option.text: note_of(view, option) for option in game.decision.options}


def test_done_is_explained_by_what_it_does() -> None:
    hand, free = {"Ann": ["Milk", "Bread"]}, {"Ann": ["Death"]}
    assert notes(position(hand=hand, creepers=free, drawn=1, played=1))["done"] == "end the turn"
    blind = position(hand=hand, creepers=free, rules=["Play 2", "First Play Random"], drawn=1)
    assert notes(blind)["done"] == "have your first card picked at random"


def test_the_card_that_asks_is_quoted_and_the_basic_rules_are_not() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"]})
    view = game.view("Ann")
    assert (question_line(view, game.decision), asking_card(view, game.decision)) == ("Play a card.", None)
    game.answer("play Trade Hands")
    line = question_line(game.view("Ann"), game.decision)
    assert line.startswith("Trade Hands: ")
    assert line.endswith(". Choose another player to swap your hand with.")


def test_a_player_is_described_and_a_card_is_placed() -> None:
    game = position(hand={"Ann": ["Trade Hands"], "Bob": ["Time"]}, keepers={"Bob": ["Milk"]})
    game.answer("play Trade Hands")
    assert notes(game)["Bob"] == "1 card in hand, has Milk"
    game = position(hand={"Ann": ["Steal Something"]}, keepers={"Bob": ["Milk"], "Cy": ["Bread"]}, goals=["Toast"])
    game.answer("play Steal Something")
    assert notes(game)["Bread"].startswith("Keeper, Cy's: ")
    assert notes(game)["Bread"].endswith(" Wanted for Toast in play.")
