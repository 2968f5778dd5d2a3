"""The search of turns is one source: compiled and interpreted it plays the same games and finds the same wins."""

from __future__ import annotations

import pytest
from tests.learn.positions import at, theft, three_plays

from changeling.decks.shelf import load_deck
from changeling.learn.search_room import compiled_room, difference, hunted, interpreted_room
from changeling.learn.turn_search import LOST, TOO_LARGE
from changeling.play.game import Game


def test_a_room_forgets_the_table_before() -> None:
    room, game = interpreted_room(three_plays().deck), three_plays()
    for _ in range(2):
        room.begin(game.table)
        assert room.value(5) == 3
        assert room.seek.nodes > 3
    room.begin(at(hand={"You": ["Chocolate", "Chocolate Milk"]}, keepers={"You": ["Milk"]}).table)
    assert room.value(5) == LOST
    room.begin(game.table, most=3)
    assert room.value(5) == TOO_LARGE
    room.begin(game.table)
    assert room.value(2) == LOST, "a way of three answers is none of two"


def test_kindness() -> None:
    room = interpreted_room(theft().deck)
    room.begin(theft().table)
    assert room.value(5) == LOST
    room.begin(theft().table, kind=True)
    assert room.value(5) == 2


def test_a_game_is_hunted_to_its_end() -> None:
    deck = load_deck("family")
    found = hunted(interpreted_room(deck), deck, games=2)
    assert [row[0] for row in found].count(-1) == 2
    assert any(row[0] >= 1 for row in found)
    assert found == hunted(interpreted_room(deck), deck, games=2)


@pytest.mark.soak
@pytest.mark.parametrize(
    "name", ["fluxx-4", "family", "cthulhu", "doctor-who", "dice-camera-action", "changeling-court"]
)
def test_compiled_and_interpreted_hunts_find_the_same(name: str) -> None:
    deck = load_deck(name)
    for seats in (2, 4):
        ours = hunted(compiled_room(deck), deck, games=4, seats=seats)
        assert ours == hunted(interpreted_room(deck), deck, games=4, seats=seats)


@pytest.mark.soak
@pytest.mark.parametrize("game", [three_plays(), theft(), theft(discard=["The Stars Are Wrong"])])
def test_compiled_and_interpreted_searches_look_at_as_many_positions(game: Game) -> None:
    rooms = [compiled_room(game.deck), interpreted_room(game.deck)]
    for room in rooms:
        room.begin(game.table)
    values = [room.value(5) for room in rooms]
    assert values[0] == values[1]
    assert rooms[0].seek.nodes == rooms[1].seek.nodes


@pytest.mark.soak
def test_a_wrong_build_is_found_out() -> None:
    room = compiled_room(load_deck("fluxx-4"))
    assert difference(room.run) == ""
    assert "differ" in difference(lambda *given: -1)
