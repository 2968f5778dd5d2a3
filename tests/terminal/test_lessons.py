"""Lessons through the terminal: what is answered, taken back and kept."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import changeling as cl
from changeling.cli import _parser, main
from changeling.engine.seen.questions.decision import Option
from changeling.errors import EngineFault
from changeling.learn.attempt import Attempt
from changeling.learn.lesson import FOLDER, lessons
from changeling.learn.progress import load
from changeling.terminal.start import play


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


@pytest.mark.parametrize("number", [1, 2])
def test_a_lesson_that_is_broken_is_named(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = lessons()[0]
    text = (FOLDER / "01-first-keeper.yaml").read_text(encoding="utf-8")
    parts = text.split("\n  - says: ")
    parts[number] = parts[number].replace("hand: {You: [", "hand: {You: [Porridge, ", 1)
    (tmp_path / "01-first-keeper.yaml").write_text("\n  - says: ".join(parts), encoding="utf-8")
    monkeypatch.setattr("changeling.terminal.lessons.lessons", lambda: lessons(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("play Milk\n"))
    assert len(parts) == len(first.steps) + 1
    assert main(["learn"]) == 2
    error = capsys.readouterr().err
    assert f"changeling: lesson {first.title}, step {number}: hand of You: 'Porridge' is not a card" in error


def test_a_lesson_that_breaks_while_it_is_played_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fault(attempt: Attempt, option: Option) -> str:
        raise EngineFault("Milk went wrong", backtrace="here")

    monkeypatch.setattr(Attempt, "answer", fault)
    monkeypatch.setattr("sys.stdin", io.StringIO("play Milk\n"))
    assert main(["learn"]) == 2
    assert "changeling: lesson The first Keeper, step 1: Milk went wrong" in capsys.readouterr().err


# --- who is told of them ----------------------------------------------------------------------------------------------
OFFER = "`changeling learn` has short lessons"


class Terminal(io.StringIO):
    """A person's keyboard, with nothing typed."""

    def isatty(self) -> bool:
        return True


def begun(source: io.StringIO, *args: str) -> str:
    """What is said where a game is begun and left at once."""
    out = io.StringIO()
    parsed = _parser().parse_args(["play", "--plain", "--seed", "1", *args])
    play(parsed, source=source, out=out)
    return out.getvalue()


def test_lessons_are_offered_once_on_a_device(kept: Path) -> None:
    assert begun(Terminal()).count(OFFER) == 1
    assert kept.exists(), "that it was said is kept"
    assert OFFER not in begun(Terminal())
    kept.unlink()
    assert OFFER in begun(Terminal()), "as on another device"


def test_lessons_are_not_offered_to_whoever_has_begun_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    typed(monkeypatch, capsys, "play Milk", "quit")
    done = load(kept)
    assert done.lessons
    assert OFFER not in begun(Terminal())
    assert load(kept) == done


def test_lessons_are_offered_neither_to_a_program_nor_in_a_saved_game(kept: Path, tmp_path: Path) -> None:
    assert OFFER not in begun(io.StringIO())
    file = tmp_path / "game.json"
    file.write_text(cl.Game("fluxx-4", seats=["You", "Ann"], seed=1).record().to_json(), encoding="utf-8")
    assert OFFER not in begun(Terminal(), "--resume", str(file))
    assert not kept.exists(), "whoever begins a game is told then"


def test_lessons_are_not_offered_where_nothing_can_be_kept(kept: Path) -> None:
    kept.parent.write_text("in the way", encoding="utf-8")
    assert OFFER not in begun(Terminal())
