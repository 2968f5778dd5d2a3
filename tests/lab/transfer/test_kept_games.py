"""The file of Changeling-Transfer: what is kept is gone on with, and nothing else is taken for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from changeling.errors import ChangelingError
from changeling.lab.transfer import kept_games
from changeling.lab.transfer.score import Outcome, Trial
from changeling.lab.transfer.suites import SUITES

TRIAL = Trial("random", 2)
DIGESTS = {deck.name: f"digest of {deck.name}" for suite in SUITES for deck in suite.decks}


def games(deals: int) -> kept_games.Games:
    keys = [(deal, place) for deal in range(deals) for place in range(2)]
    return {name: {(deal, place): Outcome(deal, place, place) for deal, place in keys} for name in DIGESTS}


def test_what_was_written_is_read_again_and_has_a_score_once_all_is_played(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    kept_games.write(file, TRIAL, DIGESTS, games(0))
    assert kept_games.read(file, TRIAL, DIGESTS) == games(0)
    assert "score" not in json.loads(file.read_text())
    kept_games.write(file, TRIAL, DIGESTS, games(1))
    assert kept_games.read(file, TRIAL, DIGESTS) == games(1)
    assert json.loads(file.read_text())["score"]["share"] == 0.5
    assert list(tmp_path.iterdir()) == [file]


def test_the_decks_are_known_by_what_they_are_made_of() -> None:
    found = kept_games.digests_of(SUITES[0].decks)
    assert list(found) == ["fluxx-4", "cthulhu", "doctor-who"]
    assert len(set(found.values())) == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"policy": "greedy"}, "policy greedy, not random"),
        ({"benchmark": "another"}, "benchmark another"),
        ({"digests": {}}, "decks of another version"),
        ({"games": {}}, "it lacks the games of a deck"),
        ({"games": dict.fromkeys(DIGESTS, 3)}, "3 is not a game of fluxx-4"),
        ({"games": {key: [[0, 2, 1]] for key in DIGESTS}}, r"\[0, 2, 1\] is not a game"),
        ({"games": {key: [[0, 1, True]] for key in DIGESTS}}, "is not a game"),
        ({"games": {key: [[-1, 1, 1]] for key in DIGESTS}}, "is not a game"),
    ],
)
def test_another_file_is_not_gone_on_with(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    file = tmp_path / "games.json"
    kept_games.write(file, TRIAL, DIGESTS, games(1))
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(ChangelingError, match=said):
        kept_games.read(file, TRIAL, DIGESTS)


def test_what_is_no_file_of_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(ChangelingError, match="cannot be read"):
        kept_games.read(tmp_path / "none.json", TRIAL, DIGESTS)
    (tmp_path / "odd.json").write_text("{")
    with pytest.raises(ChangelingError, match="is not a file of Changeling-Transfer 1"):
        kept_games.read(tmp_path / "odd.json", TRIAL, DIGESTS)
    with pytest.raises(ChangelingError, match="cannot be written"):
        kept_games.write(tmp_path / "no" / "folder.json", TRIAL, DIGESTS, games(0))
