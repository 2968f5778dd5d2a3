"""Grades and hints follow from the way."""

from __future__ import annotations

from changeling.decks.shelf import load_deck
from changeling.learn.grading import difficulty, grade_of, hints

DECK = load_deck("fluxx-4")
LINE = ("play Play 3", "play Chocolate", "play Chocolate Milk")


def test_longer_rarer_and_less_obvious_is_harder() -> None:
    easy = difficulty(length=2, ways=2, options=(3, 3), greedy=True)
    assert difficulty(length=3, ways=2, options=(3, 3, 3), greedy=True) > easy
    assert difficulty(length=2, ways=1, options=(3, 3), greedy=True) > easy
    assert difficulty(length=2, ways=2, options=(5, 3), greedy=True) > easy
    assert difficulty(length=2, ways=2, options=(3, 3), greedy=False) > easy


def test_a_larger_hand_counts_less_than_a_longer_way_or_one_that_looks_wrong() -> None:
    small = difficulty(length=2, ways=1, options=(5, 4), greedy=True)
    large = difficulty(length=2, ways=1, options=(12, 11), greedy=True)
    assert small < large < small + 0.5
    assert difficulty(length=3, ways=1, options=(5, 4, 3), greedy=True) > large
    assert difficulty(length=2, ways=1, options=(5, 4), greedy=False) > large


def test_there_are_five_grades() -> None:
    assert [grade_of(value) for value in (0, 5.2, 6.4, 7.8, 9.6, 99)] == [1, 2, 3, 4, 5, 5]


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
