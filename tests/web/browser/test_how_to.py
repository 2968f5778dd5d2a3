"""*How to play* in the real browser: pictures of cards, links to mixes, and one sheet of paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.player import DESKTOP, PHONE, Player
from tests.web.browser.serving import Server

from changeling.decks.shelf import editions

MOST = "+".join(name for name in editions() if name != "family")  # as many cards as a table holds


def open_page(page: Page, url: str, deck: str) -> None:
    page.goto(f"{url}/how-to-play/{deck}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def sheets(page: Page) -> int:
    """How many sheets of A4 the page prints on."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def test_it_is_found_from_home_and_shows_a_card_of_each_kind(
    browser: Browser, server: Server, shots: Path | None
) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    page = ann.page
    page.goto(server.url)
    page.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play Fluxx 4.0")
    expect(page.locator(".kinds .card")).to_have_count(6)
    page.get_by_role("link", name="Cthulhu Fluxx", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play Fluxx 4.0 + Cthulhu Fluxx")
    expect(page.locator(".kinds .card")).to_have_count(8)
    expect(page.get_by_text("This is a mix")).to_be_visible()
    if shots:
        page.screenshot(path=str(shots / "how-to-play.png"), full_page=True)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if shots:
        page.screenshot(path=str(shots / "how-to-play-phone.png"), full_page=True)
    ann.close()


@pytest.mark.parametrize("deck", [*editions(), MOST])
def test_it_prints_on_one_page(browser: Browser, server: Server, deck: str, shots: Path | None) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    open_page(ann.page, server.url, deck)
    assert sheets(ann.page) == 1
    if shots:
        ann.page.emulate_media(media="print")
        ann.page.set_viewport_size({"width": 794, "height": 1123})  # a sheet of A4, with its margins
        ann.page.screenshot(path=str(shots / f"how-to-play-{deck[:20]}.png"))
    ann.close()


def test_a_deck_that_is_none_is_said(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    ann.page.goto(f"{server.url}/how-to-play/porridge")
    expect(ann.page.get_by_role("alert")).to_contain_text("'porridge' is not an edition")
    ann.close()
