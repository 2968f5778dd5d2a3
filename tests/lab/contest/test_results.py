"""The file of a ladder: what was written comes back, and what is no such file is left alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import changeling as cl
from changeling.lab.contest import results
from changeling.lab.contest.ladder import Match, Played

MATCH = Match(("random", "greedy"), "family", 2, 11)
GAMES = [
    Played(("random", "greedy"), ("random", "greedy"), 0, 1, True, 40, 12, (0.5, 0.25)),
    Played(("greedy", "random"), ("random", "greedy"), 0, None, False, 90, 30, (1.0, 0.0)),
]


def test_games_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    assert results.read(path, MATCH, "abc") == []
    results.write(path, MATCH, "abc", GAMES)
    assert results.read(path, MATCH, "abc") == GAMES
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"], "nothing half written stays behind"


@pytest.mark.parametrize(
    ("match", "digest", "message"),
    [
        (replace(MATCH, deck="fluxx-4"), "abc", "holds a ladder with deck family, not fluxx-4"),
        (replace(MATCH, seats=3), "abc", "holds a ladder with seats 2, not 3"),
        (replace(MATCH, seed=12), "abc", "holds a ladder with seed 11, not 12"),
        (MATCH, "abd", "holds a ladder with digest abc, not abd"),
    ],
)
def test_the_file_of_another_match_is_refused(match: Match, digest: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    results.write(path, MATCH, "abc", GAMES)
    with pytest.raises(cl.ChangelingError, match=message):
        results.read(path, match, digest)


def test_a_damaged_game_is_said(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    results.write(path, MATCH, "abc", GAMES)
    values = json.loads(path.read_text())
    del values["games"][1]["turns"]
    path.write_text(json.dumps(values))
    with pytest.raises(cl.ChangelingError, match="a game in it is damaged: KeyError"):
        results.read(path, MATCH, "abc")


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(cl.ChangelingError, match="cannot be written: No such file or directory"):
        results.write(tmp_path / "none" / "match.json", MATCH, "abc", GAMES)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"changeling": "ladder", "version": 1}'])
def test_a_file_that_is_no_ladders_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(cl.ChangelingError, match=r"other\.json"):
        results.read(path, MATCH, "")
    assert path.read_text() == text
