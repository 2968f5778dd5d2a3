"""Decks that are chosen on the web: what is refused, and what is told of them."""

from __future__ import annotations

import json

import pytest

import changeling as cl
from changeling.web.gallery.decks import cards_by_id, cards_of, check_meta, deck_info, deck_of, oddities_of
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import DeckChoice

OWN = 'take "family"\n\nkeeper "Kite"\n    "Flies."\n'


@pytest.mark.parametrize(
    ("choice", "code", "message"),
    [
        (DeckChoice(parts=["chess"]), "deck/unknown", "'chess' is not an edition; the editions are "),
        (DeckChoice(parts=["family", "family"]), "deck/unknown", "each edition can be mixed in once"),
        (DeckChoice(), "deck/unknown", "no deck was chosen"),
        (DeckChoice(text="  \n"), "deck/unknown", "no deck was chosen"),
        (DeckChoice(text='keper "Kite"\ngoal "G"\n'), "deck/problems", "the deck has 2 mistakes"),
        (DeckChoice(text='keper "Kite"\n'), "deck/problems", "the deck has 1 mistake$"),
    ],
)
def test_what_cannot_be_chosen_is_refused(choice: DeckChoice, code: str, message: str) -> None:
    with pytest.raises(Refuse, match=message) as refused:
        deck_of(choice)
    assert refused.value.code == code


def test_mistakes_of_a_text_have_their_places() -> None:
    with pytest.raises(Refuse, match="1 mistake") as refused:
        deck_of(DeckChoice(text=OWN + '\nkeper "Tea"\n'))
    (problem,) = refused.value.problems
    assert (problem.line, problem.column) == (6, 1)


def test_a_mix_and_a_text_become_decks() -> None:
    assert deck_of(DeckChoice(parts=["family", "fluxx-4"])).digest == cl.load_deck(["family", "fluxx-4"]).digest
    own = deck_of(DeckChoice(text=OWN))
    assert own.card("Kite") is not None
    assert own.card("Cake") is not None


def test_what_a_table_tells_of_its_deck() -> None:
    edition, own = deck_info(deck_of(DeckChoice(parts=["doctor-who"]))), deck_info(deck_of(DeckChoice(text=OWN)))
    assert (edition.parts, edition.own, edition.surprises) == (["doctor-who"], False, True)
    assert (own.own, own.surprises) == (True, False)
    assert own.cards == deck_info(cl.load_deck("family")).cards + 1


def test_cards_are_found_by_an_id_that_follows_from_what_they_say() -> None:
    one, same, other = (deck_of(DeckChoice(text=text)) for text in (OWN, OWN, OWN.replace("Flies", "Soars")))
    assert cards_of(one) == cards_of(same)
    assert cards_of(one)[0] != cards_of(other)[0]
    told = cards_by_id(cards_of(one)[0])
    assert told is not None
    assert "Kite" in {card["title"] for card in json.loads(told)["cards"]}
    assert cards_by_id("0" * 20) is None


def test_a_meta_rule_is_one_of_the_deck() -> None:
    deck = cl.load_deck("fluxx-4")
    check_meta(deck, ["No Creepers"])
    with pytest.raises(
        Refuse, match=r"'Free Parking' is not a Meta Rule of Fluxx 4\.0; it has: Rules Escalation"
    ) as refused:
        check_meta(deck, ["Free Parking"])
    assert refused.value.code == "meta/unknown"


def test_a_deck_that_nobody_can_win_is_refused_before_the_game() -> None:
    deck = deck_of(DeckChoice(text='keeper "Kite" x40\n    "Flies."\n'))
    with pytest.raises(Refuse, match="Goal") as refused:
        oddities_of(deck, seats=3, meta=[])
    assert refused.value.code == "deck/unplayable"
    assert oddities_of(cl.load_deck("family"), seats=3, meta=[]) == []
