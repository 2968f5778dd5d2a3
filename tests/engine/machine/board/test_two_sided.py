"""Two-sided cards: one side takes part, where and as the other did."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import advance, again_from, laid

import changeling as cl
from changeling.cards.codes import OUT
from changeling.errors import DeckError, NotationError
from changeling.proofs.conformance import census

CARDS = """
keeper "Milk" x20
    "M."

keeper "Day" x2
    "D."
    free:
        flip(this)
        discard(this)

keeper "Night" x2
    "N."
    back_of = "Day"

rule "Summer"
    "S."
    draws += 1

rule "Winter"
    "W."
    back_of = "Summer"
    plays += 1

creeper "Shade"
    "S."
    when loose(this) and keepers(you):
        attach(this, choose(keepers(you)))

action "Test"
    "T."
{body}
"""


def played(*lines: str, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    game = laid(CARDS.format(body=body), **{"hand": {"Ann": ["Test", "Milk"]}, "rest": "pile", **table})
    game.answer("play Test")
    assert census(game.deck, game.table) == []
    return game


def test_the_other_side_lies_in_the_same_place_with_all_that_is_on_it() -> None:
    keepers = {"Ann": ["Milk #2", "Day", "Milk #3"]}
    game = played(
        'flip(first(keepers(you, "Day")))',
        keepers=keepers,
        creepers={"Ann": ["Shade"]},
        attached={"Shade": "Day"},
        tokens={"Day": 2},
    )
    view = game.view("Bob")
    assert view.look("Ann").keepers == ("Milk #2", "Night", "Milk #3")
    assert (view.attached, view.tokens) == ((("Shade", "Night"),), (("Night", 2),))
    (told,) = [event for event in game.events if event.what == "flips"]
    assert (told.card, told.host, told.seat) == ("Night", "Day", "Ann")


def test_rules_have_sides_too() -> None:
    game = played("flip(first(rules()))", rules=["Summer"])
    assert game.view("Ann").rules == ("Winter",)
    assert (game.table.force[0], game.table.force[1]) == (1, 2)


@pytest.mark.parametrize("line", ['flip(first(keepers(you, "Milk")))', "flip(first(hand(you)))", "flip(nothing)"])
def test_what_has_one_side_or_is_not_in_play_is_not_turned_over(line: str) -> None:
    game = played(line, hand={"Ann": ["Test", "Day"]}, keepers={"Ann": ["Milk"]})
    assert not [event for event in game.events if event.what == "flips"]


def test_a_card_that_turns_itself_over_is_still_itself() -> None:
    game = laid(CARDS.format(body="    draw(zero)\n"), hand={"Ann": ["Milk"]}, keepers={"Ann": ["Day"]}, rest="pile")
    game.answer("use Day")
    assert game.view("Ann").look("Ann").keepers == ()
    assert game.view("Ann").discard == ("Day",)
    assert census(game.deck, game.table) == []


def test_a_name_that_holds_a_card_holds_the_side_that_is_up() -> None:
    game = played("c = first(keepers(you))", "flip(c)", "give(c, left_of(you))", keepers={"Ann": ["Day"]})
    assert game.view("Ann").look("Bob").keepers == ("Night",)


@pytest.mark.parametrize("line", ["to_hand(first(keepers(you)))", "discard(keepers(you))"])
def test_off_the_table_the_front_is_up(line: str) -> None:
    game = played(line, keepers={"Ann": ["Night"]})
    held = [*game.view("Ann").hand, *game.view("Ann").discard]
    assert "Day" in held
    assert "Night" not in held


def test_backs_are_never_dealt_and_the_other_copy_has_its_own() -> None:
    deck = played("draw(zero)").deck
    for seed in range(5):
        game = cl.Game(deck, seats=["Ann", "Bob"], seed=seed)
        backs = [card for card in deck.cards if card.back_of]
        assert [game.table.place[card.id] for card in backs] == [OUT] * 3
        advance(game, seed, most=200)
        assert census(deck, game.table) == []
    day = deck.card("Day #2")
    assert day is not None
    other = deck.other_side(day.id)
    assert other is not None
    assert other.title == "Night #2"


def test_a_notation_holds_the_side_that_is_up() -> None:
    game = played("draw(zero)", keepers={"Ann": ["Night", "Day #2"]})
    again = again_from(game)
    assert again.view("Ann").seats == game.view("Ann").seats
    with pytest.raises(NotationError, match="two sides of one card"):
        played("draw(zero)", keepers={"Ann": ["Night", "Day"]})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'keeper "A"\n    "A."\n\nkeeper "B" x2\n    "B."\n    back_of = "A"\n',
            "the deck has not as many|not as many in",
        ),
        ('keeper "A" x2\n    "A."\n\nkeeper "B"\n    "B."\n    back_of = "A"\n', "its back has fewer copies"),
        (
            'rule "A"\n    "A."\n    draws += 1\n\nkeeper "B"\n    "B."\n    back_of = "A"\n',
            "cannot be the back of the rule",
        ),
        (
            'keeper "A"\n    "A."\n\n' + "\n".join(f'keeper "{name}"\n    "B."\n    back_of = "A"\n' for name in "BC"),
            "another side already",
        ),
    ],
)
def test_sides_that_do_not_fit_are_refused(text: str, says: str) -> None:
    with pytest.raises(DeckError, match=says):
        laid(text)
