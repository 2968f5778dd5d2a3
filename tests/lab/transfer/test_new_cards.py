"""The decks that nobody has seen: those of the benchmark are what their seeds give, without a problem, and end."""

from __future__ import annotations

import pytest

import changeling as cl
from changeling.lab.transfer.new_cards import SEEDS, deck_text, file_of
from changeling.play.driver import play


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deck_of_the_benchmark_is_what_its_seed_gives(seed: int) -> None:
    assert file_of(seed).read_text(encoding="utf-8") == deck_text(seed)
    deck = cl.load_deck(str(file_of(seed)))
    kinds = {card.kind for card in deck.cards}
    assert {"keeper", "goal", "rule", "action", "creeper"} <= kinds
    game = cl.Game(deck, seats=["Ann", "Bob"], seed=1)
    play(game, {seat: cl.bot("greedy", 1) for seat in game.seats}, most=3000)
    assert game.over


def test_no_two_decks_are_alike() -> None:
    assert len({deck_text(seed) for seed in range(20)}) == 20
