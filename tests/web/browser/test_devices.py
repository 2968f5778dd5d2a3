"""Televisions, phones and what they can do: a screen for the room, large hands, sounds, signals, and no network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browser.player import PHONE, Player
from tests.web.browser.positions import laid, sitting
from tests.web.browser.test_everybody import fits, violations
from tests.web.served import QUICK, Served, serving

from changeling.decks.shelf import load_deck, own_deck

TELEVISION = (1920, 1080)
HANDS = {"Ann": ["Milk", "Baked Goods", "Time is Money", "The Rocket", "Bread"], "Bob": ["Love", "The Moon"]}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in this process, so that tables can be laid out in its store."""
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", QUICK) as one:
        yield one


def table_of_two(served: Served) -> str:
    return laid(
        served,
        "fluxx-4",
        seats=["Ann", "Bob"],
        hand=HANDS,
        keepers={"Ann": ["Cookies"], "Bob": ["Time"]},
        goals=["Milk and Cookies"],
        rules=["Play 2"],
        drawn=1,
    )


# --- a television -----------------------------------------------------------------------------------------------------
def heard(page: Page) -> list[str]:
    """Everything that comes to a page over its sockets, from now on."""
    texts: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: texts.append(str(text))))
    return texts


def test_a_television_shows_the_table_and_phones_the_hands(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    table = table_of_two(served)
    with sitting(browser, served, table, size=PHONE) as ann:
        board, hand = ann.page.locator(".felt"), ann.page.locator("button[data-hand=Milk]")
        expect(board).to_be_visible()
        small = hand.bounding_box()
        tv = Player.at(browser, served.url, size=TELEVISION)
        seat = json.dumps(json.dumps({table: {"token": "token of Ann", "at": 0}}))
        tv.page.add_init_script(f"localStorage.setItem('changeling.seats', {seat})")
        told = heard(tv.page)
        tv.page.goto(f"/tv/{table}")
        expect(tv.page.locator("[data-test=tv-asked]")).to_have_text("Ann is choosing.")
        expect(board).not_to_be_visible()
        large = hand.bounding_box()
        assert small is not None
        assert large is not None
        assert large["width"] > small["width"] * 1.15, "the hand is large"
        ann.shoot(shots, "phone-hand")
        assert fits(ann.page)
        ann.page.locator("[data-test=peek]").click()
        expect(board).to_be_visible()
        ann.page.locator("[data-test=peek]").click()
        expect(tv.page.locator(".rules .says")).to_contain_text("plays 2 cards a turn")
        ann.page.locator("button[data-hand=Bread]").click()
        ann.page.locator("[data-answer]").click()
        newest = tv.page.locator("[data-test=newest]")
        expect(newest).to_contain_text("Ann played this")  # it stays, for whoever looks up late
        expect(newest).to_contain_text("Bread")
        card = newest.locator(".face").bounding_box()
        assert card is not None
        assert card["width"] > TELEVISION[0] / 6, "it is read from a sofa"
        tv.shoot(shots, "tv-newest")
        hand.click()
        ann.page.locator("[data-answer]").click()
        expect(tv.page.locator("[data-test=tv-result]")).to_contain_text("Ann wins")
        tv.shoot(shots, "tv-end")
        assert tv.page.locator("button[data-hand], [data-test=ask]").count() == 0, "it has no hand and asks nothing"
        hidden = {"Baked Goods", "Time is Money", "The Rocket", "Love", "The Moon"}
        named = {title for text in told for title in hidden if f'"{title}"' in text}
        assert told
        assert not named, "it is told no card of a hand"
        assert fits(tv.page)
        tv.close()


def test_a_television_waits_with_the_code_for_everybody(browser: Browser, served: Served, shots: Path | None) -> None:
    ann, tv = Player.at(browser, served.url), Player.at(browser, served.url, size=TELEVISION)
    ann.make_table("Ann", friends=1, bots=1)
    code = ann.page.locator("[data-test=code]").inner_text()
    tv.page.goto(f"/tv/{code}")
    expect(tv.page.locator("[data-test=code]")).to_have_text(code)
    assert tv.page.url.endswith(ann.page.url.rsplit("/", 1)[1]), "a reload finds the table, also when the code is gone"
    assert ann.page.get_by_text("looks on").count() == 0, "a screen is nobody who looks on"
    tv.shoot(shots, "tv-room")
    assert not violations(tv.page)
    bob = Player.at(browser, served.url, size=PHONE)
    bob.sit(ann.page.url.rsplit("/", 1)[1], "Bob")
    ann.begin()
    expect(tv.page.locator("[data-test=tv]")).to_be_visible()
    tv.page.wait_for_timeout(500)
    tv.shoot(shots, "tv-table")
    assert not violations(tv.page)
    for player in (ann, bob, tv):
        player.close()


# --- cards of one's own -----------------------------------------------------------------------------------------------
def test_cards_of_ones_own_are_added_to_an_edition_and_shown(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    ann = Player.at(browser, served.url, name="Ann")
    page = ann.page
    page.goto("/")
    page.locator(".edition").nth(5).wait_for()
    page.locator("input[value=own]").check()
    expect(page.locator("[data-test=own-fine]")).to_have_text("This deck can be played: 105 cards.")
    faces = page.locator("[data-test=own-faces] .card")
    expect(faces).to_have_count(5)
    expect(page.get_by_label("Add them to Fluxx 4.0")).to_be_checked()
    page.locator("[data-test=own-faces]").scroll_into_view_if_needed()
    ann.shoot(shots, "own-cards")
    page.get_by_label("Add them to Fluxx 4.0").uncheck()
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    page.get_by_label("Add them to the editions").or_(page.get_by_label("Add them to Fluxx 4.0")).check()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("[data-test=ask]")).to_be_visible()
    deck = page.evaluate(
        "async id => (await (await fetch(`/api/tables/${id}`)).json()).lobby.deck", page.url.rsplit("/", 1)[1]
    )
    assert deck["own"]
    assert deck["parts"] == ["fluxx-4"]
    ann.close()


def test_every_example_of_how_to_write_cards_works(browser: Browser, served: Served, shots: Path | None) -> None:
    ann = Player.at(browser, served.url)
    ann.page.goto("/write")
    ann.page.locator("pre").first.wait_for()
    codes = ann.page.locator("pre").all_inner_texts()
    assert len(codes) >= 5
    alone = len(load_deck("fluxx-4").cards)
    for code in codes:
        assert len(own_deck(code, parts=["fluxx-4"]).cards) > alone
    ann.shoot(shots, "write")
    assert not violations(ann.page)
    assert fits(ann.page)
    ann.close()


# --- sounds and signals -----------------------------------------------------------------------------------------------
STAND_INS = """
window.played = []; window.trembled = 0; window.awake = 0; window.notes = [];
const real = AudioContext.prototype.createGain;
AudioContext.prototype.createGain = function () {
  const gain = real.call(this);
  const ramp = gain.gain.exponentialRampToValueAtTime.bind(gain.gain);
  gain.gain.exponentialRampToValueAtTime = (value, at) => {
    if (value > 0.001) played.push(value);
    return ramp(value, at);
  };
  return gain;
};
navigator.vibrate = () => { trembled += 1; return true; };
const lock = { release: async () => { awake -= 1; } };
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { awake += 1; return lock; } } });
window.Notification = class { static permission = 'granted'; static requestPermission = async () => 'granted';
  constructor(title, options) { notes.push(`${title}: ${options.body}`); } };
"""


def test_sounds_by_a_switch_with_a_volume_and_signals_of_ones_turn(
    browser: Browser, served: Served, shots: Path | None
) -> None:
    table = table_of_two(served)
    player = Player.at(browser, served.url)
    player.page.add_init_script(STAND_INS)
    seat = json.dumps(json.dumps({table: {"token": "token of Ann", "at": 0}}))
    player.page.add_init_script(f"localStorage.setItem('changeling.seats', {seat})")
    page = player.page
    page.goto(f"/t/{table}")
    page.locator("[data-test=ask]").wait_for()
    page.wait_for_function("() => trembled === 1 && awake === 1")
    assert page.evaluate("played.length") == 0, "silent until it is turned on"
    page.locator("[data-test=sound]").click()
    page.wait_for_function("() => played.length > 0")
    page.get_by_label("Settings", exact=True).click()
    page.get_by_label("Volume").fill("1")
    page.wait_for_function("() => Math.max(...played) > 0.15")
    page.get_by_label("Notify me").check()
    player.shoot(shots, "settings-sound")
    assert not violations(page)
    page.keyboard.press("Escape")
    page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })")
    page.evaluate("played.length = 0")
    with sitting(browser, served, table, "Bob"):
        page.locator("button[data-hand='Time is Money']").click()
        page.locator("[data-answer]").click()
        page.wait_for_function("() => notes.length > 0", polling=50)
    assert re.match("Your turn · Fluxx 4.0: ", page.evaluate("notes[0]"))
    assert page.evaluate("played.length") == 0, "a page that nobody sees is silent"
    page.goto("/")
    player.close()


# --- without a network ------------------------------------------------------------------------------------------------
def test_the_page_opens_without_a_network_and_says_so(browser: Browser, served: Served, shots: Path | None) -> None:
    ann = Player.at(browser, served.url, size=PHONE, workers=True)
    page = ann.page
    page.goto("/")
    page.locator(".edition").nth(5).wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.reload()
    page.locator(".edition").nth(5).wait_for()
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((one) => one.json())")
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        assert page.evaluate("async path => (await fetch(path)).ok", icon["src"])
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-test=offline]")).to_contain_text("You are offline")
    expect(page.get_by_text("Which tables there are is seen when you are online again")).to_be_visible()
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    kept = page.evaluate(
        "caches.keys().then(async (all) => (await Promise.all(all.map(async (one) => (await caches.open(one)).keys())))"
        ".flat().map((one) => new URL(one.url).pathname))"
    )
    assert not [path for path in kept if path.startswith(("/api", "/ws"))], "what the server says is never kept"
    ann.shoot(shots, "offline")
    page.context.set_offline(False)
    page.locator(".edition").nth(5).wait_for()
    expect(page.locator("[data-test=offline]")).to_have_count(0)
    ann.close()
