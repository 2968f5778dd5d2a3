"""Cards in play that answer: what is offered to whom, how it is told, what the checker says of it."""

from __future__ import annotations

import pytest
from tests.cards.writing import expect
from tests.random_play import again_from, laid

import changeling as cl
from changeling.terminal.sentences.event_sentences import Narrator

CARDS = """
keeper "Milk" x20
    "M."

keeper "The Sentry"
    "When another player plays a Goal, you may discard this to cancel it. Once in your turn: draw 1."
    once:
        draw(1)
    react goal:
        cancel()
        discard(this)

keeper "The Scribe"
    "When another player plays a Keeper, you may draw 1. On anybody's turn you may discard this to draw 1."
    anytime:
        discard(this)
        draw(1)
    react keeper:
        draw(1)

goal "Rich"
    "Have 9 Keepers."
    wins = count(keepers(you)) >= 9
"""


def asked_about(card: str, **table: dict[str, list[str]]) -> cl.Game:
    """A game in which Ann has played a card, and Bob may answer."""
    game = laid(CARDS, seats=("Ann", "Bob"), hand={"Ann": [card]}, **table)
    game.answer(f"play {card}")
    return game


def test_an_answer_of_a_card_in_play_is_told_like_a_power() -> None:
    game = asked_about("Rich", keepers={"Bob": ["The Sentry"]})
    assert [option.text for option in game.decision.options] == ["use The Sentry", "done"]
    game.answer("use The Sentry")
    told = [(event.what, event.seat, event.card, event.other) for event in game.events]
    used = told.index(("uses", "Bob", "The Sentry", ""))
    assert told[used + 1] == ("cancels", "Bob", "Rich", "Ann")
    said = [row.text for row in Narrator(game.deck).sentences("Ann", game.events_for("Ann"))]
    assert "Bob uses The Sentry." in " ".join(said)


def test_a_table_that_waits_for_such_an_answer_can_be_written_down() -> None:
    game = asked_about("Rich", keepers={"Bob": ["The Sentry"]})
    again = again_from(game)
    for one in (game, again):
        one.answer("use The Sentry")
    assert again.notation() == game.notation()


def test_a_card_that_may_be_used_anyway_is_offered_once_and_answers_first() -> None:
    game = asked_about("Milk", keepers={"Bob": ["The Scribe"]})
    assert [option.text for option in game.decision.options] == ["use The Scribe", "done"]
    game.answer("use The Scribe")
    assert game.view("Bob").look("Bob").keepers == ("The Scribe",)


def test_nobody_is_asked_out_of_politeness_where_no_surprise_is_in_the_deck() -> None:
    game = cl.Game(laid(CARDS).deck, seats=("Ann", "Bob"), seed=1, polite=True)
    for _ in range(12):
        assert game.decision.about != "surprise"
        game.answer(0)


def test_why_it_cannot_be_used_now() -> None:
    bare = 'keeper "Guard"\n    "You may cancel a Goal."\n    react goal:\n        cancel()\n'
    game = laid(CARDS + bare, keepers={"Ann": ["Guard"]})
    assert game.why("use Guard").text == "Guard is an answer to what another player does, for that moment only."


@pytest.mark.parametrize(
    ("card", "says"),
    [
        (
            'keeper "K"\n    "K."\n    react ▸turn:\n        draw(1)\n',
            "a keeper that can be used on anybody's turn says: anytime",
        ),
        ('action "A"\n    "A."\n    draw(1)\n    ▸react goal:\n        draw(1)\n', "cannot have 'react'"),
    ],
)
def test_what_the_checker_says(card: str, says: str) -> None:
    expect(card, says)
