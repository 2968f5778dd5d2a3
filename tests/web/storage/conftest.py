"""Stores for tests, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from changeling.web.storage.databases import store_at
from changeling.web.storage.store import Store


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new, empty store can be."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    url: str = request.getfixturevalue("postgres").database(f"store_{abs(hash(request.node.nodeid))}")
    return url


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    made = store_at(place)
    made.open()
    yield made
    made.close()
