"""The registry of tables: what it finds without making anything anew."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.web.table.tables import no_database

from changeling.cards.deck import Deck
from changeling.web.gallery import decks
from changeling.web.storage.store import Store
from changeling.web.table import registry as registries
from changeling.web.table.registry import Registry
from changeling.web.wire.errors import Refuse


def test_who_asks_for_cards_has_no_other_cards_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more tables of people's own cards in memory than lists are kept, every request listed all cards anew."""
    assert decks.cards_by_id("f" * 20) is None  # those of the editions are listed once
    listed: list[object] = []

    def cards_of(deck: Deck) -> tuple[str, bytes]:
        listed.append(deck)
        return "", b"[]"

    monkeypatch.setattr(registries, "cards_of", cards_of)
    monkeypatch.setattr(decks, "cards_of", cards_of)
    registry = Registry(Store(no_database))
    for number in range(100):
        publisher = SimpleNamespace(info=SimpleNamespace(id=f"{number:020}"))
        table: Any = SimpleNamespace(shelved=None, deck=f"deck {number}", publisher=publisher)
        registry.tables[str(number)] = cast("Any", table)
    with pytest.raises(Refuse, match="there is no deck"):
        registry.cards("f" * 20)
    assert not listed
    assert registry.cards(f"{7:020}") == b"[]"
    assert listed == ["deck 7"]
