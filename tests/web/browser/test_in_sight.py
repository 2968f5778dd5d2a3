"""What somebody new looks for is in sight: every card of a hand, every answer of a question, the button that starts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.web.browser.player import PHONE, Player
from tests.web.browser.positions import laid, sitting
from tests.web.browser.test_stage import LANDSCAPE, LARGE, box, held
from tests.web.served import QUICK, Served, serving

COURT = "changeling-court"
# of the card on the stage: how far down its face and its text reach, and how high its picture is
WHOLE = """(words) => {
  const stage = document.querySelector('[data-test=stage]');
  if (!stage?.textContent.includes(words)) return null;
  const bottom = (name) => stage.querySelector(name).getBoundingClientRect().bottom;
  return { face: bottom('.face'), text: bottom('.text'), picture: stage.querySelector('.art').clientHeight };
}"""
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
    """With three chips eight cards lie whole in the dock; of twelve the rest is an arrow or a turn of the wheel off."""
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


@pytest.fixture
def visitor(browser: Browser, served: Served) -> Iterator[Player]:
    """Somebody with a phone, at the home page."""
    one = Player.at(browser, served.url, size=PHONE)
    one.page.goto("/")
    one.page.locator(".edition").nth(5).wait_for()
    yield one
    one.close()


def test_on_a_phone_a_chosen_deck_starts_where_it_was_chosen_and_is_remembered(visitor: Player) -> None:
    page = visitor.page
    page.locator("#name").fill("Ann")
    assert page.locator("[data-test=start-bar]").count() == 0, "the button itself is in sight"
    page.locator("input[value=doctor-who]").check()
    start = page.locator("[data-test=start-bar]")
    expect(start).to_be_in_viewport(ratio=1)
    expect(start).to_contain_text("Doctor Who")
    start.click()
    page.locator("button[data-hand]").first.wait_for()
    page.goto("/")
    expect(page.locator("input[value=doctor-who]")).to_be_checked()
    expect(page.get_by_role("link", name="Go on")).to_be_in_viewport(ratio=1)


def test_a_code_that_no_table_has_is_told_in_a_sentence(visitor: Player) -> None:
    visitor.page.locator("#code").fill("zzzz")
    visitor.page.get_by_role("button", name="Join by code").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("No table with the code ZZZZ is waiting for players.")


def test_notes_on_cards_of_ones_own_are_about_the_game_that_is_chosen(visitor: Player) -> None:
    page = visitor.page
    page.locator("input[value=own]").check()
    expect(page.locator("[data-test=own-fine]")).to_be_visible()
    assert "No Creepers" not in page.locator(".own [role=status]").inner_text()


def test_a_power_is_told_on_the_card_and_marked_on_a_chip(browser: Browser, served: Served, shots: Path | None) -> None:
    hand = {"Ann": ["The Librarian", "The Tomb", "The Sanitarium"]}
    table = laid(served, "cthulhu", bots=["Bob", "Cy"], hand=hand, keepers={"Ann": ["The Feds", "The Farm"]}, drawn=1)
    with sitting(browser, served, table, size=LARGE) as ann:
        ann.shoot(shots, "powers")
        expect(held(ann.page, "The Librarian").locator(".text")).to_contain_text("Necronomicon")
        assert held(ann.page, "The Tomb").locator(".text").count() == 0
        front = ann.page.locator("[data-test=my-front]")
        expect(front.locator("[data-card='The Feds'] .more")).to_be_visible()
        assert front.locator("[data-card='The Farm'] .more").count() == 0


def test_after_reading_a_card_the_focus_is_on_it_again(browser: Browser, served: Served) -> None:
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand={"Ann": HAND[:4]}, drawn=1)
    with sitting(browser, served, table) as ann:
        card = held(ann.page, HAND[2])
        card.focus()
        ann.page.keyboard.press("?")
        expect(ann.page.locator("dialog[open]")).to_be_visible()
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("dialog[open]")).to_have_count(0)
        expect(card).to_be_focused()


def test_pictures_of_a_goal_leave_its_text_alone(browser: Browser, served: Served, shots: Path | None) -> None:
    table = laid(
        served, "doctor-who", bots=["Bob", "Cy"], hand={"Ann": ["Family Driver", "Sonic Screwdriver"]}, drawn=1
    )
    with sitting(browser, served, table, size=LARGE) as ann:
        held(ann.page, "Family Driver").focus()
        ann.page.keyboard.press("?")
        ann.shoot(shots, "three-pictures")
        face = ann.page.locator("dialog[open] .card")
        top = box(face.locator(".text"))["y"]
        pictures = face.locator(".piece").all()
        assert len(pictures) >= 3
        assert all(box(one)["bottom"] <= top for one in pictures)


def test_rows_of_a_goal_know_what_counts_as_what(browser: Browser, served: Served, shots: Path | None) -> None:
    keepers = {"Ann": [], "Bob": ["The Librarian"]}
    table = laid(served, "cthulhu", bots=["Bob", "Cy"], keepers=keepers, goals=["The Festival"], drawn=1)
    with sitting(browser, served, table, size=LARGE) as ann:
        ann.shoot(shots, "stand-in")
        book = ann.page.locator("[data-zone=goals] li", has_text="The Necronomicon")
        expect(book).to_contain_text("Bob has it")


def test_a_free_action_lies_beside_the_words_on_a_phone(browser: Browser, served: Served, shots: Path | None) -> None:
    front: dict[str, Any] = {"keepers": {"Ann": ["K-9"]}, "creepers": {"Ann": ["Weeping Angels"]}}
    table = laid(
        served, "doctor-who", bots=["Bob", "Cy"], hand={"Ann": ["Fez", "Rose Tyler"]}, drawn=1, played=1, **front
    )
    with sitting(browser, served, table, size=PHONE) as ann:
        ann.shoot(shots, "free-action-phone")
        answers = ann.page.locator(".answers [data-option]")
        expect(answers).to_have_text(["End my turn", "Use Weeping Angels"])
        assert box(answers.first)["y"] == pytest.approx(box(answers.last)["y"], abs=2)


def test_a_phone_shows_what_a_card_asks_and_which_card_is_meant(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    """A long text is whole on the stage, a number is chosen beside what its card says, the one card to play is seen."""
    hand = ["The Wishing Well", "The Goblin Auction", "Masquerade", "The Iron Fence", "The Frog", "The Jester"]
    table = laid(served, COURT, bots=["Bob", "Cy"], hand={"Ann": hand}, rules=["Threefold Play"], drawn=1)
    with sitting(browser, served, table, size=PHONE, moving=True) as ann:
        held(ann.page, "The Wishing Well").click()
        seen = ann.page.wait_for_function(WHOLE, arg="You play this").json_value()
        assert seen["text"] <= seen["face"], "no line of the text is cut"
        held(ann.page, "The Goblin Auction").click()
        expect(ann.page.locator("[data-test=cause-says]")).to_contain_text("bid cards in secret")
        ann.shoot(shots, "number-phone")
    rules = ["Threefold Play", "Blindman's Buff"]
    table = laid(served, COURT, bots=["Bob", "Cy"], hand={"Ann": hand}, rules=rules, drawn=1, played=2)
    with sitting(browser, served, table, size=PHONE) as ann:
        expect(ann.page.locator("li.choosable")).to_have_count(1)
        assert inside(ann.page.locator("li.choosable"), ann.page.locator(".dock"))
    table = laid(served, COURT, bots=["Bob", "Cy"], hand={"Ann": hand}, rules=["Threefold Play"], drawn=1)
    with sitting(browser, served, table, size=(1440, 700), moving=True) as ann:
        held(ann.page, "The Jester").click()
        seen = ann.page.wait_for_function(WHOLE, arg="You play this").json_value()
        assert seen["picture"] > 60, "on a low stage the picture lies beside the words, and is seen"


def test_the_basic_rules_are_named_only_where_they_are_in_force(browser: Browser, served: Served) -> None:
    table = laid(served, COURT, bots=["Bob", "Cy"], creepers={"Ann": ["The Long Night"]}, drawn=1)
    with sitting(browser, served, table, size=LARGE) as ann:
        rules = ann.page.locator("[data-zone=rules]")
        expect(rules).to_contain_text("No New Rules. As the cards in play have it: draw 2, play 1.")


def test_no_word_of_a_goal_runs_under_who_has_it(browser: Browser, served: Served, shots: Path | None) -> None:
    keepers = {"Ann": [], "Bob": ["The Necronomicon"], "Cy": ["The Cultist"]}
    table = laid(served, "cthulhu", bots=["Bob", "Cy"], keepers=keepers, goals=["The Festival"], drawn=1)
    with sitting(browser, served, table, size=PHONE) as ann:
        ann.shoot(shots, "goal-rows-phone")
        words = ann.page.locator("[data-zone=goals] li .words strong")
        expect(words).to_have_text(["The Cultist", "The Necronomicon"])
        for one in words.all():
            assert one.evaluate("(word) => word.scrollWidth <= word.clientWidth"), one.inner_text()


def test_a_goal_of_three_rows_leaves_no_hole(browser: Browser, served: Served) -> None:
    table = laid(
        served, "dice-camera-action", bots=["Bob", "Cy"], hand={"Ann": ["Haste"]}, goals=["Facing the Devil"], drawn=1
    )
    with sitting(browser, served, table, size=PHONE) as ann:
        rows = ann.page.locator("[data-zone=goals] li:has(.words)")
        expect(rows).to_have_count(3)
        right = box(ann.page.locator("[data-zone=goals] .aim"))["right"] - 2
        assert box(rows.last)["right"] == pytest.approx(right, abs=1)


def test_a_phone_keeps_what_is_known_of_hands_in_rows(browser: Browser, served: Served, shots: Path | None) -> None:
    """All cards of both others are known by the Looking-Glass; and one's own Keeper is seen beside many counters."""
    hands = {
        "Ann": ["The Owl Mask", "Song at Dusk"],
        "Bob": ["The Jester", "Widdershins", "Masquerade", "The Wild Hunt", "Under the Hill"],
        "Cy": ["Goblin Dice", "The Moth King", "Lost in the Well", "The Riddle Duel"],
    }
    table = laid(served, COURT, bots=["Bob", "Cy"], hand=hands, keepers={"Ann": ["The Looking-Glass"]}, drawn=1)
    with sitting(browser, served, table, size=PHONE) as ann:
        ann.shoot(shots, "known-phone")
        seats = ann.page.locator(".players .seat")
        expect(seats.first.locator("[data-known]")).to_have_count(5)
        for one in seats.all():
            assert box(one)["bottom"] - box(one)["y"] < 100
        none = ann.page.locator("[data-zone=rules] li").first
        assert box(none)["right"] <= PHONE[0]
        mine = ann.page.locator("[data-test=my-front] [data-card]")
        assert box(mine)["right"] <= PHONE[0] - 8
        assert mine.evaluate("(one) => one.parentElement.parentElement.parentElement.scrollWidth") <= PHONE[0]


def test_on_a_large_screen_what_was_played_stays_and_ones_own_cards_lie_beside_the_hand(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    front: dict[str, Any] = {"keepers": {"Ann": ["Milk", "Cookies", "The Sun"]}, "creepers": {"Ann": ["War"]}}
    hand = {"Ann": ["Draw 3", "Bread", "Love", "Peace"]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand=hand, rules=["Play 3"], drawn=1, **front)
    with sitting(browser, served, table, size=LARGE) as ann:
        mine, row = ann.page.locator("[data-test=my-front]"), ann.page.locator(".own section.hand")
        assert box(mine)["right"] <= box(row)["x"] + 1
        held(ann.page, "Bread").click()
        newest = ann.page.locator("[data-test=newest]")
        expect(newest).to_contain_text("You played this")
        expect(newest).to_contain_text("Bread")
        ann.shoot(shots, "newest-large")
        newest.get_by_role("button").click()
        expect(ann.page.locator("dialog[open]")).to_contain_text("Bread")


def test_no_arrow_lies_on_a_hand_that_became_whole(browser: Browser, served: Served) -> None:
    """The row is measured again whenever it changes its size."""
    hand = {"Ann": HAND[:7]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand=hand, drawn=1)
    with sitting(browser, served, table, size=LARGE) as ann:
        row = ann.page.locator(".own .hand ul")
        later = ann.page.get_by_role("button", name="Later cards")
        row.evaluate("(row) => { row.style.setProperty('--hand-width', '30rem', 'important'); }")
        expect(later).to_be_visible()
        row.evaluate("(row) => { row.style.setProperty('--hand-width', '5rem', 'important'); }")
        expect(later).to_have_count(0)


SIX = {
    "Ann": ["Milk", "Cookies", "The Sun"],
    "Bob": ["Bread", "Love", "Peace", "Sleep", "War"],
    "Cy": ["The Moon", "The Rocket", "Dreams", "Chocolate", "Taxes"],
    "Dee": ["The Brain", "The Toaster", "The Party", "Television", "Death"],
    "Eve": ["The Cosmos", "Time", "Money"],
    "Fay": ["The Eye", "Radioactive Potato"],
}
CREEPERS = ("War", "Taxes", "Death", "Radioactive Potato")


@pytest.mark.parametrize("goals", [["The Brain (no TV)"], ["Star Gazing", "Party Snacks"]])
def test_with_six_players_who_own_much_nothing_lies_under_the_dock(
    browser: Browser, served: Served, shots: Path | None, goals: list[str]
) -> None:
    keepers = {name: [card for card in cards if card not in CREEPERS] for name, cards in SIX.items()}
    creepers = {name: [card for card in cards if card in CREEPERS] for name, cards in SIX.items()}
    front = {"keepers": keepers, "creepers": creepers, "goals": goals, "hand": {"Ann": HAND[8:]}}
    rules = ["Play 3", "Draw 4", "Double Agenda", "Hand Limit 2"][: 2 * len(goals)]
    table = laid(served, "fluxx-4", bots=list(SIX)[1:], seats=list(SIX), rules=rules, drawn=4, **front)
    with sitting(browser, served, table, size=LARGE) as ann:
        ann.shoot(shots, f"six-large-{len(goals)}")
        dock = box(ann.page.locator(".dock"))["y"]
        seats = ann.page.locator(".players .seat")
        expect(seats).to_have_count(5)
        for one in seats.all():
            assert box(one)["bottom"] <= dock, one.inner_text()
        assert ann.page.locator(".felt").evaluate("(felt) => felt.scrollHeight - felt.clientHeight") <= 0


def test_the_end_fits_a_small_phone(browser: Browser, served: Served, shots: Path | None) -> None:
    front: dict[str, Any] = {"keepers": {"Ann": ["Milk"]}, "goals": ["Milk and Cookies"]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand={"Ann": ["Cookies"]}, drawn=1, **front)
    with sitting(browser, served, table, size=(320, 568)) as ann:
        held(ann.page, "Cookies").click()
        body = ann.page.locator("dialog .body")
        expect(body.locator(".card .title")).to_have_count(3)
        ann.shoot(shots, "end-small")
        assert body.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_on_the_smallest_phone_everybody_is_in_sight_while_a_question_is_open(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    """With a tip, a Goal of two cards and a rule in force; what is set by nothing steps back."""
    front = {"Bob": ["Milk", "The Sun"], "Cy": ["Love"]}
    hand = {"Ann": ["Toast", "Draw 3", "Jackpot!"], "Bob": [], "Cy": []}
    lying: dict[str, Any] = {"keepers": front, "goals": ["Chocolate Milk"], "rules": ["Play 2"]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand=hand, drawn=1, **lying)
    with sitting(browser, served, table, size=(320, 568)) as ann:
        held(ann.page, "Toast").wait_for()
        felt = ann.page.locator(".felt")
        ann.shoot(shots, "everybody-small")
        for name in ("Bob", "Cy"):
            seat = ann.page.locator(f"[data-seat={name}]")
            assert inside(seat, felt), name
            expect(seat).to_contain_text(name)
        ann.page.locator("[data-seat=Bob] [data-test=opener]").click()
        expect(ann.page.locator("[data-seat=Bob] .front")).to_be_visible()


def test_a_goal_of_three_cards_keeps_its_pictures_on_the_stage(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    hand = {"Ann": ["Best Seat in the House", "Waffles"]}
    table = laid(served, "dice-camera-action", bots=["Bob", "Cy"], hand=hand, rules=["Play 2"], drawn=1)
    with sitting(browser, served, table, size=LARGE) as ann:
        held(ann.page, "Best Seat in the House").click()
        pieces = ann.page.locator("[data-test=newest] .piece")
        expect(pieces).to_have_count(3)
        ann.shoot(shots, "three-pieces")
        for piece in pieces.all():
            assert inside(piece, ann.page.locator("[data-test=newest] .art"))


def test_a_tablet_shows_what_everybody_owns(browser: Browser, served: Served, shots: Path | None) -> None:
    front = {"Bob": ["Milk", "The Sun"], "Cy": ["Love"]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand={"Ann": ["Bread"]}, keepers=front, drawn=1)
    with sitting(browser, served, table, size=(820, 1180)) as ann:
        for name, card in (("Bob", "The Sun"), ("Cy", "Love")):
            expect(ann.page.locator(f"[data-seat={name}] .front")).to_contain_text(card)
        ann.shoot(shots, "owned-tablet")
        assert box(ann.page.locator("[data-seat=Bob]"))["y"] == box(ann.page.locator("[data-seat=Cy]"))["y"]


def test_the_name_typed_at_home_goes_along_to_a_table_joined_by_code(
    browser: Browser, served: Served, visitor: Player
) -> None:
    host = Player.at(browser, served.url)
    host.make_table("Hal", "fluxx-4", bots=0, friends=2)
    code = host.page.locator("[data-test=code]").inner_text()
    visitor.page.locator("#name").fill("Joy")
    visitor.page.get_by_label("Code of a table").fill(code)
    visitor.page.get_by_role("button", name="Join by code").click()
    visitor.page.get_by_role("button", name="Sit here").first.wait_for()
    expect(visitor.page.get_by_label("Sit down as")).to_have_value("Joy")
    host.close()


def test_the_end_shows_the_cards_that_were_counted(browser: Browser, served: Served, shots: Path | None) -> None:
    front = {"Ann": ["The Party", "Milk", "Chocolate"]}
    table = laid(served, "fluxx-4", bots=["Bob", "Cy"], hand={"Ann": ["Party Snacks"]}, keepers=front, drawn=1)
    with sitting(browser, served, table, size=LARGE) as ann:
        held(ann.page, "Party Snacks").click()
        ann.page.locator("[data-test=result]").wait_for()
        ann.shoot(shots, "counted-end")
        shown = ann.page.locator(".end .cards .title")
        expect(shown).to_have_text(["Party Snacks", "The Party", "Chocolate"])
