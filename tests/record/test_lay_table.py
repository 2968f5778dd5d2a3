"""Laying a table out as a text says: every card goes to its place, those not named to the pile or out of the game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.random_play import position

import changeling as cl
from changeling.proofs.conformance import census


def pile(game: cl.Game) -> list[str]:
    """The draw pile, top first, as it really is."""
    table = cl.Game.from_notation(game.notation()).notation().split("\n  pile: ")[1].split("\n")[0]
    return [title for title in table.strip('[]"').split('", "') if title]


def test_every_card_is_somewhere_and_those_named_are_where_they_were_put() -> None:
    game = position(
        hand={"Ann": ["Milk"], "Bob": ["Bread", "Draw 2"]},
        keepers={"Cy": ["Love", "Time"]},
        creepers={"Cy": ["War"]},
        rules=["Play 3", "Hand Limit 2"],
        goals=["Toast"],
        discard=["Peace", "Sleep"],
        pile=["The Sun", "The Moon"],
    )
    view = game.view("Ann")
    assert view.hand == ("Milk",)
    assert [(seat.name, seat.hand, seat.keepers, seat.creepers) for seat in view.seats] == [
        ("Ann", 1, (), ()),
        ("Bob", 2, (), ()),
        ("Cy", 0, ("Love", "Time"), ("War",)),
    ]
    assert (view.rules, view.goals, view.discard) == (("Play 3", "Hand Limit 2"), ("Toast",), ("Peace", "Sleep"))
    assert pile(game)[:2] == ["The Sun", "The Moon"]
    assert census(game.deck, game.table) == []


def test_the_rest_is_shuffled_under_the_pile_or_left_out() -> None:
    table: dict[str, Any] = {"hand": {"Ann": ["Milk"]}, "pile": ["The Sun"]}
    under, out = position(**table), position(**table, rest="out")
    assert pile(out) == ["The Sun"]
    deck = [card.title for card in under.deck.cards if card.kind not in ("basic", "meta")]
    assert Counter(pile(under)) == Counter(deck) - Counter(["Milk"])
    assert pile(under)[1:] != sorted(pile(under)[1:], key=deck.index), "it was shuffled"


def test_what_lies_open_is_known_to_all_and_a_hand_to_its_owner() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, keepers={"Cy": ["Love"]})
    assert game.view("Ann").look("Bob").known == ()
    for seed in range(5):
        for seat, other in (("Ann", "Bob"), ("Bob", "Ann")):
            imagined = game.imagine(seat, seed=seed)
            assert imagined.view(seat).hand == game.view(seat).hand
            assert imagined.view(other).look("Cy").keepers == ("Love",)


def test_one_card_needs_no_brackets_and_a_first_copy_may_say_so() -> None:
    game = position(hand={"Ann": "Milk #1"}, goals="Toast", rules=None)
    assert (game.view("Ann").hand, game.view("Ann").goals) == (("Milk",), ("Toast",))


def test_a_copy_is_named_by_its_number_or_taken_in_turn() -> None:
    values = {"deck": ["fluxx-4", "family"], "seats": ["Ann", "Bob"]}
    for cards in (["Draw 2", "Draw 2 #2"], ["Draw 2 #1", "Draw 2 #2"], ["Draw 2", "Draw 2"]):
        game = cl.Game.from_values({**values, "table": {"hand": {"Ann": cards}}})
        assert game.view("Ann").hand == ("Draw 2", "Draw 2 #2")
    with pytest.raises(cl.NotationError, match="'Draw 2 #2' is already in hand of Ann"):
        cl.Game.from_values({**values, "table": {"hand": {"Ann": ["Draw 2 #2"], "Bob": ["Draw 2 #2"]}}})


def test_an_attached_creeper_lies_where_its_keeper_does() -> None:
    game = position(
        "cthulhu", keepers={"Bob": ["The Poet"]}, attached={"Nightmares": "The Poet"}, hand={"Ann": ["The Cat"]}
    )
    assert game.view("Ann").look("Bob").creepers == ("Nightmares",)
    assert game.view("Ann").attached == (("Nightmares", "The Poet"),)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"hand": {"Zoe": ["Milk"]}}, "hand: 'Zoe' is not a seat; the seats are Ann, Bob, Cy"),
        ({"hand": ["Milk"]}, r"hand: cards by seat are needed, such as \{Ann: "),
        ({"hand": {"Ann": ["Coffee"]}}, "hand of Ann: 'Coffee' is not a card of fluxx-4"),
        ({"hand": {"Ann": ["War"]}}, "hand of Ann: 'War' is a creeper; a Creeper is in no hand"),
        ({"keepers": {"Ann": ["Toast"]}}, "keepers of Ann: 'Toast' is a goal; here lie keeper"),
        ({"rules": ["Milk"]}, "rules: 'Milk' is a keeper; here lie rule"),
        ({"hand": {"Ann": ["Milk"]}, "discard": ["Milk"]}, "discard: 'Milk' is already in hand of Ann"),
        ({"rules": {"Ann": 1}}, "rules: a list of cards is needed"),
        ({"hand": {"Ann": 3}}, "hand of Ann: a list of cards is needed, not 3"),
        ({"goals": ["Draw 2"]}, "goals: 'Draw 2' is a rule"),
        ({"meta": ["Draw 2"]}, "meta: 'Draw 2' is a rule; here lie meta"),
        ({"rest": "nowhere"}, "rest: 'pile' or 'out' is needed, not 'nowhere'"),
        ({"attached": ["War"]}, "attached: names and values are needed"),
        (
            {"keepers": {"Ann": ["Milk"]}, "creepers": {"Bob": ["War"]}, "attached": {"War": "Milk"}},
            "attached: War: Milk has to lie in front of the same player",
        ),
        ({"sealed": {"War": "Milk"}}, "sealed: War: Milk has to be in play"),
    ],
)
def test_what_cannot_be_laid_is_said_with_its_place(table: dict[str, Any], message: str) -> None:
    with pytest.raises(cl.NotationError, match=message):
        position(**table)
