"""Cards that lie on or under another, and move_with_attached with it (CREEP-6, K-E05).

An attached Creeper lies in front of its Keeper's owner; each of the two moves with the other. A sealed card lies face
down under another, counts for nothing, and goes where that goes.
"""

from __future__ import annotations

from changeling.cards.codes import CREEPER, CREEPERS, DISCARD, DOWN, HAND, KEEPERS, MAX_SEATS, NONE, PART_BOARD, SEALED
from changeling.engine.layout import ANY_CARD, Sheet, Table
from changeling.engine.machine.frames import transfer
from changeling.engine.machine.journal import CREEP_5, CREEP_6, V_ATTACHES, V_DETACHES, V_SEALS, V_UNCOVERS, note
from changeling.engine.machine.zones import EVERYBODY, seat_of


def front(d: Sheet, card: int, seat: int) -> int:
    """The zone in front of a seat where a card lies: with the Keepers or with the Creepers (CREEP-2)."""
    return (CREEPERS if d.kind[card] == CREEPER else KEEPERS) + seat


def attached_to(t: Table, card: int) -> int:
    """The Keeper that a face-up card is attached to, or NONE."""
    return NONE if t.place[card] == SEALED else t.host[card]


def move_with_attached(d: Sheet, t: Table, verb: int, seat: int, card: int, zone: int, clause: int) -> None:
    """Move a card with everything that is attached to it or that it is attached to, and what is sealed under it."""
    if t.attached == 0:
        transfer(t, verb, seat, card, zone, clause)
        return
    root = attached_to(t, card)
    if KEEPERS <= zone < DOWN:
        to = (zone - HAND) % MAX_SEATS
        move_group(d, t, verb, seat, root if root != NONE else card, to, clause)
    elif zone == DISCARD:
        discard_group(t, verb, seat, root if root != NONE else card, clause)
    else:
        if root != NONE:
            loosen(t, card)
        release(t, seat, card)
        transfer(t, verb, seat, card, zone, clause)


def move_group(d: Sheet, t: Table, verb: int, seat: int, root: int, to: int, clause: int) -> None:
    """A card and what is attached to it come to lie in front of a seat."""
    owner = seat_of(t, root)
    transfer(t, verb, seat, root, front(d, root, to), clause)
    if owner == NONE or owner == to:
        return
    card = t.head[CREEPERS + owner]
    while card != NONE:
        after = t.next[card]
        if t.host[card] == root:
            transfer(t, verb, seat, card, CREEPERS + to, CREEP_6)
        card = after


def discard_group(t: Table, verb: int, seat: int, root: int, clause: int) -> None:
    """A card is discarded with everything attached to it or sealed under it (K-E06)."""
    owner = seat_of(t, root)
    for place in range(2):
        zone = SEALED if place == 0 else CREEPERS + owner
        if place == 1 and owner == NONE:
            break
        card = t.head[zone]
        while card != NONE:
            after = t.next[card]
            if t.host[card] == root:
                transfer(t, verb, seat, card, DISCARD, CREEP_6)
                loosen(t, card)
            card = after
    transfer(t, verb, seat, root, DISCARD, clause)


def loosen(t: Table, card: int) -> None:
    """The card lies on or under nothing any more."""
    if t.host[card] != NONE:
        t.host[card] = NONE
        t.attached -= 1
        t.dirty |= PART_BOARD
        t.changed_boards = EVERYBODY
        t.moved_cards = ANY_CARD


def release(t: Table, seat: int, root: int) -> None:
    """A card leaves the table for a hand: what was attached to it or under it stays behind, loose, with its owner."""
    owner = seat_of(t, root)
    if owner == NONE:
        return
    card = t.head[CREEPERS + owner]
    while card != NONE:
        if t.host[card] == root:
            loosen(t, card)
        card = t.next[card]
    uncover(t, owner, root, seat)


def attach(t: Table, seat: int, card: int, keeper: int) -> None:
    """A Creeper fastens itself to a Keeper of its owner (CREEP-5)."""
    if card >= 0 and keeper >= 0 and t.host[card] == NONE and seat_of(t, card) == seat_of(t, keeper):
        t.host[card] = keeper
        t.attached += 1
        t.dirty |= PART_BOARD
        t.changed_boards = EVERYBODY
        t.moved_cards = ANY_CARD
        note(t, V_ATTACHES, seat, card, NONE, NONE, CREEP_5)


def detach(t: Table, seat: int, card: int) -> None:
    """A Creeper comes off its Keeper and stays in front of its owner."""
    if card >= 0 and attached_to(t, card) != NONE:
        note(t, V_DETACHES, seat, card, NONE, NONE, CREEP_6)
        changed = t.dirty
        loosen(t, card)
        t.dirty = changed  # no check now: it would attach again before the next instruction has moved it


def seal(t: Table, seat: int, card: int, over: int) -> None:
    """A loose Creeper goes face down under a card and counts for nothing there (K-B18)."""
    if card >= 0 and over >= 0 and t.host[card] == NONE:
        t.host[card] = over
        t.attached += 1
        transfer(t, V_SEALS, seat, card, SEALED, CREEP_6)


def unseal(t: Table, seat: int, over: int) -> None:
    """What lies under a card comes back in front of the card's owner."""
    owner = seat_of(t, over) if over >= 0 else NONE
    if owner != NONE:
        uncover(t, owner, over, seat)


def uncover(t: Table, owner: int, over: int, seat: int) -> None:
    """Everything under a card is laid in front of a player."""
    card = t.head[SEALED]
    while card != NONE:
        after = t.next[card]
        if t.host[card] == over:
            transfer(t, V_UNCOVERS, seat, card, CREEPERS + owner, CREEP_6)
            loosen(t, card)
        card = after
