"""Figures of puzzles: what was hunted in how many games, and which puzzles a bot wins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.puzzles import hunt, regrade, wins
from changeling.bots.greedy import Greedy
from changeling.decks.shelf import load_deck
from changeling.learn.puzzle import read_puzzles, shipped, write_puzzles
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


def test_what_is_graded_anew_stays_as_it_is_and_what_does_not_hold_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = sorted(shipped().values(), key=lambda puzzle: puzzle.nodes)[:3]
    bare = {"turn": "You", "hand": {"You": quick[1].table["hand"]["You"][:1]}}
    file = tmp_path / "some.jsonl"
    write_puzzles(file, {"games": 1}, [replace(quick[0], grade=1 + quick[0].grade % 5), replace(quick[1], table=bare)])
    regrade(file)
    head, found = read_puzzles(file)
    assert head == {"games": 1}
    assert [(one.id, one.grade, one.line) for one in found] == [(quick[0].id, quick[0].grade, quick[0].line)]
    assert f"left out: {quick[1].id}: there is no way to win" in capsys.readouterr().err
