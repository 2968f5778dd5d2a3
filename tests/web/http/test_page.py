"""The page's files: only those inside its folder, with the right type, packed, and tagged by what they say."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from changeling.web.http import page


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of a few files, and a secret beside it."""
    inside = tmp_path / "page"
    (inside / "assets").mkdir(parents=True)
    (inside / "index.html").write_text("<p>the page</p>")
    (inside / "assets" / "app-1a2b.js").write_text("let table;")
    (inside / "assets" / "card.woff2").write_bytes(b"\0font")
    (inside / ".hidden").write_text("secret")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(page, "FOLDER", inside)
    return inside


def test_a_file_is_sent_with_its_type_and_packed_where_that_helps(folder: Path) -> None:
    script, font = page.page_file("/assets/app-1a2b.js"), page.page_file("assets/card.woff2")
    assert script is not None
    assert font is not None
    assert (script.kind, font.kind) == ("text/javascript; charset=utf-8", "font/woff2")
    assert gzip.decompress(script.packed) == script.body == b"let table;"
    assert font.packed == b""


def test_what_has_its_contents_in_its_name_is_kept_for_ever_and_the_page_is_not(folder: Path) -> None:
    script = page.page_file("assets/app-1a2b.js")
    assert script is not None
    assert script.cache == page.FOR_EVER
    assert page.index().cache == page.ASK_AGAIN


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "/../secret.txt",
        "assets/../../secret.txt",
        "assets/./app-1a2b.js",
        "..\\secret.txt",
        ".hidden",
        "/.hidden",
        "assets",
        "assets/",
        "assets//app-1a2b.js",
        "none.js",
        "index.html\0",
        "a" * 5000,
    ],
)
def test_nothing_else_is_ever_read(path: str, folder: Path) -> None:
    assert page.page_file(path) is None


def test_a_tag_follows_what_the_file_says(folder: Path) -> None:
    before = page.index().tag
    assert page.index().tag == before
    (folder / "index.html").write_text("<p>another page</p>")
    assert page.index().tag != before
    assert page.index().body == b"<p>another page</p>"


def test_without_a_built_page_the_server_says_so(folder: Path) -> None:
    (folder / "index.html").unlink()
    assert b"make page" in page.index().body


@pytest.mark.parametrize(
    ("path", "ours"),
    [
        ("/", True),
        ("/t/abc", True),
        ("/r/x", True),
        ("/gallery", True),
        ("/api/decks", False),
        ("/wp-login.php", False),
    ],
)
def test_which_paths_show_the_page(path: str, ours: bool) -> None:
    assert page.is_ours(path) is ours
