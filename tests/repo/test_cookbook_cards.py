"""The cards of four pages of the cookbook: each file is checked, plays whole games, keeps its secrets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.effort import EFFORT, tries
from tests.engine.seen.test_worlds import check_imagined, differing, honest, indistinguishable, twin_of, watch
from tests.random_play import NAMES, advance, play_on
from tests.repo.test_docs import ROOT, examples

import changeling as cl
from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.proofs.conformance import conform

PAGES = [ROOT / "docs" / "how-to" / f"cookbook-{page}.md" for page in ("cards", "plays")]
BLOCKS = {name: text for page in PAGES for _, name, text in examples(page, "cards")}
# The cards of these pages have a say in one another, so they are played together.
for name in ("powers", "rarer"):
    page = ROOT / "docs" / "how-to" / f"cookbook-{name}.md"
    BLOCKS[f"{name}.cards"] = "\n".join(text for _, _, text in examples(page, "cards"))


@pytest.fixture(params=BLOCKS)
def deck(request: pytest.FixtureRequest, tmp_path: Path) -> Deck:
    """A file of the page, with an edition beside it."""
    file = tmp_path / request.param
    file.write_text(BLOCKS[request.param], encoding="utf-8")
    return load_deck(["fluxx-4", str(file)])


def test_random_games_end_without_a_fault(deck: Deck) -> None:
    for seats in (2, 5):
        found = conform(deck, seats, EFFORT, seats, every=25)
        assert (found.ended, found.stuck) == (EFFORT, 0)


def test_an_imagined_table_cannot_be_told_from_the_real_one(deck: Deck) -> None:
    for seed in tries(1):
        game, since = cl.Game(deck, seats=NAMES[:3], seed=seed), 0
        for _ in play_on(game, seed, most=80):
            if game.table.decisions % 4 == 0:
                for seat in game.seats:
                    check_imagined(game, seat, seed * 1000 + game.table.decisions, since=since)
                since = len(game.events)


def test_what_a_view_imagines_is_the_same_for_tables_that_cannot_be_told_apart(deck: Deck) -> None:
    compared = 0
    for seed in tries(1):
        for game in play_on(cl.Game(deck, seats=NAMES[:3], seed=seed), seed, most=90):
            if len(game.decision.options) == 1 or game.table.decisions % 3:
                continue
            seat = game.decision.seat
            here = game.view(seat).imagine(7)
            for other in indistinguishable(game, 3):
                assert differing(here, other.view(seat).imagine(7)) == []
                compared += 1
    assert compared > 5


def test_a_twin_is_not_told_apart_until_a_card_is_shown(deck: Deck) -> None:
    steps = 0
    for seed in tries(3):
        chance = random.Random(seed)
        game = cl.Game(deck, seats=NAMES[:3], seed=seed)
        advance(game, seed, most=chance.randrange(60))
        made = None if game.over else twin_of(game, seed % 3, chance)
        if made is not None:
            titles = {game.deck.cards[card].title for card in made[1]}
            steps += sum(1 for _ in watch(game, made[0], game.seats[seed % 3], titles, chance, honest))
    assert steps > 0
