"""Counters of players and tokens on cards: as far as they go, and what looks at them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import again_from, laid

import changeling as cl
from changeling.cards.codes import MAX_COUNT
from changeling.engine.layout import MAX_TOKENED

CARDS = """
counter score
counter lives 3

keeper "Milk" x40
    "M."

keeper "Bank"
    "B."
    draws += tokens(this)

rule "Grow" in numerals
    "G."
    inflation = one

rule "Greed" in draw
    "G."
    draws = one + score(you)

rule "Reward"
    "R."
    when score(you) >= two:
        lose(two, score)
        draw(1)

goal "Rich"
    "R."
    wins = most(score) and score(everyone) > three

action "Test"
    "T."
{body}
"""


def played(*lines: str, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    game = laid(CARDS.format(body=body), **{"hand": {"Ann": ["Test", "Milk"]}, "rest": "pile", **table})
    game.answer("play Test")
    return game


def of(game: cl.Game, seat: str) -> dict[str, int]:
    """What a player has."""
    return dict(game.view("Ann").look(seat).counters)


def test_everybody_begins_with_what_the_file_says_also_who_joins() -> None:
    game = played("gain(1, score)", "lose(1, lives)")
    assert of(game, "Bob") == {"score": 0, "lives": 3}
    game.join("Dee")
    assert of(game, "Dee") == {"score": 0, "lives": 3}


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("gain(2, score)", 2),
        ("gain(zero, score)", 0),
        ("gain(one - two, score)", 0),
        ("lose(5, score)", 0),
        ("gain(999, score)", MAX_COUNT),
        ("gain(2, score, by=left_of(you))", 0),
        ("gain(2, score, by=owner(nothing))", 0),
    ],
)
def test_counters_go_from_0_to_the_most(line: str, score: int) -> None:
    assert of(played(line), "Ann")["score"] == score


def test_a_printed_numeral_grows_and_what_is_counted_does_not() -> None:
    game = played("gain(1, score)", rules=["Grow"], counters={"Ann": {"score": 4}})
    assert of(game, "Ann")["score"] == 6


def test_formulas_goals_and_sections_look_at_counters() -> None:
    game = played("gain(one, score, by=left_of(you))", rules=["Greed"])
    assert (game.turn, game.view("Bob").draws, game.table.drawn) == ("Bob", 2, 2)
    assert played("gain(two, score)", rules=["Reward"]).view("Ann").look("Ann").counters[0] == ("score", 0)
    assert (
        played("gain(one, score)", goals=["Rich"], counters={"Ann": {"score": 3}, "Bob": {"score": 3}}).winner == "Ann"
    )
    assert played("gain(one, score)", goals=["Rich"], counters={"Bob": {"score": 3}, "Cy": {"score": 3}}).winner is None


def test_tokens_lie_on_cards_in_play_alone_and_count_in_formulas() -> None:
    game = played("add_tokens(first(keepers(you)), 2)", keepers={"Ann": ["Bank"]})
    assert game.view("Bob").tokens == (("Bank", 2),)
    game = played("add_tokens(first(keepers(left_of(you))), 2)", keepers={"Bob": ["Bank"]})
    assert (game.turn, game.table.drawn) == ("Bob", 3)
    assert played("add_tokens(first(hand(you)), 2)").view("Ann").tokens == ()
    assert (
        played("take_tokens(first(keepers(you)), 5)", keepers={"Ann": ["Bank"]}, tokens={"Bank": 2}).table.tokened == 0
    )


def test_tokens_go_when_their_card_leaves_the_table_even_if_it_comes_back() -> None:
    game = played(
        "to_hand(first(keepers(you)))", 'play(first(hand(you, "Bank")))', keepers={"Ann": ["Bank"]}, tokens={"Bank": 2}
    )
    assert game.view("Ann").look("Ann").keepers == ("Bank",)
    assert game.view("Ann").tokens == ()


def test_on_one_card_more_than_there_is_room_for_no_tokens_are_laid() -> None:
    many = ["Bank", *(f"Milk #{number}" for number in range(2, MAX_TOKENED + 2))]
    tokens = dict.fromkeys(many[1:], 1)
    game = played("add_tokens(first(keepers(you)), 1)", keepers={"Ann": many}, tokens=tokens)
    assert len(game.view("Ann").tokens) == MAX_TOKENED
    assert "Bank" not in dict(game.view("Ann").tokens)


def test_a_notation_holds_them() -> None:
    game = played("gain(1, score)", "add_tokens(first(keepers(you)), 2)", keepers={"Ann": ["Bank"]})
    again = again_from(game)
    assert again.notation() == game.notation()
    assert again.view("Bob").seats == game.view("Bob").seats


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"counters": {"Ann": {"gold": 1}}}, "'gold' is not a counter of test (it has score, lives)"),
        ({"counters": {"Ann": {"score": 1000}}}, "a number from 0 to 999 is needed"),
        ({"counters": {"Eve": {"score": 1}}}, "'Eve' is not a seat"),
        ({"tokens": {"Bank": 1}}, "has to be in play"),
        ({"out": ["Ann"]}, "Ann, whose turn it is"),
        ({"out": "Bob"}, "a list of players is needed"),
    ],
)
def test_a_table_that_cannot_be_is_refused(table: dict[str, Any], says: str) -> None:
    with pytest.raises(cl.errors.NotationError) as raised:
        laid(CARDS.format(body="    gain(1, score)\n    lose(1, lives)\n"), hand={"Ann": ["Test"]}, **table)
    assert says in str(raised.value)
