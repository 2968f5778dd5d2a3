"""Why a game is stuck: the sentence, and the cards that it names."""

import pytest
from tests.cards.endless import STUCK
from tests.cards.writing import deck_of

import changeling as cl
from changeling.engine.layout import FAULTS, IN_CIRCLES, NO_CHOICE


def ended(name: str) -> cl.Game:
    game = cl.Game(deck_of(STUCK[name][0]), seats=["Ann", "Bob"], seed=1)
    while not game.over:
        game.answer(0)
    return game


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("nothing may be kept or played", NO_CHOICE),
        ("every hand is discarded at once", NO_CHOICE),
        ("more circles than can be stopped", IN_CIRCLES),
    ],
)
def test_the_sentence_says_why_and_names_the_cards(name: str, fault: int) -> None:
    game = ended(name)
    reason = game.stuck
    assert reason is not None
    assert reason.text.startswith(f"The game is over, and nobody has won: {FAULTS[fault]} (")
    assert reason.because
    assert all(title.startswith(STUCK[name][1]) for title in reason.because)
    assert reason.because[0].partition(" #")[0] in reason.text
    assert repr(game) == "<Game test: stuck>"


def test_many_cards_are_not_all_named_in_the_sentence() -> None:
    reason = ended("more circles than can be stopped").stuck
    assert reason is not None
    assert (len(reason.because) > 6) == reason.text.endswith(" and others).")


def test_a_game_that_goes_on_or_was_won_is_not_stuck() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    assert game.stuck is None
    while not game.over:
        game.answer(0)
    assert game.winner
    assert game.stuck is None
