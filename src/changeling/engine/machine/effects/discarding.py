"""Discarding what a program selects, but for what is safe from it."""

from __future__ import annotations

from changeling.cards.codes import DISCARD, DISCARDED, NONE, SAFE_FROM_DISCARD, SORT
from changeling.engine.layout import F_PROGRAM, Table
from changeling.engine.machine.board.attachments import move_with_attached, root_of, stays
from changeling.engine.machine.journal import RULE_18, TURN_8, V_DISCARDS
from changeling.engine.machine.rules.permissions import permission
from changeling.engine.machine.rules.sections import replaced
from changeling.engine.sheet_layout import Sheet


def discard_all(d: Sheet, t: Table, seat: int, clause: int) -> None:
    """Discard the selection. What is safe from it stays, and `instead of discarded` replaces it (but never what makes
    room for a newer Goal)."""
    if clause == TURN_8 and d.permitted | d.insteads != 0:
        leave_spared(d, t, seat)
    for place in range(t.options):
        card = t.option[place] % SORT
        if t.place[card] != DISCARD:
            move_with_attached(d, t, V_DISCARDS, seat, card, DISCARD, clause)
    t.options = 0


def leave_spared(d: Sheet, t: Table, seat: int) -> None:
    """Leave what is not discarded after all out of the selection. That is settled before any card moves, as they all go
    at once: a card that protects others does so while it goes with them. What goes along with a card before it is
    not asked about by itself."""
    kept = 0
    for place in range(t.options):
        card = t.option[place] % SORT
        along = False
        for earlier in range(kept if t.attached > 0 else 0):
            along = along or root_of(t, t.option[earlier] % SORT) == root_of(t, card)
        if along or not spared(d, t, card, seat):
            t.option[kept] = t.option[place]
            kept += 1
    t.options = kept


def spared(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a card that a program discards is not: it is safe, or something else happens instead."""
    if t.place[card] == DISCARD or stays(t, card):
        return False
    return permission(d, t, SAFE_FROM_DISCARD, card, NONE) or replaced(d, t, DISCARDED, card, seat, NONE)


def discard(d: Sheet, t: Table, base: int, seat: int) -> None:
    """Discard the selection; a surplus Goal cites the rule that allows no more of them."""
    discard_all(d, t, seat, RULE_18 if t.stack[base + F_PROGRAM] == d.goals_program else TURN_8)
