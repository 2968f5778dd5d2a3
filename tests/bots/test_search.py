"""Search: what it imagines, that it knows no more than its view, and that it finds what is there to be found."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.engine.seen.test_worlds import twin_of
from tests.forwards import Forwards
from tests.random_play import NAMES, play_on, position

import changeling as cl
from changeling.bots import make
from changeling.bots.search import Search
from changeling.bots.search_state import KNOBS, Mind, plain_mind
from changeling.bots.tree import STEPS
from changeling.engine.layout import TABLE_FIELDS, Table
from changeling.play.bot_factory import mind_for
from changeling.play.driver import play
from changeling.proofs.conformance import census

EDITIONS = cl.editions()


def fast(deck: cl.Deck) -> Mind:
    return mind_for(deck, wait=True)


def differing(one: Table, other: Table) -> list[str]:
    return [name for name, _, _ in TABLE_FIELDS if getattr(one, name) != getattr(other, name)]


def alike(game: cl.Game, seed: int) -> Iterator[cl.Game]:
    """Games that the asked seat cannot tell from this one: dealt anew, and with two hidden cards exchanged."""
    seat = game.decision.seat
    yield game.imagine(seat, seed=seed)
    made = twin_of(game, game.seats.index(seat), random.Random(seed))
    if made is not None and made[0].decision == game.decision:
        yield made[0]


def questions(deck: str, seats: int, seeds: range, *, every: int) -> Iterator[cl.Game]:
    """Random games at some of their questions that have more than one answer."""
    for seed in seeds:
        for number, game in enumerate(play_on(cl.Game(deck, seats=NAMES[:seats], seed=seed), seed, most=150)):
            if number % every == 0 and len(game.decision.options) > 1:
                yield game


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("deck", EDITIONS)
def test_tables_that_cannot_be_told_apart_are_imagined_alike(deck: str, seats: int) -> None:
    compared = 0
    for game in questions(deck, seats, range(4), every=2):
        seat = game.decision.seat
        here = game.view(seat).imagine(7)
        for other in alike(game, 3):
            assert differing(here, other.view(seat).imagine(7)) == []
            compared += 1
    assert compared > 60


@pytest.mark.parametrize("deck", EDITIONS)
def test_what_is_imagined_could_be_true(deck: str) -> None:
    changed = looked = 0
    for game in questions(deck, 3, range(3), every=3):
        place, view = game.table.asked, game.view(game.decision.seat)
        for seed in range(2):
            table = view.imagine(seed)
            assert census(game.deck, table) == []
            assert table.size == game.table.size
            known = [card.id for card in game.deck.cards if game.table.known[card.id] >> place & 1]
            assert [table.place[card] for card in known] == [game.table.place[card] for card in known]
            assert table.option[: table.options] == game.table.option[: game.table.options]
            changed += table.place != game.table.place
            looked += 1
    assert changed > looked * 0.8


def test_imagining_reaches_every_card_that_is_hidden() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"], "Cy": ["Love", "Peace"]})
    hands = [game.view("Ann").imagine(seed).head[10] for seed in range(400)]
    seen = {game.deck.cards[card].title for card in hands}
    assert "Milk" not in seen
    assert len(seen) > 60
    assert all(card.kind != "creeper" for card in game.deck.cards if card.title in seen)


def test_only_the_asked_seat_imagines() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    other = next(seat for seat in game.seats if seat != game.decision.seat)
    with pytest.raises(cl.ChangelingError, match=f"{other} is not asked"):
        game.view(other).imagine(1)


@pytest.mark.parametrize("deck", EDITIONS)
def test_a_choice_is_equal_at_tables_that_the_seat_cannot_tell_apart(deck: str) -> None:
    compared = 0
    for game in questions(deck, 3, range(2), every=7):
        decision = game.decision
        here = Search(99, iterations=40, mind_for=fast).choose(game.view(decision.seat), decision)
        for other in alike(game, 5):
            again = Search(99, iterations=40, mind_for=fast)
            assert again.choose(other.view(decision.seat), other.decision) == here
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("deck", EDITIONS)
def test_both_machines_think_alike(deck: str) -> None:
    for game in questions(deck, 3, range(1), every=25):
        decision = game.decision
        minds = [
            Search(5, iterations=8, mind_for=each).ponder(game.view(decision.seat), decision.options)
            for each in (plain_mind, fast)
        ]
        found = [[mind.taken(option.code) for option in decision.options] for mind in minds]
        assert found[0] == found[1]
        assert sum(taken for taken, _ in found[0]) <= 8


@pytest.mark.parametrize("deck", EDITIONS)
def test_thinking_never_counts_from_the_end(deck: str) -> None:
    for game in questions(deck, 3, range(1), every=25):
        table, mind = game.view(game.decision.seat).imagine(1), plain_mind(game.deck)
        for name, length, _ in TABLE_FIELDS:
            if length:
                setattr(table, name, Forwards(getattr(table, name)))
        for name in ("lore", "knobs", "nodes", "sums", "room"):
            setattr(mind, name, Forwards(getattr(mind, name)))
        mind.begin(table, 1)
        mind.think(4)
        assert mind.room[STEPS] > 0


@pytest.mark.parametrize("deck", EDITIONS)
def test_thinking_leaves_the_game_alone_and_ends(deck: str) -> None:
    game = cl.Game(deck, seats=["Ann", "Bob"], seed=4)
    for number in range(2):
        other = game.copy()
        bots = {seat: Search(number, iterations=25, mind_for=fast) for seat in other.seats}
        play(other, bots, most=3000)
        assert other.over
    assert game.decision.id == 0


def test_the_roster_has_it_without_the_compiled_machine() -> None:
    game = table("  hand: {Ann: [Draw 2, Toast, Milk]}\n  keepers: {Ann: [Bread, The Toaster]}\n  drawn: 1\n")
    assert make("search", 1).choose(game.view("Ann"), game.decision).text == "play Toast"


# --- what it finds ----------------------------------------------------------------------------------------------------


def table(text: str) -> cl.Game:
    return cl.Game.from_notation(f"deck: fluxx-4\nseats: [Ann, Bob]\ntable:\n  turn: Ann\n{text}")


def chosen(game: cl.Game, iterations: int = 600) -> str:
    decision = game.decision
    return Search(1, iterations=iterations, mind_for=fast).choose(game.view(decision.seat), decision).text


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
    bot = Search(1, seconds=1.0, clock=lambda: next(looks) / 4, mind_for=fast)
    assert bot.choose(game.view(game.decision.seat), game.decision) in game.decision.options
    assert next(looks) <= 6
    assert bot.thought >= 64


def test_search_beats_random() -> None:
    won = 0
    for number in range(12):
        game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=2000 + number // 2)
        hero = game.seats[number % 2]
        bots = {
            seat: Search(number, iterations=100, mind_for=fast) if seat == hero else make("random", number)
            for seat in game.seats
        }
        play(game, bots, most=3000)
        won += game.winner == hero
    assert won >= 9


def test_the_knobs_are_all_there() -> None:
    assert len(KNOBS) == len(plain_mind(cl.load_deck("family")).knobs)
