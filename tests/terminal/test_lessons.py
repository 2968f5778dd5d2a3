"""Lessons through the terminal: what is answered, taken back and kept."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from changeling.cli import main
from changeling.learn.progress import load


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where progress is kept in a test."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "changeling" / "learning.json"


def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str, args: str = "") -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["learn", *args.split()]) == 0
    return capsys.readouterr().out


def test_a_lesson_from_a_slip_to_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    out = typed(monkeypatch, capsys, "play Draw 3", "play Milk", "undo", "trash", "moon", "play Cookies", "", "quit")
    assert "Not quite. Draw 3 is a New Rule." in out
    assert "Why: You draw 3 cards each turn: Draw 3 says 3. [Draw 3, RULE-2]" in out
    assert "There is nothing of yours to take back." in out
    assert out.count("That is taken back.") == 2
    assert out.count("Well done.") == 2
    assert "Lesson 2 of 12: A Goal." in out
    assert load(kept).lessons == {"first-keeper": 2}


def test_it_goes_on_where_it_was_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, capsys, "play Milk", "play Cookies")
    assert "Lesson 2 of 12" in typed(monkeypatch, capsys, "quit")
    assert " 1. done The first Keeper." in typed(monkeypatch, capsys, args="--list")


def test_a_lesson_by_name_with_why_help_and_skip(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = typed(monkeypatch, capsys, "why", "help", "nonsense", "skip", "steal", "radio", args="why")
    assert "Lesson 12 of 12: Reading why." in out
    assert "in front of" in out
    assert "skip           on to the next step" in out
    assert "Sorry: 'nonsense' is not an option" in out
    assert "Left out." in out
    assert "That was the last lesson." in out


def test_an_answer_can_be_taken_back(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = typed(monkeypatch, capsys, "play Play 3", "undo", "play Play 3", "choc", "", "", "quit", args="3")
    assert "Taken back." in out
    assert "'choc' could be" in out


def test_a_lesson_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "13"]) == 2
    assert "the lessons are 1 to 12: first-keeper, goal" in capsys.readouterr().err


def test_files_of_ones_own_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "own.yaml"
    step = "says: A, task: B, well: C, deck: fluxx-4, seats: [You, Ann], table: {turn: You, hand: {You: [Milk]}}"
    aim = "aim: {keepers: {You: [Milk]}}"
    good.write_text(
        f"lesson: Own\nabout: Mine.\nsteps: [{{{step}, play: [{{You: play Milk}}], {aim}}}]", encoding="utf-8"
    )
    assert main(["learn", "--check", str(good)]) == 0
    bad = tmp_path / "bad.yaml"
    bad.write_text(good.read_text(encoding="utf-8").replace("{You: [Milk]}}}]", "{You: [Bread]}}}]"), encoding="utf-8")
    assert main(["learn", "--check", str(good), str(bad)]) == 1
    out = capsys.readouterr().out
    assert "1 passed, 1 failed" in out
    assert "FAIL Own, step 1: the intended way does not reach the aim" in out
