"""Whole games in WebKit, which is what iPhones have, and in Firefox: on a phone's width and on a desktop's."""

from __future__ import annotations

import json
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser.other_browsers import Window, firefox, webkit
from tests.web.browser.player import DESKTOP, LOOK, PHONE, Look
from tests.web.browser.serving import Server

pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("default")]  # what their drivers leave open is theirs
SILENT = 60.0  # seconds after which a page that shows nothing new has stopped
MOST = 400  # answers of one game
SETTINGS = json.dumps({"guide": False, "speed": "at once"})
CLICK = """const one = document.querySelector(arguments[0]);
if (!one) return false;
one.scrollIntoView({ block: 'center' });
one.click();
return true;"""
FAULTS = "window.faults = []; window.addEventListener('error', (event) => window.faults.push(String(event.message)));"
NO_FAULT = "ResizeObserver loop"  # sizes that are looked at again in the next picture


def wait(window: Window, selector: str) -> None:
    """Wait until something is on the page."""
    until = time.monotonic() + SILENT
    while not window.run("return document.querySelector(arguments[0]) !== null", selector):
        assert time.monotonic() < until, f"no {selector}: {window.run('return document.body.innerText')}"
        time.sleep(0.05)


def press(window: Window, selector: str) -> None:
    wait(window, selector)
    window.run(CLICK, selector)


def look(window: Window) -> Look:
    found: dict[str, Any] = window.run(f"return ({LOOK})()")
    return Look(**found)


def answer(window: Window, seen: Look, number: int) -> None:
    """Give one of the answers that the page offers."""
    if seen.hand:
        selector = f"button[data-hand={json.dumps(seen.hand[number % len(seen.hand)])}]"
    else:
        options = seen.chips or seen.words
        selector = f".answers [data-option='{options[number % len(options)]}']"
    window.run(CLICK, selector)
    time.sleep(0.15)
    window.run(CLICK, "[data-answer]") or window.run(CLICK, ".answers .armed")


def sit_down(window: Window, url: str, edition: str) -> None:
    """A table against bots, and the game begun."""
    window.go(url)
    window.run("localStorage.setItem('changeling.settings', arguments[0])", SETTINGS)
    window.go(url)
    window.run(FAULTS)
    press(window, f"input[value='{edition}']")
    window.run(
        """const name = document.querySelector('#name');
        name.value = 'Ann';
        name.dispatchEvent(new Event('input', { bubbles: true }));"""
    )
    press(window, "form button[type=submit]")
    wait(window, "[data-test=ask]")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize(("browser_of", "edition"), [(webkit, "fluxx-4"), (firefox, "doctor-who")])
def test_a_whole_game(browser_of: Any, edition: str, size: tuple[int, int], server: Server, shots: Path | None) -> None:
    opened: AbstractContextManager[Window] = browser_of(size)
    with opened as window:

        def keep(name: str) -> None:
            if shots is not None:
                (shots / f"{browser_of.__name__}-{size[0]}-{name}.png").write_bytes(window.picture())

        window.go(server.url)
        wait(window, ".edition")
        time.sleep(1)
        keep("home")
        sit_down(window, server.url, edition)
        answers, moved, last = 0, time.monotonic(), ""
        while not (seen := look(window)).result and answers < MOST:
            if seen.question and seen.question != last and (seen.hand or seen.chips or seen.words):
                if answers in (4, 12):
                    keep(f"after-{answers}")
                answer(window, seen, answers)
                answers, moved = answers + 1, time.monotonic()
            assert time.monotonic() - moved < SILENT, seen
            time.sleep(0.05)
        time.sleep(1)
        keep("end")
        assert seen.result, f"no end after {MOST} answers"
        assert [fault for fault in window.run("return window.faults") if not fault.startswith(NO_FAULT)] == []
        wide = window.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, "something sticks out"
