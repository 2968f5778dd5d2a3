"""Discarding what a program selects, but for what is safe from it."""

from __future__ import annotations

from changeling.cards.codes import DISCARD, DISCARDED, NONE, SAFE_FROM_DISCARD, SEALED, SORT
from changeling.engine.layout import F_PROGRAM, Table
from changeling.engine.machine.board.attachments import (
    attached_to,
    in_front,
    loosen,
    move_with_attached,
    moved_by,
    rider_zone,
    root_of,
    stays,
)
from changeling.engine.machine.journal import CREEP_6, RULE_18, TURN_8, V_DETACHES, V_DISCARDS, note
from changeling.engine.machine.rules.permissions import permission
from changeling.engine.machine.rules.sections import replaced
from changeling.engine.machine.zones import seat_of
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
    at once: a card that protects others does so while it goes with them. Of cards that are attached to one another each
    is asked about by itself, what goes along with a selected one too: it comes off those that go."""
    for place in range(t.options):
        while t.option[place] >= 0 and not goes_along(t, place) and stays_below(d, t, place, seat):
            pass
    kept = 0
    for place in range(t.options):
        if t.option[place] >= 0:
            t.option[kept] = t.option[place]
            kept += 1
    t.options = kept


def goes_along(t: Table, place: int) -> bool:
    """Whether a selected card goes along with one that was selected before it, and was looked at with that."""
    for earlier in range(place if t.attached > 0 else 0):
        if t.option[earlier] >= 0 and root_of(t, t.option[earlier] % SORT) == root_of(t, t.option[place] % SORT):
            return True
    return False


def stays_below(d: Sheet, t: Table, place: int, seat: int) -> bool:
    """Settle for a selected card, and for what would go along with it, what is not discarded. Gives whether only the
    card at the bottom stays, so that what lies on that has to be looked at anew."""
    card = t.option[place] % SORT
    root = moved_by(t, card)
    if spared(d, t, card, seat):
        leave_behind(t, card, seat)
        return False
    if root != card and spared(d, t, root, seat):
        leave_behind(t, root, seat)
        return True
    spare_riders(d, t, root, card, seat)
    return False


def spare_riders(d: Sheet, t: Table, root: int, card: int, seat: int) -> None:
    """What lies on a card that goes, but for one of them, and is not discarded comes off it; the lower ones first."""
    depth = 1 if t.attached > 0 and in_front(t, root) else 0
    while depth > 0:
        deeper = False
        for part in range(1, 3):
            zone = rider_zone(seat_of(t, root), part)
            t.touched += t.size[zone]
            rider = t.head[zone]
            while rider != NONE:
                if rider != root and root_of(t, rider) == root and cards_below(t, rider) == depth:
                    deeper = True
                    if rider != card and spared(d, t, rider, seat):
                        leave_behind(t, rider, seat)
                        come_off(t, rider, seat)
                rider = t.next[rider]
        depth = depth + 1 if deeper else 0


def leave_behind(t: Table, kept: int, seat: int) -> None:
    """A card is not discarded: it is selected no more. What is selected and lies on it comes off, and it comes off what
    goes."""
    others = False
    for place in range(t.options):
        card = t.option[place] % SORT
        if t.option[place] < 0:
            continue
        if card == kept:
            t.option[place] = NONE
            continue
        while t.host[card] != NONE and t.host[card] != kept:
            card = t.host[card]
        if t.host[card] == kept and t.place[card] != SEALED:
            come_off(t, card, seat)
        elif t.host[kept] != NONE and card == root_of(t, kept):
            others = True
    if others:
        come_off(t, kept, seat)


def come_off(t: Table, card: int, seat: int) -> None:
    """A card comes off what it is attached to."""
    if attached_to(t, card) != NONE:
        note(t, V_DETACHES, seat, card, NONE, NONE, CREEP_6)
        loosen(t, card)


def cards_below(t: Table, card: int) -> int:
    """On how many cards a card lies."""
    depth = 0
    while t.host[card] != NONE:
        card = t.host[card]
        depth += 1
    return depth


def spared(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a card that a program discards is not: it is safe, or something else happens instead."""
    if t.place[card] == DISCARD or stays(t, card):
        return False
    return permission(d, t, SAFE_FROM_DISCARD, card, NONE) or replaced(d, t, DISCARDED, card, seat, NONE)


def discard_after_all(d: Sheet, t: Table, seat: int, card: int, clause: int) -> None:
    """A card is discarded that a section had put off; what lies on it or under it, and is spared, is left behind."""
    t.options = 0
    if clause == TURN_8:
        root = moved_by(t, card)
        if root != card and spared(d, t, root, seat):
            come_off(t, card, seat)
        spare_riders(d, t, moved_by(t, card), card, seat)
    move_with_attached(d, t, V_DISCARDS, seat, card, DISCARD, clause)


def discard(d: Sheet, t: Table, base: int, seat: int) -> None:
    """Discard the selection; a surplus Goal cites the rule that allows no more of them."""
    discard_all(d, t, seat, RULE_18 if t.stack[base + F_PROGRAM] == d.goals_program else TURN_8)
