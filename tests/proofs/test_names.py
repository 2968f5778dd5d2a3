"""Names of cards as scenarios write them."""

from __future__ import annotations

import pytest

import changeling as cl
from changeling.proofs.names import bare, is_copy, not_a_card, shown


@pytest.mark.parametrize(("name", "plain"), [("Daleks #2", "Daleks"), ("Daleks", "Daleks"), ("Agent #x", "Agent #x")])
def test_the_number_of_a_copy_is_told_apart(name: str, plain: str) -> None:
    assert (bare(name), is_copy(name)) == (plain, name != plain)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Daleks", []),
        ("play Daleks #1", []),
        ("use Daleks #3", []),
        ("Daleks #4", ["there is no 'Daleks #4' in doctor-who; it has 3 Daleks"]),
        ("play Dalek", ["'Dalek' is not a card of doctor-who; did you mean Daleks?"]),
        ("K-12", ["'K-12' is not a card of doctor-who"]),
    ],
)
def test_what_no_card_is_called_is_said(text: str, said: list[str]) -> None:
    found = [" ".join(line.split(" #2?")) for line in not_a_card(cl.load_deck("doctor-who"), text)]
    assert [line[: len(want)] for line, want in zip(found, said, strict=True)] == said


def test_an_answer_that_names_no_card_may_be_anything() -> None:
    assert list(not_a_card(cl.load_deck("fluxx-4"), "across", only_played=True)) == []


def test_what_was_given_is_shown_in_short() -> None:
    assert shown(["Milk"]) == "['Milk']"
    assert shown("x" * 500) == "'" + "x" * 79 + "..."
