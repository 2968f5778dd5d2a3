"""The draw pile as a place: who knows which card of it, after cards were looked at, put in and taken out."""

from __future__ import annotations

import pytest
from tests.cards.writing import action, expect
from tests.random_play import laid

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.seen.places import cards_in
from changeling.proofs.conformance import census

NAMES = ("Milk", "Bread", "Time", "Love", "Peace", "Sun", "Moon")
KEEPERS = "".join(f'keeper "{name}"\n    "One."\n' for name in NAMES)
PILE = ["Milk", "Bread", "Time", "Love", "Peace", "Sun"]


def played(*lines: str, seats: int = 2, **table: object) -> cl.Game:
    """A game in which Ann has played an Action of these lines, with six Keepers in the draw pile."""
    held = {"Ann": ["Test"], "Bob": ["Moon"]}
    given = {"hand": held, "pile": PILE, "rest": "out", **table}
    game = laid(action(*lines) + KEEPERS, seats=("Ann", "Bob", "Cy")[:seats], **given)
    game.answer("play Test")
    return game


def pile(game: cl.Game) -> list[str]:
    return [game.deck.cards[card].title for card in cards_in(game.table, w.PILE)]


def knows(game: cl.Game, seat: str) -> set[str]:
    """The cards of the draw pile that a seat knows."""
    place = game.seats.index(seat)
    return {game.deck.cards[card].title for card in cards_in(game.table, w.PILE) if game.table.known[card] >> place & 1}


def test_who_looks_knows_where_the_cards_lie_until_they_are_drawn() -> None:
    game = played("look(top(3))")
    assert game.decision.seat == "Bob", "who has drawn Milk"
    assert knows(game, "Ann") == {"Bread", "Time"}
    assert knows(game, "Bob") == set()
    assert game.view("Ann").pile_known == ((0, "Bread"), (1, "Time"))
    assert game.view("Bob").pile_known == ()


def test_a_card_put_in_from_the_table_is_known_to_all_and_one_from_a_hand_to_its_owner() -> None:
    shown = played('to_pile(choose(keepers(you)), "bottom")', keepers={"Ann": ["Moon"]}, hand={"Ann": ["Test"]})
    shown.answer("Moon")
    assert knows(shown, "Ann") == knows(shown, "Bob") == {"Moon"}
    hidden = played('to_pile(choose(hand(you)), "bottom")', hand={"Ann": ["Test", "Moon"], "Bob": []})
    hidden.answer("Moon")
    assert (knows(hidden, "Ann"), knows(hidden, "Bob")) == ({"Moon"}, set())
    assert pile(hidden)[-1] == "Moon"


def test_nobody_knows_the_pile_after_a_card_went_to_a_random_place() -> None:
    game = played(
        "look(top(4))", 'to_pile(choose(keepers(you)), "random")', keepers={"Ann": ["Moon"]}, hand={"Ann": ["Test"]}
    )
    game.answer("Moon")
    assert knows(game, "Ann") == knows(game, "Bob") == set()
    assert "Moon" in pile(game) or "Moon" in game.view("Bob").hand


def test_who_does_not_see_which_card_leaves_the_pile_loses_track_of_it() -> None:
    lines = ("look(top(2), by=left_of(you))", "take(choose(draw_pile(keeper)))")
    game = played(*lines, seats=3)
    assert knows(game, "Bob") == {"Milk", "Bread"}
    game.answer("Time")
    assert knows(game, "Bob") == set(), "it may have come from above or below"
    assert knows(game, "Ann") == set(PILE) - {"Time", "Milk"}, "who searched it knows it all"


def test_a_draw_takes_away_nobodys_knowledge() -> None:
    game = played("look(top(3), by=left_of(you))", "draw(1)", seats=3)
    assert knows(game, "Bob") == {"Time"}
    assert game.view("Bob").hand[-1] == "Bread"


def test_shuffling_makes_all_forget() -> None:
    game = played("look(draw_pile)", "shuffle_pile()")
    assert knows(game, "Ann") == set()
    assert game.table.pile_known == 0


def test_what_is_put_back_from_the_pile_moves_in_it() -> None:
    game = played('to_pile(choose(top(3), 2), "bottom")')
    game.answer("Bread")
    game.answer("Milk")
    assert pile(game)[-2:] == ["Bread", "Milk"]
    assert census(game.deck, game.table) == []


def test_cards_out_of_the_game_lie_in_the_order_of_their_numbers() -> None:
    game = played("remove(bottom(2))", "remove(top(1))", rest="pile")
    out = cards_in(game.table, w.OUT)
    assert out == sorted(out)
    assert census(game.deck, game.table) == []


def test_a_hand_that_lies_open_is_known_to_all_and_shuts_again() -> None:
    cards = 'rule "Glass"\n    "Open."\n    open_hand = yes\n' + action("discard(rules)") + KEEPERS
    held = {"Ann": ["Glass", "Test"], "Bob": ["Moon", "Sun"]}
    game = laid(cards, seats=("Ann", "Bob"), hand=held, pile=PILE[:5], rest="out")
    game.answer("play Glass")
    assert game.view("Ann").look("Bob").known == ("Milk", "Moon", "Sun")
    assert {event.card for event in game.events_for("Ann") if event.what == "reveals"} >= {"Moon", "Sun"}
    game.answer("play Moon")
    game.answer("play Test")
    assert "Time" not in game.view("Ann").look("Bob").known, "drawn after the rule had left"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("draws += 1 if ▸draw_pile(keeper)", "nobody knows what lies in the draw pile"),
        ("draws = count(▸top(2))", "nobody knows what lies in the draw pile"),
    ],
)
def test_what_lies_in_the_pile_is_no_matter_for_formulas(line: str, says: str) -> None:
    expect(f'rule "Test"\n    {line}\n', says)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('to_pile(this, ▸"middle")', 'to_pile() takes "top" or "bottom" or "random" here'),
        ('draw_from(▸"top", 2)', 'draw_from() takes "bottom" or "discards" here'),
        ("draw_from(▸1, 2)", 'draw_from() takes "bottom" or "discards" here'),
        ("to_pile(this, ▸you)", "to_pile() needs a number, not a seat"),
        ("look(▸top())", "top() takes one number: look(top(3))"),
    ],
)
def test_places_that_are_none(line: str, says: str) -> None:
    expect(f'action "Test"\n    {line}\n', says)
