"""What cards count as besides what is printed on them."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of
from tests.random_play import laid

import changeling as cl
from changeling.cards import codes as w
from changeling.decks.shelf import load_deck, published
from changeling.engine.machine.board.likeness import marks_of, stands_for
from changeling.engine.sheet import sheet_of
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import DeckError

CARDS = """
marks zombie friend
keeper "Ann's Friend" friend
    "One."
keeper "Stranger"
    "One."
keeper "Bite"
    "Your friends are zombies."
    lends = (zombie for k in keepers(you, friend))
creeper "Plague"
    "Friends of others are zombies."
    lends = (zombie for k in keepers(others, friend))
rule "Masks"
    "All Keepers count as Stranger."
    lends = ("Stranger" for k in keepers(everyone))
keeper "Anybody"
    "Any Keeper."
    counts_as = keeper
goal "Strange"
    "Two strangers."
    wins = has("Stranger", "Stranger")
"""


def laid_out(**table: object) -> cl.Game:
    return laid(CARDS, seats=("Ann", "Bob"), rest="out", **table)


def zombie(game: cl.Game, title: str) -> bool:
    card = game.deck.card(title)
    assert card is not None
    return bool(marks_of(sheet_for(game.deck), game.table, card.id) >> game.deck.marks.index("zombie") & 1)


def test_a_keeper_lends_to_its_owners_cards_and_a_creeper_to_those_of_others() -> None:
    assert zombie(laid_out(keepers={"Ann": ["Ann's Friend", "Bite"]}), "Ann's Friend")
    assert not zombie(laid_out(keepers={"Ann": ["Ann's Friend"], "Bob": ["Bite"]}), "Ann's Friend")
    assert zombie(laid_out(keepers={"Ann": ["Ann's Friend"]}, creepers={"Bob": ["Plague"]}), "Ann's Friend")
    assert not zombie(laid_out(keepers={"Ann": ["Ann's Friend"]}, creepers={"Ann": ["Plague"]}), "Ann's Friend")


def test_nothing_is_lent_to_cards_elsewhere_nor_by_them() -> None:
    assert not zombie(laid_out(hand={"Ann": ["Ann's Friend"]}, keepers={"Ann": ["Bite"]}), "Ann's Friend")
    assert not zombie(laid_out(keepers={"Ann": ["Ann's Friend"]}, hand={"Ann": ["Bite"]}), "Ann's Friend")
    assert not zombie(laid_out(keepers={"Ann": ["Stranger", "Bite"]}), "Stranger"), "it is no friend"


def test_a_name_is_lent_and_a_kind_stands_for_all_of_it() -> None:
    game = laid_out(
        keepers={"Ann": ["Bite", "Anybody"]}, rules=["Masks"], goals=["Strange"], hand={"Ann": ["Stranger"]}
    )
    d, names = sheet_for(game.deck), game.deck.names
    bite, anybody = game.deck.card("Bite"), game.deck.card("Anybody")
    assert bite is not None
    assert anybody is not None
    assert stands_for(d, game.table, bite.id, names.index("Stranger"))
    assert not stands_for(d, game.table, bite.id, names.index("Ann's Friend"))
    assert stands_for(d, game.table, anybody.id, names.index("Ann's Friend"))
    assert not stands_for(d, game.table, anybody.id, names.index("Plague")), "which is a Creeper"
    assert game.winner == "Ann"


def test_decks_without_such_cards_look_nothing_up() -> None:
    for edition in published():
        d = sheet_for(load_deck(edition))
        assert (d.lends, d.lent_marks, len(d.likes)) == (0, 0, 0)
        assert d.aliases < 2


def test_a_goal_of_too_many_names_is_refused_beside_them() -> None:
    names = "".join(f'keeper "K{number}"\n    "One."\n' for number in range(w.MAX_ITEMS + 1))
    asks = ", ".join(f'"K{number}"' for number in range(w.MAX_ITEMS + 1))
    cards = names + f'goal "All"\n    "All."\n    wins = has({asks})\n'
    sheet_of(deck_of(cards))
    with pytest.raises(
        DeckError, match=f"has a has\\(\\) of more than {w.MAX_ITEMS} cards, and cards that count as several"
    ):
        sheet_of(deck_of(cards + 'keeper "Any"\n    "Any."\n    counts_as = keeper\n'))
