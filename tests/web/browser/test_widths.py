"""At any width of a screen what lies on the table stays in its frame, and a laptop shows all that a large one shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browser.chromium import FLAGS, chromium
from tests.web.browser.player import Player
from tests.web.browser.positions import laid, sitting
from tests.web.browser.test_everybody import fits
from tests.web.browser.test_in_sight import CREEPERS, SIX, inside
from tests.web.browser.test_stage import box, held
from tests.web.served import QUICK, Served, serving

LIMITS = ["Draw 3", "Hand Limit 2", "Keeper Limit 3", "Play 3", "Inflation", "Double Agenda", "No-Hand Bonus"]
# the buttons of numbers whose words reach over their frame
BURST = """() => [...document.querySelectorAll('.number')].filter((frame) => {
  const { left, right } = frame.getBoundingClientRect();
  return [...frame.children].some((one) => {
    const words = one.getBoundingClientRect();
    return words.width > 0 && (words.left < left || words.right > right);
  });
}).map((frame) => frame.textContent)"""

# of the card on the stage: where its title ends, and where the card itself does
TITLE = """() => {
  const face = document.querySelector('[data-test=stage] .face');
  return face && [face.querySelector('.title').getBoundingClientRect().bottom, face.getBoundingClientRect().bottom];
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in this process, so that tables can be laid out in its store."""
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", QUICK) as one:
        yield one


def six(served: Served) -> str:
    """A table of six players who own much, with two Goals."""
    front = {
        "keepers": {name: [card for card in cards if card not in CREEPERS] for name, cards in SIX.items()},
        "creepers": {name: [card for card in cards if card in CREEPERS] for name, cards in SIX.items()},
    }
    hand = {"Ann": ["Trade Hands", "Jackpot!", "Draw 3", "Play 2"]}
    rules = ["Play 3", "Draw 4", "Double Agenda", "Hand Limit 2"]
    names = list(SIX)
    goals = ["Star Gazing", "Party Snacks"]
    return laid(served, "fluxx-4", bots=names[1:], seats=names, goals=goals, rules=rules, hand=hand, drawn=4, **front)


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720), (1366, 768), (1024, 768)])
def test_on_a_laptop_six_players_and_the_piles_are_in_sight(
    browser: Browser, served: Served, size: tuple[int, int], shots: Path | None
) -> None:
    with sitting(browser, served, six(served), size=size) as ann:
        felt = ann.page.locator(".felt")
        ann.shoot(shots, f"six-{size[0]}x{size[1]}")
        expect(ann.page.locator(".players .seat")).to_have_count(5)
        assert felt.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0
        assert inside(ann.page.locator("[data-seat=Dee] .tile").last, felt)
        assert inside(ann.page.locator("[data-zone=discard]"), felt)


@pytest.mark.parametrize("width", [320, 360, 390, 412, 480])
def test_on_a_phone_no_number_leaves_its_frame(
    browser: Browser, served: Served, width: int, shots: Path | None
) -> None:
    lying: dict[str, Any] = {"goals": ["Milk and Cookies"], "rules": LIMITS, "keepers": {"Bob": ["Time", "Money"]}}
    hand = {"Ann": ["Milk", "Baked Goods"], "Bob": [], "Cy": []}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand=hand, drawn=4, **lying)
    with sitting(browser, served, table, size=(width, 640)) as ann:
        ann.shoot(shots, f"numbers-{width}")
        assert ann.page.evaluate(BURST) == []


def test_on_a_phone_the_pictures_of_what_many_own_leave_name_and_arrow_in_the_row(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    with sitting(browser, served, six(served), size=(390, 844)) as ann:
        ann.shoot(shots, "six-phone")
        for name in list(SIX)[1:]:
            seat = ann.page.locator(f"[data-seat={name}]")
            who = seat.locator(".who")
            assert who.evaluate("(one) => one.scrollWidth <= one.clientWidth"), name
            chevron = box(seat.locator(".chevron"))
            assert chevron["right"] <= box(seat)["right"], name


def test_on_the_narrowest_phone_the_bar_stays_low_and_who_is_gone_has_a_name(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    """With another person there the bar has one button more."""
    name = "Bartholomew Featherstonehaugh"
    lying: dict[str, Any] = {"goals": ["Milk and Cookies"], "keepers": {name: ["Time", "Money", "Love"]}}
    table = laid(served, "fluxx-4", bots=["Cy"], seats=["Ann", name, "Cy"], hand={"Ann": ["Peace"]}, drawn=1, **lying)
    with sitting(browser, served, table, size=(320, 568)) as ann:
        ann.shoot(shots, "narrow-bar")
        assert box(ann.page.locator("header.bar"))["height"] <= 64
        seat = ann.page.locator(f"[data-seat='{name}']")
        assert seat.locator("h3").evaluate("(one) => one.clientWidth") >= 80
        assert inside(seat.locator("[data-test=opener]"), seat)


def test_where_the_table_is_lowest_a_card_that_is_played_still_says_its_name(browser: Browser, served: Served) -> None:
    """The smallest phone, with three free actions to choose from."""
    lying: dict[str, Any] = {
        "creepers": {"Ann": ["The Xanathar", "Strahd von Zarovich"]},
        "rules": ["Play 4", "Perception Check"],
        "goals": ["Treasure Hunter"],
    }
    hand = {"Ann": ["Bag of Nails", "Unlocked Secrets", "The Mists Shift"], "Bob": [], "Cy": []}
    table = laid(
        served, "dice-camera-action", bots=["Bob", "Cy"], hand=hand, drawn=1, keepers={"Bob": ["Diath"]}, **lying
    )
    with sitting(browser, served, table, size=(320, 568)) as ann:
        held(ann.page, "Bag of Nails").click()
        title, card = ann.page.wait_for_function(TITLE).json_value()
        assert title <= card + 6


@pytest.mark.parametrize(("size", "least"), [((1280, 800), 32), ((390, 844), 19)])
def test_who_has_set_a_large_font_gets_it(
    browser: Browser, served: Served, size: tuple[int, int], least: int, shots: Path | None
) -> None:
    """Twice as large on a laptop; on a phone as large as its width allows."""
    large = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    with browser.browser_type.launch(executable_path=chromium(), args=large) as other:
        ann = Player.at(other, served.url, size=size)
        ann.page.goto("/")
        ann.page.locator(".edition").nth(5).wait_for()
        ann.shoot(shots, f"large-font-{size[0]}")
        assert float(ann.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")) >= least
        assert fits(ann.page)
        ann.close()
