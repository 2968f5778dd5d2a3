"""Cards that count for no Goal: the table is as it was after every look at it."""

from __future__ import annotations

from tests.cards.writing import deck_of, expect
from tests.random_play import laid, play_on

from changeling.cards import codes as w
from changeling.engine.layout import Table
from changeling.engine.machine.checks.goals import fulfils
from changeling.engine.machine.checks.uncounted import lift, put_back
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_cache import sheet_for

CARDS = """
marks machine

keeper "Robot" machine x8
    "R."

keeper "Milk" x12
    "M."

rule "Power Failure" x2
    "Machines count for no Goal."
    uncounted = keepers(everyone, machine)

goal "Toy Shop" x3
    "Robot and Milk."
    wins = has("Robot", "Milk")

goal "Four" x3
    "Have 4 Keepers."
    wins = count(keepers(you)) >= 4
"""


def lying(t: Table) -> list[object]:
    """Where every card is, and the order of each zone."""
    fields = (t.place, t.next, t.prev, t.head, t.tail, t.size)
    return [list(field) for field in fields]


def test_cards_are_put_back_where_they_were() -> None:
    game = laid(
        CARDS, keepers={"Ann": ["Robot", "Milk", "Robot #2", "Robot #3"], "Bob": ["Robot #4"]}, rules=["Power Failure"]
    )
    d, t = sheet_for(game.deck), game.table.copy()
    before = lying(t)
    lift(d, t, 0)
    assert t.lifts == 4
    assert lying(t) != before
    put_back(t)
    assert lying(t) == before


def test_a_goal_is_looked_at_without_them_for_every_player_at_every_moment() -> None:
    deck = deck_of(CARDS)
    d = sheet_for(deck)
    looked = 0
    for seed in range(3):
        for game in play_on(laid(CARDS, rules=["Power Failure"]), seed, most=200):
            t = game.table.copy()
            before = lying(t)
            for goal in (card.id for card in deck.cards if card.name == "Four"):
                for seat in range(t.seats):
                    counted = [card for card in cards_in(t, w.KEEPERS + seat) if deck.cards[card].name != "Robot"]
                    assert fulfils(d, t, goal, seat) == (len(counted) >= 4)
                    looked += 1
            assert lying(t) == before
    assert looked > 0


def test_who_would_do_it_means_nothing_here() -> None:
    expect('rule "R"\n    uncounted = keepers(everyone) if ▸actor == you\n', "'actor' is not a word here")
