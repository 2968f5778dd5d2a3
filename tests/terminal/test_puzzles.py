"""Puzzles through the terminal: hints, what is answered to a wrong way, the solution, and what is kept."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from tests.learn.positions import three_plays
from tests.random_play import advance

import changeling as cl
from changeling.cli import main
from changeling.errors import ChangelingError
from changeling.learn import finder
from changeling.learn.finder import Found
from changeling.learn.moment import NoPuzzle
from changeling.learn.progress import Progress, load
from changeling.learn.puzzle import Puzzle, puzzles_in, shipped, write_puzzles
from changeling.learn.search_room import SearchRoom
from changeling.learn.solving import Solving
from changeling.terminal.puzzles import _in_file

PUZZLE = min(shipped().values(), key=lambda puzzle: puzzle.nodes)


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where progress is kept in a test."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "changeling" / "learning.json"


def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: list[str], *lines: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["puzzle", *args]) == 0
    return capsys.readouterr().out


def wrong_answer(puzzle: Puzzle) -> str:
    """An answer to a puzzle that does not win."""
    at = Solving(puzzle)
    assert at.decision is not None
    return next(option.text for option in at.decision.options if at.judge(option) != "on")


def test_a_puzzle_from_a_wrong_way_to_the_win(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    lines = ["undo", "hint", "hint", "help", wrong_answer(PUZZLE), *PUZZLE.line]
    out = typed(monkeypatch, capsys, [PUZZLE.id], *lines)
    assert f"{PUZZLE.title}, grade {PUZZLE.grade} of 5 ({PUZZLE.id})." in out
    assert "There is nothing of yours to take back." in out
    assert f"It takes {PUZZLE.answers_said}." in out
    assert "Turn 1" not in out, "a position is at no turn of a game"
    assert "Begin with: " in out
    assert "solution       show a shortest way" in out
    assert "Not that. " in out
    assert "\nWhy: " in out
    assert "Solved. " in out
    assert load(kept).solved == (PUZZLE.id,)
    assert load(kept).streak == 0
    listed = typed(monkeypatch, capsys, ["--list"])
    assert len(listed.splitlines()) == len(shipped())
    assert f"{PUZZLE.id}  grade {PUZZLE.grade}  solved" in listed


def test_the_solution_is_shown_and_not_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    out = typed(monkeypatch, capsys, [PUZZLE.id], "solution")
    assert f"This is one shortest way ({len(PUZZLE.line)} answers)." in out
    assert load(kept).solved == ()


def test_the_puzzle_of_the_day_counts_days_in_a_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    monkeypatch.setattr("changeling.terminal.puzzles.of_the_day", lambda day: PUZZLE)
    assert "1 day in a row." in typed(monkeypatch, capsys, [], *PUZZLE.line)
    assert load(kept).streak == 1


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system cannot be told another place on earth")
def test_the_puzzle_of_the_day_is_the_same_everywhere_on_earth(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path, elsewhere: None
) -> None:
    asked: list[date] = []

    def noted(day: date) -> Puzzle:
        asked.append(day)
        return PUZZLE

    monkeypatch.setattr("changeling.terminal.puzzles.of_the_day", noted)
    before = datetime.now(UTC).date()
    typed(monkeypatch, capsys, [], *PUZZLE.line)
    assert asked[0] in (before, datetime.now(UTC).date())  # midnight may have passed
    assert load(kept).last_day == asked[0].isoformat()


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A place where it is another day now than in UTC."""
    now = datetime.now(UTC)
    monkeypatch.setenv("TZ", "XXX-14" if now.hour >= 11 else "XXX+12")  # 14 hours ahead, or 12 behind
    time.tzset()
    assert datetime.now().astimezone().date() != now.date()
    yield
    monkeypatch.undo()
    time.tzset()


def test_the_next_of_a_grade_or_a_deck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = typed(monkeypatch, capsys, ["--grade", "3"], "quit")
    assert "grade 3 of 5" in out
    assert "Goodbye. The same puzzle again: changeling puzzle " in out
    assert "Family" in typed(monkeypatch, capsys, ["--deck", "family"], "quit")


def test_what_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "nothing"]) == 2
    assert "there is no puzzle and no file 'nothing'" in capsys.readouterr().err
    assert main(["puzzle", "--grade", "9"]) == 2
    assert "the grades are 1 to 5, the decks " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--list", "--grade", "9"], "there is no such puzzle; the grades are 1 to 5"),
        (["--list", "--deck", "chess"], "there is no such puzzle; the grades are 1 to 5"),
        (["--at", "3"], "--at goes with --make FILE"),
        (["--out", "x.json"], "--out goes with --make FILE"),
    ],
)
def test_what_cannot_be_meant(args: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", *args]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "nosuch" / "x.json"
    assert main(["puzzle", "--make", str(saved(tmp_path)), "--out", str(out)]) == 2
    assert capsys.readouterr().err == f"changeling: --out: {out} cannot be written: No such file or directory\n"
    assert main(["puzzles", "--deck", "family", "--games", "1", "--out", str(out)]) == 2
    assert f"{out} cannot be written: there is no folder" in capsys.readouterr().err


def test_hints_know_where_one_is_and_goodbye_names_the_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "my own.json"
    assert main(["puzzle", "--make", str(saved(tmp_path)), "--out", str(file)]) == 0
    capsys.readouterr()
    out = typed(monkeypatch, capsys, [str(file)], "hint", "hint", "play Play 3", "hint", "hint", "quit")
    assert "It takes 3 answers. Begin with a card of this kind: New Rule." in out
    assert "Begin with: play Play 3." in out
    assert "2 answers are left. Go on with a card of this kind: Keeper." in out
    assert "Go on with: play Chocolate." in out
    assert f"The same puzzle again: changeling puzzle '{file}'" in out


def test_a_longer_way_is_right(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = typed(monkeypatch, capsys, ["d79d4607"], "play Immortal Captain", "solution")
    assert "still certain to win, but that is longer than needed" in out
    assert "Not that" not in out
    assert "This is one shortest way from where you were (" in out


def test_where_one_answer_is_asked_for_the_solution_is_shown_to_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    only = min((one for one in shipped().values() if one.kind == "only"), key=lambda puzzle: puzzle.nodes)
    out = typed(monkeypatch, capsys, [only.id], "hint", "solution")
    assert "One answer is asked for. Begin with" in out
    assert out.count("\n> ") == len(only.line) + 2
    assert "You win with" in out
    assert f"This is one shortest way ({len(only.line)} answers)." in out
    out = typed(monkeypatch, capsys, [only.id], only.line[0])
    assert f"Solved. This is one shortest way ({len(only.line)} answers): {only.line[0]}, " in out


def test_surprises_that_somebody_could_hold_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = typed(monkeypatch, capsys, ["c9737ca5"], "play Baked Goods", "solution")
    assert "\nSurprises not yet seen: Counterspell, Canceled Plans, It's a Trap!\n" in out
    assert "Not that. That wins only if nobody answers it with a Surprise. Canceled Plans could still be" in out
    assert out.index("You win with 5 Keepers!") < out.index("is not certain: Canceled Plans could still be in a hand.")


def test_finding_tells_how_far_it_has_come(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "found.jsonl"
    assert main(["puzzles", "--deck", "family", "--seats", "2", "--games", "1", "--out", str(file)]) == 0
    assert capsys.readouterr().out.startswith("1 games, ")
    assert file.exists()
    assert main(["puzzles", "--deck", "family", "--games", "many", "--out", str(file)]) == 2


def test_finding_can_be_broken_off_and_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, whole = tmp_path / "found.jsonl", tmp_path / "whole.jsonl"
    args = ["puzzles", "--deck", "family", "--seats", "2", "--seed", "7", "--games", "4", "--out"]
    with monkeypatch.context() as patched:
        broken_off_in(patched, games=0)
        assert main([*args, str(file)]) == 130
        assert capsys.readouterr().err == "Stopped: nothing was found yet.\n"
        assert not file.exists()
    with monkeypatch.context() as patched:
        broken_off_in(patched, games=3)
        assert main([*args, str(file)]) == 130
        told = capsys.readouterr()
        assert told.out.startswith("3 games, ")
        assert told.err == f"Stopped: {file} has what was found; the same command goes on with it.\n"
    assert main([*args, str(file)]) == main([*args, str(whole)]) == 0
    assert file.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def broken_off_in(patched: pytest.MonkeyPatch, *, games: int) -> None:
    """Have Ctrl-C typed in the middle of a game, after so many whole ones."""
    searched = finder._wins

    def wins(found: Found, room: SearchRoom) -> Iterator[tuple[cl.Game | None, int]]:
        for win in searched(found, room):
            yield win
            if found.games == games:
                raise KeyboardInterrupt
        if found.games == games:
            raise KeyboardInterrupt

    patched.setattr(finder, "_wins", wins)


# --- puzzles of one's own ---------------------------------------------------------------------------------------------
def saved(folder: Path) -> Path:
    """A saved game that begins with a win of three answers."""
    file = folder / "game.json"
    file.write_text(three_plays().record().to_json(), encoding="utf-8")
    return file


def test_a_moment_of_a_saved_game_becomes_a_file_that_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine.json"
    assert main(["puzzle", "--make", str(saved(tmp_path)), "--out", str(out)]) == 0
    assert f"changeling puzzle {out}" in capsys.readouterr().out
    assert [one.length for one in puzzles_in(out)] == [3]
    assert main(["puzzle", "--make", str(saved(tmp_path)), "--at", "0"]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == 3


def test_looking_through_a_long_game_says_how_far_it_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every moment is looked at once, the last first, and nothing is written beside the puzzle."""
    looked: list[int] = []

    def none_of_them(game: cl.Game) -> Puzzle:
        looked.append(len(game.record().moves))
        raise NoPuzzle("not here")

    monkeypatch.setattr("changeling.terminal.puzzles.puzzle_from", none_of_them)
    game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=3)
    advance(game, 3, most=60)
    file = tmp_path / "long.json"
    file.write_text(game.record().to_json(), encoding="utf-8")
    assert main(["puzzle", "--make", str(file)]) == 2
    moves = len(game.record().moves)
    assert looked == list(range(moves, -1, -1))
    said = capsys.readouterr()
    assert said.out == ""
    assert f"Looked at the last 25 of {moves + 1} moments" in said.err
    assert "no moment of this game makes a puzzle" in said.err


@pytest.mark.parametrize(
    ("text", "said"),
    [("{}", "odd.json: not a record of this program"), (None, "cannot be read")],
)
def test_a_game_that_makes_none(
    text: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert main(["puzzle", "--make", str(file)]) != 0
    assert said in capsys.readouterr().err


def test_of_a_file_what_does_not_hold_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = min(shipped().values(), key=lambda one: one.nodes)
    odd = replace(good, table={"hand": {"You": ["Porridge"]}})
    file = tmp_path / "some.jsonl"
    write_puzzles(file, {}, [odd, good])
    assert _in_file(file, Progress()) == good
    assert "left out" in capsys.readouterr().err
    write_puzzles(file, {}, [odd])
    with pytest.raises(ChangelingError, match="no puzzle in it that holds"):
        _in_file(file, Progress())
