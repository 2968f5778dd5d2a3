"""Cards of the cookbook, found by what somebody looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from changeling.decks.card_listing import MOST_RECIPES, words
from changeling.decks.cookbook import cards_about, cookbook_file, recipes, recipes_in

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("asked", "card"),
    [("skip", 'action "Take a Nap"'), ("dice", 'action "Lucky Roll"'), ("shield", 'keeper "The Castle"')],
)
def test_cards_are_found_by_what_they_do(asked: str, card: str) -> None:
    assert f"\n{card}" in words(asked).partition("Cards of the cookbook")[2]


def test_a_card_is_found_by_its_own_words_alone() -> None:
    assert 'action "Turn the Soil"' in words("soil")
    assert [recipe.card for recipe in cards_about("turn soil", ())] == ['action "Turn the Soil" x15']


@pytest.mark.parametrize(
    ("asked", "card"), [("trap", 'keeper "The Mousetrap"'), ("two goals", 'rule "Not by Halves" x2')]
)
def test_what_is_shown_for_it_comes_first(asked: str, card: str) -> None:
    assert words(asked).partition("Cards of the cookbook")[2].splitlines()[2].startswith(card)


def test_only_so_many_are_listed() -> None:
    listed = words("choose").partition("Cards of the cookbook")[2].splitlines()[2:]
    assert len(listed) == MOST_RECIPES + 1
    assert listed[-1].startswith("and ")


def test_the_file_in_the_package_is_made_from_the_pages() -> None:
    written = (ROOT / "src" / "changeling" / "decks" / "cookbook.json").read_text(encoding="utf-8")
    assert written == cookbook_file(ROOT)
    pages = {page.stem for page in (ROOT / "docs" / "how-to").glob("cookbook-*.md")}
    assert {recipe.page for recipe in recipes()} == pages


def test_a_card_that_only_has_a_text_is_no_recipe() -> None:
    page = '# Chance\n```cards title="x.cards"\naction "Do"\n    "x"\n    draw(1)\n\nkeeper "Milk"\n    "x"\n```\n'
    (recipe,) = recipes_in("page", page)
    assert (recipe.shows, recipe.card) == ("Chance", 'action "Do"')
