"""The games that are written out in full are still played exactly like that."""

from __future__ import annotations

import difflib
import re
from itertools import islice

import pytest
from tests.proofs.playthroughs import FOLDER, PLAYTHROUGHS, Playthrough, written

import changeling as cl
from changeling.decks.shelf import published

each = pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)


@each
def test_the_game_is_played_as_it_is_written(playthrough: Playthrough) -> None:
    expected = playthrough.file.read_text(encoding="utf-8").splitlines()
    differences = difflib.unified_diff(expected, written(playthrough).splitlines(), "written", "played", lineterm="")
    first = "\n".join(islice(differences, 60))
    assert not first, f"{first}\n\nmeant so? python -m tests.proofs.playthroughs writes the files again"


@each
def test_the_game_is_small_enough_to_read_and_comes_to_an_end(playthrough: Playthrough) -> None:
    lines = playthrough.file.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 1500
    assert 30 <= sum(line.startswith("  > ") for line in lines) <= 80
    last = re.fullmatch(r"over: True; winner: (\w+)", lines[-1])
    assert last
    assert last[1] in playthrough.game().seats


def test_every_edition_and_a_mix_have_one_and_no_file_is_left_over() -> None:
    assert {playthrough.deck for playthrough in PLAYTHROUGHS if len(playthrough.deck) == 1} == {
        (edition,) for edition in cl.editions()
    }
    assert any(set(playthrough.deck) == set(published()) for playthrough in PLAYTHROUGHS)
    assert sorted(FOLDER.iterdir()) == sorted(playthrough.file for playthrough in PLAYTHROUGHS)
