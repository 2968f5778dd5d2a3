"""The evaluation of a table: what raises a standing and what lowers it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.random_play import laid, position, questions

import changeling as cl
from changeling.bots.evaluation import (
    MOST_USES,
    advantage,
    draws_due,
    nearness,
    overused,
    prospect,
    reach,
    standing,
    worth_of_hand,
)
from changeling.bots.goal_table import goal_table_for
from changeling.bots.weights import FOR_POLICY, FOR_PROSPECT, FOR_RIVALS, FOR_SELF, Weights
from changeling.cards import codes as w
from changeling.engine.layout import BEFORE_DRAW, ENDING, PLAYING
from changeling.engine.sheet_cache import sheet_for

SETS = [FOR_POLICY, FOR_PROSPECT, FOR_SELF]
FRONT: dict[str, Any] = {"keepers": {"Ann": ["Milk"]}, "goals": ["Milk and Cookies"], "drawn": 1}


def id_of(game: cl.Game, title: str) -> int:
    card = game.deck.card(title)
    assert card is not None
    return card.id


def stands(game: cl.Game, weights: Weights, seat: int = 0) -> float:
    return standing(sheet_for(game.deck), goal_table_for(game.deck), weights, game.table, seat)


@pytest.mark.parametrize("weights", SETS)
def test_the_missing_piece_raises_a_standing_the_nearer_it_is(weights: Weights) -> None:
    held = position(hand={"Ann": ["Cookies"], "Bob": ["Time"]}, **FRONT)
    elsewhere = position(hand={"Ann": ["Time"], "Bob": ["Cookies"]}, **FRONT)
    gone = position(hand={"Ann": ["Time"], "Bob": ["Peace"]}, discard=["Cookies"], **FRONT)
    assert stands(held, weights) > stands(elsewhere, weights) > stands(gone, weights)


@pytest.mark.parametrize("weights", SETS)
def test_a_creeper_lowers_a_standing(weights: Weights) -> None:
    free = position(hand={"Ann": ["Cookies"]}, **FRONT)
    blocked = position(hand={"Ann": ["Cookies"]}, creepers={"Ann": ["War"]}, **FRONT)
    assert stands(blocked, weights) < stands(free, weights)


def test_a_goal_that_is_met_is_as_near_as_can_be() -> None:
    game = position(hand={"Ann": ["Toast"]}, keepers={"Ann": ["Bread", "The Toaster"]}, drawn=1)
    d, goals = sheet_for(game.deck), goal_table_for(game.deck)
    assert nearness(d, goals, FOR_POLICY, game.table, id_of(game, "Toast"), 0) == 1.0
    assert nearness(d, goals, FOR_POLICY, game.table, id_of(game, "Toast"), 1) < 0.2


def test_an_unseen_card_counts_by_its_own_weight_wherever_it_is() -> None:
    game = position(hand={"Ann": ["Time"], "Bob": ["Cookies"]}, **FRONT)
    card = id_of(game, "Cookies")
    assert reach(game.table, FOR_SELF, card, 0) == FOR_SELF.in_other_hand
    game.table.place[card] = w.NONE
    assert reach(game.table, FOR_SELF, card, 0) == reach(game.table, FOR_SELF, card, 1) == FOR_SELF.unseen


def test_an_unseen_goal_in_a_hand_promises_nothing() -> None:
    game = position(hand={"Ann": ["Toast"]}, keepers={"Ann": ["Bread", "The Toaster"]}, drawn=1)
    seen = stands(game, FOR_SELF)
    game.table.place[id_of(game, "Toast")] = w.NONE
    assert stands(game, FOR_SELF) < seen - 5


def test_every_weight_changes_some_evaluation() -> None:
    """Each weight is read by its name: halving it changes the standing of somebody at some table."""
    full = replace(FOR_SELF, goal_ready=1.0, own_turn=1.0)
    unread = set(Weights.__slots__) - {"unseen", "rivals"}  # these two have tests of their own
    for deck in ("fluxx-4", "cthulhu", "doctor-who"):
        for game in questions(deck, 3, range(8), every=3):
            for name in sorted(unread):
                other = replace(full, **{name: getattr(full, name) * 0.5})
                if any(stands(game, other, seat) != stands(game, full, seat) for seat in range(3)):
                    unread.discard(name)
    assert unread == set()


def test_an_advantage_is_less_what_the_others_have() -> None:
    game = position(hand={"Ann": ["Cookies"]}, **FRONT)
    d, goals = sheet_for(game.deck), goal_table_for(game.deck)
    before = advantage(d, goals, FOR_SELF, FOR_RIVALS, game.table, 1)
    careless = advantage(d, goals, replace(FOR_SELF, rivals=0.0), FOR_RIVALS, game.table, 1)
    assert careless == stands(game, FOR_SELF, 1)
    assert before < careless


def test_the_prospects_of_all_seats_sum_to_one() -> None:
    for game in questions("fluxx-4", 4, range(2), every=9):
        d, goals = sheet_for(game.deck), goal_table_for(game.deck)
        assert sum(prospect(d, goals, FOR_PROSPECT, game.table, seat) for seat in range(4)) == pytest.approx(1.0)


def test_evaluating_leaves_the_table_as_it_was() -> None:
    for game in questions("fluxx-4", 3, range(2), every=9):
        before = game.notation()
        for seat in range(3):
            stands(game, FOR_SELF, seat)
        assert game.notation() == before


def test_a_free_action_is_overused_after_some_uses() -> None:
    game = position(hand={"Ann": ["Time", "Peace"]}, rules=["Get On With It!"], drawn=1)
    d, code = sheet_for(game.deck), w.A_USE * w.SORT + id_of(game, "Get On With It!")
    hook = d.free_card.index(id_of(game, "Get On With It!"))
    assert code in game.table.option[: game.table.options]
    assert not overused(d, game.table, code)
    game.table.used[hook] = MOST_USES
    assert overused(d, game.table, code)
    assert not overused(d, game.table, game.table.option[0]), "playing a card is no free action"


def test_a_goal_that_asks_for_three_of_a_kind_needs_three_cards() -> None:
    cards = 'keeper "Milk" x9\n    "Milk."\ngoal "Three"\n    "Three."\n    wins = has("Milk", "Milk", "Milk")\n'
    near = []
    for keepers in ([], ["Milk"], ["Milk", "Milk #2"], ["Milk", "Milk #2", "Milk #3"]):
        hand = {"Ann": ["Milk #8"], "Bob": ["Milk #9"]}
        game = laid(cards, keepers={"Ann": keepers}, hand=hand, discard=["Milk #4"], rest="out")
        d, goals = sheet_for(game.deck), goal_table_for(game.deck)
        near.append(nearness(d, goals, FOR_SELF, game.table, id_of(game, "Three"), 0))
    assert near == sorted(set(near)), "each further card counts"
    assert near[2] == pytest.approx(FOR_SELF.in_hand)
    assert near[3] == 1.0


@pytest.mark.parametrize("weights", SETS)
def test_a_turn_that_is_not_over_counts_with_the_draw_and_the_plays_still_due(weights: Weights) -> None:
    """Before the draw as after it: the seat has the same cards and plays to come, so it stands the same."""
    game = position(hand={"Ann": ["Time", "Peace"]}, rules=["Draw 2", "Play 3"], drawn=2)
    table = game.table
    table.phase, table.draws_done = BEFORE_DRAW, 0
    assert draws_due(table) == 2
    before = worth_of_hand(table, weights, 0)
    game = position(hand={"Ann": ["Time", "Peace", "Milk", "Bread"]}, rules=["Draw 2", "Play 3"], drawn=2)
    assert game.table.phase == PLAYING
    assert draws_due(game.table) == 0
    assert worth_of_hand(game.table, weights, 0) == before
    table.phase = ENDING
    assert draws_due(table) == 0
    assert worth_of_hand(table, weights, 0) < before


@pytest.mark.parametrize("weights", SETS)
def test_under_play_all_what_is_still_to_be_drawn_has_to_be_played_too(weights: Weights) -> None:
    game = position(hand={"Ann": ["Time"]}, rules=["Draw 2", "Play All"], drawn=2)
    game.table.phase, game.table.draws_done = BEFORE_DRAW, 0
    drawn = position(hand={"Ann": ["Time", "Milk", "Bread"]}, rules=["Draw 2", "Play All"], drawn=2)
    assert worth_of_hand(game.table, weights, 0) == worth_of_hand(drawn.table, weights, 0)
