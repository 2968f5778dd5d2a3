"""Words of different areas on one table: what is safe, what waits for events, sets, sides, and players who are out."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import again_from, laid

import changeling as cl
from changeling.proofs.conformance import census

CARDS = """
keeper "Milk" x30
    "M."

keeper "Wall"
    "W."
    safe_from_theft = keepers(you)

keeper "Rock"
    "R."
    safe_from_discard = this

keeper "Bell"
    "B."
    on drawn:
        draw(one)

keeper "Guard"
    "G."
    instead of stolen keeper:
        draw(two, by=owner)

keeper "Wild"
    "W."
    counts_as = "Sun" or "Moon"

keeper "Sun"
    "S."

keeper "Moon"
    "M."

keeper "Egg"
    "E."
    on gone:
        if is_a(it, "Egg"):
            draw(two)

creeper "Snake"
    "S."
    back_of = "Egg"

rule "Ring"
    "R."
    on reshuffled:
        draw(one, by=choose(others))

rule "Glass"
    "G."
    open_hand = yes

goal "Sky"
    "S."
    wins = has("Sun", "Moon") and count(rules()) >= 5

action "Truce"
    "T."
    lasts = round
    safe_from_theft = keepers(everyone)

action "Test"
    "T."
{body}
"""


def played(*lines: str, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    game = laid(CARDS.format(body=body), **{"hand": {"Ann": ["Test", "Milk"]}, "rest": "pile", **table})
    game.answer("play Test")
    return game


def keepers(game: cl.Game, seat: str) -> list[str]:
    return sorted(card.split(" #")[0] for card in game.view(seat).look(seat).keepers)


def drawn(game: cl.Game, seat: str, because: str) -> int:
    return len([event for event in game.events if (event.what, event.seat, event.because) == ("draws", seat, because)])


@pytest.mark.parametrize(
    "line",
    [
        "take(keepers(others))",
        "give(keepers(left_of(you)), right_of(you))",
        "trade(keepers(everyone), you, left_of(you))",
        "take(choose(keepers(left_of(you)), two))",
        "take(keepers(left_of(you)), by=right_of(you))",
    ],
)
def test_what_is_safe_from_theft_stays_when_sets_are_taken(line: str) -> None:
    game = played(line, keepers={"Bob": ["Wall", "Moon"]})
    assert keepers(game, "Bob") == ["Moon", "Wall"]
    assert census(game.deck, game.table) == []


def test_what_is_safe_from_being_discarded_is_not_offered_among_several() -> None:
    game = played("discard(choose(keepers(left_of(you)), two))", keepers={"Bob": ["Rock", "Sun", "Moon", "Wild"]})
    assert "Rock" not in [option.text for option in game.decision.options]


def test_something_happens_instead_of_a_theft_of_a_set() -> None:
    game = played("take(keepers(left_of(you)))", keepers={"Bob": ["Guard", "Moon"]})
    assert keepers(game, "Bob") == ["Guard", "Moon"]
    assert drawn(game, "Bob", "Guard") == 4


def test_a_card_drawn_from_elsewhere_is_drawn() -> None:
    game = played('draw_from("bottom", one)', keepers={"Bob": ["Bell"]})
    assert drawn(game, "Ann", "Test") == 1
    assert drawn(game, "Bob", "Bell") == 0  # nobody has drawn the Bell itself
    game = played('to_pile(first(keepers(you)), "bottom")', 'draw_from("bottom", one)', keepers={"Ann": ["Bell"]})
    assert drawn(game, "Ann", "Bell") == 1


def test_a_pile_that_is_shuffled_anew_for_a_draw_from_its_bottom_is_told() -> None:
    table = {"pile": [], "discard": ["Sun", "Moon", "Wild", "Wall"], "rest": "out", "rules": ["Ring"]}
    game = played('draw_from("bottom", one)', **table)
    assert game.table.reshuffles == 1
    assert "Bob" in [option.text for option in game.decision.options]


def test_a_card_drawn_from_the_bottom_into_an_open_hand_is_seen() -> None:
    game = played('draw_from("bottom", one)', rules=["Glass"])
    seen = [e for e in game.events_for("Cy") if (e.what, e.seat, e.because) == ("draws", "Ann", "Test")]
    assert [bool(event.card) for event in seen] == [True]


def test_a_card_that_counts_as_several_is_asked_for() -> None:
    game = played("draw(two if asked_for(first(keepers(you))) else zero)", keepers={"Ann": ["Wild"]}, goals=["Sky"])
    assert drawn(game, "Ann", "Test") == 2


@pytest.mark.parametrize(("way", "receiver"), [("left", "Cy"), ("right", "Dee")])
def test_cards_are_passed_past_players_who_are_out(way: str, receiver: str) -> None:
    seats = ("Ann", "Bob", "Cy", "Dee")
    lines = ("eliminate(left_of(you))", f'pass_on(keepers(you), "{way}")')
    game = played(*lines, seats=seats, keepers={"Ann": ["Sun"]})
    assert keepers(game, receiver) == ["Sun"]


@pytest.mark.parametrize(
    "line",
    [
        "trade(keepers(everyone), you, gone)",
        "skip_turn(gone)",
        "go_next(gone)",
        'draw_from("bottom", two, by=gone)',
        "take(keepers(you), by=gone)",
        "extra_turn(by=gone)",
        "discard(choose(keepers(everyone), two, by=gone))",
    ],
)
def test_players_who_are_out_take_part_in_nothing(line: str) -> None:
    game = played("gone = left_of(you)", "eliminate(gone)", line, keepers={"Ann": ["Sun", "Moon"]})
    assert keepers(game, "Ann") == ["Moon", "Sun"]
    assert game.decision.seat == "Cy"
    assert game.view("Ann").look("Bob").misses == 0
    assert again_from(game).notation() == game.notation()


def test_a_player_who_is_out_is_passed_over_when_turns_go_the_other_way() -> None:
    game = played("turn_round()", "eliminate(right_of(you))")
    assert game.decision.seat == "Bob"


def test_whoever_has_the_next_turn_and_is_out_by_then_does_not_have_it() -> None:
    game = played("go_next(right_of(you))", "eliminate(right_of(you))")
    assert game.decision.seat == "Bob"


def test_an_action_lasts_no_longer_than_its_player_is_in_the_game() -> None:
    game = played('play(first(hand(you, "Truce")))', "eliminate(you)", hand={"Ann": ["Test", "Truce"]})
    assert "Truce" in game.view("Bob").discard
    assert census(game.deck, game.table) == []


def test_a_two_sided_card_that_is_removed_is_still_itself() -> None:
    game = played("remove(keepers(you))", keepers={"Ann": ["Egg"]})
    assert drawn(game, "Ann", "Egg") == 2
    assert census(game.deck, game.table) == []
    assert again_from(game).notation() == game.notation()


def test_sides_and_removed_cards_lie_out_of_the_game_in_one_order() -> None:
    game = played("flip(first(keepers(you)))", "remove(hand(you))", keepers={"Ann": ["Egg"]})
    assert again_from(game).notation() == game.notation()
    assert census(game.deck, game.table) == []
