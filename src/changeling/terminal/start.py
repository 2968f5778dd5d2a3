"""Starting a game at this terminal."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TextIO

from changeling.cards.deck import Deck
from changeling.errors import ChangelingError
from changeling.terminal.new_game import YOU, Seating, new_game, resume
from changeling.terminal.plain import PlainScreen
from changeling.terminal.screen import Screen
from changeling.terminal.session import Session


def play(args: argparse.Namespace, *, source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Play the game that the arguments ask for, with whoever sits here; gives the exit status."""
    seating = seating_for(args)
    source, out = source or sys.stdin, out or sys.stdout
    return Session(seating, screen_for(seating.game.deck, plain=args.plain, source=source, out=out)).run()


def seating_for(args: argparse.Namespace) -> Seating:
    """The game of the arguments, saved or new. Raises ChangelingError that names the argument that is wrong."""
    humans = None if args.humans is None else tuple(name.strip() for name in args.humans.split(",") if name.strip())
    if args.resume is not None:
        return resume(Path(args.resume), humans=humans or (), bot=args.bot)
    humans = (YOU,) if humans is None else humans
    return new_game(
        deck=args.deck,
        seats=max(4, len(humans)) if args.seats is None else number("--seats", args.seats),
        humans=humans,
        bot=args.bot or "greedy",
        seed=None if args.seed is None else number("--seed", args.seed),
        meta=args.meta,
        first=args.first,
        holiday=args.holiday,
    )


def number(argument: str, text: str) -> int:
    """A whole number from the command line."""
    if not text.isascii() or not text.isdecimal() or len(text) > 20:
        raise ChangelingError(f"{argument}: a whole number is needed, not '{text}'")
    return int(text)


def screen_for(deck: Deck, *, plain: bool, source: TextIO, out: TextIO) -> Screen:
    """Colour on a terminal, plain sentences in a pipe, without Rich, or on demand."""
    if plain or not out.isatty() or not source.isatty():
        return PlainScreen(source, out)
    try:
        from rich.console import Console

        from changeling.terminal.colour import ColourScreen
    except ImportError:
        return PlainScreen(source, out)
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  line editing and history at the prompt
    return ColourScreen(deck, Console(file=out, highlight=False))
