"""The journal of a game: one row of integers for everything that happened. `seen.events` makes events of it.

The machine writes the rows (`machine.journal_rows`); here they are kept in the order in which they are told.
"""

from __future__ import annotations

from collections.abc import Iterable

from changeling.cards import vocabulary as v
from changeling.cards.codes import NONE, WIDTH
from changeling.engine.journal_layout import (
    ROW_CARD,
    ROW_CAUSE,
    ROW_CLAUSE,
    ROW_HOST,
    ROW_SEEN,
    ROW_SOURCE,
    ROW_TARGET,
    ROW_VERB,
    ROW_WIDTH,
    Noted,
)
from changeling.engine.layout import Table
from changeling.engine.machine.journal import CREEP_6
from changeling.engine.machine.journal_rows import goes_together, write_row
from changeling.engine.machine.values.operands import ONE_CARD, PACKED_BITS, VARIABLE
from changeling.engine.sheet_layout import Sheet

__all__ = ["ROW_CARD", "ROW_CAUSE", "ROW_SEEN", "ROW_SOURCE", "ROW_TARGET", "ROW_VERB", "Journal"]


class Journal(list[tuple[int, ...]]):
    """The rows of what happened in a game of the deck of a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.noted = Noted(sheet)
        self._tellers: dict[int, bool] = {}  # by instruction: whether it tells what was chosen for it

    @property
    def sheet(self) -> Sheet:
        """The sheet of the deck."""
        return self.noted.sheet

    def copy(self) -> Journal:
        """Another journal with the same rows."""
        other = Journal.__new__(Journal)
        other.extend(self)
        other.noted, other._tellers = self.noted.copy(), self._tellers
        return other

    def branch(self) -> Journal:
        """Another journal, of what happens from now on: of the rows so far it has only those at the end among which one
        may still belong."""
        first = self._first_open()
        other = Journal.__new__(Journal)
        other.extend(self[first:])
        other.noted, other._tellers = self.noted.copy(), self._tellers
        return other

    def go_on_as(self, branch: Journal) -> None:
        """Have happened what has happened in a branch, which was made after the last row of this."""
        self[self._first_open() :] = branch
        self.noted = branch.noted

    def _first_open(self) -> int:
        """The number of the first row before which one may still be told."""
        first = len(self)
        while first and self[first - 1][ROW_CLAUSE] == CREEP_6:
            first -= 1
        return first

    def seen_by(self, seat: int) -> Journal:
        """Another journal, in which the cards that the seat could not see are not named."""
        other = Journal(self.sheet)
        other.extend(
            row if row[ROW_SEEN] >> seat & 1 else (*row[:ROW_CARD], NONE, *row[ROW_CARD + 1 :]) for row in self
        )
        return other

    def write(self, t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
        """One thing that happened in an interpreted game."""
        noted = self.noted
        write_row(t, noted, verb, seat, card, source, target, clause)
        if noted.told:
            noted.told = 0
            self.take((tuple(noted.told_row),))

    def take(self, written: Iterable[tuple[int, ...]]) -> None:
        """Keep rows that the machine has written, but for those of which the next instruction tells."""
        for row in written:
            teller = row[ROW_WIDTH]
            if teller != NONE and self._tells(teller):
                continue
            if row[ROW_CLAUSE] == CREEP_6:
                self.insert(self._place_of(row), row[:ROW_WIDTH])
            else:
                self.append(row[:ROW_WIDTH])

    def _tells(self, pc: int) -> bool:
        if pc not in self._tellers:
            self._tellers[pc] = _uses_choice(self.sheet, pc)
        return self._tellers[pc]

    def _place_of(self, row: tuple[int, ...]) -> int:
        """Where a row belongs: the card that leads before those that go along with it."""
        place = len(self)
        if row[ROW_HOST] == NONE and goes_together(row[ROW_VERB]):
            while place and self[place - 1][ROW_CLAUSE] == CREEP_6 and self[place - 1][ROW_VERB] == row[ROW_VERB]:
                place -= 1
                if self[place][ROW_HOST] == row[ROW_CARD]:
                    return place
        return len(self)


# --- what an instruction tells itself ---------------------------------------------------------------------------------
def _uses_choice(d: Sheet, pc: int) -> bool:
    """Whether an instruction uses what the one before it had chosen, and so tells it."""
    register = d.code[(pc - 1) * WIDTH + 1]
    pc += d.code[pc * WIDTH] == v.Effects.window.statement
    word = v.STATEMENTS[d.code[pc * WIDTH]]
    if word.group != v.Effects.take.group:
        return False
    operands = zip(word.kinds, d.code[pc * WIDTH + 1 : (pc + 1) * WIDTH], strict=False)
    return any(kind in v.EXPRESSIONS_IN_PROGRAMS and _reads(d, operand, register) for kind, operand in operands)


def _reads(d: Sheet, operand: int, register: int) -> bool:
    """Whether an expression of an instruction reads a register."""
    if operand < 0:
        form, number = divmod(NONE - 1 - operand, 1 << PACKED_BITS)[::-1]
        return form in (VARIABLE, ONE_CARD) and number - 1 == register
    while d.code[operand * WIDTH] != v.Terms.return_.term:
        word = v.TERMS[d.code[operand * WIDTH]]
        if v.REGISTER in word.kinds and d.code[operand * WIDTH + 1 + word.kinds.index(v.REGISTER)] == register:
            return True
        operand += 1
    return False
