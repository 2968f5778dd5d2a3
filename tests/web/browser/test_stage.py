"""The table as one sees it: the stage, a chain of Surprises, how far everybody is, hints, pace, questions, the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.browser.player import DESKTOP, PHONE, Player
from tests.web.browser.positions import laid, outside, sitting
from tests.web.served import QUICK, Served, serving

LANDSCAPE, TABLET, LARGE = (844, 390), (820, 1180), (1440, 900)
SIZES = [PHONE, LANDSCAPE, TABLET, LARGE, (320, 640), (1920, 1080)]
FULL: dict[str, Any] = {
    "hand": {"Ann": ["Milk", "Baked Goods", "Time is Money"], "Bob": ["Love"], "Cy": ["Peace"]},
    "keepers": {"Ann": ["Cookies", "The Sun"], "Bob": ["Time", "Money"], "Cy": ["The Brain"]},
    "goals": ["Milk and Cookies"],
    "drawn": 1,
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in this process, so that tables can be laid out in its store."""
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", QUICK) as one:
        yield one


def held(page: Page, title: str) -> Locator:
    """A card in hand."""
    return page.locator(f"button[data-hand={json.dumps(title)}]")


def box(found: Locator) -> dict[str, float]:
    """Where something lies on the screen."""
    seen = found.bounding_box()
    assert seen is not None
    place = {"x": seen["x"], "y": seen["y"], "height": seen["height"]}
    return {**place, "right": seen["x"] + seen["width"], "bottom": seen["y"] + seen["height"]}


# what lies on the stage when these words stand there, and where: looked at in one go, since it stays for a second only
ON_STAGE = """(words) => {
  const stage = document.querySelector('[data-test=stage]'), text = stage?.textContent ?? '';
  if (!text.includes(words)) return null;
  const box = stage.getBoundingClientRect(), felt = document.querySelector('.felt').getBoundingClientRect();
  return { text, x: box.x, bottom: box.bottom, felt: { x: felt.x, bottom: felt.bottom } };
}"""


# --- 1: the stage -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [PHONE, LARGE])
def test_a_card_that_is_played_lies_on_the_stage_and_then_where_it_belongs(
    browser: Browser, served: Served, size: tuple[int, int]
) -> None:
    table = laid(
        served, "fluxx-4", bots=["Bob", "Cy"], **{**FULL, "goals": ["Rocket to the Moon"], "rules": ["Play 2"]}
    )
    with sitting(browser, served, table, size=size, moving=True) as ann:
        stage = ann.page.locator("[data-test=stage]")
        held(ann.page, "Milk").click()
        seen = ann.page.wait_for_function(ON_STAGE, arg="You play this").json_value()
        assert "Milk" in seen["text"]
        assert seen["felt"]["x"] <= seen["x"], "it lies on the table"
        assert seen["bottom"] <= seen["felt"]["bottom"] + 1
        expect(ann.page.locator("[data-test=my-front] [data-card=Milk]")).to_be_visible()
        expect(stage).to_have_count(0)
        held(ann.page, "Baked Goods").click()
        expect(stage).to_contain_text(re.compile("(Bob|Cy) (plays|turns up|uses) this"))


def test_flights_stay_on_the_table_and_never_cross_the_hand(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **FULL)
    with sitting(browser, served, table, moving=True) as ann:
        layer, hand = box(ann.page.locator(".flights").last), box(ann.page.locator("section.hand"))
        assert layer["bottom"] <= hand["y"]
        assert ann.page.locator(".flights").last.evaluate("one => getComputedStyle(one).overflow") == "hidden"


def test_on_a_large_screen_nothing_hides_behind_the_dock(browser: Browser, served: Served, shots: Path | None) -> None:
    rules = ["Draw 4", "Play 3", "Hand Limit 2", "Keeper Limit 4", "Poor Bonus", "Double Agenda", "Inflation"]
    keepers = {"Ann": ["Milk", "Bread"], "Bob": ["Time", "Money", "Love"], "Cy": ["The Brain", "The Toaster"]}
    many = {"keepers": {**keepers, "Dee": ["The Moon", "Dreams"]}, "hand": {"Ann": ["Peace", "Jackpot!"]}}
    table = laid(
        served,
        "fluxx-4",
        seats=["Ann", "Bob", "Cy", "Dee"],
        bots=["Bob", "Cy", "Dee"],
        rules=rules,
        goals=["Milk and Cookies", "Rocket to the Moon"],
        drawn=6,
        **many,
    )
    with sitting(browser, served, table, size=LARGE) as ann:
        ann.shoot(shots, "stage-full-1440")
        felt = ann.page.locator(".felt")
        assert felt.evaluate("one => one.scrollHeight - one.clientHeight") <= 0


def test_eighteen_keepers_of_four_others_are_in_sight_and_no_arrow_points_nowhere(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    """Five players late in a game of cards with long marks: what they own begins beside their names."""
    keepers = {
        "Ann": ["The Cat", "The Tomb"],
        "Bob": ["The Artist", "The Dreamer", "The Librarian", "The Poet"],
        "Cy": ["The Professor", "The Reanimator", "The Elder Sign", "The Cultist", "The Dreamlands"],
        "Dee": ["The Farm", "The Feds", "The Fungi", "The Ghouls"],
        "Eve": ["Innsmouth", "The Penguins", "The Rats", "The Sanitarium", "The Necronomicon"],
    }
    table = laid(
        served,
        "cthulhu",
        seats=list(keepers),
        bots=["Bob", "Cy", "Dee", "Eve"],
        keepers=keepers,
        hand={"Ann": ["Play 3"]},
        goals=["The Festival"],
        drawn=1,
    )
    with sitting(browser, served, table, size=LARGE, guide=True) as ann:
        last, dock = ann.page.locator("[data-seat=Eve] .tile").last, ann.page.locator(".dock")
        ann.shoot(shots, "stage-packed-1440")
        assert box(last)["bottom"] <= box(dock)["y"]
        assert ann.page.locator(".hand .turn").count() == 0


# --- 2: a chain of Surprises ------------------------------------------------------------------------------------------
def test_a_chain_is_drawn_with_what_passing_and_playing_lead_to(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    hands = {"Ann": ["That Scarf", "Veto!"], "Bob": ["That's Mine!"], "Cy": ["Stop That!"]}
    table = laid(served, "doctor-who", hand=hands, drawn=1)
    with (
        sitting(browser, served, table, "Ann", size=PHONE) as ann,
        sitting(browser, served, table, "Bob") as bob,
        sitting(browser, served, table, "Cy", size=LARGE) as cy,
    ):
        play(ann, "That Scarf")
        expect(bob.page.locator("[data-test=chain-now]")).to_contain_text("Ann keeps That Scarf.")
        expect(bob.page.locator("[data-test=chain-would]")).to_contain_text("you get That Scarf.")
        play(bob, "That's Mine!")
        pass_by(cy)  # nothing is decided until everybody has answered
        chain = cy.page.locator("[data-test=chain]")
        expect(chain).to_contain_text("Ann: That Scarf")
        expect(chain).to_contain_text("Bob: That's Mine!")
        expect(cy.page.locator("[data-test=chain-now]")).to_contain_text("Bob gets That Scarf.")
        play(cy, "Stop That!")
        pass_by(ann)
        mine = ann.page.locator("[data-test=chain]")
        expect(mine).to_contain_text("You: That Scarf")
        expect(mine).to_contain_text("Cy: Stop That!")
        expect(ann.page.locator("[data-test=chain-now]")).to_contain_text("you keep That Scarf.")
        would = ann.page.locator("[data-test=chain-would]")
        expect(would).to_contain_text("would cancel Stop That!, and Bob gets That Scarf.")
        expect(mine.locator(".cancelled")).to_contain_text("That's Mine!")
        # whoever cannot answer any more reads what comes of it, too
        expect(bob.page.locator("[data-test=chain-now]")).to_contain_text("That Scarf goes ahead.")
        for player, name in ((ann, "phone"), (cy, "large")):
            player.page.wait_for_timeout(300)
            player.shoot(shots, f"chain-{name}")


def play(player: Player, title: str) -> None:
    """Play a card where others sit too: read it, then play it."""
    held(player.page, title).click()
    player.page.locator("[data-answer]").click()


def pass_by(player: Player) -> None:
    """Let pass what is asked before the newest card of the chain was played, if that is still asked."""
    player.page.wait_for_timeout(200)
    asked = player.page.locator("[data-test=ask]").inner_text()
    holds_veto = player.page.locator("button[data-hand='Veto!']").count() > 0
    if "plays That Scarf" in asked or ("That's Mine" in asked and holds_veto):
        player.page.get_by_role("button", name="Let it pass").click()


def test_where_all_cards_must_go_one_press_discards_them(browser: Browser, served: Served) -> None:
    hand = {"Ann": ["Milk", "Time", "Love"], "Bob": ["Bread"], "Cy": ["Dreams"]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand=hand, rules=["Hand Limit 0"], drawn=1, played=1)
    with sitting(browser, served, table, size=PHONE) as ann:
        every = ann.page.locator("[data-test=discard-all]")
        expect(every).to_have_text("Discard all 3")
        every.click()
        expect(held(ann.page, "Love")).to_have_count(0)
        expect(every).to_have_count(0)
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand=hand, rules=["Hand Limit 1"], drawn=1, played=1)
    with sitting(browser, served, table, size=PHONE) as ann:
        expect(ann.page.locator("[data-test=count]")).to_be_visible()
        expect(ann.page.locator("[data-test=discard-all]")).to_have_count(0)  # one of them can be kept


# --- 3: small screens -------------------------------------------------------------------------------------------------
def test_a_phone_tells_what_happened_and_opens_the_log_there(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **{**FULL, "goals": ["Rocket to the Moon"]})
    with sitting(browser, served, table, size=PHONE) as ann:
        held(ann.page, "Milk").click()
        strip = ann.page.locator("[data-test=since]")
        expect(strip).to_contain_text(re.compile(r"\d+ things:"))
        expect(strip).to_contain_text(re.compile("(Bob|Cy) (plays|draws|turns up)"))  # what one did oneself one knows
        expect(strip).not_to_contain_text("You play")
        strip.click()
        log = ann.page.get_by_role("dialog")
        expect(log.get_by_text("New since you last looked")).to_be_in_viewport()


@pytest.mark.parametrize("size", SIZES)
def test_ones_own_keepers_are_in_sight_above_the_hand(
    browser: Browser, served: Served, size: tuple[int, int], shots: Path | None
) -> None:
    mine = ["Cookies", "The Sun", "Milk", "Bread", "Dreams", "Love", "Peace"]
    table = laid(
        served,
        "fluxx-4",
        bots=["Bob", "Cy"],
        hand={"Ann": ["Jackpot!", "Draw 4", "Play 3", "Time", "Money", "The Moon", "The Rocket", "Trade Hands"]},
        keepers={"Ann": mine, "Bob": ["The Brain", "Television"]},
        creepers={"Ann": ["War"]},
        goals=["Night and Day"],
        rules=["Draw 2"],
        drawn=2,
    )
    with sitting(browser, served, table, size=size) as ann:
        ann.page.wait_for_timeout(200)
        ann.shoot(shots, f"many-{size[0]}x{size[1]}")
        hand = box(ann.page.locator("section.hand").last)
        for title in [*mine, "War"]:
            tile = ann.page.locator(f"[data-test=my-front] [data-card={json.dumps(title)}]")
            expect(tile).to_be_in_viewport()
            assert box(tile)["y"] < hand["bottom"]
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = ann.page.evaluate(SMALL)
        assert not small, small


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, (320, 640)])
def test_a_few_keepers_beside_a_counter_are_whole_in_sight(
    browser: Browser, served: Served, size: tuple[int, int], shots: Path | None
) -> None:
    mine = ["The Changeling", "The Owl Mask", "The Looking-Glass"]
    table = laid(
        served,
        "changeling-court",
        bots=["Bob", "Cy"],
        hand={"Ann": ["Mirror, Mirror", "Double Vision", "Goblin Dice", "Widdershins"]},
        keepers={"Ann": mine},
        drawn=1,
    )
    with sitting(browser, served, table, size=size) as ann:
        ann.page.wait_for_timeout(200)
        ann.shoot(shots, f"few-{size[0]}x{size[1]}")
        cards = box(ann.page.locator("[data-test=my-front] .cards"))
        for title in mine:
            tile = box(ann.page.locator(f"[data-test=my-front] [data-card={json.dumps(title)}]"))
            assert cards["y"] <= tile["y"]
            assert tile["bottom"] <= cards["bottom"]
            assert tile["right"] <= cards["right"] + 1


SMALL = """() => [...document.querySelectorAll('body *')].filter((one) => {
  const words = [...one.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim());
  const style = getComputedStyle(one);
  return words && one.getClientRects().length && !one.closest('.unseen') && parseFloat(style.fontSize) < 11.99;
}).map((one) => `${one.className} ${one.textContent.trim().slice(0, 30)} ${getComputedStyle(one).fontSize}`)"""


def test_opponents_are_rows_that_open(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **FULL)
    with sitting(browser, served, table, size=PHONE) as ann:
        row = ann.page.locator("article[data-seat=Bob]")
        low = box(row)["height"]
        assert low < 64
        row.locator("[data-test=opener]").click()
        expect(row.get_by_role("button", name=re.compile("^Time, Keeper"))).to_be_visible()
        assert box(row)["height"] > low


# --- 4: Goals and hints -----------------------------------------------------------------------------------------------
def test_goals_tell_how_far_everybody_is(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **{**FULL, "goals": ["Milk and Cookies", "5 Keepers"]})
    with sitting(browser, served, table) as ann:
        far = {one.get_attribute("data-far") for one in ann.page.locator("[data-far]").all()}
        assert {"Ann 1/2", "Bob 0/2", "Ann 2/5", "Bob 2/5", "Cy 1/5"} <= far
        expect(ann.page.get_by_text("You: Milk is missing.")).to_be_visible()


def test_a_card_says_that_it_wins_or_gives_the_win_away_and_that_can_be_switched_off(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **FULL)
    with sitting(browser, served, table, size=PHONE) as ann:
        page = ann.page
        expect(held(page, "Milk").locator("[data-test=hint]")).to_have_text("You win with this")
        expect(held(page, "Time is Money").locator("[data-test=hint]")).to_have_text("Bob would win")
        expect(held(page, "Baked Goods").locator("[data-test=hint]")).to_have_count(0)
        ann.shoot(shots, "hints-phone")
        held(page, "Time is Money").click()
        expect(page.locator("[data-answer]")).to_be_visible()  # one press does not give the game away
        page.keyboard.press("Escape")
        page.get_by_label("Settings", exact=True).click()
        page.get_by_label("Say when a card would win").uncheck()
        page.keyboard.press("Escape")
        expect(page.locator("[data-test=hint]")).to_have_count(0)


def test_marks_are_on_keepers_in_play(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **FULL)
    with sitting(browser, served, table) as ann:
        expect(ann.page.locator("[data-test=my-front] [data-card=Cookies]")).to_contain_text("Food")


# --- 5 and 6: pace and questions --------------------------------------------------------------------------------------
def test_one_press_plays_where_undo_can_take_it_back(browser: Browser, served: Served) -> None:
    table = laid(
        served, "fluxx-4", bots=["Bob", "Cy"], **{**FULL, "goals": ["Rocket to the Moon"], "rules": ["Play 3"]}
    )
    with sitting(browser, served, table) as ann:
        held(ann.page, "Milk").click()
        expect(held(ann.page, "Milk")).to_have_count(0)
        expect(ann.page.get_by_role("dialog")).to_have_count(0)
        ann.page.get_by_role("button", name="Undo").click()
        expect(held(ann.page, "Milk")).to_be_visible()
        held(ann.page, "Milk").press("i")
        expect(ann.page.get_by_role("dialog")).to_be_visible()


def test_where_others_sit_the_first_press_only_reads(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", **FULL)
    with sitting(browser, served, table) as ann:
        held(ann.page, "Milk").click()
        expect(ann.page.locator("[data-answer]")).to_be_focused()
        expect(held(ann.page, "Milk")).to_have_count(1)


def test_the_host_chooses_how_fast_bots_play(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **FULL)
    with sitting(browser, served, table) as ann:
        ann.page.get_by_label("Settings", exact=True).click()
        ann.page.get_by_label("At once", exact=True).check()
        expect(ann.page.get_by_label("At once", exact=True)).to_be_checked()
        ann.page.reload()
        ann.page.locator("[data-test=ask]").wait_for()
        ann.page.get_by_label("Settings", exact=True).click()
        expect(ann.page.get_by_label("At once", exact=True)).to_be_checked()


def test_questions_count_and_dim_what_is_no_answer(browser: Browser, served: Served) -> None:
    table = laid(
        served,
        "fluxx-4",
        bots=["Bob", "Cy"],
        hand={"Ann": ["Hand Limit 2", "Milk", "Bread", "Love", "Trash Something"], "Bob": [], "Cy": []},
        keepers={"Bob": ["Time", "Money"]},
        rules=["Draw 2"],
        drawn=2,
    )
    with sitting(browser, served, table) as ann:
        held(ann.page, "Hand Limit 2").click()
        count = ann.page.locator("[data-test=count]")
        expect(count).to_have_text("1 of 2")
        held(ann.page, "Bread").click()
        expect(count).to_have_text("2 of 2")
        expect(ann.page.get_by_role("button", name="Undo")).to_be_in_viewport()


def test_a_question_about_the_table_dims_the_hand(browser: Browser, served: Served) -> None:
    table = laid(
        served,
        "fluxx-4",
        bots=["Bob", "Cy"],
        hand={"Ann": ["Trash a New Rule", "Milk"], "Bob": [], "Cy": []},
        keepers={"Bob": ["Time"]},
        rules=["Draw 2", "Play 3"],
        drawn=2,
    )
    with sitting(browser, served, table, size=PHONE) as ann:
        held(ann.page, "Trash a New Rule").click()
        expect(ann.page.locator("li.dim button[data-hand=Milk]")).to_be_visible()
        expect(ann.page.locator(".rule.choosable")).to_have_count(2)
        for option in ann.page.locator(".answers [data-option]").all():
            expect(option).to_be_in_viewport()


# --- 7: the end -------------------------------------------------------------------------------------------------------
def test_the_end_lights_up_celebrates_and_is_never_a_dead_end(
    browser: Browser, served: Served, shots: Path | None, tmp_path: Path
) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **FULL)
    with sitting(browser, served, table, moving=True) as ann:
        page = ann.page
        held(page, "Milk").click()
        for title in ("Milk and Cookies", "Milk", "Cookies"):
            expect(page.locator(f"[data-card={json.dumps(title)}][data-lit]").first).to_be_visible()
        assert page.locator("[data-test=result]").count() == 0, "first it is seen where it lies"
        expect(page.locator("[data-test=result]")).to_have_text("You win!")
        expect(page.locator("[data-test=confetti]")).to_have_count(1)
        expect(page.locator("[data-test=decided]")).to_contain_text("You play the Keeper Milk.")
        expect(page.locator("dialog .end .cards .card.hand")).to_have_count(3)  # the Goal and both Keepers
        ann.shoot(shots, "end-desktop")
        with page.expect_download() as download:
            page.locator("dialog [data-test=share-picture]").click()
        picture = tmp_path / "picture.png"
        download.value.save_as(picture)
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert picture.stat().st_size > 10_000
        expect(page.get_by_role("button", name="Picture saved")).to_be_visible()
        if shots is not None:
            (shots / "share-picture.png").write_bytes(picture.read_bytes())
        page.get_by_role("button", name="Look at the table").click()
        bar = page.locator("[data-test=end-bar]")
        for name in ("Play again", "Result", "Share a picture"):
            expect(bar.get_by_role("button", name=name)).to_be_in_viewport()
        expect(bar.get_by_role("link", name="Watch it again")).to_be_in_viewport()
        bar.get_by_role("button", name="Result").click()
        expect(page.locator("[data-test=result]")).to_be_visible()
        page.get_by_role("link", name="See that moment").click()
        page.locator("[data-test=told]").wait_for()


def test_less_motion_means_no_confetti_and_wins_are_counted(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], **FULL)
    with sitting(browser, served, table, size=PHONE) as ann:
        held(ann.page, "Milk").click()
        expect(ann.page.locator("[data-test=result]")).to_have_text("You win!")
        assert ann.page.locator("[data-test=confetti]").count() == 0
        ann.page.get_by_role("button", name="Play again").click()
        # where all others are bots, the next game begins by itself
        expect(ann.page.locator("[data-test=begin], [data-test=ask]").first).to_be_visible()
        expect(ann.page.locator("[data-test=result]")).to_have_count(0)
    assert outside(wins_at(served, table)) == '{"Ann": 1}'


async def wins_at(served: Served, table: str) -> str:
    """How often each has won at a table, as the store has it."""
    document = await served.registry.store.table(table)
    assert document is not None
    return json.dumps(document.wins)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_words_are_never_broken_in_the_middle(browser: Browser, served: Served, size: tuple[int, int]) -> None:
    hand = ["The Necronomicon", "The Miskatonic Expedition", "At the Mountains of Madness", "The Reanimator"]
    table = laid(served, "cthulhu", bots=["Bob", "Cy"], hand={"Ann": hand, "Bob": [], "Cy": []}, drawn=1)
    with sitting(browser, served, table, size=size) as ann:
        broken = ann.page.evaluate(BROKEN)
        assert not broken, broken


# A word is broken, or sticks out, where it is wider than the box that it stands in.
BROKEN = """() => [...document.querySelectorAll('.title, .name, .words strong')].filter((one) => {
  const style = getComputedStyle(one);
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  canvas.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
  const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const words = one.textContent.trim().split(/[\\s-]+/);
  return room > 0 && words.some((word) => canvas.measureText(word).width > room + 1.5);
}).map((one) => one.textContent)"""
