"""What people need around a game: a name, a code to come by, seats for those who come, and what was missed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.player import DESKTOP, LONG, PHONE, Player
from tests.web.browser.positions import laid, sitting
from tests.web.served import QUICK, Served, serving

from changeling.web.storage.codes import LENGTH, LETTERS


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in this process, so that tables can be laid out in its store."""
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", QUICK) as one:
        yield one


def friends_table(player: Player, name: str = "Ann") -> None:
    """Make a table for friends, with seats as they are at first."""
    player.page.goto("/")
    player.page.locator(".edition").nth(5).wait_for()
    player.page.locator("#name").fill(name)
    player.page.get_by_role("button", name="Table for friends").click()
    expect(player.page.locator("[data-test=begin]")).to_be_visible()


def test_a_code_leads_to_a_table_and_the_host_sees_who_comes(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    ann, bob = Player.at(browser, served.url, size=DESKTOP), Player.at(browser, served.url, size=PHONE)
    friends_table(ann)
    ann.shoot(shots, "friends-table")
    assert ann.page.get_by_text("Free seat").count() == 2, "friends come to free seats"
    code = ann.page.locator("[data-test=code]").inner_text()
    assert re.fullmatch(f"[{LETTERS}]{{{LENGTH}}}", code)
    assert not ann.page.locator("[data-test=shuffle-proof] code").is_visible(), "the proof is a tap away"
    bob.page.goto("/")
    bob.page.get_by_label("Code of a table").fill("zzzz" if code != "ZZZZ" else "xxxx")
    bob.page.get_by_role("button", name="Join by code").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("is waiting for players")
    bob.shoot(shots, "lobby-phone")
    bob.page.get_by_label("Code of a table").fill(code.lower())
    bob.page.keyboard.press("Enter")
    bob.page.get_by_label("Sit down as").fill("Bob")
    expect(ann.page.locator("[data-test=coming]")).to_contain_text("typing a name")
    bob.page.get_by_role("button", name="Sit here").first.click()
    expect(ann.page.get_by_text("Bob sits down.").first).to_be_visible()
    expect(ann.page.locator("[data-test=coming]")).to_have_count(0)
    ann.page.get_by_role("button", name="Give it to a bot").click()
    expect(ann.page.get_by_role("button", name="Free it")).to_have_count(1)
    ann.begin()
    bob.page.locator("[data-test=ask]").wait_for()
    cy = Player.at(browser, served.url)
    cy.page.goto("/")
    cy.page.get_by_label("Code of a table").fill(code)
    cy.page.keyboard.press("Enter")
    expect(cy.page.get_by_role("alert")).to_contain_text("is waiting for players")
    for player in (ann, bob, cy):
        player.close()


def test_who_types_a_name_when_the_game_begins_finds_a_seat(browser: Browser, served: Served) -> None:
    ann, bob = Player.at(browser, served.url), Player.at(browser, served.url)
    friends_table(ann)
    ann.page.get_by_role("button", name="Give it to a bot").first.click()
    bob.page.goto(f"/t/{ann.page.url.rsplit('/', 1)[1]}")
    bob.page.get_by_label("Sit down as").type("Bo")
    expect(ann.page.locator("[data-test=coming]")).to_be_visible()
    ann.begin()
    take = bob.page.get_by_role("button", name=re.compile("Ask for .* place"))
    expect(take).to_have_count(2)
    bob.page.get_by_label("Your name").fill("Bob")
    take.nth(1).click()
    expect(bob.page.locator("button[data-hand]").first).to_be_visible()
    ann.close()
    bob.close()


def test_talk_that_was_not_read_is_counted(browser: Browser, served: Served) -> None:
    ann, bob = Player.at(browser, served.url, size=PHONE), Player.at(browser, served.url)
    table = ann.make_table("Ann", friends=1, bots=0)
    bob.sit(table, "Bob")
    ann.begin()
    bob.page.get_by_role("tab", name="Talk").click()
    for text in ("Hello!", "Are you there?"):
        bob.page.get_by_label("Say something").fill(text)
        bob.page.keyboard.press("Enter")
    badge = ann.page.locator("[data-test=unheard]")
    expect(badge).to_have_text("2")
    assert bob.page.locator(".tabs .dot").count() == 0, "one's own lines are read"
    ann.page.reload()
    expect(badge).to_have_text("2")
    ann.page.get_by_role("button", name=re.compile("^Talk, 2 new lines")).click()
    ann.page.keyboard.press("Escape")
    expect(badge).to_have_count(0)
    ann.close()
    bob.close()


def test_who_comes_back_sees_what_was_played_for_them(browser: Browser, served: Served, shots: Path | None) -> None:
    table = laid(
        served,
        "fluxx-4",
        seats=["Ann", "Bob"],
        hand={"Ann": ["Milk"], "Bob": ["Love", "Time"]},
        goals=["Rocket to the Moon"],
        drawn=1,
    )
    with sitting(browser, served, table, "Bob") as bob:
        with sitting(browser, served, table, "Ann") as ann:
            ann.page.get_by_role("button", name="Leave the table").click()
            ann.page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
            ann.page.locator("#name").wait_for()
        expect(bob.page.locator("[data-test=ask]")).not_to_have_attribute("data-question", "")
        with sitting(browser, served, table, "Ann", PHONE) as ann:
            note = ann.page.locator("[data-test=while-away]")
            expect(note).to_contain_text("a bot played for you")
            expect(note).to_contain_text("Milk")
            ann.shoot(shots, "while-away")
            note.get_by_role("button", name="Seen").click()
            expect(note).to_have_count(0)


def test_patience_is_set_in_the_lobby(browser: Browser, served: Served) -> None:
    ann = Player.at(browser, served.url)
    friends_table(ann)
    ann.page.get_by_text("More choices").click()
    choice = ann.page.get_by_label("When somebody is gone")
    expect(choice).to_have_value("90")
    choice.select_option("300")
    ann.page.reload()
    ann.page.get_by_text("More choices").click()
    expect(choice).to_have_value("300")
    ann.close()


def test_the_games_of_this_device_are_on_the_first_page(browser: Browser, served: Served, shots: Path | None) -> None:
    table = laid(
        served,
        "fluxx-4",
        bots=["Bob"],
        seats=["Ann", "Bob"],
        hand={"Ann": ["Milk"], "Bob": ["Love"]},
        keepers={"Ann": ["Cookies"]},
        goals=["Milk and Cookies"],
        drawn=1,
    )
    with sitting(browser, served, table) as ann:
        page: Page = ann.page
        home = page.locator("[data-test=device-games]")
        page.goto("/")
        expect(home.locator("[data-test=whose-turn]")).to_have_text("Your turn")
        home.get_by_role("link", name="Go on").click()
        page.locator("button[data-hand=Milk]").click()
        page.locator("[data-test=result]").wait_for()
        page.goto("/")
        expect(home.locator("[data-test=won-of]")).to_have_text("You have won 1 of 1 game on this device.")
        ann.shoot(shots, "device-games")
        home.get_by_role("link", name="Replay").click()
        page.locator("[data-test=told]").wait_for()
        page.goto("/")
        home.get_by_role("button", name="Forget these games").click()
        expect(home).to_have_count(0)


def day_a_move(ann: Player, bob: Player, begins: int) -> str:
    """A table of Ann and Bob at which a move may take a day; whose seat `begins` is has the first turn."""
    page = ann.page
    page.goto("/")
    page.locator(".edition").nth(5).wait_for()
    page.locator("#name").fill("Ann")
    page.locator("input[value=family]").check()
    while page.locator("li select").count() > 1:
        page.get_by_role("button", name="Remove seat").last.click()
    page.locator("li select").select_option("open")
    if not page.locator("#clock").count():
        page.get_by_text("More choices").click()
    page.locator("#clock").select_option("86400")
    page.locator("#begins").select_option(str(begins))
    page.get_by_role("button", name="Table for friends").click()
    page.locator("[data-test=begin]").wait_for()
    table = page.url.rsplit("/", 1)[1]
    bob.sit(table, "Bob")
    ann.begin()
    return table


def test_tables_with_a_day_a_move_are_listed_by_whose_turn_it_is(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    ann, bob = Player.at(browser, served.url, size=PHONE), Player.at(browser, served.url)
    tables = [day_a_move(ann, bob, begins) for begins in (0, 1)]
    ann.page.goto("/")
    turns = ann.page.locator("[data-test=whose-turn]")
    expect(turns).to_have_text(["Your turn", "Bob's turn"])
    links = ann.page.locator("[data-test=device-games]").get_by_role("link", name="Go on")
    expect(links.nth(0)).to_have_attribute("href", f"/t/{tables[0]}")
    ann.shoot(shots, "day-a-move")
    until = time.monotonic() + LONG
    while not (seen := bob.look()).sentence.startswith(("Ann is choosing", "Ann has to choose")):
        if not bob.step():  # Ann is not connected there, and no bot plays for her
            bob.page.wait_for_timeout(30)
        assert not bob.over
        assert time.monotonic() < until, seen
    ann.page.reload()
    expect(turns).to_have_text(["Your turn", "Your turn"])
    ann.close()
    bob.close()
