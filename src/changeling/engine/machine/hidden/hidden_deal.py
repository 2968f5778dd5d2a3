"""Dealing the cards that a seat does not know anew, on a table that is only imagined.

Here and not in `engine.seen`, because a search deals once for every iteration and is compiled with the machine.
"""

from __future__ import annotations

from changeling.cards.codes import ASIDE, CREEPER, DOWN, HAND, KEEPERS, NONE, PILE
from changeling.engine.layout import MAX_CARDS, Table
from changeling.engine.machine.chance import below
from changeling.engine.machine.choices.secret_choices import guess_secrets
from changeling.engine.machine.hidden.settled import is_settled
from changeling.engine.sheet_layout import Sheet

Ints = list[int]  # an array of int64 where it is compiled

# `deal_hidden` is given integers to work with: first the cards of the zones that are dealt, one zone after another,
# then how many promises were taken off their cards, then zone and receiver of each.
PROMISES = MAX_CARDS
DEAL_SCRATCH = PROMISES + 1 + 2 * MAX_CARDS
MOST_DEALS = 400  # one in a hundred that could be is nearly always found


def deal_hidden(d: Sheet, t: Table, seat: int, scratch: Ints) -> None:
    """Deal all cards that the seat does not know anew, honouring what is public: no Creeper is ever in a hand, and what
    would not have stayed in one is not there. Where that has no room elsewhere, after MOST_DEALS it is where it is."""
    deals = 0
    while deals == 0 or (deals < MOST_DEALS and not is_settled(d, t, seat)):
        deal_once(d, t, seat, scratch)
        deals += 1
    t.touched = 0  # what was gone through to look at hands happens at no table


def deal_once(d: Sheet, t: Table, seat: int, scratch: Ints) -> None:
    """Deal all cards that the seat does not know anew; Creepers only into the pile."""
    scratch[PROMISES] = 0
    held = 0
    for zone in range(HAND, ASIDE + t.asides):
        if zone != HAND + seat and (zone < KEEPERS or zone >= DOWN):
            held = write_down(t, zone, seat, scratch, held)
    count = write_down(t, PILE, seat, scratch, held)
    for place in range(count - 1):
        if t.known[scratch[place]] >> seat & 1:
            continue
        other = place + below(t, count - place)
        while t.known[scratch[other]] >> seat & 1 or (place < held and d.kind[scratch[other]] == CREEPER):
            other = place + below(t, count - place)
        card = scratch[place]
        scratch[place] = scratch[other]
        scratch[other] = card
    place = 0
    for zone in range(HAND, ASIDE + t.asides):
        if zone != HAND + seat and (zone < KEEPERS or zone >= DOWN):
            lay_out(t, zone, seat, scratch, place)
            place += t.size[zone]
    lay_out(t, PILE, seat, scratch, place)
    for promise in range(scratch[PROMISES]):
        renew_promise(t, scratch[PROMISES + 1 + 2 * promise], scratch[PROMISES + 2 + 2 * promise])
    if d.secrets == 1:
        guess_secrets(d, t, seat, scratch)


def write_down(t: Table, zone: int, seat: int, scratch: Ints, count: int) -> int:
    """Write down the cards of a zone, and what is promised of them unseen; gives how many are written now."""
    card = t.head[zone]
    while card != NONE:
        scratch[count] = card
        count += 1
        if t.promised[card] != NONE and (zone < KEEPERS or t.known[card] >> seat & 1 == 0):
            at = PROMISES + 1 + 2 * scratch[PROMISES]
            scratch[at] = zone
            scratch[at + 1] = t.promised[card]
            scratch[PROMISES] += 1
            t.promised[card] = NONE
        card = t.next[card]
    return count


def lay_out(t: Table, zone: int, seat: int, scratch: Ints, start: int) -> None:
    """Fill a zone with the cards that are written from `start` on."""
    before = NONE
    for place in range(start, start + t.size[zone]):
        card = scratch[place]
        t.place[card] = zone
        t.prev[card] = before
        t.next[card] = NONE
        if before == NONE:
            t.head[zone] = card
        else:
            t.next[before] = card
        t.tail[zone] = card
        if t.known[card] >> seat & 1 == 0:
            t.known[card] = 1 << (zone - HAND) if HAND <= zone < KEEPERS else 0
        before = card


def renew_promise(t: Table, zone: int, receiver: int) -> None:
    """Some card of the zone is promised to the receiver: any one that is not promised yet."""
    skip = below(t, t.size[zone])
    card = t.head[zone]
    while skip > 0 or t.promised[card] != NONE:
        card = t.next[card] if t.next[card] != NONE else t.head[zone]
        skip -= 1
    t.promised[card] = receiver
