"""Lots fall as they are told to, and every way comes once."""

from __future__ import annotations

from fractions import Fraction

from changeling.engine.machine.chance import below
from changeling.play.game import Game
from changeling.play.lots import Lots


def test_every_way_comes_once() -> None:
    table = Game("family", seats=["Ann", "Bob"], seed=1).table.copy()
    ways, likely = [], Fraction(0)
    told: tuple[int, ...] | None = ()
    while told is not None:
        lots = Lots(told, 0)
        table.rng = lots  # type: ignore[assignment]
        ways.append((below(table, 2), below(table, 1), below(table, 3)))
        likely += lots.chance()
        told = lots.following()
    assert ways == [(one, 0, other) for one in range(2) for other in range(3)]
    assert likely == 1


def test_the_first_lots_can_leave_an_order_as_it_is() -> None:
    table = Game("family", seats=["Ann", "Bob"], seed=1).table.copy()
    table.rng = Lots((1,), 2)  # type: ignore[assignment]
    assert [below(table, 5), below(table, 4), below(table, 3)] == [4, 3, 1]
