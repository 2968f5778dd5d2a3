"""How far everybody is with a Goal: for every Goal of every edition, and Goals that nobody would print."""

from __future__ import annotations

import pytest
from tests.engine.seen.conditions.test_lacks import ODD, goals_of, strewn
from tests.random_play import NAMES, laid, play_on

import changeling as cl
from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.machine.zones import move
from changeling.engine.seen.conditions.lacks import Condition, MissingCard
from changeling.engine.seen.conditions.saying import text_of
from changeling.engine.seen.conditions.trees import tree_of
from changeling.engine.seen.reasons.progress import Piece, Progress, progress_of
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.sheet_cache import sheet_for

DECKS = [*(cl.load_deck(name) for name in cl.editions()), ODD]


def with_goal(at: Inquiry, goal: int) -> tuple[Inquiry, list[Progress]]:
    """A table where a Goal is in play, and how far everybody is with it."""
    t = at.table.copy()
    move(t, goal, w.GOALS)
    there = Inquiry(at.deck, at.sheet, t, at.names)
    return there, [one for one in progress_of(there) if one.seat and one.goal == at.title(goal)]


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_all_is_there_where_nothing_is_lacking_and_no_card_is_missing_where_all_is_there(deck: Deck) -> None:
    partly = 0
    for seed in range(8):
        at = strewn(deck, seed)
        for goal in goals_of(deck):
            there, standings = with_goal(at, goal)
            for seat, one in enumerate(standings):
                condition = Condition(there.reader(goal, seat))
                ways = condition.ways(tree_of(deck, deck.wins[goal]))
                assert 0 <= one.have <= one.need
                if ways == [()]:
                    assert one.have == one.need, (at.title(goal), one)
                elif one.have == one.need:  # no card is missing: something else is in the way
                    missing = [all(isinstance(lack, MissingCard) for lack in way) for way in ways]
                    assert not any(missing), (at.title(goal), one, ways)
                assert one.met == (text_of(one.lacks) == "")
                counted = [piece for piece in one.pieces if not piece.forbidden]
                if counted:
                    assert (sum(piece.card != "" for piece in counted), len(counted)) == (one.have, one.need)
                partly += 0 < one.have < one.need
    assert partly > 20


def test_counts_marks_and_either_or_are_counted() -> None:
    cards = """
marks food
keeper "Milk" food
    "Milk."
keeper "Bread" food
    "Bread."
keeper "Love"
    "Love."
goal "Five"
    "Five Keepers."
    wins = count(keepers(you)) >= 5
goal "Snack"
    "Any two foods."
    wins = has(food, food)
goal "Either"
    "Love, or Milk and Bread."
    wins = has("Love") or has("Milk", "Bread")
rule "Many"
    "Many Goals."
    goals_allowed = 5
"""
    game = laid(cards, goals=["Five", "Snack", "Either"], rules=["Many"], keepers={"Ann": ["Milk", "Bread"], "Bob": []})
    at = Inquiry(game.deck, sheet_for(game.deck), game.table.copy(), game.seats)
    far = {(one.goal, one.seat): (one.have, one.need) for one in progress_of(at)}
    assert far["Five", "Ann"] == (2, 5)
    assert far["Snack", "Ann"] == (2, 2)
    assert far["Either", "Ann"] == (2, 2)
    assert far["Either", "Bob"] == (0, 1), "the shorter way"


@pytest.mark.parametrize("edition", cl.editions())
def test_what_is_told_of_standings_is_what_everybody_sees(edition: str) -> None:
    """Tables that a seat cannot tell apart give the same standings: so nothing in them comes from hidden cards."""

    def told(game: cl.Game) -> list[Progress]:
        return list(progress_of(Inquiry(game.deck, sheet_for(game.deck), game.table.copy(), game.seats)))

    looked = 0
    for game in play_on(cl.Game(edition, seats=NAMES[:3], seed=4), 4, most=120):
        for seat in game.seats:
            imagined = game.imagine(seat, seed=game.table.decisions)
            assert told(imagined) == told(game)
            looked += len(told(game))
    assert looked


def test_pieces_are_named_only_where_all_of_them_are_needed() -> None:
    """By name, mark or what a card counts as; an either-or and a number have none."""
    cards = """
marks food
keeper "Milk" food
    "Milk."
keeper "Goat"
    "Goat."
    counts_as = "Milk"
keeper "Love"
    "Love."
creeper "War"
    "War."
goal "Breakfast"
    "Milk and Love, and no War about."
    wins = has("Milk", "Love") and not anyone_has("War")
goal "Snack"
    "Love and any food."
    wins = has("Love", food)
goal "Either"
    "Love, and Milk or food."
    wins = has("Love") and (has("Milk") or has(food))
goal "Two"
    "Two Keepers, Love among them."
    wins = has("Love") and count(keepers(you)) >= 2
rule "Many"
    "Many Goals."
    goals_allowed = 5
"""
    keepers, goals = {"Ann": ["Goat"], "Bob": ["Love"]}, ["Breakfast", "Snack", "Either", "Two"]
    game = laid(cards, keepers=keepers, creepers={"Bob": ["War"]}, goals=goals, rules=["Many"])
    at = Inquiry(game.deck, sheet_for(game.deck), game.table.copy(), game.seats)
    found = {(one.goal, one.seat): one.pieces for one in progress_of(at)}
    war = Piece("War", "War", forbidden=True)
    assert found["Breakfast", "Ann"] == (Piece("Milk", "Goat"), Piece("Love", ""), war)
    assert found["Breakfast", "Bob"] == (Piece("Milk", ""), Piece("Love", "Love"), war)
    assert [piece.card for piece in found["Snack", "Bob"]] == ["Love", ""]
    assert found["Either", "Ann"] == found["Two", "Bob"] == ()
