"""Greedy, and random beside it: what they choose, that they see only their view, and how strong greedy is."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from tests.effort import tries

import changeling as cl
from changeling.bots.greedy_choice import MOST_LACKING, PATIENCE, imagine_from, leeway
from changeling.bots.greedy_state import greedy_state
from changeling.bots.lookahead import WIN, WORLD
from changeling.decks.shelf import published
from changeling.engine.layout import GOING, Table
from changeling.lab.games.compiled_games import CompiledGames
from changeling.lab.games.seated_games import GREEDY
from changeling.lab.games.start_tables import setting_of
from changeling.play.driver import play

DECKS = ("fluxx-4", "family")
QUICK = ("greedy", "random")  # search has tests of its own
SEATS = ["Ann", "Bob", "Cy"]
MIXES = [*combinations(cl.editions(), 2), published()]
SOON = [deck for deck in MIXES if "changeling-court" not in deck]  # the rarer words take a minute more to compile
LONGEST = 3000  # decisions


def positions(deck: str, seeds: range, *, bot: str = "random") -> Iterator[cl.Game]:
    """Games in the middle, at every seventh decision that has more than one answer."""
    for seed in seeds:
        game = cl.Game(deck, seats=SEATS, seed=seed)
        player = cl.bot(bot, seed)
        number = 0
        while not game.over and number < 240:
            decision = game.decision
            if number % 7 == 0 and len(decision.options) > 1:
                yield game
            game.answer(player.choose(game.view(decision.seat), decision))
            number += 1


def table(text: str) -> cl.Game:
    return cl.Game.from_notation(f"deck: fluxx-4\nseats: [Ann, Bob]\ntable:\n  turn: Ann\n{text}")


def chosen(game: cl.Game) -> str:
    decision = game.decision
    return cl.bot("greedy", 1).choose(game.view(decision.seat), decision).text


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("deck", DECKS)
def test_whole_games_and_the_same_again(name: str, deck: str) -> None:
    for seats in (2, 4, 6):
        records = []
        for _ in range(2):
            game = cl.Game(deck, seats=[f"S{place}" for place in range(seats)], seed=seats)
            play(game, {seat: cl.bot(name, place) for place, seat in enumerate(game.seats)}, most=3000)
            assert game.over
            records.append(game.record())
        assert records[0] == records[1]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("deck", cl.editions())
def test_a_choice_is_equal_at_tables_that_the_seat_cannot_tell_apart(name: str, deck: str) -> None:
    compared = 0
    for game in positions(deck, tries(1)):
        decision = game.decision
        bot = cl.bot(name, 99)
        here = copy.deepcopy(bot).choose(game.view(decision.seat), decision)
        for seed in range(3):
            other = game.imagine(decision.seat, seed=seed)
            assert copy.deepcopy(bot).choose(other.view(decision.seat), other.decision) == here
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("deck", cl.editions())
def test_what_compiled_games_imagine_for_a_seat_is_what_its_view_does(deck: str) -> None:
    """Compiled games have no views: the world of the asked seat is made from the true table."""
    for game in positions(deck, tries(2)):
        state = greedy_state(game.deck)
        state.tables.append(game.table)
        imagine_from(state.sheets, state.tables, None, state.scratch, len(state.tables) - 1)
        state.tables[WORLD].clear_scratch()
        other = game.view(game.decision.seat).imagine(0)
        assert [field.name for field in Table.fields if other.in_use(field) != state.tables[WORLD].in_use(field)] == []


@pytest.mark.parametrize("deck", DECKS)
def test_thinking_leaves_the_game_alone(deck: str) -> None:
    for game in positions(deck, range(2)):
        before = game.notation(), game.record(), game.events
        cl.bot("greedy", 1).choose(game.view(game.decision.seat), game.decision)
        assert (game.notation(), game.record(), game.events) == before


def test_a_goal_that_is_met_is_played() -> None:
    game = table("  hand: {Ann: [Draw 2, Toast, Milk]}\n  keepers: {Ann: [Bread, The Toaster]}\n  drawn: 1\n")
    assert chosen(game) == "play Toast"


def test_a_goal_that_a_creeper_blocks_is_not_a_win() -> None:
    game = table(
        "  hand: {Ann: [Creeper Sweeper, Toast]}\n  keepers: {Ann: [Bread, The Toaster]}\n"
        "  creepers: {Ann: [War]}\n  drawn: 1\n"
    )
    assert chosen(game) == "play Creeper Sweeper"


def test_the_keeper_that_completes_the_goal_in_play_is_played() -> None:
    game = table(
        "  hand: {Ann: [Draw 2, Time, Cookies]}\n  keepers: {Ann: [Milk]}\n  goals: [Milk and Cookies]\n  drawn: 1\n"
    )
    assert chosen(game) == "play Cookies"


def test_the_missing_keeper_is_stolen() -> None:
    game = table(
        "  hand: {Ann: [Jackpot!, Steal Something]}\n  keepers: {Ann: [Milk], Bob: [Time, Cookies]}\n"
        "  goals: [Milk and Cookies]\n  drawn: 1\n"
    )
    assert chosen(game) == "play Steal Something"
    game.answer("play Steal Something")
    assert chosen(game) == "Cookies"
    game.answer("Cookies")
    assert game.winner == "Ann"


def test_the_missing_keeper_is_swapped_for_one_that_is_not_needed() -> None:
    game = table(
        "  hand: {Ann: [Exchange Keepers, Draw 2]}\n  keepers: {Ann: [Milk, Time], Bob: [Sleep, Cookies]}\n"
        "  goals: [Milk and Cookies]\n  drawn: 1\n"
    )
    for answer in ("play Exchange Keepers", "Time", "Cookies"):
        assert chosen(game) == answer
        game.answer(answer)
    assert game.winner == "Ann"


def test_a_goal_that_another_meets_is_not_played() -> None:
    game = table("  hand: {Ann: [Toast, Inflation]}\n  keepers: {Bob: [Bread, The Toaster]}\n  drawn: 1\n")
    assert chosen(game) == "play Inflation"


def test_the_winning_piece_is_not_handed_over() -> None:
    game = table(
        "  hand: {Ann: [Taxation], Bob: [Cookies, Draw 2]}\n  keepers: {Ann: [Milk]}\n"
        "  goals: [Milk and Cookies]\n  drawn: 1\n"
    )
    game.answer("play Taxation")
    assert game.decision.seat == "Bob"
    assert chosen(game) == "Draw 2"


def test_war_goes_to_whoever_must_not_win() -> None:
    """Peace comes, War has to go: to Cy, who is one play from winning."""
    text = "deck: fluxx-4\nseats: [Ann, Bob, Cy]\ntable:\n  turn: Ann\n  hand: {Ann: [Peace, Draw 2]}\n"
    text += "  keepers: {Cy: [Milk]}\n  creepers: {Ann: [War]}\n  goals: [Milk and Cookies]\n  drawn: 1\n"
    game = cl.Game.from_notation(text)
    game.answer("play Peace")
    assert chosen(game) == "Cy"


def test_the_worst_card_is_discarded_to_a_limit() -> None:
    game = table(
        "  hand: {Ann: [Hand Limit 1], Bob: [Cookies, First Play Random]}\n  keepers: {Bob: [Milk]}\n"
        "  goals: [Milk and Cookies]\n  drawn: 1\n"
    )
    game.answer("play Hand Limit 1")
    assert game.decision.seat == "Bob"
    assert chosen(game) == "First Play Random"


def test_of_cards_that_are_handed_out_the_wanted_one_is_kept() -> None:
    game = table(
        "  hand: {Ann: [Everybody Gets 1]}\n  keepers: {Ann: [Milk]}\n  goals: [Milk and Cookies]\n  drawn: 1\n"
        "  pile: [Cookies, Hand Limit 0]\n"
    )
    game.answer("play Everybody Gets 1")
    assert game.decision.about == "promise"
    assert game.decision.seat == "Ann"
    assert chosen(game) == "Cookies", "the first question is about the card for Ann herself"


def test_the_draw_and_a_play_are_not_given_up_for_a_card() -> None:
    """Before the draw: to swap the play for a card would lose the card of the draw, too."""
    game = cl.Game.from_notation(
        "deck: doctor-who\nseats: [Ann, Bob]\ntable:\n  turn: Ann\n  drawn: 0\n  rules: [Swap Plays for Draws]\n"
        "  hand: {Ann: [Fez, Draw 4, Draw 5, TARDIS, K-9, Rose Tyler, Bad Wolf]}\n"
    )
    assert [option.text for option in game.decision.options] == ["draw", "use Swap Plays for Draws"]
    assert chosen(game) == "draw"


def test_the_longer_a_game_the_more_is_left_to_chance() -> None:
    assert leeway(0) == leeway(PATIENCE) < 1e-6
    assert leeway(PATIENCE) < leeway(PATIENCE + 10) < leeway(PATIENCE + 100) < leeway(10**6) <= MOST_LACKING + 1
    assert leeway(10**6) < WIN / 10


def test_in_a_long_game_other_answers_are_taken_but_a_win_is_still_taken_and_none_handed_out() -> None:
    game = table("  hand: {Ann: [Draw 2, Toast, Milk]}\n  keepers: {Ann: [Bread, The Toaster]}\n  drawn: 1\n")
    game.table.turns = 10**6
    decision = game.decision
    assert {cl.bot("greedy", seed).choose(game.view("Ann"), decision).text for seed in range(12)} == {"play Toast"}
    game = table("  hand: {Ann: [Toast, Inflation, Milk]}\n  keepers: {Bob: [Bread, The Toaster]}\n  drawn: 1\n")
    decision = game.decision
    short = {cl.bot("greedy", seed).choose(game.view("Ann"), decision).text for seed in range(12)}
    game.table.turns = 10**6
    long = {cl.bot("greedy", seed).choose(game.view("Ann"), decision).text for seed in range(12)}
    assert short == {"play Inflation"}
    assert long == {"play Milk", "play Inflation"}


def endless(deck: tuple[str, ...], seeds: range) -> list[int]:
    """The seeds of games of two to six greedy seats that do not end within LONGEST decisions. They play compiled, where
    greedy makes the same choices (tests/lab/games/test_played_games.py)."""
    found = []
    for seats in range(2, 7):
        mine = np.array([seed for seed in seeds if 2 + seed % 5 == seats], np.uint64)
        games = CompiledGames(setting_of("+".join(deck)), seats)
        rows = games.play([GREEDY] * seats, mine, cap=10 * LONGEST, records=False).games
        found += mine[(rows["outcome"] == GOING) | (rows["decisions"] > LONGEST)].tolist()
    return found


@pytest.mark.parametrize("seed", [9, 15, 23, 26, 35, 58])
def test_greedy_seats_do_not_swap_their_plays_for_ever(seed: int) -> None:
    """Games in which all seats gave up their turns for a card each, again and again."""
    game = cl.Game("doctor-who", seats=["S0", "S1", "S2", "S3"], seed=seed)
    play(game, {seat: cl.bot("greedy", place) for place, seat in enumerate(game.seats)}, most=LONGEST)
    assert game.over


@pytest.mark.parametrize("deck", published())
def test_games_of_greedy_seats_end(deck: str) -> None:
    assert endless((deck,), range(300)) == []


@pytest.mark.parametrize("deck", SOON, ids="+".join)
def test_games_of_greedy_seats_with_mixed_decks_end(deck: tuple[str, ...]) -> None:
    assert endless(deck, range(100, 140)) == []


@pytest.mark.soak
@pytest.mark.parametrize("deck", [*((deck,) for deck in cl.editions()), *MIXES], ids="+".join)
def test_two_thousand_games_of_greedy_seats_end(deck: tuple[str, ...]) -> None:
    assert endless(deck, range(2000)) == []


def test_greedy_beats_random() -> None:
    won = 0
    for number in range(24):
        game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=1000 + number // 2)
        hero = game.seats[number % 2]
        play(game, {seat: cl.bot("greedy" if seat == hero else "random", number) for seat in game.seats}, most=3000)
        won += game.winner == hero
    assert won >= 15
