"""Lookahead: playing answers out on an imagined table."""

from __future__ import annotations

import pytest
from tests.random_play import position, questions

import changeling as cl
from changeling.bots.lookahead import WIN, expected, weigh, world_of
from changeling.cards import codes as w
from changeling.engine.seen.places import cards_in


def test_every_answer_is_weighed() -> None:
    for game in questions("fluxx-4", 3, range(3), every=7):
        world = world_of(game.view(game.decision.seat))
        indices = range(len(game.decision.options))
        assert len(weigh(world, indices)) == len(indices)


@pytest.mark.parametrize("deck", cl.editions())
def test_weighing_leaves_the_world_as_it_was(deck: str) -> None:
    for game in questions(deck, 3, range(1), every=9):
        world = world_of(game.view(game.decision.seat))
        indices = range(len(game.decision.options))
        assert weigh(world, indices) == weigh(world, indices)


def test_unseen_cards_are_those_that_the_seat_does_not_know() -> None:
    game = position(
        hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"], "Cy": ["Love"]}, keepers={"Cy": ["Peace"]}, drawn=1
    )
    unseen = {game.deck.cards[card].title for card in world_of(game.view("Ann")).unseen}
    assert {"Time", "Love"} <= unseen
    assert not {"Milk", "Bread", "Peace"} & unseen


def test_no_unseen_creeper_is_drawn_soon() -> None:
    for game in questions("fluxx-4", 3, range(2), every=11):
        world = world_of(game.view(game.decision.seat))
        creepers = [world.sheet.kind[card] == w.CREEPER for card in cards_in(world.table, w.PILE)]
        assert creepers == sorted(creepers)


def test_a_win_is_worth_a_win_and_that_of_another_as_much_less() -> None:
    game = position(hand={"Ann": ["Toast"]}, keepers={"Ann": ["Bread", "The Toaster"]}, drawn=1)
    world = world_of(game.view("Ann"))
    assert expected(world, world.table, 0, 24) == WIN
    game = position(hand={"Ann": ["Toast", "Time"]}, keepers={"Bob": ["Bread", "The Toaster"]}, drawn=1)
    lost, kept = weigh(world_of(game.view("Ann")), range(2))
    assert lost == -WIN
    assert kept > -WIN / 2


def test_questions_on_the_way_get_the_best_answer() -> None:
    """To steal is worth a win, because the missing Keeper would be chosen."""
    game = position(
        hand={"Ann": ["Steal Something"]},
        keepers={"Ann": ["Milk"], "Bob": ["Time", "Cookies"]},
        goals=["Milk and Cookies"],
        drawn=1,
    )
    assert weigh(world_of(game.view("Ann")), [0]) == [WIN]
