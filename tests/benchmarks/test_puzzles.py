"""Figures of puzzles: what was hunted in how many games, and which puzzles a bot wins."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.puzzles import hunt, regrade, solve, wins
from changeling.bots import Bot
from changeling.bots.greedy import Greedy
from changeling.decks.shelf import load_deck
from changeling.learn.puzzle import GRADES, read_puzzles, shipped, write_puzzles
from changeling.learn.search_room import interpreted_room
from changeling.play import bot_factory


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


def test_a_bot_thinks_by_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = []

    def bot(_name: str, seed: int, *, wait: bool, clock: Callable[[], float] = time.monotonic) -> Bot:
        assert wait
        clocks.append(clock)
        return Greedy(seed)

    monkeypatch.setattr(bot_factory, "bot", bot)
    rows = list(solve("search:200ms", 1))
    assert [row.split(" | ")[0] for row in rows] == [f"| {grade}" for grade in GRADES]
    assert clocks == [time.process_time] * len(GRADES)


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
