"""*How to play* at a terminal: one page of text for a deck."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from changeling.cards.codes import KIND_WORDS
from changeling.decks.shelf import load_deck
from changeling.learn.how_to_play import HowToPlay, Line, how_to_play

_WIDTH: Final = 96


def how(args: argparse.Namespace) -> int:
    """Run `changeling how`; gives the exit status."""
    print("\n".join(page_of(how_to_play(load_deck(args.deck)))))
    return 0


def page_of(page: HowToPlay) -> Iterator[str]:
    """The rows of a page."""
    yield f"How to play {page.title} ({page.cards} cards)"
    for heading, lines in (("To begin", page.begin), ("Your turn", page.turn), ("To win", page.win)):
        yield from _section(heading, lines)
    yield from ("", "The cards")
    for one in page.kinds:
        kind = KIND_WORDS[one.kind] + ("" if one.count == 1 else "s")
        yield from _row(f"{one.count} {kind}: {one.text}{_named((one.name,))}")
    yield from _section("In this deck", page.more)


def _section(heading: str, lines: Sequence[Line]) -> Iterator[str]:
    if lines:
        yield from ("", heading)
    for line in lines:
        yield from _row(f"{line.text}{_named(line.cards)}")


def _row(text: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent="- ", subsequent_indent="  ")


def _named(cards: Sequence[str]) -> str:
    return f" ({', '.join(cards)})" if cards else ""
