"""What can go wrong, said plainly."""

from __future__ import annotations

import pytest

import changeling as cl
from changeling.errors import Problem


def test_problems_are_told_in_the_order_of_the_text() -> None:
    rows = [("b.cards", 1, 1), ("a.cards", 12, 2), ("a.cards", 2, 9), ("a.cards", 2, 10)]
    error = cl.CardsError([Problem(file, line, column, "wrong") for file, line, column in rows])
    assert str(error).splitlines() == [
        "a.cards:2:9: wrong",
        "a.cards:2:10: wrong",
        "a.cards:12:2: wrong",
        "b.cards:1:1: wrong",
    ]
    assert [problem.line for problem in error.problems] == [2, 2, 12, 1]


@pytest.mark.parametrize(
    "error", [cl.CardsError, cl.DeckError, cl.AnswerError, cl.NotationError, cl.ScenarioError, cl.RecordError]
)
def test_what_was_given_wrongly_is_caught_by_one_name_and_is_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, cl.ChangelingError)
    assert issubclass(error, ValueError)


def test_a_fault_of_ours_is_no_error_of_the_caller_and_carries_what_a_report_needs() -> None:
    fault = cl.EngineFault("out of budget", backtrace="line 1\nline 2", notation="{}")
    assert not isinstance(fault, cl.ChangelingError)
    assert str(fault) == "out of budget\nstack, innermost last:\nline 1\nline 2\ntable:\n{}"
    assert str(cl.EngineFault("full", backtrace="here")) == "full\nstack, innermost last:\nhere"
