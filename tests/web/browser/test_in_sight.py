"""What somebody new looks for is in sight: every card of a hand, every answer of a question, the button that starts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.web.browser.player import PHONE, Player
from tests.web.browser.positions import laid, sitting
from tests.web.browser.test_stage import LANDSCAPE, LARGE, box, held
from tests.web.served import QUICK, Served, serving

COURT = "changeling-court"
HAND = "Love,Peace,Sleep,Bread,The Moon,The Rocket,Dreams,Chocolate,Trade Hands,Jackpot!,Draw 3,Play 2".split(",")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in this process, so that tables can be laid out in its store."""
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", QUICK) as one:
        yield one


def inside(found: Locator, around: Locator) -> bool:
    """Whether something lies in the part of the screen that something else takes."""
    one, other = box(found), box(around)
    return one["x"] >= other["x"] - 1 and one["right"] <= other["right"] + 1 and one["bottom"] <= other["bottom"] + 1


@pytest.mark.parametrize("cards", [8, 12])
def test_every_card_of_a_large_hand_is_reached(
    browser: Browser, served: Served, cards: int, shots: Path | None
) -> None:
    """Beside three chips eight cards lie whole in the dock; of twelve the rest is an arrow or a turn of the wheel off."""
    front = {"Ann": ["Milk", "Cookies", "The Sun"]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand={"Ann": HAND[:cards]}, keepers=front, drawn=1)
    with sitting(browser, served, table, size=LARGE) as ann:
        dock, last = ann.page.locator(".dock"), held(ann.page, HAND[cards - 1])
        ann.shoot(shots, f"hand-of-{cards}")
        if cards == 8:
            assert inside(held(ann.page, HAND[0]), dock)
            assert inside(last, dock)
            return
        assert not inside(last, dock)
        ann.page.get_by_role("button", name="Later cards").click()
        ann.page.get_by_role("button", name="Earlier cards").wait_for()
        assert inside(last, dock)
        held(ann.page, HAND[8]).hover()
        ann.page.mouse.wheel(0, -2000)
        ann.page.get_by_role("button", name="Later cards").wait_for()
        assert inside(held(ann.page, HAND[0]), dock)


def test_cards_just_drawn_are_in_sight(browser: Browser, served: Served) -> None:
    hand = {"Ann": ["Jackpot!", *HAND[:8]]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand=hand, drawn=1, pile=["The Brain", "The Toaster", "Time"])
    with sitting(browser, served, table, size=PHONE) as ann:
        held(ann.page, "Jackpot!").click()
        newest = ann.page.locator("button[data-hand]").last
        expect(held(ann.page, "Jackpot!")).to_have_count(0)
        expect(newest).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("card", ["Treat or Trick", "Courtly Manners"])
def test_on_a_phone_held_sideways_every_answer_is_seen(
    browser: Browser, served: Served, card: str, shots: Path | None
) -> None:
    """A choice of two words that say what they do, and a free action beside the end of the turn."""
    hand = {"Ann": ["Treat or Trick", "Widdershins", "A Poor Relation", "Song at Dusk"], "Bob": [], "Cy": []}
    rules = ["Courtly Manners"]
    table = laid(served, COURT, bots=["Bob", "Cy"], hand=hand, rules=rules, keepers={"Ann": ["The Jester"]}, drawn=1)
    with sitting(browser, served, table, size=LANDSCAPE, sure=True) as ann:
        if card == "Treat or Trick":
            held(ann.page, card).click()
            ann.page.locator("[data-answer]").click()
            expect(ann.page.locator(".words button")).to_have_count(2)
        ann.shoot(shots, f"sideways-{card.split()[0].lower()}")
        answers, heading = ann.page.locator(".answers button"), ann.page.locator("[data-test=ask]")
        area, ask = ann.page.locator(".answers"), ann.page.locator("#ask")
        assert answers.count() >= 1
        for one in answers.all():
            assert inside(one, area), one.inner_text()
        assert inside(heading, ask)
        assert box(area)["bottom"] <= box(ann.page.locator("[data-test=my-front]"))["y"] + 1
        assert box(held(ann.page, "Widdershins"))["y"] < LANDSCAPE[1] - 60
