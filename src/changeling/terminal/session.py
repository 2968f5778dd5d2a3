"""A game at one screen, from the first question to the last word."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

from changeling.engine.seen.events import Event
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.errors import ChangelingError
from changeling.play.driver import Chooser, Driver, goes_without_saying
from changeling.play.seated_bot import SeatedBot
from changeling.terminal.answers import option_for
from changeling.terminal.commands import Undo, command_for
from changeling.terminal.ending import last_words
from changeling.terminal.new_game import YOU, Seating, save
from changeling.terminal.screen import Left, Screen
from changeling.terminal.sentences.event_sentences import Narrator, Sentence
from changeling.terminal.table_text import listed

RECAP = 8  # sentences told to somebody who resumes


class Session:
    """One or more people at one screen, with bots in the other seats."""

    def __init__(self, seating: Seating, screen: Screen) -> None:
        self.seating = seating
        self.game = seating.game
        self.screen = screen
        self.bots = frozenset(self.game.seats) - frozenset(seating.humans)
        self.saved = seating.file
        self.saved_moves = len(self.game.record().moves) if seating.file else -1
        self.asked_at: list[int] = []  # how many moves had been made when the one human was asked
        self._narrator = Narrator(self.game.deck)
        self._at_screen = seating.humans[0] if len(seating.humans) == 1 else ""
        self._shown_turn = -1
        self._waiting: list[Sentence] = []
        self._recap = set(seating.humans) if seating.file else set()
        bot = SeatedBot(seating.bot, self.game.record().seed, own=seating.own)
        choosers: dict[str, Chooser] = {seat: self if seat in seating.humans else bot for seat in self.game.seats}
        self.driver = Driver(self.game, choosers, hear=self._hear, listening=seating.humans, forced=goes_without_saying)

    # --- the loop -----------------------------------------------------------------------------------------------------
    def run(self) -> int:
        """Play to the end, or until somebody leaves; gives the exit status."""
        self._welcome()
        while True:
            try:
                self.driver.run()
                break
            except Undo:
                self._take_back()
            except Left as left:
                return self.leave(broken_off=left.broken_off)
        self._finish()
        return 0

    def choose(self, view: View, decision: Decision) -> Option:
        """Ask the person in that seat; commands are carried out on the way."""
        self._hand_screen_to(view.seat)
        if view.seat in self._recap:
            self._recap.discard(view.seat)
            self.screen.story(self._narrator.sentences(view.seat, self.game.events_for(view.seat))[-RECAP:])
            self._waiting = []
        self.screen.story(self._waiting)
        self._waiting = []
        if self._shown_turn != view.turns or (self.screen.repeats and decision.about == "act"):
            self.screen.table(view, self.bots)
            self._shown_turn = view.turns
        self.screen.question(view, decision)
        if not self.asked_at or self.asked_at[-1] != len(self.game.record().moves):
            self.asked_at.append(len(self.game.record().moves))
        while True:
            typed = self.screen.ask(f"{view.seat}> " if len(self.seating.humans) > 1 else "> ")
            try:
                option = self._understood(view, decision, typed)
            except ChangelingError as error:
                self.screen.complain(str(error))
                continue
            if option is not None:
                return option

    def _understood(self, view: View, decision: Decision, typed: str) -> Option | None:
        """The option that was typed, or nothing when it was a command."""
        if not typed:
            if len(decision.options) == 1:
                return decision.options[0]
            raise ChangelingError("type the number of an option or its first letters; `help` lists the commands")
        exact = next((option for option in decision.options if option.text.casefold() == typed.casefold()), None)
        if exact is not None:
            return exact
        command = command_for(typed)
        if command is None:
            return option_for(decision, typed)
        command(self, view, decision, typed.partition(" ")[2].strip())
        return None

    # --- telling ------------------------------------------------------------------------------------------------------
    def _hear(self, seat: str, events: tuple[Event, ...]) -> None:
        if self.game.over and len(self.seating.humans) > 1:
            if seat != (self._at_screen or self.seating.humans[0]):
                return
            events = self._seen_by_all(events)
        self._waiting += self._narrator.sentences(seat, events)

    def _seen_by_all(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events with the cards that every human at the screen could see; at the end all of them look at it."""
        others = [self.game.events_for(seat, since=events[0].number) for seat in self.seating.humans]
        return tuple(
            replace(event, card=event.card if all(seen.card for seen in same) else "")
            for event, *same in zip(events, *others, strict=True)
        )

    def _welcome(self) -> None:
        names = [f"{name} (bot)" if name in self.bots else name for name in self.game.seats]
        self.screen.say(f"{self.game.deck.title}. At the table: {listed(names)}. Type `help` at any question.")
        for line in self.seating.odd:
            self.screen.say(line)
        moves = len(self.game.record().moves)
        if not moves:
            self.screen.say("You begin." if self.game.turn == YOU else f"{self.game.turn} begins.")
        else:
            self.screen.say(f"The game goes on after {moves} answers.")
            for seat in self.seating.humans:
                self.driver.told[seat] = len(self.game.events_for(seat))

    def _hand_screen_to(self, seat: str) -> None:
        if seat == self._at_screen:
            return
        self.screen.hide()
        self.screen.ask(f"Pass the screen to {seat}. {seat}, press Enter. ")
        self._at_screen = seat
        self._shown_turn = -1

    def _finish(self) -> None:
        if len(self.seating.humans) > 1:
            self.screen.hide()
        self.screen.story(self._waiting)
        self.screen.say("")
        ending = self.game.ending
        assert ending is not None, "the driver has run to the end"
        for row in last_words(self.game, ending, self.seating.humans[0] if len(self.seating.humans) == 1 else ""):
            self.screen.say(row)

    # --- leaving, saving, taking back ---------------------------------------------------------------------------------
    def _take_back(self) -> None:
        """Back to the human's own last decision."""
        moves = len(self.game.record().moves)
        self.asked_at.pop()
        self.game.undo(moves - self.asked_at.pop())
        seat = self.seating.humans[0]
        self.driver.told[seat] = len(self.game.events_for(seat))
        self._waiting = []
        self._shown_turn = -1
        self.screen.say("Taken back.")

    def default_file(self) -> Path:
        """Where a game is saved when no file is named."""
        return self.saved or Path(f"changeling-{self.game.record().seed}.json")

    def save(self, path: Path) -> None:
        """Write the game down, and say how to go on with it."""
        save(self.seating, path)
        self.saved, self.saved_moves = path, len(self.game.record().moves)
        self.screen.say(f"Saved. To go on: changeling play --resume {shlex.quote(str(path))}")

    def leave(self, *, broken_off: bool = False) -> int:
        """Offer to save, say goodbye, and give the exit status."""
        if self.saved is not None and self.saved_moves == len(self.game.record().moves):
            self.screen.say(f"Goodbye. To go on: changeling play --resume {shlex.quote(str(self.saved))}")
            return 0
        try:
            self._offer_save()
        except Left:
            self.screen.say("Goodbye. The game was not saved.")
        return 130 if broken_off else 0

    def _offer_save(self) -> None:
        path = self.default_file()
        while True:
            typed = self.screen.ask(f"Save the game? Enter: to {path}. A name: there. n: do not save. ")
            if typed.casefold() in ("n", "no"):
                self.screen.say("Goodbye.")
                return
            try:
                self.save(path if typed.casefold() in ("", "y", "yes") else Path(typed))
                return
            except ChangelingError as error:
                self.screen.complain(str(error))
