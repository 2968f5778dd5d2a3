"""What is wrong with words of one's own, questions in own words, secrets and counters, and where."""

from __future__ import annotations

import pytest
from tests.cards.writing import action, expect

from changeling.cards import codes as w

LONG = "x" * 31


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('if ▸pick("a", "") == "a":\n        draw(1)', "'' cannot be an answer; 1 to 30 characters"),
        (f'if ▸pick("a", "{LONG}") == "a":\n        draw(1)', "cannot be an answer"),
        ('if ▸pick("a", "b\\x1b") == "a":\n        draw(1)', "cannot be an answer"),
        ('if ▸pick("a", " b") == "a":\n        draw(1)', "cannot be an answer"),
        ('if ▸pick("a", "done") == "a":\n        draw(1)', "means something else in every question"),
        ('if pick("rock", "paper") == ▸"rok":\n        draw(1)', "did you mean 'rock'?"),
        ("if agree(ask=▸3):\n        draw(1)", "ask= takes the question in quotes"),
        ('if agree(ask=▸""):\n        draw(1)', "a question has 1 to 120 characters"),
        ('if agree(ask=▸"a\\nb"):\n        draw(1)', "characters that can be shown"),
        ("draw(▸pick_number(1))", "takes the lowest and the highest number"),
        ("draw(pick_number(1, ▸51))", "numbers to choose go from 0 to 50, not 51"),
        ("▸secret(3)\n    reveal_choices()", "secret() takes a question"),
        ('▸secret(pick("a", "b"))', "has to be shown some time: reveal_choices()"),
        ("▸reveal_choices()", "shows what secret() has asked before"),
        ("draw(▸votes(3))", "is about what secret() has asked"),
        ("if ▸choice(you) == 3:\n        draw(1)", "is about what secret() has asked"),
        ("secret(agree())\n    secret(▸pick_number(1, 2))\n    reveal_choices()", "of one sort"),
        ("secret(▸agree(by=choose(others)))\n    reveal_choices()", "ask on a line of its own first who is asked"),
        ("▸gain(1)", "takes a number and a counter"),
        ("gain(1, ▸gold)", "'gold' is not a counter; declare it first: counter gold"),
        ('gain(1, ▸"gold")', "the name of a counter, without quotes"),
        ("discard(▸any_card)", "is there to name a card"),
        ("draw(▸gold(you))", "'gold' is not a word here"),
    ],
)
def test_what_is_wrong(line: str, says: str) -> None:
    expect(action('"Text."', *line.split("\n    ")), says)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("▸counter\n", "a counter has a name"),
        ("counter ▸Gold\n", "cannot be a counter"),
        ("counter ▸draw\n", "cannot be a counter"),
        ("counter gold ▸many\n", "is not a number from 0 to 999"),
        ("counter gold 3\ncounter ▸gold 4\n", "begins with 3 on a line above"),
    ],
)
def test_what_is_wrong_with_a_declaration(text: str, says: str) -> None:
    expect(text + action('"Text."', "draw(1)"), says)


def test_a_deck_uses_so_many_counters_and_no_more() -> None:
    names = [f"c{number}" for number in range(w.MAX_COUNTERS + 1)]
    declared = "".join(f"counter {name}\n" for name in names)
    lines = [f"gain(1, {name})" for name in names[:-1]]
    expect(declared + action('"Text."', *lines, f"gain(1, ▸{names[-1]})"), "at most 8 counters")


def test_room_for_variables_is_less_where_choices_are_secret() -> None:
    lines = [f"v{number} = one" for number in range(6)]
    wrong = "▸v6 = one"
    expect(
        action('"Text."', "secret(agree())", "reveal_choices()", *lines, wrong), "that has secret choices; at most 6"
    )
