"""Puzzles are graded as they are made today, and no sort of them is kept too often."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from changeling.errors import ChangelingError
from changeling.learn.choosing import chosen, regraded, sort_of
from changeling.learn.puzzle import Puzzle, shipped

PUZZLES = list(shipped().values())
QUICK = sorted(PUZZLES, key=lambda puzzle: puzzle.nodes)


@pytest.mark.parametrize("puzzle", QUICK[:4], ids=lambda puzzle: puzzle.id)
def test_a_shipped_puzzle_is_what_it_would_be_today(puzzle: Puzzle) -> None:
    assert replace(regraded(puzzle), title=puzzle.title) == puzzle


def test_what_does_not_hold_is_not_graded() -> None:
    with pytest.raises(ChangelingError, match="there is no way to win"):
        regraded(replace(QUICK[0], table={"turn": "You", "hand": {"You": ["Milk"]}}, deck=("fluxx-4",)))


def test_the_sort_of_which_there_are_most_is_thinned_out_first() -> None:
    one, other = PUZZLES[0], next(puzzle for puzzle in PUZZLES if sort_of(puzzle) != sort_of(PUZZLES[0]))
    many = [replace(one, id=f"a{number}", greedy=number != 2) for number in range(4)]
    kept = chosen([*many, other], 3)
    assert [puzzle.id for puzzle in kept] == ["a2", "a3", other.id]
    assert chosen([*many, other], 0, of_a_deck=9) == [*many, other]


def test_no_sort_is_shipped_often() -> None:
    assert max(Counter(map(sort_of, PUZZLES)).values()) <= 6
    only = [puzzle for puzzle in PUZZLES if puzzle.kind == "only"]
    assert sum("play Play " in puzzle.line[0] or "fold Play" in puzzle.line[0] for puzzle in only) <= 5
    assert len(only) >= 20


def test_grades_are_about_as_many_and_greedy_finds_few_of_the_last() -> None:
    grades = Counter(puzzle.grade for puzzle in PUZZLES)
    assert max(grades.values()) - min(grades.values()) <= 20
    easy = Counter(puzzle.grade for puzzle in PUZZLES if puzzle.greedy)
    assert easy[1] > easy[3] > easy[4] > easy[5]
    assert easy[5] * 2 < grades[5]
