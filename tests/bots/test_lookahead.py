"""Lookahead: playing answers out on an imagined table."""

from __future__ import annotations

import pytest
from tests.random_play import position, questions

import changeling as cl
from changeling.bots.greedy_choice import look_around
from changeling.bots.greedy_state import GreedyState, greedy_state
from changeling.bots.lookahead import BUDGET, LEVELS, TURN_BUDGET, WIN, WORLD, expected
from changeling.cards import codes as w
from changeling.engine.seen.places import cards_in


def thinking(game: cl.Game) -> GreedyState:
    """Greedy of the asked seat, before it weighs its answers."""
    state = greedy_state(game.deck)
    state.tables[WORLD] = game.view(game.decision.seat).imagine(0)
    look_around(state.sheets[0], state.tables[WORLD], state.thoughts[0])
    return state


def weigh(state: GreedyState) -> list[float]:
    """What each answer is worth."""
    given = (state.sheets, state.tables, None, state.goals, state.weights, state.thoughts)
    return [expected(*given, index) for index in range(state.tables[WORLD].options)]


def test_there_is_a_level_for_every_question_that_the_budget_allows() -> None:
    budget, levels = max(BUDGET, TURN_BUDGET), 1
    while budget >= 2:  # a question on the way has two answers or more, and each gets its share
        budget //= 2
        levels += 1
    assert levels == LEVELS


@pytest.mark.parametrize("deck", cl.editions())
def test_weighing_leaves_the_world_as_it_was(deck: str) -> None:
    for game in questions(deck, 3, range(1), every=9):
        state = thinking(game)
        before = state.tables[WORLD].copy()
        assert weigh(state) == weigh(state)
        fields = state.tables[WORLD].fields
        assert [each.name for each in fields if before.in_use(each) != state.tables[WORLD].in_use(each)] == []


def test_unseen_cards_are_those_that_the_seat_does_not_know() -> None:
    game = position(
        hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"], "Cy": ["Love"]}, keepers={"Cy": ["Peace"]}, drawn=1
    )
    thought = thinking(game).thoughts[0]
    unseen = {game.deck.cards[card].title for card in thought.unseen[: thought.unseens]}
    assert {"Time", "Love"} <= unseen
    assert not {"Milk", "Bread", "Peace"} & unseen


def test_no_unseen_creeper_is_drawn_soon() -> None:
    for game in questions("fluxx-4", 3, range(2), every=11):
        state = thinking(game)
        creepers = [state.sheets[0].kind[card] == w.CREEPER for card in cards_in(state.tables[WORLD], w.PILE)]
        assert creepers == sorted(creepers)


def test_a_win_is_worth_a_win_and_that_of_another_as_much_less() -> None:
    game = position(hand={"Ann": ["Toast"]}, keepers={"Ann": ["Bread", "The Toaster"]}, drawn=1)
    assert weigh(thinking(game)) == [WIN]
    game = position(hand={"Ann": ["Toast", "Time"]}, keepers={"Bob": ["Bread", "The Toaster"]}, drawn=1)
    lost, kept = weigh(thinking(game))
    assert lost == -WIN
    assert kept > -WIN / 2


def test_who_looks_through_the_turn_sees_the_win_of_two_plays() -> None:
    game = position(
        hand={"Ann": ["The Toaster", "Toast", "Time"]}, keepers={"Ann": ["Bread"]}, rules=["Play 2"], drawn=1
    )
    state = thinking(game)
    assert max(weigh(state)) < WIN
    state.thoughts[0].through = TURN_BUDGET
    worth = weigh(state)
    found = {option.text for option, one in zip(game.decision.options, worth, strict=True) if one == WIN}
    assert found == {"play The Toaster", "play Toast"}


def test_questions_on_the_way_get_the_best_answer() -> None:
    """To steal is worth a win, because the missing Keeper would be chosen."""
    game = position(
        hand={"Ann": ["Steal Something"]},
        keepers={"Ann": ["Milk"], "Bob": ["Time", "Cookies"]},
        goals=["Milk and Cookies"],
        drawn=1,
    )
    assert weigh(thinking(game)) == [WIN]
