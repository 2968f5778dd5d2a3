"""Discarding what a program selects, but for what is safe from it."""

from __future__ import annotations

from changeling.cards.codes import DISCARD, DISCARDED, NONE, SAFE_FROM_DISCARD, SORT
from changeling.engine.layout import F_PROGRAM, Table
from changeling.engine.machine.board.attachments import move_with_attached, stays
from changeling.engine.machine.journal import RULE_18, TURN_8, V_DISCARDS
from changeling.engine.machine.rules.permissions import permission
from changeling.engine.machine.rules.sections import replaced
from changeling.engine.sheet_layout import Sheet


def discard_all(d: Sheet, t: Table, seat: int, clause: int) -> None:
    """Discard the selection. What is safe from it stays, and `instead of discarded` replaces it (but never what makes
    room for a newer Goal)."""
    for place in range(t.options):
        card = t.option[place] % SORT
        if clause == TURN_8 and d.permitted | d.insteads != 0 and spared(d, t, card, seat):
            continue
        if t.place[card] != DISCARD:
            move_with_attached(d, t, V_DISCARDS, seat, card, DISCARD, clause)
    t.options = 0


def spared(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a card that a program discards is not: it is safe, or something else happens instead."""
    if t.place[card] == DISCARD or stays(t, card):
        return False
    return permission(d, t, SAFE_FROM_DISCARD, card, NONE) or replaced(d, t, DISCARDED, card, seat, NONE)


def discard(d: Sheet, t: Table, base: int, seat: int) -> None:
    """Discard the selection; a surplus Goal cites the rule that allows no more of them."""
    discard_all(d, t, seat, RULE_18 if t.stack[base + F_PROGRAM] == d.goals_program else TURN_8)
