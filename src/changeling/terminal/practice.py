"""What lessons and puzzles at a screen share: asking a question about a position, with the commands of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.reasons.reason import Reason
from changeling.engine.seen.view import View
from changeling.errors import ChangelingError
from changeling.play.game import Game
from changeling.terminal.answers import option_for
from changeling.terminal.commands import HELP, LOOKS
from changeling.terminal.screen import Screen

_NO_BOTS: Final[frozenset[str]] = frozenset()
More = Mapping[str, tuple[str, Callable[[], None]]]  # commands of the occasion, each with what it is for


@dataclass(slots=True)
class Place:
    """What the commands of a game look at: a game and a screen, with nobody's bots."""

    game: Game
    screen: Screen
    bots: frozenset[str] = _NO_BOTS


def ask(place: Place, view: View, decision: Decision, more: More) -> Option:
    """Ask for an option until one is given; commands are carried out on the way. One of `more` may raise what ends the
    question."""
    place.screen.question(view, decision)
    while True:
        typed = place.screen.ask("> ")
        try:
            option = _understood(place, view, decision, typed, more)
        except ChangelingError as error:
            place.screen.complain(str(error))
            continue
        if option is not None:
            return option


def untimed(view: View) -> View:
    """What a player sees of a position that is none of a game: which turn it is means nothing there."""
    return replace(view, turns=0)


def _understood(place: Place, view: View, decision: Decision, typed: str, more: More) -> Option | None:
    if not typed:
        if len(decision.options) == 1:
            return decision.options[0]
        raise ChangelingError("type the number of an option or its first letters; `help` lists the commands")
    word, _, rest = typed.partition(" ")
    word = word.casefold()
    exact = next((option for option in decision.options if option.text.casefold() == typed.casefold()), None)
    if exact is not None:
        return exact
    if word in more:
        more[word][1]()
    elif word in ("help", "?"):
        _help(place.screen, more)
    elif word in LOOKS:
        LOOKS[word](place, view, decision, rest.strip())
    else:
        return option_for(decision, typed)
    return None


def _help(screen: Screen, more: More) -> None:
    first, *rows = HELP.splitlines()
    screen.say(first)
    for row in rows:
        if row.split()[0] in LOOKS and row.split()[0] != "quit":
            screen.say(row)
    for word, (says, _) in more.items():
        screen.say(f"{word:<15}{says}")
    screen.say("quit           leave; what you have done is kept")


def told(reason: Reason, seat: str) -> str:
    """An answer to *why* with what it rests on."""
    because = f" [{', '.join(reason.because)}]" if reason.because else ""
    return reason.told_to(seat) + because
