"""Bounds of the numbers in force, as people are told of them, and what the checker says of them."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of, expect
from tests.random_play import laid

from changeling.cards.codes import ALL, AT_LEAST, AT_MOST, TIMES
from changeling.engine.lean import is_lean
from changeling.engine.machine.rules.bounds import bounded
from changeling.engine.sheet_cache import sheet_for

CARDS = """
keeper "Milk" x20
    "M."

rule "Draw 5" in draw
    "Draw 5."
    draws = 5

rule "Plenty"
    "Twice as many."
    draws *= two

creeper "Shackles"
    "No more than 3."
    draws <= 3

creeper "Head Cold"
    "1 fewer."
    draws -= 1

keeper "Coat"
    "At least 4."
    everyone.draws >= 4
"""


@pytest.mark.parametrize(
    ("number", "bound", "value", "becomes"),
    [
        *((5, AT_MOST, 2, 2), (1, AT_MOST, 2, 1), (ALL, AT_MOST, 2, 2), (ALL + 1, AT_MOST, 2, 2)),
        *((5, AT_LEAST, 2, 5), (1, AT_LEAST, 2, 2), (ALL, AT_LEAST, 2, ALL), (ALL + 1, AT_LEAST, 2, ALL + 1)),
        *((5, TIMES, 2, 10), (0, TIMES, 2, 0), (5, TIMES, 0, 0), (ALL, TIMES, 2, ALL), (999, TIMES, 999, ALL)),
    ],
)
def test_a_number_is_bounded(number: int, bound: int, value: int, becomes: int) -> None:
    assert bounded(number, bound, value) == min(becomes, ALL if bound == TIMES else becomes)


def test_why_a_number_is_what_it_is_says_every_bound_that_bites() -> None:
    game = laid(CARDS, turn="Ann", rules=["Draw 5", "Plenty"], creepers={"Ann": ["Shackles", "Head Cold"]})
    assert str(game.why("draws", "Ann")).startswith(
        "Ann draws 3 cards each turn: Draw 5 says 5; Head Cold takes away 1; Plenty makes it 8; "
        "Shackles makes it at most 3."
    )
    assert "Bob draws 10 cards each turn: Draw 5 says 5; Plenty makes it 10." in str(game.why("draws", "Bob"))


def test_a_bound_that_does_not_bite_is_not_told() -> None:
    game = laid(CARDS, turn="Ann", keepers={"Bob": ["Coat"]}, creepers={"Ann": ["Shackles"]})
    assert "Ann draws 3 cards each turn: Basic Rules says 1; Coat makes it at least 4; Shackles makes it" in str(
        game.why("draws", "Ann")
    )
    assert "Shackles" not in str(game.why("draws", "Cy"))


def test_a_deck_with_bounds_is_not_lean_and_one_without_is() -> None:
    for cards, lean in ((CARDS, False), ('keeper "Milk" x20\n    "M."\n', True)):
        deck = deck_of(cards)
        assert is_lean(deck, sheet_for(deck)) is lean


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'rule "R"\n    ▸draws //= 2\n',
            "sets a number with =, changes it with += -= *= or bounds it with <= or >=",
        ),
        ('rule "R"\n    ▸draws < 2\n', "a comparison does nothing by itself"),
        ('rule "R"\n    start:\n        ▸draws <= 2\n', "'draws' is a formula: it stands in the card's body itself"),
        ('meta "M"\n    ▸basics <= 2\n', "'basics' has no bounds; it is set with = or added to with +="),
        ('rule "R"\n    ▸harmless >= yes\n', "a comparison does nothing by itself"),
        ('rule "R"\n    ▸others.draws <= 2\n', "a rule is for every player already"),
        ('action "A"\n    ▸draws <= 2\n', "cannot set 'draws'; a rule can"),
    ],
)
def test_what_is_no_bound_is_refused(text: str, says: str) -> None:
    expect(text, says)
