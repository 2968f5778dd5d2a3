"""Printed numerals as they are now."""

from __future__ import annotations

from tests.random_play import laid

from changeling.engine.machine.board.numerals import one_numeral
from changeling.engine.sheet_cache import sheet_for

CARDS = """
rule "More" in numerals
    "All numerals grow."
    inflation = one
rule "Twos Grow"
    "Every 2 is two more."
    inflation[2] = two
goal "G"
    "2"
    wins = count(keepers(you)) >= 2
"""


def test_inflation_adds_to_all_and_a_rule_to_one() -> None:
    game = laid(CARDS, rules=["Twos Grow"])
    d = sheet_for(game.deck)
    assert [one_numeral(d, game.table, number) for number in (1, 2)] == [1, 4]
    game = laid(CARDS, rules=["Twos Grow", "More"])
    assert [one_numeral(d, game.table, number) for number in (1, 2)] == [2, 5]
