"""The goal table: which cards each Goal asks for."""

from __future__ import annotations

import changeling as cl
from changeling.bots.goal_table import ROW_OF, ROWS, WANTED_BY, goal_table_for
from changeling.cards.codes import NONE


def id_of(deck: cl.Deck, title: str) -> int:
    card = deck.card(title)
    assert card is not None
    return card.id


def row_of(deck: cl.Deck, title: str) -> list[list[list[str]]]:
    """The ways to meet a Goal: for each thing that it asks for, the titles of the cards that would do."""
    table = goal_table_for(deck)
    at = table[ROW_OF + id_of(deck, title)]
    assert at >= ROWS
    ways, at = table[at], at + 1
    found = []
    for _ in range(ways):
        things, at = table[at], at + 1
        way = []
        for _ in range(things):
            way.append([deck.cards[card].title for card in table[at + 1 : at + 1 + table[at]]])
            at += 1 + table[at]
        found.append(way)
    return found


def test_a_goal_that_names_two_keepers_asks_for_both() -> None:
    assert row_of(cl.load_deck("fluxx-4"), "Milk and Cookies") == [[["Milk"], ["Cookies"]]]


def test_a_goal_that_only_counts_asks_for_no_card() -> None:
    assert row_of(cl.load_deck("fluxx-4"), "10 Cards in Hand") == []


def test_a_card_that_is_no_goal_has_no_row() -> None:
    deck = cl.load_deck("fluxx-4")
    assert goal_table_for(deck)[ROW_OF + id_of(deck, "Milk")] == NONE


def test_a_keeper_is_wanted_by_each_goal_that_asks_for_it() -> None:
    deck = cl.load_deck("fluxx-4")
    goals = [card.title for card in deck.cards if card.kind == "goal"]
    asking = sum(any(["Milk"] in way for way in row_of(deck, goal)) for goal in goals)
    assert asking >= 2
    assert goal_table_for(deck)[WANTED_BY + id_of(deck, "Milk")] == asking


def test_every_edition_has_a_row_for_each_goal_with_a_condition() -> None:
    for name in cl.editions():
        deck = cl.load_deck(name)
        rows = [card for card in deck.cards if goal_table_for(deck)[ROW_OF + card.id] != NONE]
        assert rows == [card for card in deck.cards if card.kind == "goal" and deck.wins[card.id] != NONE]
