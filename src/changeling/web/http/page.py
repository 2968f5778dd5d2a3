"""The files of the built page: read once, compressed once, and kept in memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "page"
FOR_EVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
_PACKED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".map")
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}

NO_PAGE = b"""<!doctype html><html lang="en"><title>Changeling</title>
<h1>Changeling</h1><p>The server runs, but its page has not been built. In a clone: <code>make page</code>.</p></html>
"""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page as it is sent."""

    body: bytes
    packed: bytes
    kind: str
    tag: str
    cache: str


def page_file(path: str) -> PageFile | None:
    """The file of a path, or nothing. Only files inside the page's folder are ever read."""
    name = path.lstrip("/") or "index.html"
    if any(part in ("", ".", "..") or part.startswith(".") for part in name.split("/")) or "\\" in name or "\0" in name:
        return None
    file = FOLDER / name
    try:
        if not file.is_file():
            return None
        return _read(name, file.stat().st_mtime_ns)
    except (OSError, ValueError):
        return None


def index() -> PageFile:
    """The page itself."""
    return page_file("index.html") or _made("index.html", NO_PAGE)


@lru_cache(maxsize=1024)
def _read(name: str, changed: int) -> PageFile:
    return _made(name, (FOLDER / name).read_bytes())


def _made(name: str, body: bytes) -> PageFile:
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    packed = gzip.compress(body, 9, mtime=0) if suffix in _PACKED else b""
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return PageFile(body, packed, kind, tag, FOR_EVER if name.startswith("assets/") else ASK_AGAIN)


def is_ours(path: str) -> bool:
    """Whether a path is one that the page has something to show for."""
    first = path.strip("/").partition("/")[0]
    return first in ("", "t", "r", "tv", "gallery", "about", "write", "learn", "puzzle", "how-to-play")
