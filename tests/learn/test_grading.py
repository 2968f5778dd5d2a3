"""Grades, titles and hints follow from the way."""

from __future__ import annotations

import pytest

from changeling.decks.shelf import load_deck
from changeling.learn.grading import cards_on, difficulty, grade_of, hints, kinds_on, title_of

DECK = load_deck("fluxx-4")
LINE = ("play Play 3", "play Chocolate", "play Chocolate Milk")


def test_longer_rarer_and_less_obvious_is_harder() -> None:
    easy = difficulty(length=2, ways=2, options=(3, 3), greedy=True)
    assert difficulty(length=3, ways=2, options=(3, 3, 3), greedy=True) > easy
    assert difficulty(length=2, ways=1, options=(3, 3), greedy=True) > easy
    assert difficulty(length=2, ways=2, options=(5, 3), greedy=True) > easy
    assert difficulty(length=2, ways=2, options=(3, 3), greedy=False) > easy


def test_there_are_five_grades() -> None:
    assert [grade_of(value) for value in (0, 4.3, 5.6, 7.3, 9, 99)] == [1, 2, 3, 4, 5, 5]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        (LINE, "Room for one more"),
        (("play Toast", "Dough"), "Which aim to give up"),
        (("play Toast", "play Dough"), "Aim twice"),
        (("play Toast", "play Bread"), "Aim first"),
        (("play Bread", "play Toast"), "Bring them together"),
        (("use Death", "play Love"), "Free of charge"),
        (("play Steal Something", "Chocolate"), "Sleight of hand"),
    ],
)
def test_a_title_comes_from_what_is_done_before_the_last_card(line: tuple[str, ...], title: str) -> None:
    assert title_of(DECK, line) == title


def test_kinds_and_cards_of_a_way() -> None:
    assert kinds_on(DECK, ("use Death", "Chocolate", "play Toast")) == ["use", "goal"]
    assert cards_on(DECK, ("use Death", "Chocolate", "play Toast", "Ann")) == {"Death", "Chocolate", "Toast"}


def test_the_second_hint_says_more_than_the_first() -> None:
    assert hints(LINE[0], 3, DECK, begun=False) == (
        "It takes 3 answers. Begin with a card of this kind: New Rule.",
        "Begin with: play Play 3.",
    )
    assert hints("use Death", 2, DECK, begun=True) == (
        "2 answers are left. Go on with something that is free.",
        "Go on with: use Death.",
    )
    assert hints("Chocolate", 1, DECK, begun=True) == ("1 answer is left.", "Go on with: Chocolate.")
    assert hints("done", 0, DECK, begun=True)[0] == "There is nothing more to choose."
