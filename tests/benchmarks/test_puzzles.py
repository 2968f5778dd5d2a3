"""Figures of puzzles: what was hunted in how many games, and which puzzles a bot wins."""

from __future__ import annotations

from benchmarks.puzzles import hunt, wins
from changeling.bots.greedy import Greedy
from changeling.decks.shelf import load_deck
from changeling.learn.puzzle import shipped
from changeling.learn.search_room import interpreted_room


def test_a_row_says_what_was_searched() -> None:
    row = hunt("family", 1, interpreted_room(load_deck("family"))).split(" | ")
    assert row[0] == "| family"
    assert row[1] == "1"
    assert int(row[2]) > 0
    assert int(row[3].replace(",", "")) >= int(row[2])
    assert row[-1].endswith(" ms |")


def test_a_bot_wins_what_it_is_said_to_win() -> None:
    quick = sorted(shipped().values(), key=lambda puzzle: puzzle.nodes)
    for found in (True, False):
        puzzle = next(one for one in quick if one.greedy == found and one.kind == "win")
        assert wins(Greedy(1), puzzle) == found
