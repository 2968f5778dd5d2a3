"""The page is for everybody: no violation that axe finds, a game by keyboard alone, live regions, small screens."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.player import DESKTOP, LONG, SMALL, TABLES, Player, play_whole, settled
from tests.web.browser.serving import Server

BRIEFLY = {"gallery", "replay", "lobby", "table-late", "reader"}  # what is looked at on the second screen too
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Server) -> Iterator[str]:
    """The replay of a game that somebody has played."""
    ann = Player.at(browser, server.url, size=DESKTOP)
    play_whole(ann, "family")
    ann.page.get_by_role("link", name="Watch it again").click()
    ann.page.locator("[data-test=told]").wait_for()
    yield ann.page.url.split("#")[0]
    ann.close()


# Nothing moves but what moves for long, such as a clock.
STILL = """() => document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime > 1500)"""


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it is, in words; where a window is open, in that: nothing else can be used then."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    look = "axe.run(document.querySelector('dialog[open]') ?? document, {runOnly: {type: 'tag', values: tags}})"
    found = page.evaluate(f"tags => {look}", RULES)
    return [
        f"{one['id']}: {one['help']}: {node['target']} {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def fits(page: Page) -> bool:
    """Whether nothing sticks out to the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(("size", "dark"), [(SMALL, False), (DESKTOP, True)])
def test_no_violations_and_nothing_sticks_out(
    browser: Browser, server: Server, finished: str, size: tuple[int, int], dark: bool, shots: Path | None
) -> None:
    ann = Player.at(browser, server.url, size=size, dark=dark, guide=True)
    page, name = ann.page, f"{size[0]}-{'dark' if dark else 'light'}"
    wrong: list[str] = []

    def see(what: str) -> None:
        if size == DESKTOP and what not in BRIEFLY:
            return
        page.wait_for_timeout(350)  # an opening window is half transparent, which axe would call low contrast
        page.wait_for_function(STILL)
        ann.shoot(shots, f"{what}-{name}")
        if not fits(page):
            wrong.append(f"{what}: sticks out to the side")
        # axe takes what is scrolled half out of sight to lie on what covers it: so nothing is out of sight
        page.set_viewport_size({"width": size[0], "height": 2600})
        wrong.extend(f"{what}: {one}" for one in violations(page))
        page.set_viewport_size({"width": size[0], "height": size[1]})

    page.goto("/gallery/cthulhu")
    page.locator("ul .card").nth(30).wait_for()
    see("gallery")
    page.get_by_role("button", name="Read The Necronomicon").click()
    see("gallery-card")
    page.goto("/about")
    page.locator("h2").first.wait_for()
    see("about")
    page.goto(finished)
    page.locator("[data-test=told]").wait_for()
    page.get_by_label("One step on").click()
    see("replay")
    page.goto("/")
    page.locator(".edition").nth(5).wait_for()
    see("lobby")
    ann.make_table("Ann", "cthulhu", bots=3)
    see("room")
    ann.begin()
    see("table")
    while page.locator("[data-test=guide-got]").count():
        page.locator("[data-test=guide-got]").click()
    until = time.monotonic() + LONG
    while ann.answers < 7 and not ann.over and time.monotonic() < until:
        ann.step()
    settled(ann)
    see("table-late")
    if not ann.over and page.locator("button[data-hand]").count():
        page.locator("button[data-hand]").first.click()
        see("reader")
        page.keyboard.press("Escape")
    if not ann.over:
        page.get_by_label("Settings").click()
        see("settings")
    ann.close()
    assert not wrong, "\n".join(wrong)


def test_a_whole_game_by_keyboard_alone(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP, name="Ann")
    page, keys = ann.page, ann.page.keyboard
    for _ in range(TABLES):
        page.goto("/")
        page.locator(".edition").nth(5).wait_for()
        tab_to(page, "Play now")
        keys.press("Enter")
        page.locator("[data-test=ask]").wait_for()
        if play_by_keys(ann):
            break
    assert ann.over, f"{TABLES} games in a row were very long"
    assert page.locator("[data-test=result]").inner_text()
    tab_to(page, "Watch it again")
    keys.press("Enter")
    page.locator("[data-test=told]").wait_for()
    ann.close()


def play_by_keys(ann: Player, most: int = 80) -> bool:
    """Play to the end; gives whether it came within so many answers."""
    answers, moved = 0, time.monotonic()
    while not ann.over and answers < most:
        assert time.monotonic() - moved < LONG, ann.look()
        if not ann.look().question:
            ann.page.wait_for_timeout(20)
            continue
        answer_by_keys(ann.page)
        answers, moved = answers + 1, time.monotonic()
    return ann.over


FOCUSED = """() => {
  const one = document.activeElement;
  return one === null ? '' : (one.getAttribute('aria-label') ?? one.textContent).trim();
}"""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what has the focus is called so."""
    for _ in range(600):
        if page.evaluate(FOCUSED) == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"'{name}' cannot be reached with Tab")


def answer_by_keys(page: Page) -> None:
    """Reach the first answer with Tab, and give it with Enter, pressed twice."""
    where = """() => {
      const one = document.activeElement;
      if (one?.closest('dialog')) return one.matches('[data-answer]') ? 'answer' : 'dialog';
      if (one?.closest('.choosable') || one?.matches('[data-card-option]')) return 'card';
      return one?.matches('.answers [data-option]') ? 'word' : '';
    }"""
    asked = page.locator("[data-test=ask]").get_attribute("data-question")
    for _ in range(600):
        if page.locator("[data-test=ask]").get_attribute("data-question") != asked:
            return
        match page.evaluate(where):
            case "dialog":
                page.keyboard.press("Escape")
            case "answer":
                page.keyboard.press("Enter")
                return
            case "card":
                page.keyboard.press("Enter")
                if page.evaluate(where) == "answer":
                    page.keyboard.press("Enter")
                    return
            case "word" if not page.locator("li.choosable, [data-card-option]").count():
                page.keyboard.press("Enter")
                page.keyboard.press("Enter")
                return
            case _:
                page.keyboard.press("Tab")
    raise AssertionError("no answer can be reached with Tab")


def test_screen_readers_are_told_what_happened_and_what_is_asked(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url)
    ann.make_table("Ann", "fluxx-4", bots=1)
    ann.begin()
    happened, asked = (ann.page.locator(f"[data-test={name}]") for name in ("happened", "asked"))
    assert happened.get_attribute("aria-live") == "polite"
    assert asked.get_attribute("aria-live") == "assertive"
    expect(asked).not_to_be_empty()
    until = time.monotonic() + LONG
    while not ann.step() and not ann.over:
        assert time.monotonic() < until
    expect(happened).not_to_be_empty()
    ann.close()
