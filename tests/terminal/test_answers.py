"""What is typed, and what it means."""

from __future__ import annotations

import pytest

import changeling as cl
from changeling.terminal.answers import option_for

TEXTS = ("play The Moon", "play The Sun", "play Money", "play Draw 2", "play Draw 2 and Use 'em", "play Let's Simplify")


def decision(texts: tuple[str, ...] = TEXTS) -> cl.Decision:
    options = [cl.Option(index, text, "play", text.removeprefix("play "), index) for index, text in enumerate(texts)]
    return cl.Decision(1, "Ann", "Play a card.", tuple(options), "Basic Rules", "act")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "play The Moon"),
        ("6", "play Let's Simplify"),
        ("play The Sun", "play The Sun"),
        ("the sun", "play The Sun"),
        ("SUN", "play The Sun"),
        ("moo", "play The Moon"),
        ("mon", "play Money"),
        ("  pl   mon ", "play Money"),
        ("draw 2", "play Draw 2"),
        ("use", "play Draw 2 and Use 'em"),
        ("dr em", "play Draw 2 and Use 'em"),
        ("lets", "play Let's Simplify"),
        ("simp", "play Let's Simplify"),
    ],
)
def test_it_is_understood(typed: str, meant: str) -> None:
    assert option_for(decision(), typed).text == meant


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("0", "there is no number 0; you can answer 1 play The Moon, 2 play The Sun"),
        ("7", "there is no number 7"),
        ("999999999999999999999", "there is no number"),
        ("mo", "'mo' could be 1 play The Moon or 3 play Money; type more letters or the number"),
        ("the", "could be 1 play The Moon or 2 play The Sun"),
        ("milk", "'milk' is not an option; you can answer 1 play The Moon"),
        ("moon the", "is not an option"),
        ("!?", "is not an option"),
        ("-1", "could be|is not an option"),
        ("²", "is not an option"),
    ],
)
def test_it_is_refused_and_told_what_was_allowed(typed: str, error: str) -> None:
    with pytest.raises(cl.AnswerError, match=error):
        option_for(decision(), typed)
