"""Cards that lie on or under another go where it goes, and each can be got off again (CREEP-5, CREEP-6)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import laid

import changeling as cl
from changeling.cards import codes as w
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

keeper "Tin"
    "A tin."

rule "Law" in law
    "Nothing."
    draws += zero

goal "Never"
    "Never."
    wins = no

keeper "Filling" x20
    "Nothing."
"""
WORN: dict[str, Any] = {
    "keepers": {"Ann": ["Coat", "Box"]},
    "creepers": {"Ann": ["Burr", "Moth"]},
    "attached": {"Burr": "Coat"},
}
BOXED: dict[str, Any] = {"keepers": {"Ann": ["Coat", "Box"]}, "sealed": {"Moth": "Box"}}


def played(action: str, cards: str = CARDS, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of this line."""
    hand = {"Ann": ["Test"], "Bob": ["Filling"], "Cy": ["Filling #2"]}
    game = laid(cards + f'action "Test"\n    "Does it."\n    {action}\n', hand=hand, **table)
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
    other: dict[str, Any] = WORN | {"keepers": {"Ann": ["Coat"], "Bob": ["Box"]}}
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
    free: dict[str, Any] = {name: value for name, value in WORN.items() if name != "attached"}
    game = played('seal(first(anywhere("Moth")), first(keepers(you, "Box")))', **free)
    assert game.view("Ann").sealed == (("Moth", "Box"),)
    assert "Moth" not in in_front(game, "Ann")
    game = played('seal(first(anywhere("Burr")), first(keepers(you, "Box")))', **WORN)
    assert game.view("Ann").sealed == ()
    assert game.view("Ann").attached == (("Burr", "Coat"),)


# --- any kind of card, and any number of cards on one another ---------------------------------------------------------
HEAP: dict[str, Any] = {  # the Tin is on the Box, which is on the Coat; so is a Creeper, and another lies under the Box
    "keepers": {"Ann": ["Coat", "Box", "Tin"]},
    "creepers": {"Ann": ["Burr"]},
    "attached": {"Tin": "Box", "Box": "Coat", "Burr": "Coat"},
    "sealed": {"Moth": "Box"},
}
FASTENED = (("Burr", "Coat"), ("Box", "Coat"), ("Tin", "Box"))


@pytest.mark.parametrize("name", ["Coat", "Box", "Tin", "Burr"])
def test_all_that_is_attached_to_one_another_travels_together(name: str) -> None:
    for action in (
        'give(first(anywhere("{}")), left_of(you))',
        'swap(first(anywhere("{}")), first(keepers(left_of(you))))',
    ):
        game = played(action.format(name), **HEAP | {"keepers": HEAP["keepers"] | {"Bob": ["Filling #3"]}})
        assert in_front(game, "Bob") - {"Filling #3"} == {"Coat", "Box", "Tin", "Burr"}
        assert not in_front(game, "Ann") - {"Filling #3"}
        assert set(game.view("Ann").attached) == set(FASTENED)
        assert game.view("Ann").sealed == (("Moth", "Box"),)


@pytest.mark.parametrize("name", ["Coat", "Box", "Tin", "Burr"])
def test_all_that_is_attached_to_one_another_is_discarded_together(name: str) -> None:
    game = played(f'discard(anywhere("{name}"))', **HEAP)
    assert set(game.view("Ann").discard) >= {"Coat", "Box", "Tin", "Burr", "Moth"}
    assert not in_front(game, "Ann")


@pytest.mark.parametrize("name", ["Coat", "Box", "Tin"])
def test_keepers_that_are_attached_go_into_the_hand_together(name: str) -> None:
    game = played(f'to_hand(first(anywhere("{name}")))', **HEAP)
    assert set(game.view("Ann").hand) >= {"Coat", "Box", "Tin"}
    assert in_front(game, "Ann") == {"Burr", "Moth"}
    assert game.view("Ann").attached == game.view("Ann").sealed == ()


def test_a_creeper_stays_where_it_is_when_it_is_sent_to_a_hand() -> None:
    game = played('to_hand(first(anywhere("Burr")))', **HEAP)
    assert moved(game) == []
    assert set(game.view("Ann").attached) == set(FASTENED)


def test_no_card_rides_on_itself() -> None:
    loose: dict[str, Any] = {"keepers": HEAP["keepers"], "attached": {"Tin": "Box", "Box": "Coat"}}
    for other in ("Coat", "Box", "Tin"):
        game = played(f'attach(first(anywhere("Coat")), first(anywhere("{other}")))', **loose)
        assert set(game.view("Ann").attached) == {("Tin", "Box"), ("Box", "Coat")}


def test_nothing_is_attached_that_does_not_lie_in_front_of_a_player() -> None:
    for one, other in (("Law", "Coat"), ("Coat", "Law"), ("Law", "Law #2"), ("Tin", "Coat")):
        law: dict[str, Any] = {
            "rules": ["Law"],
            "discard": ["Law #2"],
            "keepers": {"Ann": ["Coat"]},
            "pile": ["Tin", "Filling #4"],
        }
        text = f'attach(first(anywhere("{one.removesuffix(" #2")}")), first(anywhere("{other.removesuffix(" #2")}")))'
        game = played(text, cards=CARDS.replace("in law", "in law x2"), **law)
        assert game.view("Ann").attached == ()


def test_a_sealed_keeper_comes_back_as_a_keeper_and_counts_at_once() -> None:
    meets = CARDS.replace("wins = no", 'wins = has("Coat", "Tin")')
    sealed: dict[str, Any] = {"keepers": {"Ann": ["Coat", "Box"]}, "sealed": {"Tin": "Box"}, "goals": ["Never"]}
    game = played("draw(zero)", cards=meets, **sealed)
    assert not game.over
    game = played('unseal(first(keepers(you, "Box")))', cards=meets, **sealed)
    assert game.winner == "Ann"
    assert set(game.view("Ann").look("Ann").keepers) == {"Coat", "Box", "Tin"}


def test_a_keeper_that_is_sealed_takes_what_is_on_it_along_and_counts_no_more() -> None:
    table: dict[str, Any] = {
        "keepers": {"Ann": ["Coat", "Box", "Tin"]},
        "creepers": {"Ann": ["Burr"]},
        "attached": {"Burr": "Coat"},
    }
    game = played('seal(first(anywhere("Coat")), first(anywhere("Box")))', **table)
    assert in_front(game, "Ann") == {"Box", "Tin"}
    assert set(game.view("Ann").sealed) == {("Coat", "Box"), ("Burr", "Box")}
    game = played('seal(first(anywhere("Coat")), first(anywhere("Burr")))', **table)
    assert game.view("Ann").sealed == ()


def test_nothing_is_sealed_under_itself_nor_under_what_is_not_in_play_and_the_basic_rules_stay() -> None:
    table: dict[str, Any] = {"keepers": {"Ann": ["Coat"]}, "rules": ["Law"], "discard": ["Never"]}
    for card, over in (("Coat", "Never"), ("Law", "Law"), ("Coat", "Coat"), ("Basic Rules", "Coat")):
        game = played(f'seal(first(anywhere("{card}")), first(anywhere("{over}")))', **table)
        assert game.view("Ann").sealed == ()
        assert game.view("Ann").rules == ("Law",)


@pytest.mark.parametrize(("card", "over"), [("Law", "Coat"), ("Never", "Coat"), ("Coat", "Law"), ("Coat", "Never")])
def test_any_card_goes_under_any_card_in_play(card: str, over: str) -> None:
    table: dict[str, Any] = {"keepers": {"Ann": ["Coat"]}, "rules": ["Law"], "goals": ["Never"]}
    game = played(f'seal(first(anywhere("{card}")), first(anywhere("{over}")))', **table)
    assert game.view("Ann").sealed == ((card, over),)


@pytest.mark.parametrize(
    ("action", "where"),
    [
        ("give(first(under({})), left_of(you))", "Bob"),
        ("take(first(under({})))", "Ann"),
        ("play(first(under({})))", "Ann"),
        ("redeal(under({}))", "Ann"),
        ("discard(under({}))", "discard"),
        ("to_hand(first(under({})))", "hand"),
        ("promise(first(under({})), left_of(you))", "Bob's hand"),
    ],
)
def test_a_sealed_card_that_is_moved_is_free(action: str, where: str) -> None:
    box = 'first(keepers(you, "Box"))'
    game = played(f"box = {box}\n    " + action.format("box"), keepers={"Ann": ["Box"]}, sealed={"Tin": "Box"})
    assert game.view("Ann").sealed == ()
    if where == "discard":
        assert "Tin" in game.view("Ann").discard
    elif where == "hand":
        assert "Tin" in game.view("Ann").hand
    elif where == "Bob's hand":
        assert "Tin" in game.view("Bob").hand
    else:
        assert "Tin" in in_front(game, where)


@pytest.mark.parametrize(
    "action",
    [
        'play(first(anywhere("Box")))',
        'to_hand(first(anywhere("Box")))',
        'promise(first(anywhere("Box")), you)',
        'give(first(anywhere("Box")), left_of(you))',
        'redeal(anywhere("Box"))',
        'discard(anywhere("Box"))',
    ],
)
def test_nothing_is_lost_however_the_card_above_it_leaves(action: str) -> None:
    game = played(action, keepers={"Ann": ["Box"]}, sealed={"Tin": "Box", "Moth": "Box"})
    shown = game.view("Ann")
    under = {card for card, _ in shown.sealed}
    seen = {*shown.hand, *shown.discard, *in_front(game, "Ann"), *in_front(game, "Bob"), *under}
    assert seen >= {"Box", "Tin", "Moth"}


def test_the_basic_rules_and_meta_rules_never_leave() -> None:
    for word in ("discard", "redeal"):
        game = played(f'{word}(anywhere("Basic Rules"))')
        assert game.table.place[game.deck.cards[0].id] == w.CENTRE
    for line in ("take({})", "give({}, left_of(you))", "to_hand({})", "play({})", "promise({}, you)"):
        game = played(line.format('first(anywhere("Basic Rules"))'))
        assert game.table.place[game.deck.cards[0].id] == w.CENTRE
