"""Random legal cards on the machine: nothing breaks, nothing is lost, and what loops is stopped."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.cards.legal import Author
from tests.cards.writing import action, deck_of, problems_of
from tests.effort import EFFORT

from changeling.play.game import Game
from changeling.proofs.conformance import census, conform

DECISIONS = 60


def play(text: str, seed: int) -> str:
    """Play a game of these cards by chance; gives how it ended. Raises what must not happen."""
    chance = random.Random(seed)
    deck = deck_of(text, name=f"legal{seed}")
    game = Game(deck, seats=["Ann", "Bob", "Cy"][: 2 + seed % 2], seed=seed)
    for _ in range(DECISIONS):
        assert census(deck, game.table) == []
        if game.over:
            return "over"
        options = game.decision.options
        assert len({option.text for option in options}) == len(options) > 0
        game.answer(chance.randrange(len(options)))
    conform(deck, 2 + seed % 3, 1, seed, cap=DECISIONS, every=9)
    return "loops" if any(event.what == "is stopped" for event in game.events) else "going"


@given(st.integers(0, 1_000_000))
@settings(max_examples=20 * EFFORT, deadline=None)
def test_random_legal_cards(seed: int) -> None:
    text = Author(seed).deck()
    assume(not problems_of(text))
    play(text, seed)


def test_what_the_author_writes_is_legal() -> None:
    wrong = [problems_of(Author(seed).deck()) for seed in range(30 * EFFORT)]
    assert not any(wrong), next(found for found in wrong if found)


def test_a_card_that_loops_is_told_so() -> None:
    text = 'action "Loop" x60\n    while yes:\n        n = 1\n'
    assert play(text, 1) == "loops"
    chain = 'creeper "Hot" x9\n    when yes:\n        give(this, left_of(you))\naction "A" x40\n    draw(1)\n'
    assert play(chain, 1) == "loops"


def test_a_card_cannot_play_itself() -> None:
    assert play('action "Again" x60\n    play(this)\n    draw(1)\n', 1) == "going"


def test_a_card_is_chosen_from_a_set_once() -> None:
    text = 'action "Twice" x60\n    discard(choose(hand(you) + hand(everyone) + this + this))\n'
    assert play(text, 1) in ("going", "over")


def test_nobody_to_ask_is_nothing_chosen() -> None:
    assert play('action "Whom" x60\n    discard(choose(hand(you), by=owner(this)))\n', 1) == "going"


def test_numbers_stay_where_they_can_be_kept() -> None:
    rows = ("n = 999", "for _ in upto(60):", "    n = n + n", "for _ in upto(60):", "    n = (zero - n) * n", "draw(n)")
    assert play(action(*rows).replace('"Test"', '"Test" x60'), 1) == "going"


@pytest.mark.soak
@pytest.mark.parametrize("start", range(0, 20_000, 1000))
def test_many_random_legal_cards(start: int) -> None:
    for seed in range(start, start + 1000):
        text = Author(seed).deck()
        if not problems_of(text):
            play(text, seed)
