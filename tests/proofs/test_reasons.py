"""Why the last thing came about: clauses and cards that scenarios may name."""

from __future__ import annotations

from typing import Any

import pytest

import changeling as cl
from changeling.proofs.reasons import why_not

FLUXX: dict[str, Any] = {"turn": "Ann", "hand": {"Ann": ["Milk"], "Bob": ["Love"]}}
SHUFFLED = {**FLUXX, "discard": ["Sleep", "Time"], "rest": "out"}
ATTACHED = {
    "turn": "Ann",
    "hand": {"Ann": ["The Poet", "The Farm"]},
    "creepers": {"Ann": ["Nightmares"]},
    "rules": ["Play 2"],
}


def played(deck: str, table: dict[str, Any], *answers: str) -> cl.Game:
    game = cl.Game.from_values({"deck": deck, "seats": ["Ann", "Bob"], "table": table})
    for answer in answers:
        game.answer(answer)
    return game


@pytest.mark.parametrize(
    ("deck", "table", "answers", "holds", "not_so"),
    [
        ("fluxx-4", {**FLUXX, "pile": ["War", "Sleep"]}, ["play Milk"], ("TURN-1", "CREEP-1"), ("PILE-1", "War")),
        ("fluxx-4", {**FLUXX, "pile": ["Sleep", "War"]}, ["play Milk"], ("TURN-1", "RULE-1"), ("CREEP-1", "PILE-1")),
        ("fluxx-4", SHUFFLED, ["play Milk"], ("TURN-1", "PILE-1"), ("CREEP-1",)),
        (
            "cthulhu",
            ATTACHED,
            ["play The Poet", "The Poet"],
            ("CREEP-5", "Nightmares", "KEEP-1"),
            ("CREEP-6", "The Farm"),
        ),
    ],
)
def test_what_led_to_the_last_thing_and_what_came_of_it_count(
    deck: str, table: dict[str, Any], answers: list[str], holds: tuple[str, ...], not_so: tuple[str, ...]
) -> None:
    events = played(deck, table, *answers).events
    assert [list(why_not(events, name)) for name in holds] == [[]] * len(holds)
    assert all(next(why_not(events, name)).startswith(f"why: expected {name}, found: ") for name in not_so)


def test_before_anything_has_moved_there_is_no_why() -> None:
    assert list(why_not(played("fluxx-4", FLUXX).events, "TURN-1")) == ["why: nothing has moved yet"]
