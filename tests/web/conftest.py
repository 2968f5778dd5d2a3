"""What several tests of the web server share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.postgres import Postgres
from tests.web.small_disk import mounted


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that runs as long as the tests."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder with room for two megabytes."""
    with mounted(tmp_path / "small") as folder:
        yield folder
