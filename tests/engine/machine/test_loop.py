"""The machine: one instruction after another, and an answer goes to whoever asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.random_play import position, random_games

import changeling as cl
from changeling.engine.machine.loop import ask_again
from changeling.engine.sheet_cache import sheet_for
from changeling.proofs.conformance import differences

TWINS = """
creeper "Moth"
    "Eats a Keeper of whoever lights the lamp."
    when has("Lamp"):
        discard(choose(keepers(you)))

creeper "Rust"
    "Eats a Keeper of whoever lights the lamp."
    when has("Lamp"):
        discard(choose(keepers(you)))

keeper "Lamp"
    "A lamp."

keeper "Pebble" x9
    "A pebble."
"""


def lit(folder: Path) -> cl.Game:
    """A game in which the effects of both Creepers have just become due."""
    (folder / "twins.cards").write_text(TWINS, encoding="utf-8")
    table = {
        "hand": {"Ann": ["Lamp"], "Bob": ["Pebble #4"]},
        "keepers": {"Ann": ["Pebble", "Pebble #2"]},
        "creepers": {"Ann": ["Moth", "Rust"]},
    }
    game = cl.Game.from_values({"deck": "twins.cards", "seats": ["Ann", "Bob"], "table": table}, folder=folder)
    game.answer("play Lamp")
    return game


def test_of_two_effects_that_are_due_each_gets_its_own_answer(tmp_path: Path) -> None:
    game = lit(tmp_path)
    for creeper, keeper in (("Moth", "Pebble #2"), ("Rust", "Pebble")):
        assert (game.decision.seat, game.decision.because) == ("Ann", creeper)
        game.answer(keeper)
    gone = {event.card: event.because for event in game.events if event.what == "discards"}
    assert gone == {"Pebble #2": "Moth", "Pebble": "Rust"}
    assert game.turn == "Bob"


def test_an_effect_that_was_due_is_dropped_when_its_condition_has_passed(tmp_path: Path) -> None:
    game = lit(tmp_path)
    assert game.decision.because == "Moth"
    game.answer("Lamp")
    assert game.turn == "Bob"
    assert game.decision.because == "Basic Rules"


@pytest.mark.parametrize("edition", cl.editions())
def test_a_question_can_be_put_again_without_anything_else_happening(edition: str) -> None:
    for game in random_games(edition, 4, 4, 20):
        again = game.table.copy()
        ask_again(sheet_for(game.deck), again)
        assert differences(game.table, again) == []


def test_a_win_by_drawing_comes_before_the_next_question() -> None:
    hand = ["Milk", "Bread", "Time", "Love", "Sleep", "Peace", "Draw 5", "Dreams"]
    game = position(
        hand={"Ann": hand}, rules=["Play 4"], goals=["10 Cards in Hand"], pile=["The Sun", "The Moon", "The Eye"]
    )
    game.answer("play Draw 5")
    assert game.winner == "Ann"


def test_nested_actions_are_one_play() -> None:
    pile = ["Draw 2 and Use 'em", "Bread", "Time", "Love", "Peace", "Sleep", "Dreams"]
    game = position(hand={"Ann": ["Draw 3, Play 2 of them"], "Bob": ["Milk"]}, pile=pile)
    for answer in ("play Draw 3, Play 2 of them", "play Draw 2 and Use 'em", "play Love", "play Peace"):
        game.answer(answer)
        assert game.table.played == 1
    game.answer("play Bread")
    assert game.turn == "Bob"
    assert game.view("Ann").look("Ann").keepers == ("Love", "Peace", "Bread")
    assert game.view("Ann").discard == ("Draw 3, Play 2 of them", "Time", "Draw 2 and Use 'em")


def test_nesting_has_no_limit_that_a_game_reaches(tmp_path: Path) -> None:
    text = 'action "Deeper" x80\n    "Draw one and play it."\n    draw_to(one, aside)\n    play(choose(aside))\n'
    (tmp_path / "deep.cards").write_text(text, encoding="utf-8")
    game = cl.Game(str(tmp_path / "deep.cards"), seats=["Ann", "Bob"], seed=1)
    deepest = 0
    for _ in range(100):
        deepest = max(deepest, game.table.frames)
        game.answer(0)
    assert deepest > 70
