"""Asking the host for a seat, and removing a player, through the page."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.web.browser.player import PHONE, Player
from tests.web.browser.serving import Server


def looking_on(browser: Browser, server: Server, table: str) -> Player:
    """Somebody who comes by the table's link while others play."""
    player = Player.at(browser, server.url)
    player.page.goto(f"/t/{table}")
    player.page.locator("[data-test=ask]").wait_for()
    return player


def ask(player: Player, name: str) -> None:
    player.page.get_by_label("Your name").fill(name)
    player.page.get_by_role("button", name="Ask to join").click()
    expect(player.page.locator("[data-test=waiting]")).to_contain_text("Ann is asked")


def test_the_host_is_asked_refuses_accepts_and_removes(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=PHONE)
    table = ann.make_table("Ann", bots=1)
    ann.begin()
    bob = looking_on(browser, server, table)
    request = ann.page.locator("[data-test=asking]")

    ask(bob, "Bob")
    expect(request).to_contain_text("Bob asks for a seat.")
    request.get_by_role("button", name="Refuse").click()
    expect(bob.page.get_by_text("the host has said no")).to_be_visible()
    expect(bob.page.locator("[data-test=waiting]")).to_have_count(0)

    ask(bob, "Bob")
    request.get_by_role("button", name="Accept").click()
    expect(request).to_have_count(0)
    expect(bob.page.locator("button[data-hand]").first).to_be_visible()

    ann.page.get_by_role("button", name="Players", exact=True).click()
    ann.page.get_by_label("Remove Bob").click()
    ann.page.get_by_role("button", name="A bot", exact=True).click()
    expect(bob.page.get_by_role("heading", name="The host has removed you")).to_be_visible()
    expect(ann.page.get_by_text("Bob was removed by the host.").first).to_be_visible()
    bob.page.reload()
    expect(bob.page.get_by_role("heading", name="The host has removed you")).to_be_visible()
    for player in (ann, bob):
        player.close()


def test_a_player_is_removed_before_the_game(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url)
    table = ann.make_table("Ann", friends=1, bots=1)
    bob = Player.at(browser, server.url, size=PHONE)
    bob.sit(table, "Bob")
    ann.page.get_by_role("button", name="Players", exact=True).click()
    ann.page.get_by_label("Remove Bob").click()
    ann.page.get_by_role("button", name="Nobody: leave it free").click()
    expect(bob.page.get_by_role("heading", name="The host has removed you")).to_be_visible()
    expect(ann.page.get_by_text("Free seat")).to_be_visible()
    for player in (ann, bob):
        player.close()
