"""Marks are shown as the cards write them."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of
from tests.random_play import position

from changeling.engine.seen.marks import mark_in_words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Nothing.", "Iron Crew"),
        ("Of the Iron crew. An Iron crew card.", "Iron crew"),
        ("The iron crew.", "iron crew"),
        ("All iron crews.", "iron crew"),
    ],
)
def test_a_mark_is_written_as_in_the_texts_of_the_deck(text: str, shown: str) -> None:
    deck = deck_of(f'marks iron_crew\nkeeper "Smith" iron_crew\n    "{text}"\n')
    assert mark_in_words(deck, deck.marks.index("iron_crew")) == shown


def test_what_a_goal_lacks_names_the_mark_as_its_cards_do() -> None:
    game = position("fluxx-4", hand={"Ann": ["Milk"]})
    assert mark_in_words(game.deck, game.deck.marks.index("food")) == "food"
    crew = position("dice-camera-action", hand={"Ann": []})
    assert mark_in_words(crew.deck, crew.deck.marks.index("waffle_crew")) == "Waffle Crew"
