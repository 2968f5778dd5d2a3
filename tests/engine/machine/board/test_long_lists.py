"""Having many things at once: each by a card of its own, however many (K-B31)."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of, expect

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import link
from changeling.engine.setup import bare
from changeling.engine.sheet import sheet_of
from changeling.errors import DeckError

NAMES = [f"K{number}" for number in range(12)]
KEEPERS = "".join(f'keeper "{name}"\n' for name in NAMES)
ALL = ", ".join(f'"{name}"' for name in NAMES)
GOAL = f'goal "All"\n    wins = has({ALL})\n'


def holds(deck: Deck, *titles: str) -> bool:
    """Whether a seat with these Keepers has what the Goal asks for."""
    d = sheet_of(deck)
    t = bare(d, 2)
    for title in titles:
        link(t, deck.by_title()[title].id, w.KEEPERS)
    return evaluate(d, t, deck.wins[deck.by_title()["All"].id], 0, w.NONE, w.NONE) != 0


def test_a_long_list_of_names() -> None:
    deck = deck_of(KEEPERS + GOAL)
    assert holds(deck, *NAMES)
    assert not holds(deck, *NAMES[1:])


def test_a_long_list_where_a_card_counts_as_another() -> None:
    deck = deck_of(KEEPERS + 'keeper "Joker"\n    counts_as = "K3"\n' + GOAL)
    assert holds(deck, *NAMES)
    assert holds(deck, "Joker", *(name for name in NAMES if name != "K3"))
    assert not holds(deck, *(name for name in NAMES if name != "K3"))
    assert not holds(deck, "Joker", *NAMES[:3], *NAMES[5:])


def test_a_card_fills_one_place_of_a_long_list() -> None:
    """The Joker is asked for itself, and so cannot be K3 as well."""
    goal = f'goal "All"\n    wins = has({ALL}, "Joker")\n'
    deck = deck_of(KEEPERS + 'keeper "Joker"\n    counts_as = "K3"\n' + goal)
    assert holds(deck, "Joker", *NAMES)
    assert not holds(deck, "Joker", *(name for name in NAMES if name != "K3"))


def test_with_a_mark_there_is_a_bound_and_the_checker_says_it() -> None:
    marks = ", ".join(["food"] * (w.MAX_ITEMS + 1))
    expect(f'marks food\nkeeper "Milk" food x9\ngoal "All"\n    wins = \u25b8has({marks})\n', "at most 8 things, not 9")
    deck = deck_of(f'marks food\nkeeper "Milk" food x9\ngoal "All"\n    wins = has({", ".join(["food"] * 8)})\n')
    milk = [card.title for card in deck.cards if card.name == "Milk"]
    assert holds(deck, *milk[:8])
    assert not holds(deck, *milk[:7])


def test_too_many_cards_that_count_as_another_are_refused_with_a_long_list() -> None:
    jokers = "".join(f'keeper "J{number}"\n    counts_as = "K{number}"\n' for number in range(w.MAX_ITEMS + 1))
    with pytest.raises(DeckError, match="more than 8 cards that count as another"):
        sheet_of(deck_of(KEEPERS + jokers + GOAL))
    sheet_of(deck_of(KEEPERS + jokers + 'goal "All"\n    wins = has("K1", "K2")\n'))
