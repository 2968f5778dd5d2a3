"""The selection: which cards a question or an effect is about, each once, in the order in which they lie."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import laid

import changeling as cl

CARDS = """
marks red

keeper "Rose" red
    "A rose."

keeper "Brick" red x2
    "A brick."

keeper "Leaf"
    "A leaf."

creeper "Wasp"
    "Stings."

goal "Garden"
    "Never."
    wins = no

keeper "Filling" x20
    "Nothing."
"""


def offered(choice: str, **table: Any) -> list[str]:
    """What Ann is offered by an Action that asks for one of a set; nothing where she is not asked."""
    action = f'action "Test"\n    "Asks."\n    discard(choose({choice}))\n'
    hand = {"Ann": ["Test", "Filling #2"], "Bob": ["Filling"]} | table.pop("hand", {})
    game = laid(CARDS + action, hand=hand, rules=[], **table)
    game.answer("play Test")
    decision = game.decision
    return [option.value for option in decision.options] if decision.because == "Test" else []


BOARD = {
    "keepers": {"Ann": ["Leaf", "Rose"], "Bob": ["Brick"], "Cy": ["Brick #2"]},
    "creepers": {"Bob": ["Wasp"]},
    "pile": ["Filling #9", "Filling #8"],
}


@pytest.mark.parametrize(
    ("choice", "cards"),
    [
        ("keepers(you)", ["Leaf", "Rose"]),
        ("keepers(others)", ["Brick", "Brick #2"]),
        ("keepers(everyone)", ["Leaf", "Rose", "Brick", "Brick #2"]),
        ("keepers(from_left)", ["Brick", "Brick #2", "Leaf", "Rose"]),
        ("keepers(everyone, red)", ["Rose", "Brick", "Brick #2"]),
        ('keepers(everyone, "Brick")', ["Brick", "Brick #2"]),
        ("keepers(left_of(you))", ["Brick"]),
        ("creepers(everyone) + keepers(you)", ["Wasp", "Leaf", "Rose"]),
        ("keepers(you) + keepers(everyone)", ["Leaf", "Rose", "Brick", "Brick #2"]),
        ("hand(you)", ["Filling #2"]),
        ('anywhere("Brick", "Wasp", "Garden")', ["Brick", "Brick #2", "Wasp", "Garden"]),
        ("k for k in keepers(everyone) if not is_a(k, red)", ["Leaf"]),
        ("k for k in keepers(everyone) if is_a(k, red)", ["Rose", "Brick", "Brick #2"]),
        ("goals()", []),
        ("creepers(you)", []),
    ],
)
def test_which_cards_are_offered(choice: str, cards: list[str]) -> None:
    assert offered(choice, **BOARD) == cards


def test_the_discard_pile_is_offered_from_its_top() -> None:
    assert offered("discard_pile()", discard=["Rose", "Leaf", "Wasp"])[-3:] == ["Rose", "Leaf", "Wasp"]


def played(action: str, *answers: str, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of these lines and the answers were given."""
    lines = "".join(f"    {line}\n" for line in action.splitlines())
    hand = {"Ann": ["Test"], "Bob": ["Filling"], "Cy": ["Filling #3"]} | table.pop("hand", {})
    game = laid(CARDS + 'action "Test"\n    "Does it."\n' + lines, hand=hand, **table)
    for answer in ("play Test", *answers):
        game.answer(answer)
    return game


def test_what_was_promised_is_not_offered_again() -> None:
    table = {"hand": {"Ann": ["Test", "Rose", "Leaf", "Brick"]}}
    game = played("promise(choose(hand(you)), left_of(you))\ndiscard(choose(hand(you)))", "Rose", **table)
    assert [option.value for option in game.decision.options] == ["Leaf", "Brick"]


def test_a_card_of_two_sets_is_there_once() -> None:
    game = played("discard(keepers(you) + keepers(everyone) + keepers(you))", **BOARD)
    gone = [event.card for event in game.events if event.what == "discards" and event.because == "Test"]
    assert gone == ["Leaf", "Rose", "Brick", "Brick #2", "Test"]


def test_cards_under_another_are_found_there_and_by_no_name() -> None:
    table = {"keepers": {"Ann": ["Leaf", "Rose"]}, "sealed": {"Wasp": "Leaf"}}
    game = played('discard(anywhere("Wasp"))', **table)
    assert game.view("Ann").sealed == (("Wasp", "Leaf"),)
    game = played("discard(under(first(keepers(you))))", **table)
    assert game.view("Ann").sealed == ()
    assert "Wasp" in game.view("Ann").discard


def test_any_sum_of_sets_has_room_and_names_each_card_once() -> None:
    said = " + ".join(['anywhere("Stone")'] * 8)
    cards = CARDS + 'keeper "Stone" x99\n' + f'action "Test"\n    discard(choose({said}))\n'
    game = laid(cards, hand={"Ann": ["Test"], "Bob": []}, rules=[])
    game.answer("play Test")
    texts = [option.text for option in game.decision.options]
    assert len(texts) == len(set(texts)) == 99
