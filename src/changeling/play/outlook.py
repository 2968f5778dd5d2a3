"""What each answer to a question would lead to, as far as the seat that is asked can know.

Every answer is tried in worlds that the seat cannot tell from the true one, and only what is so in all of them is told.
So an outlook depends on what the seat may know, and on nothing else. Nobody else does anything in it: Surprises that
others may hold are let pass, and where another player has to choose it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.journal import ROW_CARD, ROW_VERB, Journal
from changeling.engine.layout import FAULT, GOING, STUCK, Table
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.journal import V_CANCELS
from changeling.engine.machine.loop import answer
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.questions.decision import decision_of, in_window
from changeling.engine.seen.worlds import as_seen, imagine
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.play.game import Game

WORLDS: Final = 3
DEPTH: Final = 2  # questions of the card itself that are followed
TRIES: Final = 120  # answers given in one outlook, besides the first of each option
LONGEST: Final = 40  # answers that need no choice, in a row
OPEN: Final = -2  # the game goes on, or how it ends is not certain
NOBODY: Final = -1  # it ends, and nobody wins
_NEW_PLAY: Final = ("act", "before the draw")  # what comes then is another play


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a card that is being played or taken: cancelled or not, and in front of whom it lies then."""

    card: str
    cancelled: bool
    owner: str


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an answer leads to, by its code: `over` that it ends the game, `winner` for whom, empty for nobody.

    In a Surprise window `fates` are those of the cards of the chain, the first one played first."""

    code: int
    over: bool
    winner: str
    fates: tuple[Fate, ...] = ()


def outlook(game: Game) -> tuple[Prospect, ...]:
    """What each option of the pending question leads to."""
    return outlook_at(game.deck, game.table, game.seats)


def outlook_at(deck: Deck, table: Table, names: Sequence[str]) -> tuple[Prospect, ...]:
    """The same for a table, of which no past is needed. The table stays as it is."""
    return _Trial(deck, table, names).prospects() if table.outcome == GOING else ()


class _Trial:
    """One question, tried in several worlds."""

    def __init__(self, deck: Deck, table: Table, names: Sequence[str]) -> None:
        self.sheet: Sheet = sheet_for(deck)
        self.me, self.names, self.deck = table.asked, names, deck
        seen = as_seen(self.sheet, table)
        self.worlds = [imagine(self.sheet, seen, seed=seed) for seed in range(WORLDS)]
        self.chain = self._chain(table) if in_window(table) else []
        self.left = TRIES

    def _chain(self, table: Table) -> list[int]:
        """The cards that are being played, and the one that is being taken."""
        asked = decision_of(self.deck, table, self.names)
        about = self.deck.card(asked.card) if asked is not None else None
        found = cards_in(table, w.BEING_PLAYED)
        return found if about is None or about.id in found else [about.id, *found]

    def prospects(self) -> tuple[Prospect, ...]:
        return tuple(self._prospect(index) for index in range(self.worlds[0].options))

    def _prospect(self, index: int) -> Prospect:
        tried = [self._answered(world, index) for world in self.worlds]
        ends = {self._end(tried[0], DEPTH)}
        if OPEN not in ends:
            ends |= {self._end(table, DEPTH) for table in tried[1:]}
        end = ends.pop() if len(ends) == 1 else OPEN
        winner = self.names[end] if end >= 0 else ""
        return Prospect(self.worlds[0].option[index], end != OPEN, winner, self._fates(tried))

    def _answered(self, world: Table, index: int) -> Table:
        """A world after an answer, and after all that goes without a choice."""
        table = world.copy()
        table.journal = Journal(self.sheet)
        answer(self.sheet, table, index)
        for _ in range(LONGEST):
            if table.outcome != GOING or table.asked == w.NONE or table.turns != world.turns:
                break
            if in_window(table):
                answer(self.sheet, table, table.options - 1)
            elif table.options == 1 and (table.asked != self.me or w.about(table.prompt) not in _NEW_PLAY):
                answer(self.sheet, table, 0)
            else:
                break
        return table

    def _end(self, table: Table, depth: int) -> int:
        """Who wins for certain: what the seat itself chooses on the way is chosen for it to win, if it can."""
        if table.outcome in (FAULT, STUCK):
            return OPEN
        if table.outcome != GOING:
            return self.me if has_won(table, self.me) else table.winner if table.winner >= 0 else NOBODY
        if table.asked != self.me or depth == 0 or in_window(table) or w.about(table.prompt) in _NEW_PLAY:
            return OPEN
        ends = set()
        for index in range(table.options):
            if self.left <= 0:
                return OPEN
            self.left -= 1
            ends.add(self._end(self._answered(table, index), depth - 1))
            if self.me in ends:
                return self.me
        return ends.pop() if len(ends) == 1 else OPEN

    def _fates(self, tried: Sequence[Table]) -> tuple[Fate, ...]:
        """What becomes of each card of the chain, where that is known and the same in every world in which it is."""
        found: list[Fate] = []
        for card in self.chain:
            fates = {self._fate(table, card) for table in tried if self._decided(table, card)}
            found += fates if len(fates) == 1 else ()
        return tuple(found)

    def _decided(self, table: Table, card: int) -> bool:
        """Whether nothing that was played in answer to a card is still being carried out."""
        later = self.chain[self.chain.index(card) + 1 :]
        return all(table.place[one] != w.BEING_PLAYED for one in later)

    def _fate(self, table: Table, card: int) -> Fate:
        rows = table.journal or ()
        cancelled = any(row[ROW_VERB] == V_CANCELS and row[ROW_CARD] == card for row in rows)
        fronts = (w.KEEPERS, w.CREEPERS)
        owner = next((seat for seat in range(table.seats) if table.place[card] - seat in fronts), w.NONE)
        return Fate(self.deck.cards[card].title, cancelled, "" if owner == w.NONE else self.names[owner])
