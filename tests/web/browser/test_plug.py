"""The plug is pulled in the middle of a game: both pages come back by themselves, nothing is lost or counted twice."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.web.browser.player import DESKTOP, LONG, PHONE, Player, settled
from tests.web.browser.serving import Server

# The answers that a page sent and those that the server said it has, as the socket saw them.
RECORD = """(() => {
  window.sent = []; window.accepted = []; window.refused = []; window.seen = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', (event) => {
        const message = JSON.parse(event.data);
        if (message.type === 'accepted') window.accepted.push(message.question);
        if (message.type === 'error') window.refused.push(message.code);
        if (message.type === 'state' || message.type === 'update') window.seen.push([message.public, message.own]);
      });
    }
    send(data) {
      const message = JSON.parse(data);
      if (message.type === 'answer') window.sent.push([message.question, message.option]);
      super.send(data);
    }
  };
})()"""


def last_view(player: Player) -> tuple[Any, Any]:
    public, own = player.page.evaluate("window.seen.at(-1)")
    return public, own


def pull_the_plug(browser: Browser, folder: Path, times: int, deck: str, often: float) -> None:
    """Pull the plug so many times within one game; when a game ends before that, another one begins and so does the
    counting. `often` is how likely it is pulled after each answer."""
    server = Server(folder / "plug.db")
    ann, bob = (Player.at(browser, server.url, size=size) for size in (PHONE, DESKTOP))
    for player in (ann, bob):
        player.page.add_init_script(RECORD)
    chance = random.Random(20261115)
    table = ann.make_table("Ann", deck, friends=1, bots=1)
    bob.sit(table, "Bob")
    ann.begin()
    bob.page.locator("[data-test=ask]").wait_for()
    pulled = 0
    until = time.monotonic() + LONG + 60 * times
    while pulled < times:
        assert time.monotonic() < until
        for player in (ann, bob):
            player.step()
        if ann.over or bob.over:
            for player in (ann, bob):
                player.page.locator("[data-test=result]").wait_for()
            ann.page.get_by_role("button", name="Play again").click()
            ann.page.locator("[data-test=begin]").wait_for()
            ann.begin()
            bob.page.locator("[data-test=ask]").wait_for()
            pulled = 0
        elif chance.random() < often:
            ann.page.wait_for_timeout(chance.randrange(40))
            server.kill()
            server.start()
            pulled += 1
            for player in (ann, bob):
                # the bar that says that the connection is gone leaves when the page has come back
                player.page.locator(".page > .link").wait_for(state="detached")
    settled(ann, bob)
    until = time.monotonic() + LONG
    while last_view(ann)[0] != last_view(bob)[0] and time.monotonic() < until:
        ann.page.wait_for_timeout(50)  # what was sent last may still be on its way to one of them
    public_ann, own_ann = last_view(ann)
    public_bob, own_bob = last_view(bob)
    assert public_ann == public_bob, "both pages show the same table"
    for player, own, public in ((ann, own_ann, public_ann), (bob, own_bob, public_bob)):
        counted = next(seat["hand"] for seat in public["seats"] if seat["name"] == own["seat"])
        assert counted == len(own["hand"])
        accepted = player.page.evaluate("window.accepted")
        assert len(accepted) == len(set(accepted)), "no answer is counted twice"
        answers: dict[int, set[int]] = {}
        for question, option in player.page.evaluate("window.sent"):
            answers.setdefault(question, set()).add(option)
        assert all(len(options) == 1 for options in answers.values()), "an answer sent again is the same answer"
        assert set(player.page.evaluate("window.refused")) <= {"answer/stale", "answer/not-asked"}
        player.close()
    server.close()


def test_pages_come_back_after_the_plug_is_pulled(browser: Browser, tmp_path: Path) -> None:
    pull_the_plug(browser, tmp_path, times=2, deck="fluxx-4", often=0.5)


@pytest.mark.soak
def test_pages_come_back_fifty_times_in_one_game(browser: Browser, tmp_path: Path) -> None:
    """Of three editions at once: such games are long."""
    pull_the_plug(browser, tmp_path, times=50, deck="fluxx-4+doctor-who+dice-camera-action", often=0.9)
