"""What somebody looks for in words of their own, set beside what is said."""

from __future__ import annotations

import pytest

from changeling.decks.wishes import CLOSEST, closest, terms

SAID = {
    "take": ("take steal", "a keeper comes in front of you"),
    "look": ("look peek", "you see these cards of a hand"),
    "hand": ("hand", "the cards in a hand"),
    "draw": ("draw", "cards go into the hand"),
}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("until my next turn", ("next", "turn")),
        ("I can't win", ("cannot", "win")),
        ("it can\u2019t win", ("cannot", "win")),
        ("stealing keepers", ("steal", "keeper")),
        ("passes, passed; passing", ("pass",)),
        ("my own", ("my", "own")),
        ("", ()),
    ],
)
def test_the_words_that_carry_a_meaning_are_left(text: str, meant: tuple[str, ...]) -> None:
    assert terms(text) == meant


@pytest.mark.parametrize(
    ("asked", "first"), [("look at hands", "look"), ("steal a keeper", "take"), ("peeking somewhere", "look")]
)
def test_the_closest_comes_first(asked: str, first: str) -> None:
    assert closest(asked, SAID)[0] == first


@pytest.mark.parametrize("asked", ["", "zebra", "zebra crossing steal"])
def test_what_has_less_than_half_of_it_is_not_told(asked: str) -> None:
    assert closest(asked, SAID) == []


def test_only_so_many_are_told() -> None:
    assert len(closest("card", dict.fromkeys(range(20), ("", "a card")))) == CLOSEST
