"""What goes on by itself is bounded: such a game is stuck."""

import pytest
from tests.cards.endless import STONES, STUCK
from tests.cards.writing import deck_of

import changeling as cl
from changeling.engine.layout import MOST_ANSWERS, MOST_DECISIONS, MOST_QUIET_TURNS, NO_CHOICE, NOTHING_TO_DO, TOO_LONG
from changeling.engine.layout import STUCK as IS_STUCK


@pytest.mark.parametrize("name", STUCK)
def test_a_game_that_goes_on_by_itself_is_stuck(name: str) -> None:
    text, card = STUCK[name]
    game = cl.Game(deck_of(text), seats=["Ann", "Bob"], seed=1)
    made = 0
    while not game.over:
        game.answer(0)
        made += 1
        assert made < 3 * MOST_QUIET_TURNS
    assert game.stuck is not None
    assert card in game.stuck.text
    assert game.winner is None
    again = cl.replay(game.record(), deck=game.deck)
    assert again.stuck == game.stuck


def test_somebody_who_has_a_choice_begins_the_count_anew() -> None:
    game = cl.Game(deck_of(STONES + 'action "A" x40\n    draw(1)\n'), seats=["Ann", "Bob"], seed=1)
    game.table.quiet = MOST_QUIET_TURNS - 1
    assert len(game.decision.options) > 1
    game.answer(0)
    assert not game.over
    assert game.table.quiet < 3


def test_turns_without_a_choice_are_counted_also_where_somebody_is_asked() -> None:
    text = STONES + 'rule "Still" x20\n    plays = 0\n    hand_limit = 0\n'
    game = cl.Game(deck_of(text), seats=["Ann", "Bob"], seed=1)
    while not game.over:
        game.answer(0)
    assert (game.table.outcome, game.table.fault) == (IS_STUCK, NO_CHOICE)
    assert game.table.quiet > MOST_QUIET_TURNS


def test_nothing_to_do_is_told_apart() -> None:
    game = cl.Game(deck_of('keeper "Stone" x8\n'), seats=["Ann", "Bob"], seed=1)
    while not game.over:
        game.answer(0)
    assert game.table.fault == NOTHING_TO_DO
    assert game.stuck is not None
    assert game.stuck.text == "The game is over, and nobody has won: nobody can do anything any more."


def test_a_turn_has_so_many_answers_and_no_more() -> None:
    text = STONES + 'rule "Use" x40\n    free:\n        draw(zero)\n'
    game = cl.Game(deck_of(text), seats=["Ann", "Bob"], seed=1)
    while not any(option.sort == "use" for option in game.decision.options):
        game.answer(0)
    who, made = game.turn, 0
    while game.turn == who:
        game.answer(next(option for option in game.decision.options if option.sort == "use"))
        made += 1
    assert made <= MOST_ANSWERS + 1
    assert not game.over


def test_a_game_has_so_many_answers_and_no_more() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    game.table.decisions = MOST_DECISIONS
    game.answer(0)
    assert (game.over, game.table.fault) == (True, TOO_LONG)
    assert game.stuck is not None
    assert game.stuck.text == "The game is over, and nobody has won: after 100,000 answers nobody has won."
    assert game.stuck.because == ()
