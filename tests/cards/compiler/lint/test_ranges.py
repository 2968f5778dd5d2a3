"""Between which numbers words lie: never narrower than what the machine can give."""

from __future__ import annotations

import ast

import pytest

from changeling.cards.compiler.lint.ranges import range_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hour", (-1, 23)),
        ("minute", (-1, 59)),
        ("weekday", (-1, 7)),
        ("day", (-1, 31)),
        ("month", (-1, 12)),
        ("roll(six)", (0, 6)),
        ("roll(two, by=p)", (0, 2)),
        ("initial(this)", (0, 26)),
        ("count(hand(you)) % five", (0, 4)),
        ("roll(6)", None),  # the sides grow with numerals
        ("n % 5", None),
        ("n % zero", None),
        ("count(hand(you))", None),
        ("n", None),
    ],
)
def test_between_which_numbers_a_word_lies(text: str, found: tuple[int, int] | None) -> None:
    assert range_of(ast.parse(text, mode="eval").body) == found
