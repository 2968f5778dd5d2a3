"""The cards of the cookbook, for whoever looks for a word: `changeling words dice` shows cards that roll some.

The pages stand in the documentation, which is not part of the package; a file made from them is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from changeling.decks.wishes import closest

_BLOCK = re.compile(r"^```cards title=\"([^\"]+)\"\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^#+ (.+)$|^\*\*(.+?)\.?\*\*", re.MULTILINE)
_CARD = re.compile(r"^(?=(?:meta|rule|goal|ungoal|keeper|creeper|action|surprise) )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Recipe:
    """A card of the cookbook: the page, what it shows there, its first line, and its source."""

    page: str
    shows: str
    card: str
    source: str


def recipes_in(page: str, text: str) -> Iterator[Recipe]:
    """The cards of a page that say more than their text."""
    for block in _BLOCK.finditer(text):
        titles = [title[1] or title[2] for title in _TITLE.finditer(text, 0, block.start())]
        for source in _CARD.split(block[2]):
            lines = source.strip().splitlines()
            if lines and _CARD.match(lines[0]) and len(lines) > 2:
                yield Recipe(page, titles[-1] if titles else "", lines[0], source.strip())


def cookbook_file(root: Path) -> str:
    """The file of all cards of the cookbook's pages."""
    pages = sorted((root / "docs" / "how-to").glob("cookbook*.md"))
    found = [recipe for page in pages for recipe in recipes_in(page.stem, page.read_text(encoding="utf-8"))]
    return json.dumps([asdict(recipe) for recipe in found], indent=1, ensure_ascii=False) + "\n"


@cache
def recipes() -> tuple[Recipe, ...]:
    """The cards of the cookbook."""
    text = files("changeling.decks").joinpath("cookbook.json").read_text(encoding="utf-8")
    return tuple(Recipe(**row) for row in json.loads(text))


def nearest_cards(asked: str) -> list[Recipe]:
    """The cards that speak of most of what is asked for, where none speaks of all of it."""
    said = {recipe: (recipe.shows.casefold(), recipe.source.casefold()) for recipe in recipes()}
    return closest(asked, said)


def cards_about(asked: str, names: Iterable[str]) -> list[Recipe]:
    """The cards that use a word of one of these names, or speak of what is asked for: first those that are shown
    for it, then those that use such a word."""
    used = [rf"(?<![\w\"]){re.escape(name)}\b" for name in names]
    spoken = [rf"\b{re.escape(part)}" for part in asked.casefold().split()]
    found: list[tuple[bool, bool, Recipe]] = []
    for recipe in recipes():
        code = re.sub(r'"[^"]*"', '""', recipe.source)
        text = f"{recipe.shows} {recipe.source}".casefold()
        uses = any(re.search(name, code) for name in used)
        if uses or all(re.search(part, text) for part in spoken):
            found.append((asked.casefold() not in recipe.shows.casefold(), not uses, recipe))
    return [recipe for *_, recipe in sorted(found, key=lambda row: row[:2])]
