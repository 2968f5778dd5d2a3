"""Starting a game at this terminal."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TextIO

from changeling.cards.deck import Deck
from changeling.errors import ChangelingError
from changeling.learn.progress import Progress, place, save
from changeling.terminal.new_game import YOU, Seating, new_game, resume
from changeling.terminal.people import World, ask_people, people_from
from changeling.terminal.plain import PlainScreen
from changeling.terminal.screen import Left, Screen
from changeling.terminal.session import Session


def play(args: argparse.Namespace, *, source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Play the game that the arguments ask for, with whoever sits here; gives the exit status."""
    source, out = source or sys.stdin, out or sys.stdout
    try:
        seating, screen = set_up(args, source, out)
    except Left as left:  # before there was a game
        return 130 if left.broken_off else 0
    if args.resume is None and source.isatty():
        _offer_lessons(screen)
    return Session(seating, screen).run()


def _offer_lessons(screen: Screen) -> None:
    """Name the lessons to whoever is new on this device: once, which is kept; where it cannot be, never."""
    file = place()
    if not file.exists() and save(Progress(), file):
        screen.say("New here? `changeling learn` has short lessons. (This is not said again.)")


def set_up(args: argparse.Namespace, source: TextIO, out: TextIO) -> tuple[Seating, Screen]:
    """The game of the arguments, saved or new, and its screen. Raises ChangelingError that names the wrong argument."""
    humans = None if args.humans is None else tuple(name.strip() for name in args.humans.split(",") if name.strip())
    if args.resume is not None:
        saved = resume(Path(args.resume), humans=humans or (), bot=args.bot)
        return saved, screen_for(saved.game.deck, plain=args.plain, source=source, out=out)
    told = None if args.people is None else people_from(args.people)
    seating = _new(args, humans, World(args.holiday, told or {}))
    screen = screen_for(seating.game.deck, plain=args.plain, source=source, out=out)
    if told is None:
        told = ask_people(screen, seating.game.deck, seating.humans)
        if told:
            seating = _new(args, humans, World(args.holiday, told), seed=seating.game.record().seed)
    return seating, screen


def _new(args: argparse.Namespace, humans: tuple[str, ...] | None, world: World, *, seed: int | None = None) -> Seating:
    """A new game; what is wrong with the arguments is said before anybody is asked anything."""
    humans = (YOU,) if humans is None else humans
    return new_game(
        deck=args.deck,
        seats=max(4, len(humans)) if args.seats is None else number("--seats", args.seats),
        humans=humans,
        bot=args.bot or "greedy",
        seed=number("--seed", args.seed) if seed is None and args.seed is not None else seed,
        meta=args.meta,
        first=args.first,
        world=world,
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
