"""An answer to `why`: a sentence or two that can be told to anybody, and the cards and clauses that it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.seen.conditions.saying import Saying, say, text_of
from changeling.engine.seen.conditions.trees import Reader, probe_of
from changeling.engine.seen.conditions.wording import LOOSELY
from changeling.engine.sheet_layout import Sheet


@dataclass(frozen=True, slots=True)
class Reason:
    """An explanation as a saying, and the cards and clauses that it rests on."""

    saying: Saying
    because: tuple[str, ...]

    @property
    def text(self) -> str:
        """The explanation as everybody reads it, with the names of the players."""
        return text_of(self.saying)

    def told_to(self, seat: str) -> str:
        """The explanation as that player reads it: `you have` instead of the name."""
        return text_of(self.saying, seat)

    def __str__(self) -> str:
        return f"{self.text} [{', '.join(self.because)}]"


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A table that something is asked about, with all that an answer needs. Nothing is written to the table."""

    deck: Deck
    sheet: Sheet
    table: Table
    names: tuple[str, ...]
    journal: Sequence[tuple[int, ...]] = ()

    def reader(self, card: int, seat: int) -> Reader:
        """What reads the expressions of a card for a seat."""
        return Reader(self.deck, self.sheet, probe_of(self.sheet), self.table, self.names, seat, card)

    def says(self, card: int, expression: int, seat: int) -> int:
        """What an expression of a card comes to for a seat."""
        return evaluate(self.sheet, self.table, expression, seat, card, w.NONE)

    def title(self, card: int) -> str:
        """The title of a card."""
        return self.deck.titles[card]

    def spoken(self, card: int) -> str:
        """What a sentence calls a card."""
        return self.deck.spoken[card]

    def with_text(self, said: Saying, card: int) -> Saying:
        """A saying about a card, with the card's own text where the saying leaves something to it."""
        text = self.deck.cards[card].text
        return say(said, f" ({self.spoken(card)}: {text})") if LOOSELY in said and text else said
