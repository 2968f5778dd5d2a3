"""Every dispatcher knows its instructions, and says so when it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.random_play import NAMES

import changeling as cl
from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.layout import BAD_INSTRUCTION, F_PC, FAULT, FRAME, GOING, Table
from changeling.engine.machine.dispatch import effect, rare_effect, step
from changeling.engine.machine.values.expressions import evaluate, rare_term
from changeling.engine.sheet import sheet_of
from changeling.engine.sheet_layout import Sheet

UNKNOWN = max(*v.STATEMENTS, *v.TERMS) + 1


@pytest.fixture
def machine() -> tuple[Sheet, Table]:
    """A machine whose next instruction is one that nobody knows, and an expression that begins with it."""
    game = cl.Game("fluxx-4", seats=NAMES[:2], seed=1)
    d, t = sheet_of(game.deck), game.table.copy()
    d.code[t.stack[(t.frames - 1) * FRAME + F_PC] * w.WIDTH] = UNKNOWN
    t.asked, t.options = w.NONE, 0
    return d, t


def test_a_program(machine: tuple[Sheet, Table]) -> None:
    d, t = machine
    step(d, t)
    assert (t.outcome, t.fault) == (FAULT, BAD_INSTRUCTION)


@pytest.mark.parametrize("dispatcher", [effect, rare_effect])
def test_the_other_dispatchers_of_programs(machine: tuple[Sheet, Table], dispatcher: Callable[..., None]) -> None:
    d, t = machine
    dispatcher(d, t, UNKNOWN, 0, 0, 0, w.NONE)
    assert (t.outcome, t.fault) == (FAULT, BAD_INSTRUCTION)


def test_an_expression(machine: tuple[Sheet, Table]) -> None:
    d, t = machine
    pc = t.stack[(t.frames - 1) * FRAME + F_PC]
    assert evaluate(d, t, pc, 0, w.NONE, 0) == 0
    assert (t.outcome, t.fault) == (FAULT, BAD_INSTRUCTION)


def test_a_rare_term(machine: tuple[Sheet, Table]) -> None:
    d, t = machine
    assert rare_term(d, t, UNKNOWN, 0, 0, w.NONE, 0, 0) == w.NONE
    assert (t.outcome, t.fault) == (FAULT, BAD_INSTRUCTION)


@pytest.mark.parametrize("number", [pytest.param(number, id=word.name) for number, word in v.TERMS.items()])
def test_every_term_is_known(number: int) -> None:
    """Each is read once, as far as it can be without an expression around it; the next instruction ends it."""
    game = cl.Game("fluxx-4", seats=NAMES[:2], seed=1)
    d, t = sheet_of(game.deck), game.table.copy()
    pc = len(d.code) // w.WIDTH
    d.code += [number, 1, 1, 0, 0] + [v.Terms.return_.term, 0, 0, 0, 0] * 2
    evaluate(d, t, pc, 0, 1, 0)
    assert t.outcome == GOING
