"""A bot in its seat: what it does follows from the game's seed, the seat and the decision, and from nothing else."""

from __future__ import annotations

from dataclasses import replace

from tests.random_play import play_on

import changeling as cl
from changeling.play.seated_bot import BOT_NAMES, SeatedBot
from changeling.play.seats import MAX_SEATS, check_seats


def choices(bot: SeatedBot, game: cl.Game) -> list[str]:
    """What the bot would answer at each question of a random game."""
    return [bot.choose(here.view(here.decision.seat), here.decision).text for here in play_on(game, 4, most=60)]


def new_game() -> cl.Game:
    return cl.Game("family", seats=["Ann", "Bob", "Cy"], seed=4)


def test_the_same_bot_at_the_same_game_chooses_the_same_whatever_it_did_before() -> None:
    once = choices(SeatedBot("random", 9), new_game())
    again = SeatedBot("random", 9)
    game = new_game()
    again.choose(game.view(game.decision.seat), game.decision)
    assert choices(again, game) == once


def test_another_seed_chooses_otherwise() -> None:
    assert choices(SeatedBot("random", 9), new_game()) != choices(SeatedBot("random", 10), new_game())


def test_every_decision_and_every_seat_has_chances_of_its_own() -> None:
    bot, game = SeatedBot("random", 9), new_game()
    ask, view = game.decision, game.view(game.decision.seat)
    by_decision = {bot.choose(view, replace(ask, id=number)) for number in range(40)}
    by_seat = {bot.choose(view, replace(ask, seat=f"P{number}")) for number in range(40)}
    assert by_decision == by_seat == set(ask.options)


def test_a_bot_asked_again_after_an_undo_answers_the_same() -> None:
    bot, game = SeatedBot("random", 9), new_game()
    first = bot.choose(game.view(game.decision.seat), game.decision)
    game.answer(first)
    game.undo()
    assert bot.choose(game.view(game.decision.seat), game.decision) == first


def test_there_are_names_for_bots_in_every_seat() -> None:
    assert len(set(BOT_NAMES)) == len(BOT_NAMES) >= MAX_SEATS
    assert check_seats(BOT_NAMES[:MAX_SEATS]) == list(BOT_NAMES[:MAX_SEATS])
