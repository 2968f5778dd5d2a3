"""What a seat cannot know decides no puzzle: worlds that it cannot tell apart have the same proof."""

from __future__ import annotations

import pytest
from tests.learn.positions import at, theft, three_plays

from changeling.cards.codes import SORT
from changeling.engine.machine.loop import answer
from changeling.engine.sheet_cache import sheet_for
from changeling.learn.puzzle import proof_of
from changeling.learn.unknowns import strange_after, surprises_possible
from changeling.learn.win_search import start_of
from changeling.play.game import Game


@pytest.mark.parametrize("game", [three_plays(), theft(), theft(discard=["The Stars Are Wrong"])])
def test_the_proof_is_the_same_in_every_world(game: Game) -> None:
    proofs = [proof_of(game.imagine("You", seed=seed)) for seed in range(3)]
    assert proofs == [proof_of(game)] * 3


def test_a_surprise_may_be_in_any_hand_that_holds_an_unseen_card() -> None:
    game = theft()
    d, table = sheet_for(game.deck), start_of(game.table).table
    answer(d, table, 0)
    answer(d, table, 0)
    assert table.asked == 1
    worlds = list(surprises_possible(d, table, 0))
    cards = [game.deck.cards[world.option[index] % SORT].title for world, index in worlds]
    assert cards == ["The Stars Are Wrong"]
    for world, _ in worlds:
        assert sorted(world.place) == sorted(table.place), "a card is exchanged for another"
    table.known[game.deck.by_title()["The Tomb"].id] |= 1
    assert list(surprises_possible(d, table, 0)) == []


def test_chance_and_cards_shown_end_a_way() -> None:
    game = at(hand={"You": ["Milk"], "Ann": ["Time"]})
    d, before = sheet_for(game.deck), game.table
    after = before.copy()
    assert strange_after(d, before, after, 0, 0) == 0
    after.rng = [1, 2, 3, 4]
    assert strange_after(d, before, after, 0, 0) == -1
    after = before.copy()
    after.known[game.deck.by_title()["Time"].id] |= 1
    assert strange_after(d, before, after, 0, 0) == -1
