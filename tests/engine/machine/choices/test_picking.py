"""Choosing several cards and acting once, and loops over cards."""

from __future__ import annotations

import pytest
from tests.cards.writing import action, expect
from tests.random_play import laid

import changeling as cl
from changeling.cards.codes import MAX_PICKS
from changeling.engine.machine.chance import sow

NAMES = ("Milk", "Bread", "Time", "Love", "Peace", "Sun", "Moon")
KEEPERS = "".join(f'keeper "{name}"\n    "One."\n' for name in NAMES)


def played(*lines: str, **table: object) -> cl.Game:
    given = {"hand": {"Ann": ["Test"], "Bob": ["Moon"]}, "pile": ["Sun", "Peace", "Love"], "rest": "out", **table}
    game = laid(action(*lines) + KEEPERS, seats=("Ann", "Bob"), **given)
    game.answer("play Test")
    return game


def options(game: cl.Game) -> list[str]:
    return [option.text for option in game.decision.options]


def test_one_after_another_is_asked_for_and_none_twice() -> None:
    game = played("discard(choose(keepers(everyone), 2))", keepers={"Ann": ["Milk", "Bread"], "Bob": ["Time"]})
    assert options(game) == ["Milk", "Bread", "Time"]
    assert game.decision.ask == "Choose a Keeper in play to discard (1 of 2)."
    game.answer("Bread")
    assert options(game) == ["Milk", "Time"]
    assert game.decision.ask == "Choose a Keeper in play to discard (2 of 2)."
    assert game.view("Ann").discard == ()
    game.answer("Time")
    assert game.view("Ann").discard == ("Test", "Time", "Bread")
    assert game.table.picks == 0


def test_with_fewer_cards_all_are_chosen() -> None:
    game = played("discard(choose(keepers(everyone), 5))", keepers={"Ann": ["Milk"], "Bob": ["Time"]})
    game.answer("Milk")
    game.answer("Time")
    assert game.view("Ann").discard == ("Test", "Time", "Milk")


def test_of_none_nothing_is_asked() -> None:
    game = played(
        "discard(choose(keepers(everyone), zero))", "discard(maybe(keepers(you), 2))", keepers={"Bob": ["Time"]}
    )
    assert game.view("Ann").turn == "Bob"


def test_a_game_can_be_written_down_in_the_middle_of_choosing() -> None:
    game = played("discard(maybe(keepers(everyone), 3))", keepers={"Ann": ["Milk", "Bread"], "Bob": ["Time"]})
    game.answer("Milk")
    back = cl.replay(game.record(), deck=game.deck)
    for copy in (back, game.copy()):
        assert options(copy) == ["Bread", "Time", "done"]
        copy.answer("done")
        assert copy.view("Ann").discard == ("Test", "Milk")


def test_what_was_chosen_has_a_name_and_can_be_used_again() -> None:
    lines = ("some = choose(keepers(everyone), 2)", "to_hand(some)", "draw(count(some))")
    game = played(*lines, keepers={"Ann": ["Milk", "Bread"], "Bob": ["Time"]})
    game.answer("Milk")
    game.answer("Time")
    assert game.view("Ann").hand == ("Milk", "Sun", "Peace")
    assert game.view("Bob").hand == ("Moon", "Time", "Love")


def test_a_loop_takes_the_cards_in_the_order_of_the_set() -> None:
    game = played("for k in keepers(everyone):", "    to_hand(k)", keepers={"Ann": ["Milk", "Bread"], "Bob": ["Time"]})
    assert [event.card for event in game.events if event.what == "takes in"] == ["Milk", "Bread", "Time"]


def test_a_loop_that_is_left_begins_anew() -> None:
    lines = ("for _ in upto(2):", "    for k in keepers(everyone):", "        discard(k)", "        break")
    game = played(*lines, keepers={"Ann": ["Milk", "Bread"], "Bob": ["Time"]})
    assert game.view("Ann").discard == ("Test", "Bread", "Milk")


def test_a_loop_goes_over_so_many_cards_and_no_more() -> None:
    cards = action("for c in discard_pile:", "    to_hand(c)") + 'keeper "Milk" x90\n    "One."\n'
    titles = ["Milk", *(f"Milk #{number}" for number in range(2, 91))]
    game = laid(cards, seats=("Ann", "Bob"), hand={"Ann": ["Test"]}, discard=titles[:80], pile=titles[80:], rest="out")
    game.answer("play Test")
    assert len(game.view("Ann").hand) == MAX_PICKS


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("draw(▸choose(others, 2))",), "draw() needs a number, not a set of seats"),
        (("a = choose(hand(you), 2)", "▸a = choose(hand(you), 2)", "discard(a)"), "'a' has a value already"),
        (("play(▸choose(hand(you), 2))",), "play() needs a card, not a set of cards"),
    ],
)
def test_what_cannot_be_chosen_together(lines: tuple[str, ...], says: str) -> None:
    expect(action(*lines), says)


def test_no_formula_asks_for_several() -> None:
    expect('rule "Test"\n    draws += 1 if ▸choose(keepers(you), 2)\n', "choose() is a question")


def test_chance_picks_several_at_once_and_none_twice() -> None:
    found = set()
    for seed in range(8):
        four = {"Ann": ["Milk", "Bread", "Time", "Love"]}
        cards = action("discard(random(keepers(you), 2))") + KEEPERS
        game = laid(cards, seats=("Ann", "Bob"), hand={"Ann": ["Test"]}, keepers=four, pile=["Sun"], rest="out")
        sow(game.table, seed)
        game.answer("play Test")
        gone = {*game.view("Ann").discard} - {"Test"}
        assert len(gone) == 2
        assert game.table.picks == 0
        found.add(frozenset(gone))
    assert len(found) > 2


def test_what_chance_will_pick_is_said_where_somebody_is_asked() -> None:
    lines = ("victim = choose(others)", "discard(random(hand(victim), 2))")
    assert played(*lines).decision.ask == "Choose another player, to discard 2 cards of their hand at random."


def test_several_by_chance_are_cards_and_no_question() -> None:
    expect(action("discard(▸random(others, 2))"), "a set of cards is needed")
    expect('goal "G"\n    wins = count(▸random(keepers(you), 2)) > 1\n', "random() picks anew each time")
    expect(action("discard(▸random(hand(you), 2, by=you))"), "'by=' cannot stand here")
    expect(action("discard(random(hand(you), ▸others))"), "random() needs a number")
