"""The finder: the same games give the same puzzles, however often it is stopped."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.learn.positions import at, three_plays

from changeling.errors import ChangelingError
from changeling.learn.finder import Found, find
from changeling.learn.moment import greedy_wins, position_at
from changeling.learn.puzzle import read_puzzles, write_puzzles, wrong_with

START = Found("family", 2, 7)


def quiet(found: Found, puzzles: int) -> None:
    """Nobody listens."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of six games."""
    file = tmp_path_factory.mktemp("puzzles") / "all.jsonl"
    find(START, 6, file, tell=quiet)
    return file


def test_what_is_found_holds(found: Path) -> None:
    head, puzzles = read_puzzles(found)
    assert head["games"] == 6
    assert head["turns"] > head["wins"] >= head["trivial"] + head["alike"] + len(puzzles) > 0
    assert puzzles
    assert [wrong_with(puzzle) for puzzle in puzzles] == [""] * len(puzzles)


def test_it_can_be_stopped_and_gone_on_with(found: Path, tmp_path: Path) -> None:
    file = tmp_path / "parts.jsonl"
    told: list[int] = []
    for games in (2, 6):
        find(START, games, file, tell=lambda found, puzzles: told.append(found.games))
    assert file.read_text(encoding="utf-8") == found.read_text(encoding="utf-8")
    assert told == [2, 5, 6]


def test_what_one_answer_decides_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start, kept, more = Found("family", 2, 103), tmp_path / "kept.jsonl", tmp_path / "more.jsonl"
    find(start, 1, kept, tell=quiet)
    monkeypatch.setattr("changeling.learn.finder.too_easy", lambda game, proof: proof.length < 2)
    find(start, 1, more, tell=quiet)
    good, rest = read_puzzles(kept)[1], read_puzzles(more)[1]
    easy = [puzzle for puzzle in rest if puzzle not in good]
    assert easy
    assert all("of its questions some answer loses" in wrong_with(puzzle) for puzzle in easy)


def test_a_file_of_other_games_is_not_gone_on_with(found: Path, tmp_path: Path) -> None:
    with pytest.raises(ChangelingError, match="was begun with --deck family --seats 2 --seed 7"):
        find(Found("family", 3, 7), 9, found, tell=quiet)
    odd = tmp_path / "odd.jsonl"
    odd.write_text('{"deck": 3, "colour": 4}\n', encoding="utf-8")
    with pytest.raises(ChangelingError, match="first line is not that of a finder"):
        find(START, 9, odd, tell=quiet)


def test_a_file_is_not_gone_on_with_when_its_deck_has_changed(tmp_path: Path) -> None:
    cards, out = tmp_path / "own.cards", tmp_path / "found.jsonl"
    cards.write_text('take "family"\n', encoding="utf-8")
    find(Found(str(cards), 2, 7), 1, out, tell=quiet)
    find(Found(str(cards), 2, 7), 2, out, tell=quiet)
    cards.write_text('# a remark\ntake "family"\nleave "The Book"\n', encoding="utf-8")
    with pytest.raises(ChangelingError, match=r"was begun when .*own\.cards had other cards or other rules"):
        find(Found(str(cards), 2, 7), 3, out, tell=quiet)
    assert read_puzzles(out)[0]["games"] == 2


@pytest.mark.parametrize(
    ("head", "odd"),
    [
        ('{"deck": 3, "seats": 2, "seed": 7}', "deck"),
        ('{"deck": "family", "seats": 2}', "seed"),
        ('{"deck": "family", "seats": 2, "seed": 7, "games": "many"}', "games"),
        ('{"deck": "family", "seats": 2, "seed": 7, "found": 3}', "found"),
    ],
)
def test_a_first_line_that_is_none_is_said(head: str, odd: str, tmp_path: Path) -> None:
    out = tmp_path / "found.jsonl"
    out.write_text(f"{head}\n", encoding="utf-8")
    with pytest.raises(ChangelingError, match=f"its first line is not that of a finder: '{odd}' is not as it should"):
        find(START, 9, out, tell=quiet)


def test_a_file_that_tells_no_digest_is_gone_on_with(found: Path, tmp_path: Path) -> None:
    head, puzzles = read_puzzles(found)
    older = tmp_path / "older.jsonl"
    write_puzzles(older, {key: value for key, value in head.items() if key != "digest"}, puzzles)
    find(START, 6, older, tell=quiet)
    assert read_puzzles(older)[1] == puzzles


def test_greedy_takes_what_wins_at_once_and_misses_a_detour() -> None:
    assert greedy_wins(at(hand={"You": ["Milk", "Bread"]}, keepers={"You": ["Cookies"]}, goals=["Milk and Cookies"]))
    assert not greedy_wins(at(hand={"You": ["Milk", "Bread"]}, keepers={"You": ["Cookies"]}))


def test_a_position_is_told_with_you_in_the_seat_that_plays() -> None:
    game = three_plays()
    position = position_at(game, game.table)
    assert position is not None
    assert position.turn == "You"
    assert position.view("You").hand == game.view("You").hand
