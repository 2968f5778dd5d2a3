"""Which decks the lean machine may play: those in which what it leaves out is always 0."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of

import changeling as cl
from changeling.decks.shelf import load_deck
from changeling.engine.layout import Sheet, Table
from changeling.engine.lean import LEAN_SHEET, LEAN_TABLE, is_lean
from changeling.engine.sheet_cache import sheet_for


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ('rule "A"\n    plays = all - 1\n', True),
        ('action "A"\n    to_hand(choose(keepers(others)), by=you)\n', True),
        ('action "A"\n    spend_plays(1)\n', True),
        ('keeper "A"\n    counts_as = "B" if your_turn\nkeeper "B"\n', False),
        ('keeper "A"\n    counts_as = keepers(others)\n', False),
        ('surprise "A"\n    your_turn:\n        draw(1)\n    react keeper if hand(you):\n        cancel()\n', False),
        ('action "A"\n    turn_round()\n', False),
    ],
)
def test_a_deck_is_lean_that_has_none_of_the_rarer_words(text: str, lean: bool) -> None:
    deck = deck_of(text)
    assert is_lean(deck, sheet_for(deck)) is lean


def test_editions_of_old_are_lean() -> None:
    assert all(is_lean(deck, sheet_for(deck)) for deck in map(load_deck, ("fluxx-4", "family")))


def test_what_is_left_out_is_a_field_and_0_at_the_beginning() -> None:
    assert {field.name for field in Sheet.fields} >= LEAN_SHEET
    assert {field.name for field in Table.fields} >= LEAN_TABLE
    table = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=1).table
    assert [name for name in LEAN_TABLE if getattr(table, name)] == []
