"""Cards that lie on or under another go where it goes, and each can be got off again (CREEP-5, CREEP-6)."""

from __future__ import annotations

from typing import Any

from tests.random_play import laid

import changeling as cl
from changeling.proofs.conformance import census

CARDS = """
creeper "Burr"
    "Clings."
    when loose(this) and keepers(you, "Coat"):
        attach(this, first(keepers(you, "Coat")))

creeper "Moth"
    "Flies."

keeper "Coat"
    "A coat."

keeper "Box"
    "A box."

goal "Never"
    "Never."
    wins = no

keeper "Filling" x20
    "Nothing."
"""
WORN = {"keepers": {"Ann": ["Coat", "Box"]}, "creepers": {"Ann": ["Burr", "Moth"]}, "attached": {"Burr": "Coat"}}
BOXED = {"keepers": {"Ann": ["Coat", "Box"]}, "sealed": {"Moth": "Box"}}


def played(action: str, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of this line."""
    hand = {"Ann": ["Test"], "Bob": ["Filling"], "Cy": ["Filling #2"]}
    game = laid(CARDS + f'action "Test"\n    "Does it."\n    {action}\n', hand=hand, **table)
    game.answer("play Test")
    assert census(game.deck, game.table) == []
    return game


def in_front(game: cl.Game, seat: str) -> set[str]:
    """The cards in front of a seat."""
    seen = game.view("Ann").look(seat)
    return {*seen.keepers, *seen.creepers}


def moved(game: cl.Game) -> list[tuple[str, str, str]]:
    """What the Action did: the verb, the card, the clause."""
    return [(event.what, event.card, event.clause) for event in game.events if event.because == "Test"][:-1]


def test_a_creeper_fastens_itself_to_a_keeper_of_its_owner_alone() -> None:
    nothing = "draw(zero)"
    game = played(nothing, keepers={"Ann": ["Coat"]}, creepers={"Ann": ["Burr"]})
    assert game.view("Ann").attached == (("Burr", "Coat"),)
    assert ("attaches", "Burr", "CREEP-5") in [(event.what, event.card, event.clause) for event in game.events]
    game = played(nothing, keepers={"Bob": ["Coat"]}, creepers={"Ann": ["Burr"]})
    assert game.view("Ann").attached == ()


def test_both_travel_whichever_of_them_is_moved() -> None:
    for name in ("Coat", "Burr"):
        game = played(f'give(first(anywhere("{name}")), left_of(you))', **WORN)
        assert in_front(game, "Bob") == {"Coat", "Burr"}
        assert in_front(game, "Ann") == {"Box", "Moth"}
        assert game.view("Ann").attached == (("Burr", "Coat"),)
        assert ("gives", "Burr", "CREEP-6") in moved(game)


def test_both_are_discarded_whichever_of_them_is() -> None:
    for name in ("Coat", "Burr"):
        game = played(f'discard(anywhere("{name}"))', **WORN)
        assert set(game.view("Ann").discard) >= {"Coat", "Burr"}
        assert in_front(game, "Ann") == {"Box", "Moth"}
        assert game.view("Ann").attached == ()


def test_a_keeper_that_goes_into_a_hand_leaves_its_creeper_behind() -> None:
    game = played('to_hand(first(keepers(you, "Coat")))', **WORN)
    assert "Coat" in game.view("Ann").hand
    assert in_front(game, "Ann") == {"Box", "Burr", "Moth"}
    assert game.view("Ann").attached == ()


def test_a_creeper_that_is_detached_stays_until_it_is_moved() -> None:
    game = played('detach(first(anywhere("Burr")))', **WORN)
    assert ("detaches", "Burr", "CREEP-6") in moved(game)
    assert in_front(game, "Ann") == {"Coat", "Box", "Burr", "Moth"}
    nothing = played('detach(first(anywhere("Moth")))', **WORN)
    assert moved(nothing) == []
    assert nothing.view("Ann").attached == (("Burr", "Coat"),)


def test_nothing_attaches_again_between_the_detaching_and_the_next_instruction() -> None:
    two = 'detach(first(anywhere("Burr")))\n    give(first(anywhere("Burr")), left_of(you))'
    game = played(two, **WORN)
    assert in_front(game, "Bob") == {"Burr"}
    assert in_front(game, "Ann") == {"Coat", "Box", "Moth"}


def test_attaching_needs_one_owner_and_a_creeper_that_is_loose() -> None:
    other = WORN | {"keepers": {"Ann": ["Coat"], "Bob": ["Box"]}}
    game = played('attach(first(anywhere("Moth")), first(anywhere("Box")))', **other)
    assert game.view("Ann").attached == (("Burr", "Coat"),)
    game = played('attach(first(anywhere("Moth")), first(anywhere("Box")))', **WORN)
    assert game.view("Ann").attached == (("Burr", "Coat"), ("Moth", "Box"))
    assert moved(game) == [("attaches", "Moth", "CREEP-5")]
    game = played('attach(first(anywhere("Burr")), first(anywhere("Box")))', **WORN)
    assert game.view("Ann").attached == (("Burr", "Coat"),)


def test_what_is_sealed_counts_for_nothing_and_goes_where_its_card_goes() -> None:
    game = played('give(first(keepers(you, "Box")), left_of(you))', **BOXED)
    assert in_front(game, "Bob") == {"Box"}
    assert game.view("Ann").sealed == (("Moth", "Box"),)
    game = played('discard(keepers(you, "Box"))', **BOXED)
    assert set(game.view("Ann").discard) >= {"Box", "Moth"}
    assert game.view("Ann").sealed == ()


def test_what_is_uncovered_lies_in_front_of_the_owner_of_the_card() -> None:
    game = played("unseal(first(keepers(left_of(you))))", keepers={"Bob": ["Box"]}, sealed={"Moth": "Box"})
    assert in_front(game, "Bob") == {"Box", "Moth"}
    assert moved(game) == [("uncovers", "Moth", "CREEP-6")]


def test_a_card_that_goes_into_a_hand_uncovers_what_lay_under_it() -> None:
    game = played('to_hand(first(keepers(you, "Box")))', **BOXED)
    assert "Box" in game.view("Ann").hand
    assert in_front(game, "Ann") == {"Coat", "Moth"}


def test_only_a_loose_creeper_is_sealed() -> None:
    free = {name: value for name, value in WORN.items() if name != "attached"}
    game = played('seal(first(anywhere("Moth")), first(keepers(you, "Box")))', **free)
    assert game.view("Ann").sealed == (("Moth", "Box"),)
    assert "Moth" not in in_front(game, "Ann")
    game = played('seal(first(anywhere("Burr")), first(keepers(you, "Box")))', **WORN)
    assert game.view("Ann").sealed == ()
    assert game.view("Ann").attached == (("Burr", "Coat"),)
