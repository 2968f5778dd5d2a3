"""What a journal is to the machine: flat integers, beside an interpreted table and in the memory of a compiled one.

Rows are written into `told_row` and taken out of it by whoever keeps the journal (`engine.journal`). The rest is what
the machine has to remember of the program under way to say who acts.
"""

from __future__ import annotations

from typing import Final

from changeling.engine.fields import SCRATCH, Flat, many, one
from changeling.engine.layout import MAX_CARDS
from changeling.engine.sheet_layout import Sheet

# The columns of a row.
ROW_VERB: Final = 0
ROW_SEAT: Final = 1
ROW_CARD: Final = 2
ROW_SOURCE: Final = 3  # a zone, or NONE
ROW_TARGET: Final = 4  # likewise
ROW_CLAUSE: Final = 5
ROW_CAUSE: Final = 6  # the card that caused it
ROW_SEEN: Final = 7  # bits of the seats that could see the card
ROW_OTHER: Final = 8  # the seat that it concerns besides
ROW_HOST: Final = 9  # the card that the card lies on, or goes along with
ROW_DECISIONS: Final = 10  # answers given before it happened
ROW_WIDTH: Final = 11
WRITTEN_WIDTH: Final = ROW_WIDTH + 1  # behind each row: the instruction that tells it itself if it uses it, or NONE
ROOM: Final = 512  # rows that compiled code has room for; what happens after one answer is about four


class Noted(Flat):
    """What the machine writes of a journal, and what it remembers for the next row."""

    room = one(SCRATCH, "how many rows there is room for")
    told = one(SCRATCH, "how many were written and not taken yet")
    missed = one(SCRATCH, "1: there was no room for a row")
    choices = one(SCRATCH, "cards that somebody chose for the program under way")
    choice_card = many(SCRATCH, MAX_CARDS, "those cards", filled="choices")
    choice_seat = many(SCRATCH, MAX_CARDS, "for each: who chose it", filled="choices")
    leads = one(SCRATCH, "cards that others were attached to, and of which one of those was chosen")
    lead_root = many(SCRATCH, MAX_CARDS, "those cards", filled="leads")
    lead_card = many(SCRATCH, MAX_CARDS, "for each: the chosen one that it goes along with", filled="leads")
    told_row = many(SCRATCH, ROOM * WRITTEN_WIDTH, "the rows, WRITTEN_WIDTH integers each", kind="i4")

    __slots__ = ("sheet",)
    sheet: Sheet  # of the deck that is played; compiled code finds it by its address (engine.native.noting)

    def __init__(self, sheet: Sheet) -> None:
        """Room for one row, which is taken at once, and for the cards that there are."""
        super().__init__()
        self.sheet, self.room, self.told_row = sheet, 1, [0] * WRITTEN_WIDTH
        self.choice_card, self.choice_seat = [0] * sheet.cards, [0] * sheet.cards
        self.lead_root, self.lead_card = [0] * sheet.cards, [0] * sheet.cards

    def copy(self) -> Noted:
        """The same, for another journal."""
        other = super().copy()
        other.sheet = self.sheet
        return other

    def memory(self) -> tuple[tuple[int, ...], ...]:
        """What is remembered for the next row."""
        choices, leads = self.choices, self.leads
        return (
            tuple(self.choice_card[:choices]),
            tuple(self.choice_seat[:choices]),
            tuple(self.lead_root[:leads]),
            tuple(self.lead_card[:leads]),
        )

    def remember(self, memory: tuple[tuple[int, ...], ...]) -> None:
        """Bring that back."""
        cards, seats, roots, leads = memory
        self.choices, self.choice_card[: len(cards)], self.choice_seat[: len(cards)] = len(cards), cards, seats
        self.leads, self.lead_root[: len(roots)], self.lead_card[: len(roots)] = len(roots), roots, leads
