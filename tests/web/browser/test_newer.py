"""A page that was left open while the server was updated offers to load the new one, and the game goes on there."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, Route, expect
from tests.web.browser.player import PHONE, Player
from tests.web.browser.serving import Server

OFFER = "The server has a newer page"


def test_a_page_that_was_left_open_over_an_update_offers_the_new_one(browser: Browser, tmp_path: Path) -> None:
    with closing(Server(tmp_path / "updated.db")) as server, closing(Player.at(browser, server.url, size=PHONE)) as ann:
        offers_the_new_one(server, ann)


def offers_the_new_one(server: Server, ann: Player) -> None:
    """The server is started again as it was, and then as another version."""
    asked: list[str] = []

    def updated(route: Route) -> None:
        """What another version sends: its parts have other names. Whoever goes there is sent the page that there is."""
        if route.request.is_navigation_request():
            route.continue_()
            return
        html = route.fetch().text()
        asked.append(html)
        route.fulfill(
            body=re.sub(r"/assets/index-[\w-]+\.js", "/assets/index-newer.js", html), content_type="text/html"
        )

    ann.make_table("Ann", "fluxx-4", bots=1)
    ann.begin()
    hand = ann.page.locator("button[data-hand]")
    ann.page.locator("li.choosable button[data-hand]").first.wait_for()  # from now on all wait for Ann
    with ann.page.expect_response(lambda answer: answer.url == f"{server.url}/") as same:  # as after any restart
        server.kill()
        server.start()
    same.value.finished()
    ann.page.locator(".page > .link").wait_for(state="detached")
    expect(ann.page.locator(".toast")).to_have_count(0)
    ann.page.route(f"{server.url}/", updated)
    server.kill()
    server.start()
    expect(ann.page.locator(".toast")).to_contain_text(OFFER)
    assert asked
    cards = hand.count()
    ann.page.get_by_role("button", name="Load the page again").click()
    hand.first.wait_for()
    expect(ann.page.locator(".toast")).to_have_count(0)
    assert hand.count() == cards, "the seat and the game are as they were"
