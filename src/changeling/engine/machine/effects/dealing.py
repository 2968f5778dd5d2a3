"""Dealing cards out: promised one by one, handed over all at once."""

from __future__ import annotations

from changeling.cards.codes import (
    ASIDE,
    CREEPER,
    CREEPERS,
    DOWN,
    EVERYONE,
    HAND,
    KEEPERS,
    NONE,
    PART_HANDS,
    SORT,
    STOLEN,
)
from changeling.engine.layout import F_ASIDE, F_CARD, F_SEAT, FRAME, Table
from changeling.engine.machine.board.attachments import (
    front,
    gather_riders,
    loosen,
    move_with_attached,
    moved_by,
    rider_zone,
    stays,
)
from changeling.engine.machine.board.seats import players_left, seat_at
from changeling.engine.machine.chance import below
from changeling.engine.machine.frames import aside_of, transfer
from changeling.engine.machine.happenings import tell_event
from changeling.engine.machine.journal import TURN_8, V_GIVES, V_IS_DEALT, V_SETS_ASIDE, V_TAKES_IN
from changeling.engine.machine.values.selection import selected
from changeling.engine.machine.zones import forget_who_knows, seat_of
from changeling.engine.sheet_layout import Sheet


def redeal(d: Sheet, t: Table, seat: int) -> None:
    """The selection is shuffled and dealt out to the players, the seat first. One event: nobody wins before all is
    dealt (W-F7)."""
    count = things_to_deal(t)
    for last in range(count - 1, 0, -1):
        other = below(t, last + 1)
        held_back = t.option[last]
        t.option[last] = t.option[other]
        t.option[other] = held_back
    for place in range(count):
        card = t.option[place]
        receiver = (seat + place) % t.seats if t.out == 0 else seat_at(t, seat, EVERYONE, place % players_left(t))
        zone = HAND + receiver if HAND <= t.place[card] < KEEPERS else front(d, card, receiver)
        if HAND <= zone < KEEPERS:
            t.known[card] = 0
            transfer(t, V_IS_DEALT, seat, card, zone, TURN_8)
        else:
            move_with_attached(d, t, V_IS_DEALT, seat, card, zone, TURN_8)
    t.options = 0


def things_to_deal(t: Table) -> int:
    """Leave of the selection what moves by itself: cards that are attached to one another are one thing (K-E08). Gives
    how many things there are."""
    t.touched += t.options * t.options // 2
    kept = 0
    for place in range(t.options):
        card = moved_by(t, t.option[place] % SORT)
        if not stays(t, card) and not selected(t, card, kept):
            t.option[kept] = card
            kept += 1
    return kept


def keep_for(t: Table, base: int, card: int, receiver: int) -> None:
    """Keep a card for a player. In a hand it stays until it is handed over, so that nobody learns which card it is,
    but nothing finds it there any more; from elsewhere it is put aside, with all that is attached to it or under it."""
    if HAND <= t.place[card] < KEEPERS or t.place[card] >= ASIDE:
        promise_one(t, card, receiver)
        return
    zone = aside_of(t, base)
    if zone == NONE:
        return
    root, seat = moved_by(t, card), t.stack[base + F_SEAT]
    owner = seat_of(t, root)
    for part in range(gather_riders(t, root)):
        rider = t.head[rider_zone(owner, part)]
        while rider != NONE:
            after = t.next[rider]
            if t.host[rider] == root:
                put_aside(t, seat, rider, zone, receiver)
            rider = after
    put_aside(t, seat, root, zone, receiver)


def promise_one(t: Table, card: int, receiver: int) -> None:
    """Mark a card as promised."""
    if t.promised[card] == NONE:
        t.promises += 1
    t.promised[card] = receiver
    t.dirty |= PART_HANDS


def put_aside(t: Table, seat: int, card: int, zone: int, receiver: int) -> None:
    """Put a card aside for a player."""
    owner = seat_of(t, card)
    loosen(t, card)
    t.known[card] |= 1 << seat
    transfer(t, V_SETS_ASIDE, seat, card, zone, TURN_8)
    if owner != NONE and owner != seat and owner != receiver:
        tell_event(t, STOLEN, card, seat, owner, t.stack[(t.frames - 1) * FRAME + F_CARD])
    promise_one(t, card, receiver)


def deliver(d: Sheet, t: Table, seat: int) -> None:
    """All promised cards go into the hands they were promised to. Nobody else learns which cards these were."""
    hand_out(d, t, V_GIVES, seat, HAND)


def deal_down(d: Sheet, t: Table, seat: int) -> None:
    """Everything promised goes face down in front of the players; nobody sees it until it has to be played (K-B05)."""
    hand_out(d, t, V_IS_DEALT, seat, DOWN)


def hand_out(d: Sheet, t: Table, verb: int, seat: int, zones: int) -> None:
    """Everything promised goes to these zones of those it was promised to; a Creeper comes face up in front, being
    never in a hand (CREEP-1)."""
    t.touched += d.cards
    # Before anything arrives: what is handed over now is not among the cards that others lose track of.
    for card in range(d.cards if t.promises > 0 else 0):
        if t.promised[card] != NONE and seat_of(t, card) != NONE and t.place[card] < DOWN:
            forget_who_knows(t, t.place[card], seat_of(t, card), t.promised[card])
    # Zone by zone: in the order of the cards' numbers the events would show which cards they are.
    for zone in range(ASIDE + t.asides if t.promises > 0 else 0):
        card = t.head[zone] if zone < DOWN or zone >= ASIDE else NONE  # what is promised there is a stash
        while card != NONE:
            after = t.next[card]
            receiver = t.promised[card]
            if receiver != NONE:
                giver = seat_of(t, card) if verb == V_GIVES else NONE
                to = CREEPERS if d.kind[card] == CREEPER else zones
                transfer(t, verb, giver if giver != NONE else seat, card, to + receiver, TURN_8)
            card = after


def take_in(t: Table, base: int, seat: int) -> None:
    """What lies aside and is not promised goes into the hand."""
    zone = t.stack[base + F_ASIDE]
    card = t.head[zone] if zone != NONE else NONE
    while card != NONE:
        after = t.next[card]
        if t.promised[card] == NONE:
            transfer(t, V_TAKES_IN, seat, card, HAND + seat, TURN_8)
        card = after
