"""The engine has another number when the same cards, seeds and answers give other games."""

from __future__ import annotations

import json

from tests.proofs.engine_number import FILE, meaning, overdue
from tests.proofs.game_digests import FILE as GAMES

WRITTEN = json.loads(FILE.read_text())


def test_the_number_stands_for_the_games_that_are_written_down() -> None:
    now = meaning(json.loads(GAMES.read_text()))
    assert not overdue(WRITTEN, now), "raise ENGINE in engine/version.py"
    assert now == WRITTEN, "write it again with the digests: python -m tests.proofs.game_digests"


def test_when_it_is_due() -> None:
    deck, (cards, games) = next(iter(WRITTEN["decks"].items()))
    other_games = {**WRITTEN, "decks": {**WRITTEN["decks"], deck: [cards, "other"]}}
    other_cards = {**WRITTEN, "decks": {**WRITTEN["decks"], deck: ["other", "other"]}}
    raised = {**other_games, "engine": WRITTEN["engine"] + 1}
    assert overdue(WRITTEN, other_games) == [deck]
    assert overdue(WRITTEN, other_cards) == [], "a stored game names its cards, too"
    assert overdue(WRITTEN, raised) == []
    assert overdue(WRITTEN, WRITTEN) == []
    assert games
