"""Whole sets that are taken, given, passed on, traded and returned, each as one event."""

from __future__ import annotations

from typing import Any

from tests.cards.writing import action
from tests.random_play import laid

import changeling as cl

NAMES = ("Milk", "Bread", "Time", "Love", "Peace", "Sun", "Moon")
CARDS = (
    "".join(f'keeper "{name}"\n    "One."\n' for name in NAMES)
    + 'rule "Draw Two" in draw\n    "Two."\n    draws = two\n'
)


def played(*lines: str, **table: Any) -> cl.Game:
    given: dict[str, Any] = {"hand": {"Ann": ["Test"]}, "pile": ["Sun", "Peace"], "rest": "out", **table}
    game = laid(action(*lines) + CARDS, **given)
    game.answer("play Test")
    return game


def fronts(game: cl.Game) -> list[tuple[str, ...]]:
    return [seat.keepers for seat in game.view("Ann").seats]


def test_hands_are_passed_on_from_hand_to_hand() -> None:
    game = played('pass_on(hand(others), "right")', hand={"Ann": ["Test"], "Bob": ["Milk", "Draw Two"], "Cy": ["Time"]})
    assert (game.view("Ann").hand, game.view("Bob").hand) == (("Milk", "Draw Two"), ("Time", "Sun"))
    assert game.events_for("Cy", since=0)[-4].card != "Milk"


def test_what_is_nobodys_is_not_passed_on() -> None:
    game = played('pass_on(discard_pile + keepers(everyone), "left")', discard=["Love"], keepers={"Ann": ["Milk"]})
    assert fronts(game) == [(), ("Milk",), ()]
    assert game.view("Ann").discard == ("Test", "Love")


def test_a_trade_with_oneself_or_nobody_is_none() -> None:
    same = played("trade(keepers(everyone), you, you)", keepers={"Ann": ["Milk"], "Bob": ["Time"]})
    assert fronts(same) == [("Milk",), ("Time",), ()]
    nobody = played("trade(keepers(everyone), you, owner(nothing))", keepers={"Ann": ["Milk"], "Bob": ["Time"]})
    assert fronts(nobody) == [("Milk",), ("Time",), ()]


def test_a_third_player_keeps_what_two_others_trade() -> None:
    lines = "trade(keepers(everyone) + hand(everyone), left_of(you), right_of(you))"
    held = {"Ann": ["Test"], "Bob": ["Love"], "Cy": []}
    game = played(lines, hand=held, keepers={"Ann": ["Milk"], "Bob": ["Time"], "Cy": ["Bread"]})
    assert fronts(game) == [("Milk",), ("Bread",), ("Time",)]
    assert "Love" in game.view("Cy").hand


def test_rules_that_are_given_or_taken_go_into_the_hand() -> None:
    game = played("take(discard_pile)", discard=["Draw Two", "Love"])
    assert (game.view("Ann").hand, fronts(game)[0]) == (("Draw Two",), ("Love",))
    given = played("give(discard_pile, left_of(you))", discard=["Draw Two", "Love"])
    assert ("Draw Two" in given.view("Bob").hand, fronts(given)[1]) == (True, ("Love",))


def test_somebody_else_takes_and_nobody_takes_nothing() -> None:
    game = played("take(keepers(you), by=right_of(you))", keepers={"Ann": ["Milk", "Bread"]})
    assert fronts(game) == [(), (), ("Milk", "Bread")]
    assert {event.seat for event in game.events if event.what == "takes"} == {"Cy"}
    assert fronts(played("take(keepers(you), by=owner(nothing))", keepers={"Ann": ["Milk"]})) == [("Milk",), (), ()]


def test_empty_sets_do_nothing() -> None:
    lines = ("take(keepers(others))", "give(hand(you), left_of(you))", "to_hand(keepers(you))")
    assert played(*lines).view("Ann").turn == "Bob"
