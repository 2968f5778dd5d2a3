"""A table as text for those who watch: as the asked seat sees it, and no more."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import position

from changeling.envs.ansi import picture, shown

TABLE: dict[str, Any] = {
    "hand": {"Ann": ["Milk", "Bread"], "Bob": ["Love"]},
    "keepers": {"Cy": ["Time"]},
    "creepers": {"Cy": ["War"]},
    "rules": ["Play 2"],
    "goals": ["Toast"],
}


def test_the_asked_seat_is_shown_its_hand_and_its_question() -> None:
    lines = picture(position(**TABLE)).splitlines()
    assert lines[0].endswith(": Ann, drew 1, played 0")
    assert lines[1:3] == ["Rules: Play 2", "Goals: Toast"]
    assert lines[4:7] == ["Ann: 2 in hand; none", "Bob: 1 in hand; none", "Cy: 0 in hand; Time, War"]
    assert lines[7:] == ["Ann holds: Milk, Bread", "Ann: Play a card (1 of 2). (play Milk | play Bread)"]


def test_at_the_end_it_is_said_who_has_won() -> None:
    game = position(goals=["Milk and Cookies"], keepers={"Bob": ["Milk", "Cookies"]}, hand={"Ann": ["Love"]})
    assert picture(game).splitlines()[-1] == "Bob has won."
    assert "Love" not in picture(game)


def test_each_way_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    game = position(**TABLE)
    assert shown(game, None) is None
    assert shown(game, "ansi") == picture(game)
    assert capsys.readouterr().out == ""
    assert shown(game, "human") is None
    assert capsys.readouterr().out == picture(game) + "\n\n"
