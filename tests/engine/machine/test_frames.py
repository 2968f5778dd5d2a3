"""The stack: programs within programs, what each has set aside, and where that goes when it is done."""

from __future__ import annotations

from tests.cards.writing import deck_of
from tests.random_play import laid

import changeling as cl
from changeling.proofs.conformance import census

CARDS = """
action "Outer"
    "Draw three aside, play two of them."
    draw_to(three, aside)
    play(choose(aside))
    play(choose(aside))

action "Inner"
    "Draw two aside, play one of them."
    draw_to(two, aside)
    play(choose(aside))

action "Quiet"
    "Nothing."
    draw(zero)

goal "Never"
    "Never."
    wins = no

keeper "Stone" x30
    "A stone."
"""
PILE = ["Inner", "Stone #2", "Stone #3", "Stone #4", "Stone #5", "Stone #6"]


def nested() -> cl.Game:
    game = laid(CARDS, hand={"Ann": ["Outer"], "Bob": ["Stone"]}, pile=PILE)
    game.answer("play Outer")
    return game


def test_each_program_has_cards_aside_of_its_own() -> None:
    game = nested()
    assert game.view("Ann").aside == ("Inner", "Stone #2", "Stone #3")
    game.answer("play Inner")
    assert game.decision.because == "Inner"
    assert [option.value for option in game.decision.options] == ["Stone #4", "Stone #5"]
    assert game.view("Ann").aside == ("Stone #2", "Stone #3", "Stone #4", "Stone #5")


def test_what_a_program_leaves_aside_is_discarded_before_the_card_itself() -> None:
    game = nested()
    for answer in ("play Inner", "play Stone #5"):
        game.answer(answer)
    assert game.decision.because == "Outer", "the outer program goes on where it was"
    assert game.view("Ann").aside == ("Stone #2", "Stone #3")
    assert game.view("Ann").discard == ("Inner", "Stone #4")
    game.answer("play Stone #2")
    assert game.view("Ann").discard == ("Outer", "Stone #3", "Inner", "Stone #4")
    gone = {event.card: event.clause for event in game.events if event.what == "discards"}
    assert gone == {"Stone #4": "ACT-3", "Inner": "ACT-1", "Stone #3": "ACT-3", "Outer": "ACT-1"}
    assert census(game.deck, game.table) == []


def test_the_cards_of_programs_under_way_are_being_played() -> None:
    game = nested()
    assert game.view("Bob").playing == ("Outer",)
    game.answer("play Inner")
    assert game.view("Bob").playing == ("Outer", "Inner")


def test_room_for_cards_aside_is_given_back() -> None:
    peek = 'action "Peek" x60\n    "Draw one aside."\n    draw_to(one, aside)\n'
    game = cl.Game(deck_of(peek), seats=["Ann", "Bob"], seed=1)
    for _ in range(260):
        game.answer(0)
        assert game.view(game.turn).aside == ()
    assert census(game.deck, game.table) == []


def test_a_section_that_calls_itself_without_end_is_stopped_and_says_where() -> None:
    text = CARDS + 'creeper "Echo" x3\n    "Goes round."\n    when yes:\n        give(this, left_of(you))\n'
    game = laid(text, hand={"Ann": ["Quiet"], "Bob": ["Stone"]}, creepers={"Ann": ["Echo"]})
    game.answer("play Quiet")
    stopped = next(event for event in game.events if event.what == "is stopped")
    assert (stopped.card, stopped.file) == ("Echo", "my.cards")
    assert text.splitlines()[stopped.line - 1].strip() == "give(this, left_of(you))"
