"""Decks without the rarer words are played by the lean machine, for which some fields of the table are always 0."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.cards.cookbook import cards_on
from tests.cards.legal import Author
from tests.cards.writing import deck_of, problems_of
from tests.effort import tries
from tests.random_play import play_on

import changeling as cl
from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck, published
from changeling.engine.layout import Table
from changeling.engine.lean import LEAN_SHEET, LEAN_TABLE, is_lean
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.lab.games.start_tables import names_of

COOKBOOK = sorted((Path(__file__).parents[2] / "docs" / "how-to").glob("cookbook*.md"))
KEEPERS = 'keeper "Milk" x30\n    "One."\n'


def lean(deck: Deck) -> bool:
    return is_lean(deck, sheet_for(deck))


def check(deck: Deck, seed: int) -> None:
    """Where a deck is called lean, nothing that the lean machine leaves out happens in a game of it."""
    if lean(deck):
        for game in play_on(cl.Game(deck, seats=names_of(2 + seed % 5), seed=seed), seed, most=150):
            assert not {name for name in LEAN_TABLE if getattr(game.table, name)}


def test_the_fields_are_those_of_the_machine() -> None:
    assert {field.name for field in Sheet.fields} > LEAN_SHEET
    assert {field.name for field in Table.fields} > LEAN_TABLE


def test_five_editions_and_their_mix_are_lean() -> None:
    assert all(lean(load_deck(edition)) for edition in (*published(), "+".join(published())))
    assert not lean(load_deck("changeling-court"))


@pytest.mark.parametrize(
    ("text", "still_lean"),
    [
        ('rule "A"\n    plays = all - 1\n', True),
        ('action "A"\n    to_hand(choose(keepers(others)), by=you)\n', True),
        ('action "A"\n    spend_plays(1)\n', True),
        ('action "A"\n    use(choose(keepers(others)))\n', True),
        ('rule "A"\n    once if keepers(you):\n        seal(choose(keepers(you)), this)\n', True),
        ('rule "A"\n    draws += 1 if is_a(top_discard, keeper)\n', True),
        ('keeper "A"\n    instead of played action:\n        draw(1)\n', False),
        ('keeper "A"\n    instead of shed:\n        draw(1)\n', False),
        ('rule "A"\n    must_play = hand(you, keeper)\n', False),
        ('meta "A"\n    deals = 5\n', False),
        ('keeper "A"\n    counts_as = "B" if your_turn\nkeeper "B"\n', False),
        ('keeper "A"\n    counts_as = keepers(others)\n', False),
        ('surprise "A"\n    your_turn:\n        draw(1)\n    react keeper if hand(you):\n        cancel()\n', False),
        ('action "A"\n    turn_round()\n', False),
        ('action "A"\n    go_next(left_of(you))\n', False),
        ('action "A"\n    eliminate(left_of(you))\n', False),
        ('action "A"\n    add_tokens(choose(keepers(you)), 1)\n', False),
        ('action "A"\n    lasts = turn\n    draws += 1\n', False),
    ],
)
def test_a_deck_is_lean_that_has_none_of_the_rarer_words(text: str, still_lean: bool) -> None:
    assert lean(deck_of(KEEPERS + text)) is still_lean


@pytest.mark.parametrize("edition", published())
def test_what_is_left_out_does_not_happen_in_lean_editions(edition: str) -> None:
    for seed in range(6):
        check(load_deck(edition), seed)


@pytest.mark.parametrize("page", COOKBOOK, ids=lambda page: page.stem)
def test_what_is_left_out_does_not_happen_in_lean_decks_of_the_cookbook(page: Path, tmp_path: Path) -> None:
    for seed, file in enumerate(cards_on(page, tmp_path)):
        check(load_deck(["fluxx-4", file]), seed)


def test_what_is_left_out_does_not_happen_in_lean_decks_of_random_cards() -> None:
    found = Counter[bool]()
    for seed in tries(70):
        cards = Author(seed // 5).deck().split("\n\n")
        text = KEEPERS + "\n\n" + "\n\n".join(Random(seed).sample(cards, 2))
        if not problems_of(text):
            deck = deck_of(text)
            found[lean(deck)] += 1
            check(deck, seed)
    assert found[True] > 10
    assert found[False] > 10
