"""Search: that it knows no more than its view, and that it finds what is there to be found."""

from __future__ import annotations

import pytest
from tests.effort import part, tries
from tests.engine.seen.test_worlds import indistinguishable
from tests.forwards import Forwards
from tests.random_play import questions

import changeling as cl
from changeling.bots.search import Search
from changeling.bots.search_state import SearchState, interpreted_state
from changeling.bots.tree import TREE_FIELDS
from changeling.engine.layout import Table
from changeling.play.bot_factory import search_state_for
from changeling.play.driver import play

EDITIONS = tuple(cl.editions())


def fast(deck: cl.Deck) -> SearchState:
    return search_state_for(deck, wait=True)


@pytest.mark.parametrize("deck", EDITIONS)
def test_a_choice_is_equal_at_tables_that_the_seat_cannot_tell_apart(deck: str) -> None:
    compared = 0
    for game in questions(deck, 3, tries(1), every=7):
        decision = game.decision
        here = Search(99, iterations=40, state_for=fast).choose(game.view(decision.seat), decision)
        for other in indistinguishable(game, 5):
            again = Search(99, iterations=40, state_for=fast)
            assert again.choose(other.view(decision.seat), other.decision) == here
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("deck", EDITIONS)
def test_both_machines_think_alike(deck: str) -> None:
    for game in questions(deck, 3, tries(1), every=40):
        decision = game.decision
        states = [
            Search(5, iterations=8, state_for=each).ponder(game.view(decision.seat), decision.options)
            for each in (interpreted_state, fast)
        ]
        found = [[state.taken(option.code) for option in decision.options] for state in states]
        assert found[0] == found[1]
        assert sum(taken for taken, _ in found[0]) <= 8


@pytest.mark.parametrize("deck", part(EDITIONS, 3))
def test_thinking_never_counts_from_the_end(deck: str) -> None:
    for game in questions(deck, 3, range(1), every=50):
        table, state = game.view(game.decision.seat).imagine(1), interpreted_state(game.deck)
        for name in Table.__slots__:
            if isinstance(getattr(table, name), list):
                setattr(table, name, Forwards(getattr(table, name)))
        for name, length, _ in TREE_FIELDS:
            if length:
                setattr(state.tree, name, Forwards(getattr(state.tree, name)))
        for name in ("goals", "weights", "trees", "scratch"):
            setattr(state, name, Forwards(getattr(state, name)))
        state.begin(table, 1)
        state.think(4)
        assert state.tree.depth > 0


@pytest.mark.parametrize("deck", EDITIONS)
def test_thinking_leaves_the_game_alone_and_ends(deck: str) -> None:
    game = cl.Game(deck, seats=["Ann", "Bob"], seed=4)
    for number in tries(1):
        other = game.copy()
        bots = {seat: Search(number, iterations=25, state_for=fast) for seat in other.seats}
        play(other, bots, most=3000)
        assert other.over
    assert game.decision.id == 0


def test_the_roster_has_it_without_the_compiled_machine() -> None:
    game = table("  hand: {Ann: [Draw 2, Toast, Milk]}\n  keepers: {Ann: [Bread, The Toaster]}\n  drawn: 1\n")
    assert Search(1).choose(game.view("Ann"), game.decision).text == "play Toast"


# --- what it finds ----------------------------------------------------------------------------------------------------


def table(text: str) -> cl.Game:
    return cl.Game.from_notation(f"deck: fluxx-4\nseats: [Ann, Bob]\ntable:\n  turn: Ann\n{text}")


def chosen(game: cl.Game, iterations: int = 600) -> str:
    decision = game.decision
    return Search(1, iterations=iterations, state_for=fast).choose(game.view(decision.seat), decision).text


def test_a_win_in_two_plays_is_found() -> None:
    game = table(
        "  hand: {Ann: [Toast, Bread, Draw 2, Time, Hand Limit 0]}\n  keepers: {Ann: [The Toaster]}\n"
        "  rules: [Play 2]\n  goals: [Rocket to the Moon]\n  drawn: 1\n"
    )
    first = chosen(game)
    assert first in ("play Toast", "play Bread")
    game.answer(first)
    game.answer(chosen(game))
    assert game.winner == "Ann"


def test_the_missing_keeper_is_stolen() -> None:
    game = table(
        "  hand: {Ann: [Jackpot!, Steal Something]}\n  keepers: {Ann: [Milk], Bob: [Time, Cookies]}\n"
        "  goals: [Milk and Cookies]\n  drawn: 1\n"
    )
    assert chosen(game) == "play Steal Something"
    game.answer("play Steal Something")
    assert chosen(game) == "Cookies"


def test_a_known_card_of_another_hand_is_reckoned_with() -> None:
    """Bob is known to hold Toast: to lay down the last piece of his win would lose the game."""
    text = "  hand: {Ann: [Trade Hands, Toast], Bob: [Time]}\n  keepers: {Bob: [Bread, The Toaster]}\n"
    game = table(text + "  rules: [Play 3]\n  drawn: 1\n  pile: [Sleep, Cookies, Milk]\n")
    game.answer("play Trade Hands")
    while game.decision.options[0].sort == "seat":
        game.answer("Bob")
    assert game.view("Ann").look("Bob").known == ("Toast",)
    for seed in range(20):
        assert game.view(game.decision.seat).imagine(seed).place[id_of(game, "Toast")] == 10


def id_of(game: cl.Game, title: str) -> int:
    card = game.deck.card(title)
    assert card is not None
    return card.id


def test_no_win_is_handed_over() -> None:
    game = table("  hand: {Ann: [Toast, Inflation]}\n  keepers: {Bob: [Bread, The Toaster]}\n  drawn: 1\n")
    assert chosen(game) == "play Inflation"


def test_a_clock_ends_the_thinking() -> None:
    """Each look at this clock takes a quarter of a second: with one second there are few of them."""
    looks = iter(range(1000))
    game = cl.Game("family", seats=["Ann", "Bob"], seed=3)
    bot = Search(1, seconds=1.0, clock=lambda: next(looks) / 4, state_for=fast)
    assert bot.choose(game.view(game.decision.seat), game.decision) in game.decision.options
    assert next(looks) <= 6
    assert bot.thought >= 64


def test_search_beats_random() -> None:
    won = 0
    for number in range(12):
        game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=2000 + number // 2)
        hero = game.seats[number % 2]
        bots = {
            seat: Search(number, iterations=100, state_for=fast) if seat == hero else cl.bot("random", number)
            for seat in game.seats
        }
        play(game, bots, most=3000)
        won += game.winner == hero
    assert won >= 9
