"""A word in disguise says what its expression says."""

from __future__ import annotations

import pytest
from tests.random_play import NAMES, play_on

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.layout import F_CARD, F_REGISTER, F_SEAT, FRAME
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.operands import disguised, read
from changeling.engine.sheet_cache import sheet_for


@pytest.mark.parametrize("edition", cl.editions())
def test_an_operand_in_disguise_reads_like_its_expression(edition: str) -> None:
    game = cl.Game(edition, seats=NAMES[:3], seed=20)
    d = sheet_for(game.deck)
    pairs = {(plain, whole) for plain, whole in zip(d.code, game.deck.code, strict=True) if plain != whole}
    assert len(pairs) > 5
    for _ in play_on(game, 20, most=60):
        t = game.table.copy()
        base = (t.frames - 1) * FRAME
        for register in range(w.REGISTERS):
            t.stack[base + F_REGISTER + register] = register % t.seats  # some operands ask about the seat in one
        you, this = t.stack[base + F_SEAT], t.stack[base + F_CARD]
        for plain, whole in pairs:
            assert plain < w.NONE < whole
            found = read(d, t, plain, you, this, base), t.options, t.option[: t.options]
            assert found == (evaluate(d, t, whole, you, this, base), t.options, t.option[: t.options])


def test_what_more_than_a_word_or_two_say_is_no_operand_of_its_own() -> None:
    you, one, has = (w.E_YOU, 0, 0, 0, 0), (w.E_NUM, 1, 0, 0, 0), (w.E_HAS, 0, 0, 0, 0)
    static, clear, add = (w.E_STATIC, 2, 0, 0, 0), (w.E_CLEAR, 0, 0, 0, 0), (w.E_ADD_CARD, 0, 0, 0, 0)
    register = (w.E_REG, 3, 0, 0, 0)
    for words in ([you], [you, static], [clear, register, add]):
        assert disguised(words) != w.NONE
    for words in ([], [has], [one, static], [you, you, static], [static], [one, you], [clear, you, add], [clear, add]):
        assert disguised(words) == w.NONE
