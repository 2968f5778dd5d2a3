"""A deck as the machine reads it: chains through cards of one name, numbers for words, and no more than fits."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.sheet import sheet_of

CARDS = """
marks doom anti_doom

keeper "Milk" x3
    "M."

keeper "Cream"
    "Counts as Milk."
    counts_as = "Milk"

keeper "Candle" anti_doom
    "C."

creeper "Imp" doom doom
    "I."
"""


def ids(deck: cl.Deck, name: str) -> list[int]:
    return [card.id for card in deck.cards if card.name == name]


def test_copies_of_a_card_are_found_one_after_another() -> None:
    deck = deck_of(CARDS)
    d = sheet_of(deck)
    for name in ("Milk", "Imp"):
        found, card = [], d.first[d.name[ids(deck, name)[0]]]
        while card != w.NONE:
            found.append(card)
            card = d.twin[card]
        assert found == ids(deck, name)


def test_a_card_that_counts_as_another_is_found_by_that_name() -> None:
    deck = deck_of(CARDS)
    d = sheet_of(deck)
    milk = d.name[ids(deck, "Milk")[0]]
    assert d.stand_in[milk] == ids(deck, "Cream")[0]
    assert d.alias[ids(deck, "Cream")[0]] == milk
    assert (d.aliases, sheet_of(cl.load_deck("family")).aliases) == (1, 0)


def test_doom_is_what_the_icons_add_up_to() -> None:
    deck = deck_of(CARDS)
    d = sheet_of(deck)
    assert [d.doom[ids(deck, name)[0]] for name in ("Imp", "Candle", "Milk")] == [2, -1, 0]


@pytest.mark.parametrize("edition", cl.editions())
def test_every_card_has_its_kind(edition: str) -> None:
    deck = cl.load_deck(edition)
    d = sheet_of(deck)
    assert d.cards == len(deck.cards)
    assert [w.KINDS[kind] for kind in d.kind] == [card.kind for card in deck.cards]


def test_a_deck_larger_than_a_table_is_refused() -> None:
    many = "".join(f'keeper "Stone {number}" x99\n    "S."\n' for number in range(6))
    with pytest.raises(cl.ChangelingError, match="a table holds at most 512"):
        sheet_of(deck_of(many))
