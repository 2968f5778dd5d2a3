"""`changeling how`: a page of text for a deck."""

from __future__ import annotations

import pytest

from changeling.cli import main
from changeling.decks.shelf import load_deck
from changeling.learn.how_to_play import how_to_play
from changeling.terminal.how_to import page_of


def test_it_is_one_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["how", "family"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("How to play Family Fluxx (55 cards)\n")
    assert "- 12 Keepers: Put it face up in front of you." in text
    rows = list(page_of(how_to_play(load_deck("fluxx-4+cthulhu"))))
    assert len(rows) < 75
    assert max(map(len, rows)) <= 96


def test_a_deck_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["how", "porridge"]) != 0
    assert "porridge" in capsys.readouterr().err


def test_a_card_is_called_by_its_name() -> None:
    rows = "\n".join(page_of(how_to_play(load_deck("doctor-who+dice-camera-action"))))
    assert "(Veto!)" in rows
    assert "#" not in rows
