"""What reads whole games finds every kind of broken sentence, and leaves whole ones alone."""

from __future__ import annotations

import pytest
from tests.sentences import faults


@pytest.mark.parametrize(
    "text",
    [
        "Bob discards Milk (Hand Limit 2).",
        "You use Get On With It!",
        "Ann wins with Peace (no War)!",
        "Would You Like a Jelly Baby? leaves play.",
        "Ann plays the Action Jackpot!: Draw 3 cards.",
        "Hand Limit 1: Outside your turn you may hold 1 card. (house) Discard down to the Hand Limit.",
    ],
)
def test_a_whole_sentence_is_left_alone(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "nothing at all"),
        ("Ann gets ; Bob gets Milk.", "an empty name"),
        ("Ann takes Milk from .", "an empty name"),
        ("You use Milk ().", "an empty name"),
        ("Ann  draws a card.", "a doubled blank"),
        ("Ann draws a card .", "a doubled blank"),
        (" draws a card.", "a doubled blank"),
        ("You use Get On With It!.", "a doubled mark"),
        ("Ann draws a card..", "a doubled mark"),
        ("Ann draws (Peace (no War)).", "a doubled bracket"),
        ("Ann draws (Peace (no War) now).", "an unbalanced bracket"),
        ("Ann draws (Peace.", "an unbalanced bracket"),
        ("Ann plays Play 4 #2.", "the number of a copy"),
        ("Ann takes None.", "something of the program"),
        ("Ann takes {cards}.", "something of the program"),
        ("Ann takes undefined.", "something of the program"),
        ("you draw a card.", "a small letter at its beginning"),
        ("Ann draws a card", "no full stop"),
    ],
)
def test_what_is_broken_is_found(text: str, fault: str) -> None:
    assert fault in faults(text)


def test_a_part_of_a_sentence_needs_no_beginning_and_no_end() -> None:
    assert faults("play Milk", whole=False) == []
