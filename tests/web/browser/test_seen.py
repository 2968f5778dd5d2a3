"""What the newer words of the language do is seen on the table: dice, votes, secret choices, turned order, open hands,
known cards of the pile, counters; and on a phone held sideways no question pushes the hand out of sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browser.player import DESKTOP, PHONE
from tests.web.browser.positions import laid, sitting
from tests.web.browser.test_everybody import fits
from tests.web.browser.test_stage import LANDSCAPE, held
from tests.web.served import QUICK, Served, serving

COURT = "changeling-court"
THROWN = """() => {
  const die = document.querySelector('[data-test=die]');
  return die && { rolled: Number(die.dataset.rolled), pips: die.querySelectorAll('.pip').length };
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in this process, so that tables can be laid out in its store."""
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", QUICK) as one:
        yield one


def playing(served: Served, card: str, **table: Any) -> str:
    """A table at which Ann may play a card, Bob is a person and Cy a bot."""
    return laid(served, COURT, bots=["Cy"], **{"hand": {"Ann": [card, "Quicksilver"]}, "drawn": 1, **table})


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_die_that_is_thrown_lies_on_the_stage(
    browser: Browser, served: Served, size: tuple[int, int], shots: Path | None
) -> None:
    with sitting(browser, served, playing(served, "Goblin Dice"), size=size) as ann:
        held(ann.page, "Goblin Dice").click()
        ann.page.locator("[data-answer]").click()
        seen = ann.page.wait_for_function(THROWN).json_value()  # in one go, since it goes by itself
        ann.shoot(shots, f"die-{size[0]}")
        assert seen["pips"] == seen["rolled"]
        assert 1 <= seen["rolled"] <= 6
        expect(ann.page.locator("[data-test=die]")).to_have_count(0)


def test_votes_are_hidden_until_all_have_voted_and_then_stand_beside_each(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    table = playing(served, "The Court Votes")
    with sitting(browser, served, table) as ann, sitting(browser, served, table, "Bob", PHONE) as bob:
        held(ann.page, "The Court Votes").click()
        ann.page.locator("[data-answer]").click()
        yes = ann.page.get_by_role("button", name=re.compile("^Yes"))
        yes.click()
        ann.page.locator(".armed").click()
        expect(ann.page.locator("[data-test=my-front] [data-test=chosen]")).to_be_visible()
        bob.shoot(shots, "vote-secret")
        assert bob.page.locator("[data-test=said]").count() == 0, "nobody knows yet"
        bob.page.get_by_role("button", name=re.compile("^No")).click()
        bob.page.locator(".armed").click()
        expect(ann.page.locator("[data-seat=Bob] [data-test=said]").first).to_have_text("“no”")
        expect(ann.page.locator("[data-test=my-front] [data-test=said]")).to_have_text("“yes”")
        ann.shoot(shots, "vote-shown")


def test_turns_that_go_the_other_way_are_drawn(browser: Browser, served: Served, shots: Path | None) -> None:
    with sitting(browser, served, playing(served, "Widdershins", rules=[])) as ann:
        way = ann.page.locator("[data-test=way]")
        assert way.count() == 0
        held(ann.page, "Widdershins").click()
        ann.page.locator("[data-answer]").click()
        expect(way).to_be_visible()
        names = way.locator(".name").all_inner_texts()
        ring = ["You", "Cy", "Bob"]
        at = ring.index(names[0])
        assert names == ring[at:] + ring[:at]
        ann.shoot(shots, "backwards")


def test_open_hands_lie_open(browser: Browser, served: Served, shots: Path | None) -> None:
    hands = {"Ann": ["Quicksilver"], "Bob": ["Goblin Dice", "Widdershins"], "Cy": ["The Full Moon"]}
    table = playing(served, "Quicksilver", hand=hands, rules=["Glass Hands"])
    with sitting(browser, served, table, size=PHONE) as ann:
        seen = ann.page.locator("[data-seat=Bob] [data-known]")
        expect(seen).to_have_count(2)
        expect(ann.page.locator("[data-seat=Bob]").get_by_text("The whole hand")).to_be_visible()
        ann.shoot(shots, "open-hand")
        assert fits(ann.page)
        seen.first.click()
        expect(ann.page.get_by_role("dialog")).to_contain_text("Goblin Dice")


def test_cards_of_the_pile_that_one_knows_lie_beside_it(browser: Browser, served: Served, shots: Path | None) -> None:
    table = playing(served, "The Mole's Road", rules=["Twofold Play"])
    with sitting(browser, served, table) as ann, sitting(browser, served, table, "Bob") as bob:
        held(ann.page, "The Mole's Road").click()
        ann.page.locator("[data-answer]").click()
        known = bob.page.locator("[data-zone=pile] [data-known]")
        expect(known).to_have_count(1)
        expect(known).to_contain_text("top")
        bob.shoot(shots, "known-pile")
        assert ann.page.locator("[data-zone=pile] [data-known]").count() == 0, "who did not look does not know it"


@pytest.mark.parametrize("words", [4, 90])
def test_on_a_phone_held_sideways_the_hand_stays_in_sight(
    browser: Browser, served: Served, words: int, shots: Path | None
) -> None:
    table = laid(
        served,
        "fluxx-4",
        bots=["Bob", "Cy"],
        hand={"Ann": ["Trade Hands", "Milk", "Time is Money", "Baked Goods"], "Bob": ["Love"], "Cy": ["Peace"]},
        keepers={"Ann": ["Cookies", "The Sun", "Time", "Money", "The Brain"]},
        drawn=1,
    )
    with sitting(browser, served, table, size=LANDSCAPE, sure=True) as ann:
        held(ann.page, "Trade Hands").click()
        ann.page.locator("[data-answer]").click()
        expect(ann.page.locator(".answers button").first).to_be_visible()
        ann.page.locator("[data-test=ask]").evaluate(
            "(one, words) => { one.append(' and so on'.repeat(words)); }", words
        )
        ann.shoot(shots, f"landscape-{words}")
        for found in (held(ann.page, "Milk"), ann.page.locator(".answers button").first):
            box = found.bounding_box()
            assert box is not None
            assert box["y"] + min(box["height"], 60) <= LANDSCAPE[1]
        hand = held(ann.page, "Milk").bounding_box()
        assert hand is not None
        assert hand["y"] + hand["height"] * 0.8 <= LANDSCAPE[1], "most of each card is seen"
        assert fits(ann.page)
