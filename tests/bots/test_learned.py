"""The bot that was trained: it plays every deck, sees only its view, and takes a win that is there."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import changeling as cl
from changeling.bots.greedy_choice import PATIENCE
from changeling.bots.learned import Learned
from changeling.engine.seen.view import View
from changeling.lab.transfer.new_cards import SEEDS, file_of
from changeling.play.driver import play
from changeling.play.shipped_policy import shipped_network

DECKS = (*cl.editions(), "fluxx-4+cthulhu", *(str(file_of(seed)) for seed in SEEDS[:2]))


@pytest.mark.parametrize("deck", DECKS)
def test_it_plays_every_deck_and_the_same_again(deck: str) -> None:
    records = []
    for _ in range(2):
        game = cl.Game(deck, seats=["Ann", "Bob"], seed=3)
        play(game, {seat: cl.bot("learned", 5) for seat in game.seats}, most=15)
        records.append(game.record().moves)
    assert records[0] == records[1]


def test_it_takes_the_win_that_is_there() -> None:
    game = cl.Game.from_notation(
        "deck: fluxx-4\nseats: [Ann, Bob]\ntable:\n  turn: Ann\n  goals: [Milk and Cookies]\n"
        "  keepers: {Ann: [Milk]}\n  hand: {Ann: [Bread, Cookies, The Sun, Draw 5], Bob: [Love]}\n"
    )
    decision = game.decision
    assert cl.bot("learned", 1).choose(game.view("Ann"), decision).text == "play Cookies"


def test_it_knows_no_more_than_its_seat() -> None:
    """All that the seat cannot know is dealt anew, and the scores stay the same."""
    game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=8)
    bot, looked = Learned(1, shipped_network()), 0
    while not game.over and looked < 8:
        decision = game.decision
        if len(decision.options) > 1:
            other = game.imagine(decision.seat, seed=99)
            assert bot.scores(game.view(decision.seat), decision) == bot.scores(
                other.view(decision.seat), other.decision
            )
            looked += 1
        game.answer(0)
    assert looked == 8


def undecided() -> tuple[View, cl.Decision]:
    """A question to which the network would give one answer only a little rather than another."""
    game, bot = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=2), Learned(1, shipped_network())
    while True:
        decision = game.decision
        if len(decision.options) > 2:
            best, second, *_ = sorted(bot.scores(game.view(decision.seat), decision), reverse=True)
            if best - second < 1:
                return game.view(decision.seat), decision
        game.answer(0)


def test_scores_are_numbers_and_a_long_game_leaves_some_to_chance() -> None:
    view, decision = undecided()
    scores = Learned(1, shipped_network()).scores(view, decision)
    assert len(scores) == len(decision.options)
    assert all(math.isfinite(score) for score in scores)
    assert len({cl.bot("learned", seed).choose(view, decision) for seed in range(6)}) == 1
    late = replace(view, turns=PATIENCE + 1)
    assert len({cl.bot("learned", seed).choose(late, decision).text for seed in range(20)}) > 1
