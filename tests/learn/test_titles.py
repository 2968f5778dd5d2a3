"""A title names the theme of a way and what lies in plain sight, tells puzzles apart, and names no card of the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from changeling.decks.shelf import load_deck
from changeling.learn.puzzle import FOLDER, read_puzzles
from changeling.learn.titles import cards_on, kinds_on, named_apart, pattern_of, theme_of, title_of

DECK = load_deck("fluxx-4")
FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize(
    ("line", "theme"),
    [
        (("play Play 3", "play Chocolate", "play Chocolate Milk"), "A long day"),
        (("play Toast", "Dough"), "A change of heart"),
        (("play Toast", "play Dough"), "A change of heart"),
        (("play Toast", "play Bread"), "Made for each other"),
        (("play Bread", "play Toast"), "Made for each other"),
        (("use Death", "play Love"), "Nothing is idle"),
        (("play Steal Something", "Chocolate"), "Sleight of hand"),
        (("Chocolate",), "Well chosen"),
    ],
)
def test_the_theme_is_what_comes_together_in_any_order(line: tuple[str, ...], theme: str) -> None:
    assert theme_of(DECK, line) == theme


def test_kinds_and_cards_of_a_way() -> None:
    assert pattern_of(DECK, ("play Toast", "Bread", "use Death")) == pattern_of(DECK, ("use Taxes", "play Dough"))
    assert kinds_on(DECK, ("use Death", "Chocolate", "play Toast")) == ["use", "goal"]
    assert cards_on(DECK, ("use Death", "Chocolate", "play Toast", "Ann")) == {"Death", "Chocolate", "Toast"}


def test_a_title_names_what_lies_in_sight_and_not_on_the_way() -> None:
    line = ("play Toast", "play Bread")
    table = {"goals": ["Toast", "Dough"], "rules": ["Draw 3"], "keepers": {"You": ["The Toaster"], "Ada": ["Milk"]}}
    assert title_of(DECK, line, table) == "Made for each other · Dough"
    assert title_of(DECK, line, {"rules": ["Draw 3"], "hand": {"You": ["Milk"]}}) == "Made for each other · Draw 3"
    assert title_of(DECK, line, {"keepers": table["keepers"]}) == "Made for each other · Milk"
    assert title_of(DECK, line, {}) == "Made for each other"


def test_puzzles_that_look_alike_are_called_apart_and_the_first_keeps_its_name() -> None:
    one = next(puzzle for puzzle in read_puzzles(FOLDER / "fluxx-4.jsonl")[1] if puzzle.table.get("goals"))
    bare = replace(one, table={})
    titles = [puzzle.title for puzzle in named_apart(DECK, [one, one, bare, bare])]
    assert titles[0] == title_of(DECK, one.line, one.table)
    assert len(set(titles)) == 4
    assert titles[2:] == [theme_of(DECK, one.line), f"{theme_of(DECK, one.line)} 2"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_two_shipped_puzzles_of_a_deck_are_called_alike_and_none_gives_its_way_away(file: object) -> None:
    _, puzzles = read_puzzles(FOLDER / str(file))
    deck = load_deck(list(puzzles[0].deck))
    assert named_apart(deck, puzzles) == puzzles
    assert len({puzzle.title for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        told = puzzle.title.partition(" · ")[2].split(", ")
        assert not cards_on(deck, puzzle.line) & set(told)


def test_no_title_speaks_of_an_order_or_of_what_is_to_be_done() -> None:
    titles = {puzzle.title for file in FILES for puzzle in read_puzzles(file)[1]}
    told = ("first", "then", "give up", "favour", "twice", "aim", "rules")
    assert not [title for title in titles if any(word in title.partition(" · ")[0].casefold() for word in told)]
