"""What a seat cannot know decides no puzzle: worlds that it cannot tell apart have the same proof."""

from __future__ import annotations

import pytest
from tests.learn.positions import at, theft, three_plays

from changeling.cards.codes import HAND, KEEPERS
from changeling.decks.shelf import load_deck
from changeling.engine.layout import Table
from changeling.engine.machine.loop import answer
from changeling.engine.machine.zones import link, unlink
from changeling.engine.sheet_cache import sheet_for
from changeling.learn.puzzle import proof_of, texts_of
from changeling.learn.seek import WORLD_ROW, Seek
from changeling.learn.turn_search import next_surprise
from changeling.learn.unknowns import follow_unknown, is_strange
from changeling.learn.win_search import start_of
from changeling.play.game import Game


@pytest.mark.parametrize("game", [three_plays(), theft(), theft(discard=["The Stars Are Wrong"])])
def test_the_proof_is_the_same_in_every_world(game: Game) -> None:
    proofs = [proof_of(game.imagine("You", seed=seed)) for seed in range(3)]
    assert proofs == [proof_of(game)] * 3


def held(game: Game, table: Table) -> list[Table]:
    """The worlds in which the seat that is asked holds a Surprise that can answer."""
    seek, tables, worlds = Seek(), [table, *[None] * WORLD_ROW], list[Table]()
    while next_surprise(sheet_for(game.deck), tables, None, seek, 0):
        world = tables[WORLD_ROW]
        assert world is not None
        assert f"play {game.deck.cards[seek.card[0] - 1].title}" in texts_of(
            game.deck, game.seats, world.option[: world.options]
        )
        worlds.append(world)
    return worlds


def test_a_surprise_may_be_in_any_hand_that_holds_an_unseen_card() -> None:
    game = theft()
    d, table = sheet_for(game.deck), start_of(game.table).table
    answer(d, table, 0)
    answer(d, table, 0)
    assert table.asked == 1
    worlds = held(game, table)
    stars = game.deck.by_title()["The Stars Are Wrong"].id
    assert [world.place[stars] for world in worlds] == [HAND + 1]
    for world in worlds:
        assert sorted(world.place) == sorted(table.place), "a card is exchanged for another"
    table.known[game.deck.by_title()["The Tomb"].id] |= 1
    assert held(game, table) == []


def test_cards_shown_end_a_way() -> None:
    game = at(hand={"You": ["Milk"], "Ann": ["Time"]})
    d, before, seek = sheet_for(game.deck), game.table, Seek()
    after = before.copy()
    assert follow_unknown(d, before, after, seek, 0)
    after.known[game.deck.by_title()["Time"].id] |= 1
    assert not follow_unknown(d, before, after, seek, 0)


def test_a_card_that_comes_unseen_is_noted_and_may_not_be_used() -> None:
    game = at(hand={"You": ["Milk"], "Ann": ["Time"]})
    d, before, seek = sheet_for(game.deck), game.table, Seek()
    time = game.deck.by_title()["Time"].id
    after = before.copy()
    unlink(after, time)
    link(after, time, HAND)
    assert follow_unknown(d, before, after, seek, 0)
    assert is_strange(seek, 0, time)
    assert not is_strange(seek, 0, game.deck.by_title()["Milk"].id)
    unlink(after, time)
    link(after, time, KEEPERS)
    assert not follow_unknown(d, before, after, seek, 0)


def test_a_hand_that_comes_to_lie_open_is_no_chance_and_is_not_looked_at() -> None:
    hand = {"You": ["The Looking-Glass", "Mirror, Mirror", "Twofold Draw"], "Ann": ["The Frog"]}
    gone = [card.title for card in load_deck("changeling-court").cards if card.kind == "surprise"]
    game = at("changeling-court", hand=hand, keepers={"You": ["The Fox Mask"]}, rules=["Twofold Play"], discard=gone)
    d, before, seek = sheet_for(game.deck), game.table, Seek()
    after, held = before.copy(), game.deck.by_title()["The Frog"].id
    answer(d, after, [option.text for option in game.decision.options].index("play The Looking-Glass"))
    assert after.known[held] & 1
    assert follow_unknown(d, before, after, seek, 0)
    assert not after.known[held] & 1, "what she might hold is reckoned with as before"
    assert not is_strange(seek, 0, held)
    proof = proof_of(game)
    assert proof is not None
    assert (proof.length, proof.ways) == (2, 2), "the Goal first, or The Looking-Glass"
