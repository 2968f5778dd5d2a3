"""What every way of showing a game can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from changeling.cards.deck import Card
from changeling.engine.seen.questions.decision import Decision
from changeling.engine.seen.view import View
from changeling.terminal.sentences.event_sentences import Sentence


class Left(Exception):
    """The person has left: the input has ended, or they broke off."""

    def __init__(self, *, broken_off: bool = False) -> None:
        super().__init__("broken off" if broken_off else "the input has ended")
        self.broken_off = broken_off


class Screen(Protocol):
    """A screen and a keyboard."""

    @property
    def repeats(self) -> bool:
        """Whether the table is shown before every play, and not only once a turn."""

    def story(self, sentences: Sequence[Sentence]) -> None:
        """What has happened since."""

    def table(self, view: View, bots: frozenset[str]) -> None:
        """The whole table as the view's seat sees it."""

    def question(self, view: View, decision: Decision) -> None:
        """The question and its numbered options."""

    def card(self, card: Card) -> None:
        """The text of a card."""

    def say(self, text: str) -> None:
        """Something the program has to say."""

    def complain(self, text: str) -> None:
        """What was wrong with what was typed."""

    def ask(self, prompt: str) -> str:
        """A line from the person. Raises Left."""

    def hide(self) -> None:
        """Nothing of what was shown may be seen by the next person."""
