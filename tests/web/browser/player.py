"""Somebody who plays through the page, by the same gestures as a person: one press plays where undo can take it back,
else the first press reads and the second plays."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as BrowserError

PHONE = (390, 844)
DESKTOP = (1280, 800)
SMALL = (360, 640)
QUIET = {"guide": False}
LONG = 120.0  # seconds after which what must happen does not happen any more, on a slow and busy machine
TABLES = 8  # one after the other, until one is as a test needs it; more than one of them is seldom needed
# What the page shows at this moment, in one look.
LOOK = """() => {
  const ask = document.querySelector('[data-test=ask]');
  const answers = [...document.querySelectorAll('.answers button[data-option]:enabled')];
  return {
    result: document.querySelector('[data-test=result]')?.textContent ?? '',
    question: ask?.dataset.question ?? '',
    sentence: ask?.textContent.trim() ?? '',
    hand: [...document.querySelectorAll('li.choosable button[data-hand]')].map((one) => one.dataset.hand),
    chips: answers.filter((one) => one.dataset.cardOption).map((one) => one.dataset.option),
    words: answers.filter((one) => !one.dataset.cardOption).map((one) => one.dataset.option),
  };
}"""


@dataclass(slots=True)
class Look:
    """What a player can do."""

    result: str
    question: str
    sentence: str
    hand: list[str]
    chips: list[str]
    words: list[str]


@dataclass(slots=True)
class Player:
    """A browser window with a person in front of it."""

    page: Page
    answers: int = 0
    patience: float = 1_500.0
    faults: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    @classmethod
    def at(
        cls,
        browser: Browser,
        url: str,
        *,
        size: tuple[int, int] = DESKTOP,
        dark: bool = False,
        workers: bool = False,
        **settings: Any,
    ) -> Player:
        """Open a window on the page, with a memory of its own; with `workers` it may keep the page for later."""
        context = browser.new_context(
            base_url=url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            has_touch=size[0] < 600,
            service_workers="allow" if workers else "block",
        )
        context.set_default_timeout(LONG * 1000)
        kept = json.dumps(json.dumps({**QUIET, **settings}))
        context.add_init_script(
            f"if (!localStorage.getItem('changeling.settings')) localStorage.setItem('changeling.settings', {kept})"
        )
        player = cls(context.new_page())
        player.page.on("pageerror", lambda error: player.faults.append(str(error)))
        player.page.on(
            "console", lambda said: player.faults.append(said.text) if "Content Security" in said.text else None
        )
        player.page.on("request", lambda request: player.hosts.add(request.url.split("/")[2]))
        return player

    def close(self) -> None:
        """Close the window; nothing may have gone wrong in it."""
        faults = list(self.faults)
        self.page.context.close()
        assert not faults, faults

    # --- sitting down -------------------------------------------------------------------------------------------------
    def make_table(
        self, name: str, edition: str = "fluxx-4", *, bots: int = 2, friends: int = 0, pause: int = 4
    ) -> str:
        """Make a table in the lobby, for an edition or a mix with + between them; gives its id."""
        page = self.page
        page.goto("/")
        page.locator(".edition").nth(5).wait_for()
        page.locator("#name").fill(name)
        if "+" in edition:
            page.get_by_label("Mix editions").check()
        for one in edition.split("+"):
            page.locator(f"input[value='{one}']").check()
        seats = page.locator("li select")
        while seats.count() < bots + friends:
            page.get_by_role("button", name="Add a seat").click()
        while seats.count() > bots + friends:
            page.get_by_role("button", name="Remove seat").last.click()
        for place in range(bots + friends):
            seats.nth(place).select_option("open" if place < friends else "bot:greedy")
        if pause != 4 and page.get_by_text("More choices").count():
            page.get_by_text("More choices").click()
            page.locator("#begins").wait_for()
            if page.locator("#pause").count():
                page.locator("#pause").select_option(str(pause))
        page.get_by_role("button", name="Table for friends").click()
        page.locator("[data-test=begin]").wait_for()
        return page.url.rsplit("/", 1)[1]

    def sit(self, table: str, name: str) -> None:
        """Come by the table's link and take the first free seat."""
        self.page.goto(f"/t/{table}")
        self.page.get_by_label("Sit down as").fill(name)
        self.page.get_by_role("button", name="Sit here").first.click()
        self.page.get_by_text("you", exact=True).wait_for()

    def begin(self) -> None:
        self.page.locator("[data-test=begin]").click()
        self.page.locator("[data-test=ask]").wait_for()

    def quick_windows(self) -> None:
        """Pass at once where nothing could be answered."""
        self.page.get_by_label("Settings", exact=True).click()
        window = self.page.locator("dialog")
        window.wait_for()
        if window.get_by_label("Pass at once").count():
            window.get_by_label("Pass at once").check()
        window.get_by_role("button", name="Close", exact=True).click()

    # --- playing ------------------------------------------------------------------------------------------------------
    def look(self) -> Look:
        return Look(**self.page.evaluate(LOOK))

    def step(self) -> bool:
        """Give one answer, if something is asked; gives whether one was given."""
        seen = self.look()
        if seen.result or not seen.question:
            return False
        try:
            if seen.hand:
                self._card(f"button[data-hand={json.dumps(seen.hand[self.answers % len(seen.hand)])}]", seen.question)
            elif seen.chips:
                self._card(f".answers [data-option='{seen.chips[self.answers % len(seen.chips)]}']", seen.question)
            elif seen.words:
                self._word(seen.words[self.answers % len(seen.words)])
            else:
                return False
        except BrowserError:
            # the table went on while we read: a person would close the card and look again
            self.page.keyboard.press("Escape")
            return False
        self.answers += 1
        return True

    def until_hand(self) -> bool:
        """Answer until a card in hand can be chosen; gives whether that came before the end of the game."""
        until = time.monotonic() + LONG
        while not (seen := self.look()).result:
            if seen.question and seen.hand:
                return True
            if not self.step():
                self.page.wait_for_timeout(15)
            assert time.monotonic() < until, seen
        return False

    def with_a_hand(self) -> None:
        """Sit at a table with a bot, where a card in hand can be chosen now."""
        for _ in range(TABLES):
            self.make_table("Ann", bots=1)
            self.begin()
            if self.until_hand():
                return
        raise AssertionError(f"{TABLES} games in a row were over before a card could be chosen")

    def _press(self, selector: str) -> None:
        self.page.locator(selector).first.click(timeout=self.patience)

    def _card(self, selector: str, question: str) -> None:
        """Press a card, and once more in the window that shows it, if there is one."""
        self._press(selector)
        went = "asked => document.querySelector('[data-test=ask]')?.dataset.question !== asked"
        shown = "document.querySelector('[data-answer]') !== null"
        self.page.wait_for_function(f"asked => {shown} || ({went})(asked)", arg=question, timeout=self.patience)
        if self.page.locator("[data-answer]").count():
            self._press("[data-answer]")

    def _word(self, option: str) -> None:
        button = self.page.locator(f".answers [data-option='{option}']")
        button.click(timeout=self.patience)
        armed = self.page.locator(".answers .armed")
        if armed.count():
            armed.click(timeout=self.patience)

    @property
    def over(self) -> bool:
        return self.page.locator("[data-test=result]").count() > 0

    def shoot(self, folder: Path | None, name: str) -> None:
        """Keep a picture of the window, where pictures are wanted."""
        if folder is not None:
            self.page.screenshot(path=str(folder / f"{name}.png"))


def play_out(*players: Player, most: int = 150) -> bool:
    """Let all of them play until each sees the end; gives whether it came within `most` answers, since now and then a
    game is very long. A table at which nobody can answer for long is a fault."""
    given, moved = 0, time.monotonic()
    while not all(player.over for player in players):
        answered = sum(player.step() for player in players)
        if answered:
            given, moved = given + answered, time.monotonic()
        else:
            players[0].page.wait_for_timeout(15)
        assert time.monotonic() - moved < LONG, f"nothing for {LONG:.0f} s: {[player.look() for player in players]}"
        if given > most:
            return False
    return True


def play_whole(player: Player, edition: str) -> None:
    """Play a game with a bot to its end; where it is a very long one, another."""
    for _ in range(TABLES):
        player.make_table("Ann", edition, bots=1)
        player.begin()
        if play_out(player):
            return
    raise AssertionError(f"{TABLES} games in a row were very long")


def settled(*players: Player) -> None:
    """Wait until the table asks somebody here, or is over: then nothing moves by itself."""
    until = time.monotonic() + LONG
    while not any(player.look().question or player.over for player in players):
        players[0].page.wait_for_timeout(50)
        assert time.monotonic() < until, [player.look() for player in players]
