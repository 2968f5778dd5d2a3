"""The form of a scenario: what is wrong with it is said before anything is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from changeling.proofs.matrix import read_clauses
from changeling.proofs.scenario_form import known_ids, wrong_with

FACTS = Path(__file__).parents[1] / "facts"
GOOD: dict[str, Any] = {"scenario": "A title", "deck": "fluxx-4", "seats": ["Ann", "Bob"]}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"proves": "RULE-6", "cards": None, "play": None, "people": None, "holiday": None},
        {"proves": ["RULE-6", "MY-1"], "play": [], "people": {"Ann": {"age": 9}}, "holiday": True},
    ],
)
def test_nothing_is_wrong_with_a_good_one(more: dict[str, Any]) -> None:
    assert list(wrong_with(GOOD | more)) == []


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"colour": "red"}, "'colour' is not a key of a scenario; the keys are scenario, proves"),
        ({"scenario": " "}, "'scenario' should be its title"),
        ({"scenario": 3}, "'scenario' should be its title"),
        ({"play": {"Ann": "done"}}, "'play' should be a list of steps"),
        ({"proves": {"RULE-6": 1}}, "'proves' should be a list"),
        ({"proves": [["RULE-6"]]}, "'proves' should be a list of names, and ['RULE-6'] is none"),
        ({"seats": ["Ann", 2]}, "seats: 2 is not text; put the name in quotes"),
        ({"seats": ["Ann", True]}, "seats: True is not text (YAML reads a bare yes, no, on or off so)"),
        ({"seats": ["Ann", "expect"]}, "seats: 'expect' cannot be a name"),
        ({"people": {"Zoe": {"age": 9}}}, "people: 'Zoe' is not a seat; the seats are Ann, Bob"),
        ({"holiday": "often"}, "holiday: yes or no is needed, not 'often'"),
    ],
)
def test_what_is_wrong_is_said(more: dict[str, Any], message: str) -> None:
    assert message in "\n".join(wrong_with(GOOD | more))


def test_the_ids_are_those_of_the_fact_sheets() -> None:
    clauses = {clause.id for clause in read_clauses(FACTS / "clauses.yaml")}
    assert known_ids() == clauses | set((FACTS / "rulings.txt").read_text(encoding="utf-8").split())
