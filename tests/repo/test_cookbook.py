"""The entry page of the cookbook, and a deck of the cards of all its pages: nothing of it leaks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.effort import EFFORT
from tests.engine.seen.test_worlds import check_imagined
from tests.random_play import NAMES, play_on
from tests.repo.test_docs import ROOT, examples

import changeling as cl
from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.proofs.conformance import conform

HOW_TO = ROOT / "docs" / "how-to"
PAGES = sorted(HOW_TO.glob("cookbook-*.md"))


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    """The cards of all pages in one deck, one of each, with an edition."""
    folder, files = tmp_path_factory.mktemp("cookbook"), []
    for page in PAGES:
        for _, name, text in examples(page, "cards"):
            files.append(str(folder / f"{page.stem}-{name}"))
            Path(files[-1]).write_text(re.sub(r" x\d+$", "", text, flags=re.MULTILINE), encoding="utf-8")
    return load_deck(["fluxx-4", *files])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_entry_page_lists_every_mechanism(page: Path) -> None:
    entry = (HOW_TO / "cookbook.md").read_text(encoding="utf-8")
    plain = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    heads = re.findall(r"^#{2,3} (.+)$", plain, re.MULTILINE) + re.findall(r"^\*\*(.+?)\.?\*\*", plain, re.MULTILINE)
    assert heads
    assert f"({page.name})" in entry
    assert [head for head in heads if head not in entry] == []


def test_cards_of_all_areas_play_together(deck: Deck) -> None:
    """In a heap of all cards some games get stuck, where several jails hold everybody (decision 10); most do not."""
    for seats in (2, 4):
        found = conform(deck, seats, 4 * EFFORT, seats, every=40)
        assert found.ended == 4 * EFFORT
        assert found.stuck <= EFFORT


def test_an_imagined_table_of_all_areas_cannot_be_told_from_the_real_one(deck: Deck) -> None:
    for seed in range(3):
        game, since = cl.Game(deck, seats=NAMES[:3], seed=seed), 0
        for _ in play_on(game, seed, most=120):
            if game.table.decisions % 5 == 0:
                for seat in game.seats:
                    check_imagined(game, seat, seed * 1000 + game.table.decisions, since=since)
                since = len(game.events)
