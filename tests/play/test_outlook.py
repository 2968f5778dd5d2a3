"""What answers would lead to: it comes true, and it knows no more than the seat that is asked."""

from __future__ import annotations

import random

import pytest
from tests.random_play import NAMES, play_on, position

import changeling as cl
from changeling.play.outlook import Prospect, outlook

WINDOW = "answer with a Surprise"


def prospect(game: cl.Game, answer: str) -> Prospect:
    """What one answer leads to."""
    option = game.decision.find(answer)
    assert option is not None
    return next(one for one in outlook(game) if one.code == option.code)


def test_a_card_that_wins_says_so_and_one_that_hands_the_win_over_warns() -> None:
    game = position(
        "fluxx-4",
        hand={"Ann": ["Milk", "Baked Goods", "Time is Money"], "Bob": [], "Cy": []},
        keepers={"Ann": ["Cookies"], "Bob": ["Time", "Money"]},
        goals=["Milk and Cookies"],
        turn="Ann",
        drawn=1,
    )
    assert prospect(game, "play Milk") == Prospect(prospect(game, "play Milk").code, True, "Ann")
    assert prospect(game, "play Time is Money").winner == "Bob"
    assert not prospect(game, "play Baked Goods").over


def test_a_win_by_a_choice_that_the_card_leaves_is_found() -> None:
    game = position(
        "family",
        hand={"Ann": ["Steal a Keeper"], "Bob": [], "Cy": []},
        keepers={"Ann": ["The Tree"], "Bob": ["The Dog", "The House"]},
        goals=["Treehouse"],
        turn="Ann",
        drawn=1,
    )
    assert prospect(game, "play Steal a Keeper").winner == "Ann"


def test_a_chain_says_what_passing_and_what_playing_leads_to() -> None:
    found = 0
    for seed in range(20):
        game = cl.Game("doctor-who", seats=NAMES[:3], seed=seed, polite=True)
        for _ in play_on(game, seed, most=120):
            decision = game.decision
            if decision.about != WINDOW or len(decision.options) < 2 or len(game.view(decision.seat).playing) < 2:
                continue
            passing = outlook(game)[-1]
            for answer, fates in ((0, outlook(game)[0].fates), (len(decision.options) - 1, passing.fates)):
                later = game.copy()
                before = len(later.events)
                later.answer(answer)
                while not later.over and later.decision.about == WINDOW:
                    later.answer(len(later.decision.options) - 1)
                cancelled = {event.card for event in later.events[before:] if event.what == "cancels"}
                for fate in fates:
                    found += 1
                    assert fate.cancelled == (fate.card in cancelled)
    assert found > 4


@pytest.mark.parametrize("edition", cl.editions())
def test_an_outlook_knows_only_what_its_seat_knows(edition: str) -> None:
    """At tables that the asked seat cannot tell apart the outlook is the same, to the last card."""
    sure = fates = 0
    for seed in range(2):
        for game in play_on(cl.Game(edition, seats=NAMES[:3], seed=seed, polite=True), seed, most=90):
            if game.table.decisions % 3:
                continue
            seen = outlook(game)
            sure += any(one.over for one in seen)
            fates += any(one.fates for one in seen)
            assert outlook(game.imagine(game.decision.seat, seed=seed + 7)) == seen
    assert sure or fates


def test_what_is_certain_comes_true() -> None:
    chance, sure = random.Random(1), 0
    for seed in range(14):
        for game in play_on(cl.Game("family", seats=NAMES[:3], seed=seed), seed, most=200):
            for one in outlook(game):
                if not one.over or game.decision.about != "act":
                    continue
                later = game.copy()
                option = later.decision.by_code(one.code)
                assert option is not None
                later.answer(option)
                if later.over:  # where no choice was left
                    sure += 1
                    assert (later.winner or "") == one.winner
            if chance.random() < 0.02:
                break
    assert sure > 5


def test_looking_ahead_leaves_the_game_alone() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:3], seed=5)
    before, events = game.notation(), game.events
    outlook(game)
    assert (game.notation(), game.events) == (before, events)
