"""What a seat may see."""

from __future__ import annotations

import dataclasses

import pytest
from tests.random_play import position, random_games

import changeling as cl


def test_a_view_holds_what_lies_open_and_ones_own_hand() -> None:
    game = position(
        hand={"Ann": ["Milk", "Bread"], "Bob": ["Time", "Love"]},
        keepers={"Bob": ["The Sun"]},
        creepers={"Cy": ["War"]},
        rules=["Draw 2", "Hand Limit 2", "Keeper Limit 3", "Inflation"],
        goals=["Toast"],
        discard=["Sleep", "Peace"],
        drawn=3,
    )
    view = game.view("Bob")
    assert (view.seat, view.turn, view.asked) == ("Bob", "Ann", "Ann")
    assert view.hand == ("Time", "Love")
    assert (view.draws, view.plays, view.drawn, view.played, view.inflation) == (3, 2, 3, 0, 1)
    assert (view.hand_limit, view.keeper_limit, view.optional_plays) == (3, 4, 0)
    assert (view.rules, view.goals) == (("Draw 2", "Hand Limit 2", "Keeper Limit 3", "Inflation"), ("Toast",))
    assert view.discard == ("Sleep", "Peace")
    assert view.decision is None
    assert [(seat.name, seat.hand, seat.keepers, seat.creepers) for seat in view.seats] == [
        ("Ann", 2, (), ()),
        ("Bob", 2, ("The Sun",), ()),
        ("Cy", 0, (), ("War",)),
    ]
    assert view.look("Cy").creepers == ("War",)
    assert (view.over, view.winner) == (False, None)
    assert game.view("Ann").decision == game.decision


def test_no_limit_is_none() -> None:
    view = position(hand={"Ann": ["Milk"]}).view("Ann")
    assert (view.hand_limit, view.keeper_limit) == (None, None)


def test_a_view_is_a_value() -> None:
    game = position(hand={"Ann": ["Milk"]})
    view = game.view("Ann")
    assert view == game.view("Ann")
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.pile = 0  # type: ignore[misc]


def test_who_is_no_seat_has_no_view() -> None:
    with pytest.raises(cl.ChangelingError, match="'Zoe' is not a seat; the seats are Ann, Bob, Cy"):
        position(hand={"Ann": ["Milk"]}).view("Zoe")


def test_the_view_at_the_end_says_who_won() -> None:
    view = position(goals=["Toast"], keepers={"Ann": ["Bread", "The Toaster"]}).view("Cy")
    assert (view.over, view.winner, view.asked, view.decision) == (True, "Ann", "", None)


def test_the_card_that_is_being_played_is_public() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"]})
    assert game.view("Bob").playing == ()
    game.answer("play Trade Hands")
    assert game.view("Bob").playing == ("Trade Hands",)


@pytest.mark.parametrize("edition", cl.editions())
def test_hidden_titles_are_nowhere_in_a_view(edition: str) -> None:
    """Whatever the fields are: a card that the seat does not know is not named in what it is shown.

    The seat's own question is left out: a card may have it search the hands and piles for something.
    """
    for game in random_games(edition, 3, 1, 90):
        for place, seat in enumerate(game.seats):
            hidden = {card.title for card in game.deck.cards if not game.table.known[card.id] >> place & 1}
            view = game.view(seat)
            named = set(
                _strings(
                    [
                        getattr(view, field.name)
                        for field in dataclasses.fields(view)
                        if field.name not in ("deck", "decision")
                    ]
                )
            )
            assert not hidden & named


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list | tuple):
        return [text for item in value for text in _strings(item)]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [text for field in dataclasses.fields(value) for text in _strings(getattr(value, field.name))]
    return []
