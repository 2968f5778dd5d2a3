"""What is written straight as JSON is, to the byte, what the values of `render` are: whole games, all editions."""

from __future__ import annotations

import random

import pytest
from msgspec.json import encode

import changeling as cl
from changeling.web.table.game.render import Scenes, tellings
from changeling.web.table.game.texts import GameTexts

SEATS = ("Ann", 'Bob "card":"" 100%', "Cÿ", "D\\")
MIX = ("fluxx-4", "family", "doctor-who", "cthulhu")


@pytest.mark.parametrize("deck", [*cl.editions(), MIX])
@pytest.mark.parametrize("seats", [2, 4])
def test_texts_are_the_values(deck: str | tuple[str, ...], seats: int) -> None:
    for seed in range(2):
        game, chance = cl.Game(deck, seats=SEATS[:seats], seed=seed, polite=True), random.Random(seed)
        scenes, texts, told = Scenes(game.deck), GameTexts(game.deck, game.seats), 0
        for _ in range(250):
            compare(game, scenes, texts, min(told, len(game.journal)))
            told = len(game.journal)
            if game.over:
                break
            if chance.random() < 0.9 or not game.record().moves:
                game.answer(chance.choice(game.decision.options))
            else:
                game.undo()


def compare(game: cl.Game, scenes: Scenes, texts: GameTexts, since: int) -> None:
    """What is sent of a game as it stands, with what has happened from that event on."""
    assert texts.public(game) == encode(scenes.public(game))
    places = range(len(game.seats))
    assert texts.own(game, places) == {place: encode(scenes.own(game, place)) for place in places}
    told = [(seen, encode(event), encode(hidden)) for seen, event, hidden in tellings(game, since)]
    assert texts.tellings(game, since) == told


def test_texts_are_of_one_deck_and_its_players() -> None:
    game, other = (cl.Game("family", seats=["Ann", name], seed=1) for name in ("Bob", "Cy"))
    texts = GameTexts(game.deck, game.seats)
    assert texts.fit(game.copy())
    assert not texts.fit(other)
    assert not texts.fit(cl.Game("cthulhu", seats=["Ann", "Bob"], seed=1))
