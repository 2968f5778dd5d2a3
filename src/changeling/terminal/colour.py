"""The game in colour, on a terminal: the kinds of card have the colours that players know."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from changeling.cards.deck import Card, Deck
from changeling.engine.seen.questions.decision import Decision
from changeling.engine.seen.view import SeatView, View
from changeling.terminal.plain import option_text
from changeling.terminal.screen import Left
from changeling.terminal.sentences.event_sentences import Sentence
from changeling.terminal.sentences.question_sentences import asking_card, note_of
from changeling.terminal.table_text import (
    KINDS,
    Piece,
    aims,
    doom_of_table,
    has_doom,
    hidden_of,
    listed,
    names,
    numbers,
    plural,
    text_of,
    worn,
)

STYLES = {
    "rule": "yellow",
    "meta": "yellow",
    "basic": "yellow",
    "goal": "magenta",
    "ungoal": "magenta",
    "keeper": "green",
    "creeper": "bold red",
    "action": "cyan",
    "surprise": "bright_magenta",
}


class ColourScreen:
    """A terminal in colour."""

    repeats = True

    def __init__(self, deck: Deck, console: Console) -> None:
        self._console = console
        self._names = {card.title: card.name for card in deck.cards}
        self._kinds = {card.title: card.kind for card in deck.cards}
        titles = sorted({card.name for card in deck.cards}, key=len, reverse=True)
        self._titles = re.compile("|".join(rf"(?<!\w){re.escape(title)}(?!\w)" for title in titles))

    def story(self, sentences: Sequence[Sentence]) -> None:
        """A line a sentence, indented under whose turn it is."""
        for sentence in sentences:
            if sentence.heading:
                self._console.print()
                self._console.print(Text(sentence.text, "bold"))
            else:
                self._console.print(Padding(self._tinted(sentence.text), (0, 0, 0, 2)))

    def table(self, view: View, bots: frozenset[str]) -> None:
        """The table in one panel."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="dim", no_wrap=True)
        grid.add_column()
        grid.add_row("numbers", Text(" · ".join(numbers(view))))
        grid.add_row(
            "rules",
            self._titles_row([*view.meta, *view.rules])
            if view.meta or view.rules
            else Text("only the Basic Rules", "dim"),
        )
        self._goal_rows(grid, view)
        for row in worn(view, None):
            grid.add_row("", Text(row, "dim"))
        top = Text(f" (top: {names(view, view.discard[:1])[0]})", "dim") if view.discard else Text("")
        grid.add_row("piles", Text(f"draw {view.pile} · discard {len(view.discard)}").append_text(top))
        if has_doom(view):
            grid.add_row("Doom", Text(f"{doom_of_table(view)} on the whole table"))
        whose = "your turn" if view.turn == view.seat else f"{view.turn}'s turn"
        parts = Group(grid, Text(""), self._seats(view, bots))
        self._console.print()
        self._console.print(
            Panel(
                parts,
                title=f"turn {view.turns} · {whose}" if view.turns else whose,
                title_align="left",
                border_style="dim",
            )
        )

    def _goal_rows(self, grid: Table, view: View) -> None:
        if not view.goals:
            grid.add_row("goal", Text("none yet", "dim"))
        for aim in aims(view):
            row = Text(aim.title, STYLES["goal"]).append("  ")
            if aim.pieces:
                row.append_text(Text(" · ").join(_piece(view, piece) for piece in aim.pieces))
            else:
                row.append(aim.text, "dim")
            grid.add_row(aim.kind.lower(), row)

    def _seats(self, view: View, bots: frozenset[str]) -> Table:
        rows = Table.grid(padding=(0, 2), expand=True)
        rows.add_column(no_wrap=True)
        rows.add_column(no_wrap=True, justify="right")
        rows.add_column(ratio=1)
        start = [seat.name for seat in view.seats].index(view.seat)
        for seat in [*view.seats[start:], *view.seats[:start]]:
            mark = "▶ " if seat.name == view.turn else "  "
            name = Text(mark + seat.name, "bold" if seat.name == view.seat else "")
            rows.add_row(name, Text(plural(seat.hand, "card"), "dim"), self._front(view, seat))
        return rows

    def _front(self, view: View, seat: SeatView) -> Text:
        row = (
            self._titles_row([*seat.keepers, *seat.creepers])
            if seat.keepers or seat.creepers
            else Text("no Keepers", "dim")
        )
        notes = [f"Doom {seat.doom}"] if has_doom(view) else []
        notes += [*hidden_of(seat), *worn(view, seat)]
        where = "face down" if seat.name == view.seat else "in hand"
        notes += [f"you know of {listed(names(view, seat.known))} {where}"] if seat.known else []
        row.append("".join(f" · {note}" for note in notes), "dim")
        return row

    def question(self, view: View, decision: Decision) -> None:
        """The question and its options, numbered."""
        self._console.print()
        card = asking_card(view, decision)
        if card is not None:
            self._console.print(Text(card.name, STYLES[card.kind]).append(f"  {text_of(card)}", "dim"))
        hidden = [title for title in view.hand if all(option.value != title for option in decision.options)]
        if hidden:
            self._console.print(Text("your hand: ", "dim").append_text(self._titles_row(hidden)))
        self._console.print(Text(decision.ask, "bold"))
        grid = Table.grid(padding=(0, 1))
        grid.add_column(justify="right", style="bold", no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(style="dim")
        for option in decision.options:
            style = STYLES[self._kinds[option.value]] if option.sort in ("play", "use", "card") else "bold"
            grid.add_row(f"{option.index + 1:3}", Text(option_text(view, option), style), Text(note_of(view, option)))
        self._console.print(grid)

    def card(self, card: Card) -> None:
        """The card as a small panel."""
        text = Text(text_of(card))
        if card.reading:
            text.append(f"\n\nOur reading: {card.reading}", "dim")
        title = f"{card.name} · {KINDS[card.kind]}"
        self._console.print(Panel(text, title=title, title_align="left", border_style=STYLES[card.kind], width=60))

    def say(self, text: str) -> None:
        """A line of the program's own, with the cards in it in their colours."""
        self._console.print(self._tinted(text))

    def complain(self, text: str) -> None:
        """What was wrong."""
        self._console.print(Text("✗ ", "red").append(text))

    def ask(self, prompt: str) -> str:
        """A line from the keyboard, with the line editing of the terminal."""
        try:
            return self._console.input(Text(prompt, "bold cyan")).strip()
        except UnicodeDecodeError:
            return "?"
        except EOFError as error:
            self._console.print()
            raise Left from error
        except KeyboardInterrupt as error:
            self._console.print()
            raise Left(broken_off=True) from error

    def hide(self) -> None:
        """Empty the screen and what was scrolled off it."""
        self._console.file.write("\x1b[3J")
        self._console.clear()
        self._console.print(Rule(style="dim"))

    def _titles_row(self, titles: Sequence[str]) -> Text:
        return Text(", ").join(Text(self._names[title], STYLES[self._kinds[title]]) for title in titles)

    def _tinted(self, text: str) -> Text:
        found = Text(text)
        for match in self._titles.finditer(text):
            found.stylize(STYLES[self._kinds[match.group()]], *match.span())
        return found


def _piece(view: View, piece: Piece) -> Text:
    name = f"no {piece.name}" if piece.forbidden else piece.name
    if piece.forbidden:
        good = not piece.owner
        owner = "nobody has it" if good else f"{'you' if piece.owner == view.seat else piece.owner}"
        return Text(f"{name} ").append(f"({owner})", "green" if good else "red")
    if piece.owner == view.seat:
        return Text("✓ ", "green").append(f"{name} (you)", "green")
    if piece.owner == "hand":
        return Text(f"{name} ").append("(your hand)", "cyan")
    return Text(f"{name} ").append(f"({piece.owner or 'nobody'})", "yellow" if piece.owner else "dim")
