"""Secret choices, own words, numbers and names: what the machine keeps, and when it forgets."""

from __future__ import annotations

import pytest
from tests.random_play import again_from, laid

import changeling as cl

CARDS = """
keeper "Milk" x9
    "M."

keeper "Bread" x9
    "B."

rule "Grow" in numerals
    "G."
    inflation = one

action "Test"
    "T."
{body}
"""


def played(*lines: str, **table: object) -> cl.Game:
    """A game in which Ann has played an Action of these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    given = {"hand": {"Ann": ["Test", "Milk"], "Bob": ["Bread"]}, "rest": "pile", **table}
    game = laid(CARDS.format(body=body), **given)  # type: ignore[arg-type]
    game.answer("play Test")
    return game


def test_a_second_answer_replaces_the_first_and_a_new_round_begins_anew() -> None:
    game = played(
        'secret(pick("a", "b", by=left_of(you)))',
        'secret(pick("a", "b", by=left_of(you)))',
        "reveal_choices()",
        'draw(votes("a"))',
        'secret(pick("a", "b"))',
        "reveal_choices()",
        'draw(votes("a") + votes("b"))',
    )
    for answer in ("a", "b"):
        game.answer(answer)
    assert [event.answer for event in game.events if event.what == "discloses"] == ["b"]
    game.answer("a")
    assert [event.card for event in game.events if event.what == "draws" and event.because == "Test"] != []
    assert len([event for event in game.events if event.what == "draws" and event.because == "Test"]) == 1


def test_nobody_has_chosen_before_it_is_shown() -> None:
    game = played('secret(pick("a", "b"))', 'if choice(you) == "a":', "    draw(3)", "reveal_choices()", "draw(1)")
    game.answer("a")
    assert len([event for event in game.events if event.what == "draws" and event.because == "Test"]) == 1


def test_a_card_that_is_played_in_between_has_secrets_of_its_own() -> None:
    text = CARDS.format(body="    draw(zero)\n") + (
        'action "Outer"\n    "O."\n    secret(pick("a", "b"))\n    reveal_choices()\n'
        '    play(first(hand(you, "Inner")))\n'
        '    if choice(you) == "a":\n        draw(3)\n\n'
        'action "Inner"\n    "I."\n    secret(pick("a", "b"))\n    reveal_choices()\n    draw(votes("b"))\n'
    )
    game = laid(text, hand={"Ann": ["Outer", "Inner"]}, rest="pile")
    for answer in ("play Outer", "a", "b"):
        game.answer(answer)
    assert len([event for event in game.events if event.what == "draws" and event.because == "Outer"]) == 3


@pytest.mark.parametrize(
    ("low", "high", "offered"),
    [
        ("zero", "two", "012"),
        ("two", "zero", "2"),
        ("1", "2", "12"),
        ("count(hand(you))", "three", "123"),
    ],
)
def test_numbers_to_choose_from(low: str, high: str, offered: str) -> None:
    game = played(f"draw(pick_number({low}, {high}))")
    assert "".join(option.value for option in game.decision.options) == offered
    game.answer(0)
    assert game.events[-1].what != "answers"
    assert [event.answer for event in game.events if event.what == "answers"] == [offered[0]]


def test_numbers_grow_and_end_at_the_most_that_can_be_chosen() -> None:
    game = played("draw(pick_number(49, 50))", rules=["Grow"])
    assert [option.value for option in game.decision.options] == ["50"]


def test_nobody_is_asked_for_a_number() -> None:
    game = played(
        "foe = choose(p for p in others if not hand(p) and keepers(p))", "draw(pick_number(1, 2, by=foe) + one)"
    )
    assert len([event for event in game.events if event.what == "draws" and event.because == "Test"]) == 1


def test_naming_offers_each_name_once_and_tells_no_place() -> None:
    game = played(
        "wanted = choose(any_card(keeper))",
        "for p in others:",
        "    take(random(c for c in hand(p) if alike(c, wanted)))",
    )
    assert [option.value for option in game.decision.options] == ["Milk", "Bread"]
    game.answer("Bread")
    (named,) = [event for event in game.events_for("Cy") if event.what == "answers"]
    assert (named.card, named.source, named.target, named.seat) == ("Bread", "", "", "Ann")
    assert game.view("Ann").look("Ann").keepers == ("Bread",)


def test_a_question_in_the_cards_own_words() -> None:
    game = played('if agree(by=left_of(you), ask="Was that <b>good</b>?"):', "    draw(1)")
    assert game.decision.ask == "Was that <b>good</b>?"
    assert [option.text for option in game.decision.options] == ["yes", "no"]


def test_own_words_are_what_notation_and_answer_space_hold() -> None:
    game = played('if pick("odd", "even") == "odd":', "    draw(pick_number(1, 3))")
    assert again_from(game).decision == game.decision
