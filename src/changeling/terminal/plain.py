"""The game in plain sentences: for pipes, for screen readers, for paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from changeling.cards.deck import Card
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import SeatView, View
from changeling.terminal.screen import Left
from changeling.terminal.sentences.event_sentences import Sentence
from changeling.terminal.sentences.question_sentences import note_of, question_line
from changeling.terminal.sentences.voice import ended
from changeling.terminal.table_text import (
    KINDS,
    Aim,
    Piece,
    aims,
    amount,
    doom_of_table,
    has_doom,
    hidden_of,
    listed,
    names,
    plural,
    text_of,
    worn,
)

CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class PlainScreen:
    """No colour, no boxes, one thing a line. What comes from a pipe is echoed: the output reads as a transcript."""

    repeats = False

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._source = source
        self._out = out

    def story(self, sentences: Sequence[Sentence]) -> None:
        """One sentence a line; a turn begins after an empty line."""
        for sentence in sentences:
            self._line(("\n" if sentence.heading else "") + sentence.text)

    def table(self, view: View, bots: frozenset[str]) -> None:
        """The table, from the rules to the piles."""
        self._line()
        for row in table_rows(view, bots):
            self._line(row)

    def question(self, view: View, decision: Decision) -> None:
        """The question, the card it comes from, and an option a line."""
        self._line()
        self._line(question_line(view, decision))
        for option in decision.options:
            note = note_of(view, option)
            self._line(f"{option.index + 1}. {option_text(view, option)}" + (f" - {note}" if note else ""))

    def card(self, card: Card) -> None:
        """The card in a few lines."""
        self._line(f"{card.name}, {KINDS[card.kind]}. {text_of(card)}")
        if card.reading:
            self._line(f"Our reading: {card.reading}")

    def say(self, text: str) -> None:
        """A line of the program's own."""
        self._line(text)

    def complain(self, text: str) -> None:
        """An error, marked by a word and not by a colour."""
        self._line(f"Sorry: {text}")

    def ask(self, prompt: str) -> str:
        """A line from the input."""
        self._out.write(prompt)
        self._out.flush()
        try:
            line = self._source.readline()
        except UnicodeDecodeError:
            line = "?\n"
        except KeyboardInterrupt as error:
            self._line()
            raise Left(broken_off=True) from error
        if not line:
            self._line()
            raise Left
        if not self._source.isatty():
            self._line(line.strip())
        return line.strip()

    def hide(self) -> None:
        """On a real screen, empty it; in a pipe there is nothing to take back."""
        if self._out.isatty():
            self._out.write(CLEAR)

    def _line(self, text: str = "") -> None:
        self._out.write(text + "\n")


def table_rows(view: View, bots: frozenset[str]) -> list[str]:
    """The table in sentences."""
    whose = "Your turn" if view.turn == view.seat else f"{view.turn}'s turn"
    turn = f"Turn {view.turns}. " if view.turns else ""  # none where it is a position and not a game
    rows = [f"{turn}{whose}, {view.drawn} drawn and {view.played} played so far."]
    rows.append(_numbers(view))
    rules = listed(names(view, [*view.meta, *view.rules]))
    rows.append(ended(f"Rules in force: {rules or 'only the Basic Rules'}"))
    rows += [_goal(view, aim) for aim in aims(view)] or ["There is no Goal yet."]
    if has_doom(view):
        rows.append(f"Doom of the whole table: {doom_of_table(view)}.")
    rows += [_seat(view, seat, seat.name in bots) for seat in _from(view)]
    rows += [ended(row) for row in worn(view, None)]
    if view.hand:
        rows.append(ended(f"In your hand: {listed(names(view, view.hand))}"))
    if view.aside:
        rows.append(ended(f"Set aside by you: {listed(names(view, view.aside))}"))
    top = f", {names(view, view.discard[:1])[0]} on top" if view.discard else ""
    rows.append(f"Draw pile: {plural(view.pile, 'card')}. Discard pile: {plural(len(view.discard), 'card')}{top}.")
    return rows


def _from(view: View) -> list[SeatView]:
    """The seats, the viewer's first, then clockwise."""
    start = [seat.name for seat in view.seats].index(view.seat)
    return [*view.seats[start:], *view.seats[:start]]


def _numbers(view: View) -> str:
    row = f"Each turn: draw {amount(view.draws)}, play {amount(view.plays, view.kept)}"
    row += f" and up to {view.optional_plays} more" if view.optional_plays else ""
    row += f". Hand limit: {'none' if view.hand_limit is None else view.hand_limit}"
    row += f". Keeper limit: {'none' if view.keeper_limit is None else view.keeper_limit}."
    return row + (f" Numerals count {view.inflation} higher." if view.inflation else "")


def _goal(view: View, aim: Aim) -> str:
    pieces = "; ".join(_piece(view, piece) for piece in aim.pieces)
    return f"{aim.kind} {aim.title}: {aim.text}" + (ended(f" Now: {pieces}") if pieces else "")


def _piece(view: View, piece: Piece) -> str:
    if piece.owner == "hand":
        return f"{piece.name} is in your hand"
    owner = "you have" if piece.owner == view.seat else f"{piece.owner} has" if piece.owner else "nobody has"
    return f"{owner} {piece.name}"


def _seat(view: View, seat: SeatView, bot: bool) -> str:
    mine = seat.name == view.seat
    name = "You have" if mine else f"{seat.name}{' (bot)' if bot else ''} has"
    row = f"{name} {plural(seat.hand, 'card')} in hand, Keepers: {listed(names(view, seat.keepers)) or 'none'}"
    row += f", Creepers: {listed(names(view, seat.creepers))}" if seat.creepers else ""
    row += f", Doom: {seat.doom}" if has_doom(view) else ""
    rows = [", ".join([row, *hidden_of(seat)]), *worn(view, seat)]
    if seat.known:
        known = listed(names(view, seat.known))
        rows.append(f"Face down in front of you: {known}" if mine else f"You know that {seat.name} holds {known}")
    return " ".join(ended(part) for part in rows)


def option_text(view: View, option: Option) -> str:
    """An option as it is listed: a card by its name, for the number before it tells copies apart."""
    card = view.deck.card(option.value) if option.sort in ("play", "use", "card") else None
    return option.text if card is None else option.text.removesuffix(option.value) + card.name
