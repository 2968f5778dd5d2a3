"""The cards in front of players that a Goal is met by, whatever its condition is made of."""

from __future__ import annotations

import pytest
from tests.random_play import laid

MARKED = """marks food ranked
keeper "Milk" food
    "Milk."
keeper "Bread" food
    "Bread."
keeper "Love"
    "Love."
keeper "One" ranked rank 1
    "One."
keeper "Two" ranked rank 2
    "Two."
keeper "Nine" ranked rank 9
    "Nine."
creeper "War"
    "War."
    stops = nobody
action "Wave"
    "Wave."
    draw(1)
"""


@pytest.mark.parametrize(
    ("wins", "counted"),
    [
        ('has("Love") and count(keepers(you, food)) >= 1', "Love, Milk, Bread"),
        ('has("Love", food)', "Love, Milk"),
        ("count(keepers(you)) >= 5", "Milk, Bread, Love, One, Two"),
        ('has("Love") and count(keepers(you)) <= 5', "Love"),
        ("count(keepers(you)) > count(keepers(others))", "Milk, Bread, Love, One, Two"),
        ("not (count(keepers(you, food)) < 2)", "Milk, Bread"),
        ("most(keepers, food)", "Milk, Bread"),
        ("total(keepers(you), rank) == 3", "One, Two"),
        ("consecutive(keepers(you, ranked))", "One, Two"),
        ("count(c for c in keepers(you) if rank(c) == two) >= 1", "Two"),
        ("keepers(you, food)", "Milk, Bread"),
        ('anyone_has("Nine") and has("Love")', "Nine, Love"),
        ('has("Love") and not anyone_has("War")', "Love"),
        ('has("Love") and count(creepers(everyone)) == 0', "Love"),
        ('has("War") or has("Two")', "Two"),
        ('has("Love") and hand(you, action)', "Love"),
        ("hand(you, action)", ""),
        ("your_turn", ""),
    ],
)
def test_the_cards_that_a_goal_was_met_by(wins: str, counted: str) -> None:
    text = f'{MARKED}goal "G"\n    "Win."\n    wins = {wins}\n'
    front = {"Ann": ["Milk", "Bread", "Love", "One", "Two"], "Bob": ["Nine"]}
    game = laid(text, hand={"Ann": ["Wave", "G"]}, keepers=front)
    table = game.table.copy()
    game.answer("play G")
    ending = game.ending
    assert ending is not None
    assert (ending.how, ", ".join(ending.counted)) == ("goal", counted)
    assert game.table.head[:] != table.head[:], "the Goal was played"
    before = [list(game.table.head), list(game.table.next), list(game.table.prev), list(game.table.size)]
    assert game.ending == ending
    assert before == [list(game.table.head), list(game.table.next), list(game.table.prev), list(game.table.size)]
