"""Tables at a position that a test lays out card by card, with a browser window for each person."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, expect
from tests.random_play import position
from tests.web.browser.player import DESKTOP, Player
from tests.web.served import Served
from tests.web.table.game.test_surprise_window import kept

import changeling as cl
from changeling.play.position import load_yaml


def outside(work: Coroutine[Any, Any, str]) -> str:
    """Run something in a loop of its own: the browser has one in this thread already."""
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(work)))
    thread.start()
    thread.join()
    return found[0]


def laid(served: Served, deck: str, *, bots: Sequence[str] = (), seats: Sequence[str] = (), **table: Any) -> str:
    """A table in the store at which a game has come to a position; gives its id."""
    names = list(seats) or ["Ann", "Bob", "Cy"]
    game = position(deck, names, turn="Ann", **table)
    text = json.dumps({"seed": 0, "table": load_yaml(game.notation())["table"]})
    record = cl.Record(game.record().deck, game.deck.digest, game.seats, 0, polite=True, table=text)
    return outside(kept(served, record, bots=list(bots)))


@contextmanager
def sitting(
    browser: Browser, served: Served, table: str, name: str = "Ann", size: tuple[int, int] = DESKTOP, **settings: Any
) -> Iterator[Player]:
    """Somebody at a table, for as long as it is needed; with `moving`, in a browser that lets cards fly."""
    moving = settings.pop("moving", False)
    player = Player.at(browser, served.url, size=size, **settings)
    if moving:
        player.page.emulate_media(reduced_motion="no-preference")
    kept_seats = json.dumps(json.dumps({table: {"token": f"token of {name}", "at": 0}}))
    player.page.add_init_script(f"localStorage.setItem('changeling.seats', {kept_seats})")
    player.page.goto(f"/t/{table}")
    expect(player.page.locator("[data-test=ask]")).to_be_visible()
    yield player
    player.close()
