"""What several tests of the web server share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that runs as long as the tests."""
    server = Postgres()
    yield server
    server.close()
