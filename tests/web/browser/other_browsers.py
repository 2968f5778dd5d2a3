"""WebKit and Firefox, as far as a game needs them: Debian's webkit2gtk-driver by Selenium, Firefox by Marionette."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.web.ports import reserved_port

MINIBROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


@dataclass(frozen=True, slots=True)
class Window:
    """A window of a browser: goes somewhere, runs a script in the page, gives a picture."""

    go: Callable[[str], Any]
    run: Callable[..., Any]
    picture: Callable[[], bytes]


@contextmanager
def webkit(size: tuple[int, int]) -> Iterator[Window]:
    """A window of WebKit, where a display is at hand; skips where there is no WebKit."""
    driver = shutil.which("WebKitWebDriver")
    found = sorted(Path("/").glob(MINIBROWSERS.removeprefix("/")))
    if driver is None or not found:
        pytest.skip("no WebKit here: apt install webkit2gtk-driver xvfb")
    selenium = pytest.importorskip("selenium.webdriver")
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    options = Options()
    options.binary_location = str(found[-1])
    options.add_argument("--automation")
    window = selenium.WebKitGTK(options=options, service=Service(driver))
    try:
        window.set_window_size(*size)
        yield Window(window.get, window.execute_script, window.get_screenshot_as_png)
    finally:
        window.quit()


@contextmanager
def firefox(size: tuple[int, int]) -> Iterator[Window]:
    """A window of Firefox; skips where there is none."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox here: apt install firefox-esr")
    marionette = pytest.importorskip("marionette_driver.marionette")
    place, port = reserved_port()
    place.close()
    window = marionette.Marionette(host="127.0.0.1", port=port, bin=program, headless=True)
    try:
        window.start_session()
        window.set_window_rect(width=size[0], height=size[1])

        def run(script: str, *values: Any) -> Any:
            return window.execute_script(script, script_args=values, sandbox=None)

        yield Window(window.navigate, run, lambda: base64.b64decode(window.screenshot(full=False)))
    finally:
        window.cleanup()
