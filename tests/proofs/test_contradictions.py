"""Tables that no game can come to are refused."""

from __future__ import annotations

from typing import Any

import pytest

import changeling as cl
from changeling.proofs.contradictions import contradiction


def said(deck: str | list[str], **table: Any) -> str:
    return contradiction(cl.Game.from_values({"deck": deck, "seats": ["Ann", "Bob"], "table": table}))


@pytest.mark.parametrize(
    ("deck", "table", "message"),
    [
        ("fluxx-4", {"rules": ["Draw 2", "Inflation", "Draw 3"]}, "'Draw 2' and 'Draw 3' are about the same thing"),
        (
            ["fluxx-4", "family"],
            {"rules": ["Play 2", "Play 2 #2"]},
            "'Play 2' and 'Play 2 #2' are about the same thing",
        ),
        (
            ["fluxx-4", "doctor-who"],
            {"rules": ["Double Agenda", "Double Agenda #2"]},
            "'Double Agenda' and 'Double Agenda #2' are about the same thing",
        ),
        ("fluxx-4", {"goals": ["Dough", "Toast"]}, "Dough, Toast are more than the rules in play allow"),
        (
            "fluxx-4",
            {"goals": ["Dough", "Toast", "Dreamland"], "rules": ["Double Agenda"]},
            "Dough, Toast, Dreamland are more than",
        ),
        ("cthulhu", {"goals": ["Dagon", "The Hound"]}, "Dagon, The Hound are more than the rules in play allow"),
    ],
)
def test_what_contradicts_what_is_said(deck: str | list[str], table: dict[str, Any], message: str) -> None:
    hand = {"Ann": ["Jackpot!"]} if "cthulhu" not in deck else {"Ann": ["The Farm"]}
    assert message in said(deck, hand=hand, **table)


@pytest.mark.parametrize(
    ("deck", "table"),
    [
        ("fluxx-4", {"rules": ["Draw 2", "Play 2", "Hand Limit 1", "Keeper Limit 2", "Inflation"]}),
        ("fluxx-4", {"goals": ["Dough", "Toast"], "rules": ["Double Agenda"]}),
        ("cthulhu", {"goals": ["Dagon", "The Hound"], "rules": ["The Stars Are Right"]}),
        ("cthulhu", {"goals": ["The Hound", "Dagon", "Cool Air"], "rules": ["The Stars Are Right", "Double Agenda"]}),
    ],
)
def test_what_can_lie_together_is_let_be(deck: str, table: dict[str, Any]) -> None:
    assert said(deck, **table) == ""
