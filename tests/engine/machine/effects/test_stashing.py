"""Stashes, and the other words of this family in whole games: nothing is lost, nobody sees what is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cards.writing import deck_of
from tests.engine.seen.test_worlds import check_imagined
from tests.random_play import NAMES, again_from, laid, play_on

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.seen.places import cards_in
from changeling.proofs.conformance import census, differences
from changeling.terminal.sentences.event_sentences import Narrator

WORDS = Path(__file__).parents[3] / "scenarios" / "words-wider"
FILES = [str(WORDS / f"{name}.cards") for name in ("several", "asking", "shared", "stashes")]
CARDS = """
keeper "Gold" x6
    "G."

action "Bury" x6
    "Put a card of your hand, or the top card of the draw pile, into your stash."
    stash(maybe(hand(you)))
    stash(top(one))

action "Rob a Grave" x4
    "Look into another player's stash and take a card of it."
    take(choose(stashed(choose(others))))

action "Grab" x4
    "A card of another player's stash, picked by chance, goes into your hand."
    victim = choose(p for p in others if stashed(p))
    to_hand(random(stashed(victim)), by=you)

keeper "Shovel" x3
    "Once on your turn: your stash goes into your hand."
    once if stashed(you):
        to_hand(stashed(you))

goal "Rich" x3
    "Have 3 Gold."
    wins = count(keepers(you, "Gold")) >= 3
"""


def buried() -> cl.Game:
    game = laid(
        CARDS, hand={"Ann": ["Bury", "Gold", "Shovel"], "Bob": ["Grab"]}, pile=["Gold #2", "Gold #3"], turn="Ann"
    )
    game.answer("play Bury")
    game.answer("Gold")
    return game


def test_only_its_owner_sees_a_stash() -> None:
    game = buried()
    assert [seat.face_down for seat in game.view("Bob").seats] == [2, 0, 0]
    assert game.view("Ann").seats[0].known == ("Gold", "Gold #2")
    assert game.view("Bob").seats[0].known == ()
    (told,) = [event for event in game.events_for("Bob") if event.what == "stashes"][:1]
    assert told.card == ""
    (own,) = [event for event in game.events_for("Ann") if event.what == "stashes"][:1]
    assert own.card == "Gold"


def test_why_a_goal_of_stashes_is_not_met() -> None:
    goal = '\ngoal "Full" x2\n    "Have 3 cards in your stash."\n    wins = count(stashed(you)) >= 3\n'
    goal += '\ngoal "Sly" x2\n    "Have Gold in your stash."\n    wins = stashed(you, "Gold")\n'
    game = laid(CARDS + goal, turn="Ann", hand={"Ann": ["Gold"]}, goals=["Full"])
    assert "the number of cards in Ann's stash is 0, but it takes at least 3" in str(game.why("Ann", seat="Bob"))
    game = laid(CARDS + goal, turn="Ann", hand={"Ann": ["Gold"]}, goals=["Sly"])
    assert "it depends on cards that not everybody sees" in str(game.why("Ann", seat="Bob"))


def test_a_stash_is_written_down_and_read_again() -> None:
    game = buried()
    again = again_from(game)
    assert differences(game.table, again.table) == []
    assert [again.table.promised[card] for card in cards_in(again.table, w.DOWN)] == [0, 0]


def test_what_people_are_told() -> None:
    game = buried()
    for seat, text in (
        ("Ann", "You put Gold face down into your stash"),
        ("Bob", "Ann puts a card face down into the"),
    ):
        told = Narrator(game.deck).sentences(seat, game.events_for(seat))
        assert any(text in one.text for one in told), seat


@pytest.mark.parametrize("seats", [2, 4])
def test_nobody_can_tell_an_imagined_stash_from_the_real_one(seats: int) -> None:
    deck, looked = deck_of(CARDS), 0
    for seed in range(5):
        game = cl.Game.from_values(
            {"deck": "test", "seats": list(NAMES[:seats]), "table": {"turn": "Ann"}}, compiled=deck
        )
        for _ in play_on(game, seed, most=120):
            for seat in game.seats if game.table.decisions % 3 == 0 else ():
                check_imagined(game, seat, seed * 1000 + game.table.decisions)
                looked += sum(len(cards_in(game.table, w.DOWN + place)) for place in range(seats))
    assert looked > 5


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_whole_games_with_all_these_words(seats: int) -> None:
    words = set()
    for seed in range(3):
        game = cl.Game(["fluxx-4", *FILES], seats=NAMES[:seats], seed=seed)
        for _ in play_on(game, seed, most=250):
            if game.table.decisions % 10 == 0:
                assert census(game.deck, game.table) == []
                again = again_from(game)
                assert differences(game.table, again.table) == []
                seat = game.seats[game.table.decisions // 10 % seats]
                check_imagined(game, seat, game.table.decisions)
        words |= {event.what for event in game.events}
    assert {"stashes", "rolls", "names"} & words
