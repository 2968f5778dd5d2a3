"""How soon the page is there: `python -m benchmarks.first_view`.

Starts a server with a new SQLite file, and a Chromium that knows nothing of it (no cache, a new profile each time), and
opens the home page and a table at which a game has begun. For each: until the first words or pictures are painted, and
until one can do something there (choose an edition; play a card), in seconds from the request on, the median and the
slowest; and the bytes that came over the wire. Asked is a first view under 0.6 seconds.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SERVE = [sys.executable, "-c", "import sys; from changeling.cli import main; sys.exit(main())", "serve"]
SIZE: ViewportSize = {"width": 390, "height": 844}
# What is waited for, and in milliseconds since the request: the first paint, and now; with the bytes that came.
READY = {"the home page": ".edition", "a table in play": "button[data-hand]"}
LOOK = """() => {
  const came = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
  return {
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ready: performance.now(),
    bytes: came.reduce((sum, one) => sum + one.transferSize, 0),
  };
}"""


@dataclass(slots=True)
class View:
    """One first view: seconds until something was painted and until it could be used, and bytes."""

    painted: float
    ready: float
    bytes: int


@contextmanager
def served() -> Iterator[str]:
    """A server of its own; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--host", "127.0.0.1", "--port", "0", "--db", str(Path(folder) / "tables.db"), "--rates", "off"]
        server = subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            yield next(line for line in server.stdout if line.startswith("Changeling is at ")).split()[-1]
        finally:
            server.terminate()
            server.wait(30)


def seat_link(browser: Browser, url: str) -> str:
    """The address of a seat at a table at which a game against bots has begun."""
    page = browser.new_page(base_url=url, viewport=SIZE)
    page.goto("/")
    page.locator("#name").fill("Ann")
    page.get_by_role("button", name="Play now").click()
    page.locator("button[data-hand]").first.wait_for()
    token = page.evaluate("Object.values(JSON.parse(localStorage.getItem('changeling.seats')))[0].token")
    found = f"{page.url}#{token}"
    page.close()
    return found


def first_view(browser: Browser, address: str, ready: str) -> View:
    """Open an address in a window without a memory."""
    context = browser.new_context(viewport=SIZE, service_workers="block")
    page = context.new_page()
    page.goto(address, wait_until="commit")
    page.locator(ready).first.wait_for()
    seen = page.evaluate(LOOK)
    context.close()
    return View(seen["painted"] / 1000, seen["ready"] / 1000, int(seen["bytes"]))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", type=int, default=9)
    args = parser.parse_args()
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    with sync_playwright() as playwright, served() as url:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        places = dict(zip(READY, (url, seat_link(browser, url)), strict=True))
        for name, address in places.items():
            views = [first_view(browser, address, READY[name]) for _ in range(args.views)]
            painted, ready = ([getattr(view, what) for view in views] for what in ("painted", "ready"))
            print(
                f"{name:16} painted after {statistics.median(painted):.2f} s (slowest {max(painted):.2f}), "
                f"ready after {statistics.median(ready):.2f} s (slowest {max(ready):.2f}), {views[0].bytes:,} bytes",
                flush=True,
            )
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
