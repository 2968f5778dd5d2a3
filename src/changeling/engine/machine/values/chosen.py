"""Terms about choosing: numbers and names to choose from, and what players have chosen in secret and shown."""

from __future__ import annotations

from changeling.cards.codes import A_NUMBER, MOST_CHOSEN, NONE, OUT, RULE, SORT
from changeling.engine.layout import F_REGISTER, Table
from changeling.engine.machine.board.likeness import passes
from changeling.engine.sheet_layout import Sheet


def select_numbers(t: Table, low: int, high: int) -> None:
    """Add the numbers from one to another, as far as they can be chosen; at least the lowest."""
    low = max(0, min(low, MOST_CHOSEN))
    for number in range(low, max(low, min(high, MOST_CHOSEN)) + 1):
        t.option[t.options] = A_NUMBER * SORT + number
        t.options += 1


def select_names(d: Sheet, t: Table, which: int) -> None:
    """Add a card of each name that takes part in the game, if it passes a filter."""
    t.touched += 2 * d.cards
    for card in range(d.cards):
        first = d.first[d.name[card]]
        while first != NONE and t.place[first] == OUT:
            first = d.twin[first]
        if first == card and d.kind[card] >= RULE and passes(d, t, card, d.marks[card], which):
            t.option[t.options] = card
            t.options += 1


def alike(d: Sheet, card: int, other: int) -> bool:
    """Whether two cards have the same name."""
    return card >= 0 and other >= 0 and d.name[card] == d.name[other]


def choice_of(t: Table, base: int, block: int, seat: int) -> int:
    """What a player has chosen; NONE for nobody, and before it is shown."""
    return max(t.stack[base + F_REGISTER + block + seat], NONE) if seat >= 0 else NONE


def votes_for(t: Table, base: int, block: int, value: int) -> int:
    """How many players have chosen this."""
    found = 0
    for seat in range(t.seats if value >= 0 else 0):
        if t.stack[base + F_REGISTER + block + seat] == value:
            found += 1
    return found
