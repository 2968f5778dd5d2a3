"""The facts that every way of showing a table shares: the pieces of a Goal, what helps to choose, numbers in words."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console
from tests.random_play import position

import changeling as cl
from changeling.terminal.colour import ColourScreen
from changeling.terminal.plain import PlainScreen
from changeling.terminal.sentences.question_sentences import _place, note_of
from changeling.terminal.table_text import aims, listed, numbers, plural, text_of


@pytest.mark.parametrize(
    ("keepers", "hand", "owner"),
    [
        ({"Ann": ["Milk"]}, ["Bread"], "Ann"),
        ({"Bob": ["Milk"]}, ["Bread"], "Bob"),
        ({}, ["Milk"], "hand"),
        ({}, ["Bread"], ""),
    ],
)
def test_a_goal_is_shown_with_where_its_pieces_are(keepers: dict[str, list[str]], hand: list[str], owner: str) -> None:
    game = position(goals=["Milk and Cookies"], keepers=keepers, hand={"Ann": hand})
    (aim,) = aims(game.view("Ann"))
    assert aim.title == "Milk and Cookies"
    assert [(piece.name, piece.owner) for piece in aim.pieces] == [("Milk", owner), ("Cookies", "")]


def test_what_a_goal_forbids_is_a_piece_too() -> None:
    game = position(goals=["Peace (no War)"], creepers={"Bob": ["War"]}, hand={"Ann": ["Milk"]})
    (aim,) = aims(game.view("Ann"))
    assert ("War", "Bob", True) in [(piece.name, piece.owner, piece.forbidden) for piece in aim.pieces]


def remarks(**table: Any) -> dict[str, str]:
    """What is said of each option of Ann's question."""
    game = position(**table)
    view = game.view("Ann")
    return {option.text: note_of(view, option) for option in game.decision.options}


def test_what_helps_to_choose_a_card() -> None:
    found = remarks(hand={"Ann": ["Milk", "Toast", "Draw 2"]}, goals=["Milk and Cookies"], keepers={"Bob": ["Bread"]})
    assert found["play Milk"].startswith("Keeper: ")
    assert found["play Milk"].endswith(" Wanted for Milk and Cookies in play.")
    assert found["play Toast"].endswith(" Now Bob has Bread.")
    assert found["play Draw 2"].startswith("New Rule: ")


def test_what_helps_to_choose_a_player_or_a_side() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"], "Bob": ["Love"]}, keepers={"Cy": ["Time", "Peace"]})
    game.answer("play Trade Hands")
    view = game.view("Ann")
    said = [note_of(view, option) for option in game.decision.options]
    assert said == ["1 card in hand", "0 cards in hand, has Time and Peace"]
    game = position(hand={"Ann": ["Rotate Hands", "Milk"]})
    game.answer("play Rotate Hands")
    view = game.view("Ann")
    said = [note_of(view, option) for option in game.decision.options]
    assert said == ["all hands go to the left, yours to Bob", "all hands go to the right, yours to Cy"]


def test_the_doom_that_a_card_bears_is_told_with_its_text() -> None:
    deck = cl.load_deck("cthulhu")
    told = {card.title: text_of(card) for card in deck.cards}
    assert told["The Ghouls"].endswith(" Bears 1 Doom.")
    assert told["The Necronomicon"].endswith(" Bears 2 Doom.")
    assert "Bears" not in told["The Penguins"]
    game = position("cthulhu", hand={"Ann": ["The Ghouls"]})
    assert "Bears 1 Doom." in note_of(
        game.view("Ann"), next(o for o in game.decision.options if o.value == "The Ghouls")
    )


def test_numbers_in_force_in_words() -> None:
    plain = position(hand={"Ann": ["Milk"]}, drawn=0, rules=["Get On With It!"]).view("Ann")
    assert numbers(plain) == ["draw 1", "play 1", "hand limit none", "Keeper limit none"]
    full = position(hand={"Ann": ["Milk"]}, rules=["Play All", "Draw 3", "Hand Limit 1", "Inflation"]).view("Ann")
    assert numbers(full) == ["draw 4", "play all (0 played)", "hand limit 2", "Keeper limit none", "numerals +1"]


def test_where_a_card_lies() -> None:
    view = position(hand={"Ann": ["Milk"]}, keepers={"Ann": ["Love"], "Bob": ["Time"]}, discard=["Peace"]).view("Ann")
    places = {title: _place(view, title) for title in ("Milk", "Love", "Time", "Peace", "Sleep")}
    assert places == {"Milk": "in your hand", "Love": "yours", "Time": "Bob's", "Peace": "discard pile", "Sleep": ""}


# --- the whole table --------------------------------------------------------------------------------------------------
SCREENS = ("plain", "colour")


def shown(game: cl.Game, screen: str, seat: str = "Ann") -> str:
    """The table as a screen shows it, with all its blanks in one."""
    out = io.StringIO()
    wide = Console(file=out, width=400, highlight=False)
    made = PlainScreen(io.StringIO(), out) if screen == "plain" else ColourScreen(game.deck, wide)
    made.table(game.view(seat), frozenset())
    return " ".join(out.getvalue().split())


@pytest.mark.parametrize("screen", SCREENS)
def test_doom_is_shown_where_a_deck_has_it(screen: str) -> None:
    game = position("cthulhu", hand={"Ann": ["The Cat"]}, creepers={"Bob": ["Yog-Sothoth"]}, goals=["Dagon"])
    doom = game.view("Ann").look("Bob").doom
    assert doom > 0
    text = shown(game, screen)
    for part in {
        "plain": (f"Doom of the whole table: {doom}.", "Keepers: none, Doom: 0.", f"Yog-Sothoth, Doom: {doom}."),
        "colour": (f"Doom {doom} on the whole table", "· Doom 0", f"Yog-Sothoth · Doom {doom}"),
    }[screen]:
        assert part in text
    assert ("Ungoal Dagon: " if screen == "plain" else "ungoal Dagon ") in text
    assert "Doom" not in shown(position(hand={"Ann": ["Milk"]}), screen)


@pytest.mark.parametrize("screen", SCREENS)
def test_what_lies_on_under_or_face_down_is_shown_with_whose_it_is(screen: str) -> None:
    table: dict[str, Any] = {"keepers": {"Bob": ["The Poet", "The Elder Sign"]}, "creepers": {"Bob": ["Nightmares"]}}
    sealed = {"Shub-Niggurath": "The Elder Sign"}
    game = position("cthulhu", hand={"Ann": ["The Cat"]}, sealed=sealed, attached={"Nightmares": "The Poet"}, **table)
    text = shown(game, screen)
    assert "Nightmares is attached to The Poet" in text
    assert "Shub-Niggurath is sealed under The Elder Sign" in text
    pile = ["The Cat", "The Farm", "The Tomb", "Innsmouth"]
    game = position("cthulhu", hand={"Ann": ["Dreams and Omens"]}, pile=pile, rules=["Play 2"])
    game.answer("play Dreams and Omens")
    assert "3 cards set aside" in shown(game, screen, "Bob")
    for title in ("The Cat", "The Farm", "The Tomb"):
        game.answer(title)
    assert "1 card face down" in shown(game, screen, "Cy")


@pytest.mark.parametrize("screen", SCREENS)
def test_copies_have_no_numbers_for_people(screen: str) -> None:
    game = position("doctor-who", hand={"Ann": ["Fez"]}, creepers={"Bob": ["Daleks #2"]}, discard=["Daleks #3"])
    assert "#" not in shown(game, screen)


def test_things_in_a_row() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert listed(["a, b", "c"]) == "a, b and c"
    assert listed(["a", "b, c", "d"]) == "a; b, c; and d", "where an item has a comma, commas do not part items"
    assert [plural(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
