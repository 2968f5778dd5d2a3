"""What is kept on the device."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from changeling.learn.progress import Progress, load, place, save


def test_lessons_go_forward_only() -> None:
    assert Progress().learned("goal", 2).learned("goal", 1).lessons == {"goal": 2}


def test_a_streak_grows_by_days_in_a_row() -> None:
    progress = Progress().with_puzzle("a", day=date(2026, 2, 27)).with_puzzle("b", day=date(2026, 2, 28))
    assert progress.with_puzzle("c", day=date(2026, 3, 1)).streak == 3
    assert progress.with_puzzle("c", day=date(2026, 3, 2)).streak == 1


def test_the_same_day_and_other_puzzles_leave_the_streak_alone() -> None:
    progress = Progress().with_puzzle("a", day=date(2026, 2, 27))
    assert progress.with_puzzle("a", day=date(2026, 2, 27)) == progress
    assert progress.with_puzzle("b") == Progress({}, ("a", "b"), 1, "2026-02-27")


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    progress = Progress().learned("goal", 2).with_puzzle("a", day=date(2026, 2, 27))
    file = tmp_path / "deep" / "learning.json"
    assert save(progress, file)
    assert load(file) == progress
    assert [path.name for path in file.parent.iterdir()] == ["learning.json"]


@pytest.mark.parametrize("text", ["", "[]", '{"lessons": 3}', '{"lessons": {"a": "b"}, "solved": []}', "[" * 9000])
def test_a_file_that_is_none_of_ours_counts_as_nothing(text: str, tmp_path: Path) -> None:
    file = tmp_path / "learning.json"
    file.write_text(text, encoding="utf-8")
    assert load(file) == Progress()


def test_a_device_that_keeps_nothing_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert not save(Progress(), tmp_path / "file" / "learning.json")
    assert load(tmp_path / "file" / "learning.json") == Progress()


def test_for_a_user_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert not place().exists()
    assert not save(Progress(), place())
    assert load(place()) == Progress()


def test_the_place_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert place() == tmp_path / "changeling" / "learning.json"


def test_a_clock_that_was_put_back_breaks_no_row() -> None:
    two = Progress().with_puzzle("a", day=date(2026, 2, 27)).with_puzzle("b", day=date(2026, 2, 28))
    back = two.with_puzzle("c", day=date(2026, 2, 26))
    assert (back.streak, back.last_day, back.solved) == (2, "2026-02-28", ("a", "b", "c"))
