"""The cookbook's cards: each is proved by a scenario, and all of them together play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.effort import tries
from tests.random_play import NAMES, advance

import changeling as cl
from changeling.proofs.conformance import census

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "tests" / "scenarios" / "words"
BLOCK = re.compile(r'^```cards title="[^"]+"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
PAGES = {"cookbook-events": "words-events"}


@pytest.mark.parametrize("page", PAGES)
def test_the_scenarios_are_about_the_cards_of_the_page(page: str) -> None:
    blocks = BLOCK.findall((ROOT / "docs" / "how-to" / f"{page}.md").read_text(encoding="utf-8"))
    cards = [row for block in blocks for row in block.split("\n") if row and not row.startswith("marks ")]
    written = (WORDS / f"{PAGES[page]}.cards").read_text(encoding="utf-8").split("\n")
    assert cards == [row for row in written if row and not row.startswith(("marks ", "#"))]


@pytest.mark.parametrize("page", PAGES)
def test_every_card_of_the_page_has_a_scenario(page: str) -> None:
    shown = "".join(file.read_text(encoding="utf-8") for file in WORDS.glob(f"{PAGES[page]}*.yaml"))
    deck = cl.load_deck(str(WORDS / f"{PAGES[page]}.cards"))
    assert [card.name for card in deck.cards if card.kind != "basic" and card.name not in shown] == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("seed", tries(4))
def test_games_with_the_cards_of_the_page_are_played_without_a_fault(page: str, seed: int) -> None:
    mixed = ["fluxx-4"] if seed % 2 else []
    game = cl.Game([*mixed, str(WORDS / f"{PAGES[page]}.cards")], seats=NAMES[: 2 + seed % 5], seed=seed)
    advance(game, seed, most=200)
    assert census(game.deck, game.table) == []
    text = game.notation()
    assert cl.Game.from_notation(text).notation() == text
