"""A deck laid out as integers: what the machine may take for granted."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of

import changeling as cl
from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.layout import ANY_CARD, MAX_HOOKS
from changeling.engine.packing import packed
from changeling.engine.sheet import sheet_of
from changeling.errors import DeckError

Term = tuple[int, int, int, int, int]


def term(word: v.Word, a: int = 0, b: int = 0, c: int = 0) -> Term:
    return word.term, a, b, c, 0


YOU, ONE, HAS, STATIC = term(v.Terms.you), term(v.Terms.num, 1), term(v.Queries.has), term(v.Terms.static, 2)
CLEAR, VARIABLE, ADD_CARD = term(v.Terms.clear), term(v.Terms.reg, 3), term(v.Terms.add_card)
MINE, THEIRS = term(v.Queries.count, w.KEEPERS, w.YOU_ONLY), term(v.Queries.count, w.KEEPERS, w.OTHERS)


@pytest.mark.parametrize("terms", [[YOU], [ONE], [MINE], [YOU, STATIC], [CLEAR, VARIABLE, ADD_CARD]])
def test_short_expressions_are_packed(terms: list[Term]) -> None:
    assert packed(terms) < w.NONE


@pytest.mark.parametrize(
    "terms",
    [[], [HAS], [ONE, STATIC], [YOU, YOU, STATIC], [STATIC], [ONE, YOU], [CLEAR, YOU, ADD_CARD], [CLEAR], [THEIRS]],
)
def test_other_expressions_are_not(terms: list[Term]) -> None:
    assert packed(terms) == w.NONE


def test_what_a_goal_looks_at_is_what_its_words_look_at() -> None:
    deck = deck_of(
        'keeper "Milk"\nkeeper "Bread"\n'
        'goal "Own"\n    wins = has("Milk")\n'
        'goal "Both"\n    wins = has("Milk") and not anyone_has("Bread")\n'
        'goal "Many"\n    wins = most(keepers)\n'
    )
    d = sheet_of(deck)
    own, both, many = (deck.by_title()[title].id for title in ("Own", "Both", "Many"))
    assert [d.own[card] for card in (own, both, many)] == [1, 0, 0]
    assert d.wins_by[own] != w.NONE
    assert d.wins_by[both] == d.wins_by[many] == w.NONE
    assert d.wins_mask[many] == ANY_CARD
    assert d.wins_mask[own] & ~d.wins_mask[both] == 0
    assert d.wins_mask[own] != d.wins_mask[both] != ANY_CARD


def test_a_formula_is_shared_when_nothing_in_it_asks_who_is_looking() -> None:
    deck = deck_of('rule "A"\n    draws += 1 if holiday\nrule "B"\n    draws += 1 if your_turn\n')
    d = sheet_of(deck)
    shared = [d.statics[d.statics_at[deck.by_title()[title].id] + 1 + 4] for title in ("A", "B")]
    assert shared == [1, 0]


def test_a_deck_with_more_than_there_is_room_for_is_refused() -> None:
    text = "".join(f'keeper "K{number}"\n    when yes:\n        draw(1)\n' for number in range(MAX_HOOKS + 1))
    with pytest.raises(DeckError, match=f"needs {MAX_HOOKS + 1} of 'when_card'"):
        sheet_of(deck_of(text))


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
