"""Whole games through the page: a phone, a desktop and two bots, every edition to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.browser.player import DESKTOP, PHONE, TABLES, Player, play_out
from tests.web.browser.serving import Server

EDITIONS = (
    "fluxx-4",
    "family",
    "cthulhu",
    "doctor-who",
    "dice-camera-action",
    "changeling-court",
)


def sat_down(browser: Browser, server: Server, edition: str) -> tuple[Player, Player]:
    """A phone and a desktop at a new table with two bots, where the game has begun."""
    ann = Player.at(browser, server.url, size=PHONE)
    bob = Player.at(browser, server.url, size=DESKTOP)
    table = ann.make_table("Ann", edition, friends=1, bots=2, pause=2)
    bob.sit(table, "Bob")
    ann.begin()
    bob.page.locator("[data-test=ask]").wait_for()
    for player in (ann, bob):
        player.quick_windows()
    return ann, bob


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_phone_and_a_desktop_play_with_two_bots_to_the_end(
    browser: Browser, server: Server, edition: str, shots: Path | None
) -> None:
    for _ in range(TABLES):
        ann, bob = sat_down(browser, server, edition)
        for player in (ann, bob):
            player.shoot(shots, f"{edition}-begin-{player.page.viewport_size['width']}")  # type: ignore[index]
        if play_out(ann, bob) and ann.answers and bob.answers:
            break
        ann.close()
        bob.close()
    else:
        pytest.fail(f"{TABLES} games in a row were very long, or over before both had answered anything")
    for player in (ann, bob):
        player.shoot(shots, f"{edition}-end-{player.page.viewport_size['width']}")  # type: ignore[index]

    results = {player.page.locator("[data-test=result]").inner_text() for player in (ann, bob)}
    assert len(results) == 1 or "You win!" in results, results
    assert ann.hosts == bob.hosts == {server.url.split("/")[2]}, "the page asks nobody but its own server"
    ann.close()
    bob.close()
