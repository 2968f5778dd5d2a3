"""A real server and a real browser for the tests of the page. CHANGELING_SHOTS names a folder to keep pictures in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.web.browser.chromium import FLAGS, chromium
from tests.web.browser.player import LONG
from tests.web.browser.serving import Server

expect.set_options(timeout=LONG * 1000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of one file. Playwright runs a loop of its own, which ends with it."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of one file."""
    started = Server(tmp_path_factory.mktemp("tables") / "tables.db")
    yield started
    started.close()


@pytest.fixture(scope="session")
def shots() -> Path | None:
    """Where pictures of the page are kept, if anywhere."""
    named = os.environ.get("CHANGELING_SHOTS", "")
    if not named:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
