"""A game of each edition is told word by word as it is written."""

from __future__ import annotations

import difflib
from itertools import islice

import pytest
from tests.sentences import faults
from tests.terminal.told_games import FOLDER, SEEDS, file_of, told

import changeling as cl


@pytest.mark.parametrize("edition", SEEDS)
def test_the_game_is_told_as_it_is_written(edition: str) -> None:
    expected = file_of(edition).read_text(encoding="utf-8").splitlines()
    differences = difflib.unified_diff(expected, told(edition).splitlines(), "written", "told", lineterm="")
    first = "\n".join(islice(differences, 60))
    assert not first, f"{first}\n\nmeant so? python -m tests.terminal.told_games writes the files again"


@pytest.mark.parametrize("edition", SEEDS)
def test_what_is_written_is_whole(edition: str) -> None:
    lines = file_of(edition).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line and faults(line)] == []
    assert any(" wins" in line or line.startswith(("You win", "Everybody loses")) for line in lines)


def test_every_edition_has_a_game_and_no_file_is_left_over() -> None:
    assert set(SEEDS) == set(cl.editions())
    assert sorted(FOLDER.iterdir()) == sorted(file_of(edition) for edition in SEEDS)
