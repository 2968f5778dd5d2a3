"""An operand packed into an instruction says what its expression says."""

from __future__ import annotations

import pytest
from tests.random_play import NAMES, play_on

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.layout import BAD_INSTRUCTION, F_CARD, F_REGISTER, F_SEAT, FRAME
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.values.operands import PACKED_MASK, read
from changeling.engine.sheet_cache import sheet_for


@pytest.mark.parametrize("edition", cl.editions())
def test_a_packed_operand_reads_like_its_expression(edition: str) -> None:
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


def test_an_unknown_short_form_is_a_bad_instruction() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:2], seed=1)
    t = game.table.copy()
    assert read(sheet_for(game.deck), t, w.NONE - 1 - PACKED_MASK, 0, w.NONE, 0) == 0
    assert t.fault == BAD_INSTRUCTION
