"""What people do at the table besides playing cards, each by the gestures of a person."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from playwright.sync_api import Browser, WebSocketRoute, expect
from tests.web.browser.player import DESKTOP, LONG, PHONE, TABLES, Player, play_whole, settled
from tests.web.browser.serving import Server

from changeling.web.table.replay.verdict import verify


def test_play_now_asks_for_a_name_and_plays(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=PHONE)
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play now").click()
    asked = ann.page.get_by_role("dialog").get_by_label("Your name")
    expect(asked).to_be_focused()
    assert asked.input_value(), "a name is suggested"
    asked.fill("Ann")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[data-test=ask]")).to_be_visible()
    ann.close()


def test_where_undo_cannot_take_it_back_one_press_reads_and_never_plays(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, sure=True)
    ann.with_a_hand()
    asked = ann.look()
    for title in asked.hand:
        ann.page.locator(f"button[data-hand={json.dumps(title)}]").click()
        expect(ann.page.locator("[data-answer]")).to_be_focused()
        ann.page.keyboard.press("Escape")
    assert ann.look() == asked
    ann.close()


def test_numbers_and_players_say_why(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url)
    ann.make_table("Ann", bots=1)
    ann.begin()
    for name in ("Draw", "Play", "Hand limit", "Keeper limit"):
        ann.page.get_by_role("button", name=re.compile(rf"^{name}: .*Why\?$")).click()
        expect(ann.page.locator("[data-test=reason]")).not_to_be_empty()
        ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Why don't I win?").click()
    expect(ann.page.locator("[data-test=reason]")).to_contain_text(re.compile("You (do not|cannot) win yet"))
    ann.close()


HAND = "() => [...document.querySelectorAll('button[data-hand]')].map((one) => one.dataset.hand)"


def test_undo_against_bots(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url)
    for _ in range(TABLES):
        ann.with_a_hand()
        before = ann.page.evaluate(HAND)
        until = time.monotonic() + LONG
        while not ann.step():
            assert time.monotonic() < until
        settled(ann)
        if not ann.over:
            break
    else:
        raise AssertionError(f"{TABLES} games in a row were over at once")
    ann.page.get_by_role("button", name="Undo").click()
    ann.page.wait_for_function(f"before => JSON.stringify(({HAND})()) === JSON.stringify(before)", arg=before)
    ann.close()


def test_people_talk_look_on_join_and_take_their_seat_back(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    table = ann.make_table("Ann", "family", bots=1)
    ann.begin()
    bob = Player.at(browser, server.url, size=PHONE)
    bob.page.goto(f"/t/{table}")
    expect(bob.page.get_by_text("You are looking on.")).to_be_visible()
    assert bob.page.locator("button[data-hand]").count() == 0, "who looks on sees no hand"

    bob.page.get_by_label("Talk").click()
    bob.page.get_by_label("Say something").fill("May I join?")
    bob.page.get_by_label("Send").click()
    bob.page.get_by_role("button", name="Wow!").click()
    bob.page.keyboard.press("Escape")
    ann.page.get_by_role("tab", name="Talk").click()
    expect(ann.page.get_by_text("May I join?")).to_be_visible()

    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Ask to join").click()
    ann.page.get_by_role("button", name="Accept").click()
    expect(bob.page.locator("button[data-hand]")).to_have_count(3)
    expect(ann.page.get_by_role("heading", name="Bob", level=3)).to_be_visible()
    expect(ann.page.get_by_role("button", name="Undo")).to_have_count(0)

    bob.page.get_by_label("Invite").click()
    bob.page.get_by_role("button", name="Show my seat link").click()
    link = bob.page.get_by_label("Your own link").input_value()
    assert "#" in link
    assert "#" not in bob.page.get_by_role("textbox", name="Link to this table").input_value(), (
        "what is shared holds no secret"
    )
    hand = bob.page.locator("button[data-hand]").evaluate_all("all => all.map(one => one.dataset.hand)")
    bob.close()
    phone = Player.at(browser, server.url, size=PHONE)
    phone.page.goto(link.replace(link.split("/t/")[0], server.url))
    expect(phone.page.locator("button[data-hand]")).to_have_count(len(hand))
    assert phone.page.locator("button[data-hand]").evaluate_all("all => all.map(one => one.dataset.hand)") == hand
    assert "#" not in phone.page.url, "the secret does not stay in the address"
    phone.close()
    ann.close()


def test_everybody_has_to_agree_to_a_meta_rule(browser: Browser, server: Server) -> None:
    ann, bob = Player.at(browser, server.url), Player.at(browser, server.url)
    table = ann.make_table("Ann", "fluxx-4", friends=1, bots=0)
    bob.sit(table, "Bob")
    rule = "No Creepers"
    box = ann.page.locator(".rule", has_text=rule)
    box.get_by_label("Propose it").check()
    box.get_by_label("I agree").check()
    expect(box.get_by_text("Not in force yet")).to_be_visible()
    bob.page.locator(".rule", has_text=rule).get_by_label("I agree").check()
    expect(box.get_by_text("Will be in force")).to_be_visible()
    ann.begin()
    expect(bob.page.get_by_role("button", name=f"{rule}, Meta Rule")).to_be_visible()
    ann.close()
    bob.close()


def test_a_deck_of_ones_own_shows_its_mistakes_at_the_line(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url)
    ann.page.goto("/")
    ann.page.locator("input[value=own]").check()
    ann.page.get_by_label("Deck text").fill('take "family"\n\naction "Oops"\n    "Draws."\n    drw(2)\n')
    expect(ann.page.get_by_role("button", name="Line 5, column 5")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Play now")).to_be_disabled()
    ann.close()


def test_after_the_game_shuffle_replay_file_and_playing_on(browser: Browser, server: Server, tmp_path: Path) -> None:
    ann = Player.at(browser, server.url)
    page = ann.page
    play_whole(ann, "family")
    page.get_by_text("Was the shuffle fair?").click()
    page.locator("[data-test=verify]").click()
    expect(page.locator("[data-test=verified]")).to_contain_text("the server and Ann")
    shown = page.locator("[data-test=fingerprint]").inner_text()
    page.get_by_role("link", name="Watch it again").click()
    page.locator("[data-test=told]").wait_for()
    slider = page.get_by_label("Position")
    last = int(slider.get_attribute("max") or 0)
    assert last > 3
    slider.focus()
    page.keyboard.press("End")
    expect(page.get_by_text(f"{last} of {last}")).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    page.keyboard.press("Home")
    page.get_by_label("One step on").click()
    expect(page.get_by_text(f"1 of {last}")).to_be_visible()

    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as file").click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    assert verify(saved.read_text(encoding="utf-8"), shown).holds
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/**")
    page.locator("[data-test=ask]").wait_for()

    page.goto("/")
    page.locator("input[type=file]").last.set_input_files(saved)
    page.wait_for_url("**/r/**")
    expect(page.get_by_label("Position")).to_have_attribute("max", str(last))
    ann.close()


def test_everybody_sees_who_had_a_part_in_the_shuffle(browser: Browser, server: Server) -> None:
    ann, bob = (Player.at(browser, server.url) for _ in range(2))
    bob.sit(ann.make_table("Ann", friends=1, bots=1), "Bob")
    ann.page.get_by_role("heading", name="Promised shuffle").click()
    expect(ann.page.get_by_text("Numbers are promised by the server, Ann and Bob.")).to_be_visible()
    bob.page.reload()  # the number that was promised is still known
    bob.page.get_by_role("heading", name="Promised shuffle").click()
    expect(bob.page.get_by_text("Numbers are promised by the server, Ann and Bob.")).to_be_visible()
    ann.begin()
    seen = [player.page.locator("[data-test=fingerprint]") for player in (ann, bob)]
    for player in (ann, bob):
        expect(player.page.locator("[data-test=shuffle-story]")).to_contain_text("Shuffled by the server, Ann and Bob")
    assert len({one.text_content() for one in seen}) == 1
    for player in (ann, bob):
        player.close()


def test_who_does_not_show_a_promised_number_is_named(browser: Browser, server: Server) -> None:
    ann, bob = (Player.at(browser, server.url) for _ in range(2))

    def mute(socket: WebSocketRoute) -> None:
        far = socket.connect_to_server()
        socket.on_message(lambda text: None if '"reveal"' in str(text) else far.send(text))

    bob.page.route_web_socket(re.compile("/ws/"), mute)
    bob.sit(ann.make_table("Ann", friends=1, bots=0), "Bob")
    ann.page.get_by_role("heading", name="Promised shuffle").click()
    expect(ann.page.get_by_text("Numbers are promised by the server, Ann and Bob.")).to_be_visible()
    ann.page.locator("[data-test=begin]").click()
    expect(ann.page.locator("[data-test=starting]")).to_contain_text("waiting for the number of Bob")
    for player in (ann, bob):
        story = player.page.locator("[data-test=shuffle-story]")
        expect(story).to_contain_text("Shuffled by the server and Ann")
        expect(story).to_contain_text("1 start was broken off")
        expect(story).to_contain_text("1. Bob")
        player.close()


def test_the_guide_explains_what_is_new_and_can_be_turned_off(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, guide=True)
    ann.make_table("Ann", bots=1)
    ann.begin()
    note = ann.page.get_by_label("The guide")
    first = note.get_by_text("You win as soon as you have what the Goal asks for")
    expect(first).to_be_visible()
    assert note.locator("p").count() == 1, "one tip at a time"
    note.get_by_role("button", name="Got it").click()
    expect(first).to_have_count(0)
    until = time.monotonic() + LONG
    while not note.count():
        if ann.over:  # now and then a game is over before there is anything else to say
            ann.make_table("Ann", bots=1)
            ann.begin()
        ann.step()
        assert time.monotonic() < until
    note.get_by_role("button", name="No more tips").click()
    expect(note).to_have_count(0)
    ann.close()


def test_in_a_window_nobody_is_named(browser: Browser, server: Server) -> None:
    """Whoever holds a Surprise: the page shows one sentence for everybody, and the same answers to who holds none."""
    ann, bob = Player.at(browser, server.url), Player.at(browser, server.url)
    until = time.monotonic() + LONG
    windows, begun = 0, False
    while windows < 3:
        assert time.monotonic() < until
        if not begun or ann.over or bob.over:  # now and then a game is over after a card or two
            bob.sit(ann.make_table("Ann", "doctor-who", friends=1, bots=0, pause=30), "Bob")
            ann.begin()
            bob.page.locator("[data-test=ask]").wait_for()
            begun = True
        for player, other in ((ann, bob), (bob, ann)):
            seen = player.look()
            if "Surprise" not in seen.sentence or player.over:
                player.step()
                continue
            windows += 1
            for sentence in (seen.sentence, other.look().sentence):
                # who plays the card is seen by all; who is asked, or holds a Surprise, is not
                assert "Surprise" not in sentence or re.match(
                    r"(Ann|Bob)( plays |'s turn is about to end)|A moment for Surprises", sentence
                )
            player.step()
    ann.close()
    bob.close()


def test_a_phone_with_no_table_is_told_so(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=PHONE)
    ann.page.goto("/t/nosuchtable1")
    expect(ann.page.get_by_text("There is no such table")).to_be_visible()
    ann.page.goto("/no/such/page")
    expect(ann.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    ann.close()


def test_a_page_that_is_older_than_its_server_loads_itself_again_once(browser: Browser, server: Server) -> None:
    """After an update the parts that an open page asks for are gone."""
    ann = Player.at(browser, server.url)
    ann.page.goto("/")
    gone = re.compile(r"/assets/Gallery-")
    ann.page.route(gone, lambda route: route.fulfill(status=404, body="{}"))
    loads = list[str]()
    ann.page.on("load", lambda page: loads.append(page.url))
    ann.page.get_by_role("link", name="Cards").first.click()
    expect(ann.page.locator("[data-test=part-gone]")).to_be_visible()
    assert len(loads) == 1, "it has tried once by itself"
    ann.page.unroute(gone)
    ann.page.get_by_role("button", name="Load the page again").click()
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    expect(ann.page.locator("[data-test=part-gone]")).to_have_count(0)
    assert ann.page.url.endswith("/cards") or "/gallery" in ann.page.url
    ann.close()
