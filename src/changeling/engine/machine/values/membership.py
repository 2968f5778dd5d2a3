"""Terms about what a card is part of: a set, what a Goal asks for; and numerals that rules make grow one by one."""

from __future__ import annotations

from changeling.cards.codes import GOALS, HAND, MAX_SEATS, NOBODY, NONE, ONE_SEAT
from changeling.engine.layout import F_CARD, F_SEAT, FRAME, Table
from changeling.engine.machine.board.counts import fits
from changeling.engine.machine.board.having import called_for
from changeling.engine.machine.board.seats import seat_at
from changeling.engine.sheet_layout import Sheet


def among(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int, card: int) -> bool:
    """Whether a card is one of those in a zone of some seats that pass a filter. A card that somebody would play counts
    as one of the hand of that player, wherever it is."""
    if card < 0 or t.promised[card] != NONE or not fits(d, t, card, which):
        return False
    if who == NOBODY:
        return t.place[card] == zone
    held = t.player > 0 and zone == HAND and card == t.item
    holder = t.player - 1 if held else t.place[card] - zone
    if not 0 <= holder < MAX_SEATS:
        return False
    if who == ONE_SEAT:
        return holder == seat
    place = 0
    while place < t.seats:
        if seat_at(t, you, who, place) == holder:
            return True
        place += 1
    return False


def card_at_work(t: Table) -> int:
    """The card whose program is the innermost, or NONE."""
    return t.stack[(t.frames - 1) * FRAME + F_CARD] if t.frames > 0 else NONE


def seat_at_work(t: Table) -> int:
    """The player for whom the innermost program runs, or NONE."""
    return t.stack[(t.frames - 1) * FRAME + F_SEAT] if t.frames > 0 else NONE


def asked_for(d: Sheet, t: Table, card: int) -> bool:
    """Whether a Goal in play asks for a card by its name, or by one that it counts as."""
    goal = t.head[GOALS] if card >= 0 else NONE
    while goal != NONE:
        at = d.asks[goal]
        t.touched += 1
        if at != NONE and called_for(d, t, at, card):
            return True
        goal = t.next[goal]
    return False
