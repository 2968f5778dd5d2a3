"""The built page: made from the sources that lie beside it, small, complete, and asking nobody else for anything."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.browser.player import Player
from tests.web.browser.serving import Server

from changeling.decks.shelf import editions, load_deck

ROOT = Path(__file__).parents[3]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "changeling" / "web" / "page"
SOURCES = (
    "index.html package.json package-lock.json svelte.config.js tsconfig.json vite.config.ts public src".split()
)  # as in web/scripts/digest.mjs
LIMIT = 150_000  # bytes, compressed


def source_files() -> Iterator[Path]:
    for name in SOURCES:
        path = WEB / name
        yield from [path] if path.is_file() else (one for one in path.rglob("*") if one.is_file())


def test_the_page_is_built_from_its_sources() -> None:
    digest = hashlib.sha256()
    for path in sorted(source_files(), key=lambda path: path.relative_to(WEB).as_posix()):
        digest.update(f"{path.relative_to(WEB).as_posix()}\n{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    built = (PAGE / "sources.sha256").read_text(encoding="utf-8").strip()
    assert digest.hexdigest() == built, "web/ has changed since the page was built: run `make page`"


@pytest.mark.parametrize("edition", editions())
def test_every_keeper_and_creeper_has_an_icon(edition: str) -> None:
    icons = json.loads((WEB / "src" / "cards" / "icons.json").read_text(encoding="utf-8"))[edition]
    chunk = next(PAGE.glob(f"assets/{edition}-*.js")).read_text(encoding="utf-8")
    names = {card.name for card in load_deck(edition).cards if card.kind in ("keeper", "creeper")}
    assert names == set(icons), "exactly the Keepers and Creepers of the edition"
    missing = [name for name in names if json.dumps(name)[1:-1] not in chunk and name not in chunk]
    assert not missing


def test_the_lock_file_names_versions_and_no_registry() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    loose = [f"{name}: {version}" for name, version in wanted.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)]
    assert not loose, f"not pinned: {loose}"


def test_nothing_in_the_page_is_inline() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", html)


def test_the_first_load_is_small(browser: Browser, server: Server) -> None:
    """Everything that a browser fetches to show the lobby and then a table, compressed."""
    ann = Player.at(browser, server.url)
    paths: set[str] = set()
    ann.page.on("request", lambda request: paths.add(request.url.split("/", 3)[3].split("?")[0].split("#")[0]))
    ann.make_table("Ann", "fluxx-4", bots=1)
    ann.begin()
    ann.page.locator("button[data-hand]").first.wait_for()
    ann.close()
    assets = {path for path in paths if path.startswith("assets/")}
    others = {path for path in assets if any(edition in path for edition in editions() if edition != "fluxx-4")}
    assert not others, "icons that this table does not use"
    total = sum(len(gzip.compress((PAGE / path).read_bytes())) for path in {"index.html", "icon.svg", *assets})
    assert len(assets) > 5
    assert total < LIMIT, f"{total} bytes"
