"""Cards that lie on or under another, and what becomes of them when one of them moves (CREEP-6, K-E05).

A card is attached to another card of the same player; that may be attached to a third, and so on. The card at the
bottom is the root, and root and riders move together, whichever of them is moved. A sealed card lies face down under
another, counts for nothing, and goes where that goes.
"""

from __future__ import annotations

from changeling.cards.codes import (
    CENTRE,
    CREEPER,
    CREEPERS,
    DISCARD,
    DOWN,
    GOALS,
    HAND,
    KEEPER,
    KEEPERS,
    MAX_SEATS,
    METAS,
    NONE,
    OUT,
    PART_BOARD,
    RULES,
    SEALED,
)
from changeling.engine.layout import ANY_CARD, Table
from changeling.engine.machine.frames import transfer
from changeling.engine.machine.journal import CREEP_5, CREEP_6, V_ATTACHES, V_DETACHES, V_SEALS, V_UNCOVERS, note
from changeling.engine.machine.zones import EVERYBODY, forget_who_knows, seat_of
from changeling.engine.sheet_layout import Sheet


# --- where a card belongs ---------------------------------------------------------------------------------------------
def front(d: Sheet, card: int, seat: int) -> int:
    """The zone where a card lies that comes to a seat: with its Keepers or its Creepers (CREEP-2); any other kind of
    card never lies in front of anybody and goes into the hand."""
    kind = d.kind[card]
    if kind == CREEPER:
        return CREEPERS + seat
    return (KEEPERS if kind == KEEPER else HAND) + seat


def held(d: Sheet, card: int, seat: int) -> int:
    """The hand of a seat, or for a Creeper, which is in no hand, the place in front of the seat (W-F5)."""
    return (CREEPERS if d.kind[card] == CREEPER else HAND) + seat


def in_front(t: Table, card: int) -> bool:
    """Whether a card lies face up in front of a player."""
    return KEEPERS <= t.place[card] < DOWN


def holds_cards(t: Table, card: int) -> bool:
    """Whether other cards can lie under a card: it lies in front of a player, or is a rule or a Goal in play."""
    zone = t.place[card]
    return KEEPERS <= zone < DOWN or zone == RULES or zone == GOALS


def stays(t: Table, card: int) -> bool:
    """Whether a card can never be moved: the Basic Rules, a Meta Rule, what is not in the game (SETUP-1, SETUP-5)."""
    zone = t.place[card]
    return zone == CENTRE or zone == METAS or zone == OUT


# --- what lies on what ------------------------------------------------------------------------------------------------
def attached_to(t: Table, card: int) -> int:
    """The card that a face-up card is attached to, or NONE."""
    return NONE if t.place[card] == SEALED else t.host[card]


def root_of(t: Table, card: int) -> int:
    """The card at the bottom of those that a card lies on or under; itself where there is none."""
    while t.host[card] != NONE:
        card = t.host[card]
    return card


def moved_by(t: Table, card: int) -> int:
    """The card that has to move so that this one does: its root; a sealed card is moved by itself."""
    return card if t.place[card] == SEALED else root_of(t, card)


def rider_zone(owner: int, part: int) -> int:
    """The three zones in which cards lie on or under another of a player."""
    if part == 0:
        return SEALED
    return (CREEPERS if part == 1 else KEEPERS) + owner


def rider_zones(t: Table, root: int) -> int:
    """In how many of these zones cards lie on or under a root: under a rule or a Goal only what is sealed."""
    if t.attached == 0 or not holds_cards(t, root):
        return 0
    return 3 if in_front(t, root) else 1


def gather_riders(t: Table, root: int) -> int:
    """Let every card that lies on or under a root, or on a card that does, lie on or under the root itself.

    For a root that is about to leave the table: its riders are then those whose host it is. Gives in how many zones
    they can be, or 0 where there are none."""
    found = 0
    for part in range(rider_zones(t, root)):
        t.touched += t.size[rider_zone(seat_of(t, root), part)]
        card = t.head[rider_zone(seat_of(t, root), part)]
        while card != NONE:
            if card != root and root_of(t, card) == root:
                t.host[card] = root
                found = rider_zones(t, root)
            card = t.next[card]
    return found


def loosen(t: Table, card: int) -> None:
    """The card lies on or under nothing any more."""
    if t.host[card] != NONE:
        t.host[card] = NONE
        t.attached -= 1
        t.dirty |= PART_BOARD
        t.changed_boards = EVERYBODY
        t.moved_cards = ANY_CARD


# --- moving -----------------------------------------------------------------------------------------------------------
def move_with_attached(d: Sheet, t: Table, verb: int, seat: int, card: int, zone: int, clause: int) -> None:
    """Move a card with everything that is attached to it or that it is attached to, and what is sealed under these.

    In front of a player, and to the discard pile, all go together (K-E05, K-E06). Into a hand go the Keepers; Creepers,
    and what comes out from under them, lie in front of that player (W-F5). Anywhere else goes the card alone. A sealed
    card comes out alone. What can never be moved stays."""
    if stays(t, card):
        return
    if HAND <= t.place[card] < KEEPERS and HAND <= zone < KEEPERS:
        forget_who_knows(t, t.place[card], seat_of(t, card), zone - HAND)
    if t.attached == 0:
        transfer(t, verb, seat, card, zone, clause)
        return
    if t.place[card] == SEALED:
        loosen(t, card)
    if KEEPERS <= zone < DOWN:
        move_group(d, t, verb, seat, root_of(t, card), (zone - HAND) % MAX_SEATS, clause)
    elif zone == DISCARD:
        discard_group(t, verb, seat, root_of(t, card), clause)
    elif HAND <= zone < KEEPERS:
        take_up_group(d, t, verb, seat, root_of(t, card), zone - HAND, clause)
    else:
        loosen(t, card)
        release(d, t, seat, card)
        transfer(t, verb, seat, card, zone, clause)


def move_group(d: Sheet, t: Table, verb: int, seat: int, root: int, to: int, clause: int) -> None:
    """A card and what is attached to it come to lie in front of a seat."""
    owner = seat_of(t, root) if in_front(t, root) else NONE
    transfer(t, verb, seat, root, front(d, root, to), clause)
    if owner == NONE or owner == to:
        return
    for part in range(1, 3):
        card = t.head[rider_zone(owner, part)]
        while card != NONE:
            after = t.next[card]
            if root_of(t, card) == root:
                transfer(t, verb, seat, card, front(d, card, to), CREEP_6)
            card = after


def discard_group(t: Table, verb: int, seat: int, root: int, clause: int) -> None:
    """A card is discarded with everything attached to it or sealed under it (K-E06)."""
    owner = seat_of(t, root)
    for part in range(gather_riders(t, root)):
        card = t.head[rider_zone(owner, part)]
        while card != NONE:
            after = t.next[card]
            if t.host[card] == root:
                transfer(t, verb, seat, card, DISCARD, CREEP_6)
                loosen(t, card)
            card = after
    transfer(t, verb, seat, root, DISCARD, clause)


def take_up_group(d: Sheet, t: Table, verb: int, seat: int, root: int, to: int, clause: int) -> None:
    """A card and the Keepers attached to it go into a hand; Creepers on it, and what lay under it, come in front."""
    owner = seat_of(t, root)
    parts = gather_riders(t, root)
    for number in range(parts):
        part = parts - 1 - number
        card = t.head[rider_zone(owner, part)]
        while card != NONE:
            after = t.next[card]
            if t.host[card] == root:
                if part == 0:
                    transfer(t, V_UNCOVERS, seat, card, front(d, card, to), CREEP_6)
                elif t.place[card] != held(d, card, to):
                    transfer(t, verb, seat, card, held(d, card, to), CREEP_6)
                loosen(t, card)
            card = after
    transfer(t, verb, seat, root, held(d, root, to), clause)


def release(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card leaves the table alone: what was attached to it or under it stays behind, loose, with its owner."""
    if not holds_cards(t, card):
        return
    owner = seat_of(t, card)
    for part in range(1, rider_zones(t, card)):
        rider = t.head[rider_zone(owner, part)]
        while rider != NONE:
            if t.host[rider] == card:
                loosen(t, rider)
            rider = t.next[rider]
    uncover(d, t, receiver_of(t, card, seat), card, seat)


def receiver_of(t: Table, over: int, seat: int) -> int:
    """Who gets what lies under a card: its owner; of a rule or a Goal, whoever made it come out."""
    owner = seat_of(t, over)
    if owner != NONE:
        return owner
    return seat if seat != NONE else t.turn


# --- words ------------------------------------------------------------------------------------------------------------
def attach(t: Table, seat: int, card: int, host: int) -> None:
    """A loose card fastens itself to another of the same player (CREEP-5); never to one that rides on it."""
    if card < 0 or host < 0 or t.host[card] != NONE or not in_front(t, card) or not in_front(t, host):
        return
    if seat_of(t, card) == seat_of(t, host) and root_of(t, host) != card:
        t.host[card] = host
        t.attached += 1
        t.dirty |= PART_BOARD
        t.changed_boards = EVERYBODY
        t.moved_cards = ANY_CARD
        note(t, V_ATTACHES, seat, card, NONE, NONE, CREEP_5)


def detach(t: Table, seat: int, card: int) -> None:
    """A card comes off what it is attached to and stays in front of its owner; what is on it stays on it."""
    if card >= 0 and attached_to(t, card) != NONE:
        note(t, V_DETACHES, seat, card, NONE, NONE, CREEP_6)
        changed = t.dirty
        loosen(t, card)
        t.dirty = changed  # no check now: it would attach again before the next instruction has moved it


def can_seal(t: Table, card: int, over: int) -> bool:
    """Whether a card can go under another: a loose one, under one in front of a player, a rule or a Goal in play."""
    if card < 0 or over < 0 or t.host[card] != NONE or not holds_cards(t, over) or root_of(t, over) == card:
        return False
    return not stays(t, card)


def put_under(t: Table, seat: int, card: int, over: int) -> None:
    """A card goes face down under another and counts for nothing there (K-B18). What is attached to it or under it goes
    with it (K-E15), and lies there beside it."""
    owner = seat_of(t, card)
    for part in range(gather_riders(t, card)):
        rider = t.head[rider_zone(owner, part)]
        while rider != NONE:
            after = t.next[rider]
            if t.host[rider] == card:
                t.host[rider] = over
                if part > 0:
                    transfer(t, V_SEALS, seat, rider, SEALED, CREEP_6)
            rider = after
    t.host[card] = over
    t.attached += 1
    transfer(t, V_SEALS, seat, card, SEALED, CREEP_6)


def unseal(d: Sheet, t: Table, seat: int, over: int) -> None:
    """What lies under a card comes back to the card's owner, or under a rule or a Goal to the seat."""
    if over >= 0 and holds_cards(t, over):
        uncover(d, t, receiver_of(t, over, seat), over, seat)


def uncover(d: Sheet, t: Table, owner: int, over: int, seat: int) -> None:
    """Everything under a card comes to a player: Keepers and Creepers in front, any other card into the hand."""
    card = t.head[SEALED]
    while card != NONE:
        after = t.next[card]
        if t.host[card] == over:
            transfer(t, V_UNCOVERS, seat, card, front(d, card, owner), CREEP_6)
            loosen(t, card)
        card = after
