"""Puzzles as data: the shipped ones hold, and a file that is none of ours is told apart."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from changeling.decks.shelf import editions, load_deck
from changeling.errors import ScenarioError
from changeling.learn.puzzle import (
    GRADES,
    Puzzle,
    name_of,
    of_the_day,
    puzzles_in,
    read_puzzles,
    search_for,
    shipped,
    write_puzzles,
    wrong_with,
)
from changeling.learn.titles import cards_on
from changeling.learn.win_search import start_of

PUZZLES = list(shipped().values())
QUICK = [puzzle for puzzle in PUZZLES if puzzle.nodes <= 120]  # the others are proved in the soak
SAMPLE = QUICK[:: max(1, len(QUICK) // 10)]


def small() -> Puzzle:
    """The shipped puzzle that is proved soonest."""
    return min(PUZZLES, key=lambda puzzle: puzzle.nodes)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_a_sample_holds(puzzle: Puzzle) -> None:
    assert wrong_with(puzzle) == ""


@pytest.mark.soak
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_each_holds(puzzle: Puzzle) -> None:
    assert wrong_with(puzzle) == ""


def wins_against(puzzle: Puzzle, seed: int) -> bool:
    """Whether following the search wins where unseen cards are dealt anew and the others answer at random."""
    game = puzzle.game().imagine("You", seed=seed)
    chance, turns = Random(seed), game.table.turns
    while not game.over and game.table.turns == turns:
        options = game.decision.options
        if game.decision.seat == "You":
            index = search_for(game).best_answer(start_of(game.table))
            assert index is not None
            game.answer(options[index])
        else:
            game.answer(chance.choice(options))
    return game.winner == "You"


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_a_sample_is_won_whatever_others_hold_and_do(puzzle: Puzzle) -> None:
    assert all(wins_against(puzzle, seed) for seed in range(2))


@pytest.mark.soak
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_each_is_won_whatever_others_hold_and_do(puzzle: Puzzle) -> None:
    assert all(wins_against(puzzle, seed) for seed in range(5))


def test_names_follow_from_positions_and_lines_are_no_single_answer() -> None:
    for puzzle in PUZZLES:
        assert puzzle.id == name_of(puzzle.deck, puzzle.table)
        assert puzzle.length >= 2
        assert puzzle.grade in GRADES
    assert {puzzle.grade for puzzle in PUZZLES} == set(GRADES)


def test_there_are_many_over_all_editions_and_some_mixes_and_none_are_alike() -> None:
    assert len(PUZZLES) >= 400
    decks = Counter(puzzle.deck for puzzle in PUZZLES)
    assert {parts[0] for parts in decks if len(parts) == 1} == set(editions())
    assert sum(len(parts) > 1 for parts in decks) >= 3
    assert min(decks.values()) >= 17
    assert {puzzle.kind for puzzle in PUZZLES} == {"win", "only"}
    assert min(Counter(puzzle.grade for puzzle in PUZZLES).values()) >= 40
    needed = [(one.deck, cards_on(load_deck(list(one.deck)), one.line)) for one in PUZZLES]
    assert len(set(needed)) == len(needed)


def test_no_shipped_puzzle_is_decided_by_one_answer() -> None:
    """What one answer decides, and what has more right answers than it says, is gone."""
    gone = [
        "41921e78",
        "da656fe4",
        "5bbbf6f6",
        "76aa9937",
        "085f5692",
        "18f367a6",
        "5eae8e3b",
        "428a80db",
        "10a8c67b",
        "1fc3f826",
        "5d51864b",
        "e32a00e7",
        "1617091f",
    ]
    assert [name for name in gone if name in shipped()] == []
    assert {one.line for one in PUZZLES if one.id == "4e11e7fd"} == {("play The Crawling Chaos", "play Secret Cultist")}


def test_what_does_not_hold_is_said() -> None:
    puzzle = small()
    assert "ways of" in wrong_with(replace(puzzle, ways=puzzle.ways + 1))
    assert "its line does not win" in wrong_with(replace(puzzle, line=puzzle.line[:-1]))
    assert "is not a card" in wrong_with(replace(puzzle, table={"hand": {"You": ["Porridge"]}}))
    bare = {"turn": "You", "hand": {"You": puzzle.table["hand"]["You"][:1]}}
    assert "there is no way to win" in wrong_with(replace(puzzle, table=bare))


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_another_tomorrow() -> None:
    monday = date(2026, 11, 16)
    assert of_the_day(monday) == of_the_day(monday)
    week = [of_the_day(monday + timedelta(days=day)) for day in range(7)]
    assert [puzzle.grade for puzzle in week] == [1, 2, 3, 4, 5, 5, 5]
    assert len({puzzle.id for puzzle in week}) > 4


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    write_puzzles(file, {"games": 3}, SAMPLE[:2])
    assert read_puzzles(file) == ({"games": 3}, SAMPLE[:2])
    assert [path.name for path in tmp_path.iterdir()] == ["some.jsonl"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("{}\n[1]", "2: keys and values are needed"),
        ("{}\n{", "2: this is not a puzzle in JSON"),
        ("{}\n{}", "2: this is not a puzzle: 'deck'"),
        ('{}\n{"deck":[],"seats":[],"line":[]}', "2: this is not a puzzle: "),
        ("{}\n" + "[" * 70_000, "too long"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as error:
        read_puzzles(file)
    assert said in str(error.value)


def test_a_grade_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    write_puzzles(file, {}, [replace(small(), grade=9)])
    with pytest.raises(ScenarioError, match="its kind, grade, table or seats are wrong"):
        read_puzzles(file)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("title", "\x1b[2J", "control characters"),
        ("line", ["play \u202emilk"], "control characters"),
        ("table", {"hand": {"\x07": []}}, "control characters"),
        ("id", 7, "an id and a title are needed"),
        ("title", " ", "an id and a title are needed"),
        ("title", None, "an id and a title are needed"),
        ("grade", True, "have to be numbers"),
        ("length", "2", "have to be numbers"),
    ],
)
def test_what_a_puzzle_says_of_itself_is_plain_text(key: str, value: object, said: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(json.dumps({**json.loads(str(small())), key: value}), encoding="utf-8")
    with pytest.raises(ScenarioError) as error:
        puzzles_in(file)
    assert said in str(error.value)
