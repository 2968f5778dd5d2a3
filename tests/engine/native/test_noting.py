"""The journal of a compiled game is that of the interpreted one, row for row, and so is the table."""

from __future__ import annotations

import random

import pytest
from tests.effort import tries

import changeling as cl
from changeling.cards.codes import NONE
from changeling.engine.journal import Journal
from changeling.engine.machine.loop import answer
from changeling.engine.setup import deal, laid_out
from changeling.engine.sheet_cache import sheet_for
from changeling.play.compiled.native_games import is_lean_deck
from changeling.play.compiled.native_table import NativeTable, compiled_noting, difference

LEAN = ("fluxx-4", "cthulhu", "dice-camera-action", "doctor-who", "family")
MOST = 150  # answers of a game


def same_rows(deck: cl.Deck, seats: int, seed: int) -> None:
    """Play a game on both machines, and compare at every question."""
    d, chance = sheet_for(deck), random.Random(seed)
    native = NativeTable(compiled_noting(lean=is_lean_deck(deck)), deck.digest, Journal(d))
    native.fill(laid_out(d, seats, polite=seed % 2 == 1))
    native.begin(seed, NONE)
    t = deal(d, laid_out(d, seats, polite=seed % 2 == 1), seed=seed)
    for _ in range(MOST):
        assert native.tell() == t.journal
        assert native.holds(t)
        assert native.codes() == tuple(t.option[: t.options])
        if t.outcome:
            return
        index = chance.randrange(t.options)
        answer(d, t, index)
        native.answer(index)


@pytest.mark.parametrize("edition", LEAN)
def test_both_machines_write_the_same_rows(edition: str) -> None:
    for seed in tries(2):
        same_rows(cl.load_deck(edition), 2 + seed % 5, seed)


@pytest.mark.soak
@pytest.mark.parametrize("edition", [*LEAN, "changeling-court"])
def test_both_machines_write_the_same_rows_in_many_games(edition: str) -> None:
    for seed in tries(60):
        same_rows(cl.load_deck(edition), 2 + seed % 5, seed)


def test_the_check_after_a_build_finds_what_is_wrong() -> None:
    play = compiled_noting(lean=True)
    assert difference(play) == ""
    assert "after 0 answers" in difference(
        lambda sheet, table, index, seed, first: play(sheet, table, index, seed + 1, first)
    )
