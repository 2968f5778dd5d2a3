"""What can be typed besides an answer: one function a command."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from changeling.cards.deck import Card
from changeling.engine.seen.questions.decision import Decision
from changeling.engine.seen.reasons.why import number_asked
from changeling.engine.seen.view import View
from changeling.errors import ChangelingError
from changeling.terminal.answers import letters
from changeling.terminal.screen import Left
from changeling.terminal.sentences.event_sentences import Narrator
from changeling.terminal.table_text import KINDS, card_of, text_of

if TYPE_CHECKING:
    from changeling.play.game import Game
    from changeling.terminal.screen import Screen
    from changeling.terminal.session import Session


class AtTable(Protocol):
    """Whoever looks at a table: all that the commands need that change nothing."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def screen(self) -> Screen:
        """Where it is shown."""

    @property
    def bots(self) -> frozenset[str]:
        """The seats that programs play."""


Command = Callable[["Session", View, Decision, str], None]
Look = Callable[[AtTable, View, Decision, str], None]

HELP = """Answer with an option's number, or with the first letters of any of its words. Enter takes the only option.
table          the whole table again
rules          the rules in force with their texts
card NAME      the text of a card
discard        the discard pile
why            why you have not won yet
why draws      why that number; also plays, hand limit, keeper limit
why NAME       why a player has not won yet
why play NAME  why a card can or cannot be played now
log [N]        what happened, the last N sentences
undo           back to your last decision (with one human at the table)
save [FILE]    write the game down
quit           leave; you can save and resume
help           this list"""


class Undo(Exception):
    """The human wants to be asked the last question again."""


def command_for(typed: str) -> Command | None:
    """The command that a line begins with, or nothing."""
    return COMMANDS.get(typed.split()[0].casefold())


def _help(session: Session, view: View, decision: Decision, rest: str) -> None:
    for row in HELP.splitlines():
        session.screen.say(row)


def _table(session: AtTable, view: View, decision: Decision, rest: str) -> None:
    session.screen.table(view, session.bots)
    session.screen.question(view, decision)


def _rules(session: AtTable, view: View, decision: Decision, rest: str) -> None:
    for title in ("Basic Rules", *view.meta, *view.rules):
        session.screen.say(f"{title}: {text_of(card_of(view, title))}")


def _card(session: AtTable, view: View, decision: Decision, rest: str) -> None:
    if not rest:
        raise ChangelingError("which card? for instance: card " + view.deck.cards[-1].title)
    session.screen.card(_named(view, rest))


def _named(view: View, text: str) -> Card:
    """The card that was meant: its title, or the beginning or some words of it."""
    wanted = " ".join(letters(text))
    cards = [(card, " ".join(letters(card.title))) for card in view.deck.cards]
    tests: tuple[Callable[[str], bool], ...] = (
        lambda title: title in (wanted, f"the {wanted}"),
        lambda title: title.startswith((wanted, f"the {wanted}")),
        lambda title: wanted in title,
    )
    for test in tests:
        found = [card for card, title in cards if test(title)]
        if len(found) == 1:
            return found[0]
        if found:
            raise ChangelingError(
                f"'{text}' could be {' or '.join(card.title for card in found[:6])}; type more letters"
            )
    near = difflib.get_close_matches(text, [card.title for card in view.deck.cards], 3, 0.5)
    raise ChangelingError(
        f"there is no card '{text}' in this deck" + (f"; did you mean {' or '.join(near)}?" if near else "")
    )


def _discard(session: AtTable, view: View, decision: Decision, rest: str) -> None:
    if not view.discard:
        session.screen.say("The discard pile is empty.")
        return
    session.screen.say("The discard pile, top first:")
    for title in view.discard:
        session.screen.say(f"{title} ({KINDS[card_of(view, title).kind]})")


def _why(session: AtTable, view: View, decision: Decision, rest: str) -> None:
    question = rest.strip(" ?") or view.seat
    seats = {seat.casefold(): seat for seat in session.game.seats}
    question = seats.get(question.casefold(), view.seat if question.casefold() in ("me", "i") else question)
    verb, _, card = question.partition(" ")
    if card and verb.casefold() in ("play", "use"):
        question = f"{verb.casefold()} {_named(view, card).title}"
    elif question not in session.game.seats and not number_asked(question):
        question = _named(view, question).title
    reason = session.game.why(question, view.seat)
    because = f" [{', '.join(reason.because)}]" if reason.because else ""
    session.screen.say(reason.told_to(view.seat) + because)


def _log(session: Session, view: View, decision: Decision, rest: str) -> None:
    if rest and not rest.isdecimal():
        raise ChangelingError(f"log: a number of sentences is needed, not '{rest}'")
    rows = Narrator(view.deck).sentences(view.seat, session.game.events_for(view.seat))
    session.screen.story(rows[-int(rest[:9]) if rest else -30 :] if rest.strip("0") or not rest else [])


def _undo(session: Session, view: View, decision: Decision, rest: str) -> None:
    if len(session.seating.humans) > 1:
        raise ChangelingError("undo: only where one human plays against bots; others have seen what you did")
    if len(session.asked_at) < 2:
        raise ChangelingError("undo: there is nothing of yours to take back")
    raise Undo


def _save(session: Session, view: View, decision: Decision, rest: str) -> None:
    session.save(Path(rest) if rest else session.default_file())


def _quit(session: AtTable, view: View, decision: Decision, rest: str) -> None:
    raise Left


# Commands that only look at the table, or leave it.
LOOKS: dict[str, Look] = {
    "table": _table,
    "rules": _rules,
    "card": _card,
    "discard": _discard,
    "why": _why,
    "quit": _quit,
    "exit": _quit,
}
COMMANDS: dict[str, Command] = {
    **LOOKS,
    "help": _help,
    "?": _help,
    "log": _log,
    "undo": _undo,
    "save": _save,
}
