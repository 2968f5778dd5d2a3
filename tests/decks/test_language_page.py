"""The page of the card language says all of it, and is current."""

import runpy
from functools import lru_cache
from pathlib import Path

import pytest

from changeling.cards import vocabulary as v
from changeling.cards.language.source import MAX_LINE
from changeling.decks.language_page import language_page

ROOT = Path(__file__).parents[2]
WORDS = [word for group in v.GROUPS for word in group.words.values()]


@lru_cache(maxsize=1)
def page() -> str:
    """Made by the first test that asks: each process imports this file, and one runs its tests."""
    return language_page()


def test_the_page_in_the_repository_is_current() -> None:
    assert (ROOT / "docs" / "reference" / "language.md").read_text(encoding="utf-8") == page(), "run `make docs`"


def test_the_page_is_among_those_that_are_made() -> None:
    pages = runpy.run_path(str(ROOT / "docs" / "generate.py"))["PAGES"]
    assert pages["reference/language.md"]() == page()


@pytest.mark.parametrize(
    "word", [word for word in WORDS if not word.inner], ids=lambda word: f"{word.group}-{word.name}"
)
def test_every_word_is_there_with_an_example(word: v.Word) -> None:
    _, found, entry = page().partition(f"### `{word.name}`\n\n`{word.signature}`  \n{word.doc}")
    assert found
    assert "Example: `" in entry.partition("\n##")[0]


def test_words_of_the_shared_programs_are_not() -> None:
    for word in WORDS:
        if word.inner:
            assert f"`{word.signature}`" not in page()


def test_bounds_are_those_of_the_reader() -> None:
    assert f"| characters in a line | {MAX_LINE} |" in page()
