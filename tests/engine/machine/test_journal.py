"""The journal: one row for each thing that happened, with its cause; and what a seat could not see is not named."""

from __future__ import annotations

from tests.random_play import position

import changeling as cl


def causes(game: cl.Game, what: str) -> list[tuple[str, str, str]]:
    return [(event.seat, event.because, event.clause) for event in game.events if event.what == what]


def test_a_discard_to_a_limit_is_caused_by_the_rule_of_that_limit() -> None:
    game = position(
        rules=["Keeper Limit 2", "Hand Limit 1", "Play 2"],
        hand={"Ann": ["Peace"], "Bob": ["Milk", "Bread"]},
        keepers={"Cy": ["Love", "Time", "Sleep"]},
    )
    game.answer("Milk")
    game.answer("Love")
    assert causes(game, "discards") == [("Bob", "Hand Limit 1", "RULE-12"), ("Cy", "Keeper Limit 2", "RULE-12")]


def test_what_the_turn_itself_does_has_no_card_as_its_cause() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, pile=["Time", "Love"])
    game.answer("play Milk")
    assert causes(game, "begins a turn") == [("Bob", "", "TURN-2")]
    assert causes(game, "draws") == [("Bob", "", "TURN-1")]


def test_every_event_has_the_number_of_the_answers_before_it() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, pile=["Time", "Love", "Peace"])
    start = len(game.events)
    game.answer("play Milk")
    middle = len(game.events)
    game.answer("play Bread")
    assert {event.decision for event in game.events[start:middle]} == {1}
    assert {event.decision for event in game.events[middle:]} == {2}


def test_a_copy_of_the_game_writes_into_a_journal_of_its_own() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, pile=["Time", "Love"])
    other = game.copy()
    other.answer("play Milk")
    assert len(other.events) > len(game.events)
    game.answer("play Milk")
    assert game.events == other.events


def test_an_imagined_game_names_no_card_that_the_seat_could_not_see() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, pile=["Time", "Love", "Peace"])
    game.answer("play Milk")
    drawn = next(event for event in game.events if event.what == "draws")
    assert drawn.card == "Time"
    assert [event.card for event in game.imagine("Ann", seed=1).events if event.what == "draws"] == [""]
    assert [event.card for event in game.imagine("Bob", seed=1).events if event.what == "draws"] == ["Time"]
