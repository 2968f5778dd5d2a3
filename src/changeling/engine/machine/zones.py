"""Where cards are. Each zone is a list threaded through the cards themselves, so moving a card costs the same in any
deck.
"""

from __future__ import annotations

from changeling.cards.codes import (
    ASIDE,
    CENTRE,
    CREEPERS,
    DISCARD,
    DOWN,
    GOALS,
    HAND,
    KEEPERS,
    MAX_SEATS,
    METAS,
    NONE,
    PART_BOARD,
    PART_GAINS,
    PART_GOALS,
    PART_HANDS,
    PART_PILES,
    PART_RULES,
    PILE,
    RULES,
    SEALED,
)
from changeling.engine.layout import ANY_CREEPER, CARD_BITS, Table
from changeling.engine.machine.chance import below

EVERYBODY = (1 << MAX_SEATS) - 1  # bits of all seats
# What takes longer than looking at a card counts as looking at so many (loop.py).
MOVED, SHUFFLED = 24, 12


def change_of(zone: int) -> int:
    """The bits of `dirty` that a card sets when it enters or leaves the zone."""
    if zone >= DOWN:
        return 0
    if zone >= KEEPERS or zone == SEALED:
        return PART_BOARD
    if zone >= HAND:
        return PART_HANDS
    if zone == RULES:
        return PART_RULES
    if zone == GOALS:
        return PART_GOALS
    if zone == DISCARD:
        return PART_PILES
    return 0


def card_mask(card: int, zone: int) -> int:
    """The bits of `moved_cards` that a card sets when it comes in front of somebody or leaves."""
    return 1 << card % CARD_BITS | (ANY_CREEPER if zone >= CREEPERS else 0)


def still_valid(t: Table, reads: int, cards: int) -> bool:
    """Whether what was worked out before still holds: of what it reads only the board changed, and none of its cards
    moved there."""
    return t.dirty & reads == PART_BOARD and t.moved_cards & cards == 0


def unlink(t: Table, card: int) -> None:
    """Take a card out of its zone."""
    zone, before, after = t.place[card], t.prev[card], t.next[card]
    if before == NONE:
        t.head[zone] = after
    else:
        t.next[before] = after
    if after == NONE:
        t.tail[zone] = before
    else:
        t.prev[after] = before
    t.size[zone] -= 1


def relink(t: Table, card: int) -> None:
    """Have the neighbours of a card, or the ends of its zone, lead to it again; the card itself says where it is."""
    zone, before, after = t.place[card], t.prev[card], t.next[card]
    if before == NONE:
        t.head[zone] = card
    else:
        t.next[before] = card
    if after == NONE:
        t.tail[zone] = card
    else:
        t.prev[after] = card


def link(t: Table, card: int, zone: int) -> None:
    """Put a card into a zone: on top of the discard pile, elsewhere behind what is there."""
    t.place[card] = zone
    t.size[zone] += 1
    if zone == DISCARD:
        first = t.head[zone]
        t.next[card] = first
        t.prev[card] = NONE
        t.head[zone] = card
        if first == NONE:
            t.tail[zone] = card
        else:
            t.prev[first] = card
        return
    last = t.tail[zone]
    t.prev[card] = last
    t.next[card] = NONE
    t.tail[zone] = card
    if last == NONE:
        t.head[zone] = card
    else:
        t.next[last] = card


def insert(t: Table, card: int, zone: int, above: int) -> None:
    """Put a card that is in no zone into one, behind so many of its cards."""
    t.touched += min(above, t.size[zone]) + MOVED
    before, after = NONE, t.head[zone]
    while after != NONE and above > 0:
        before, after = after, t.next[after]
        above -= 1
    if after == NONE:
        link(t, card, zone)
        return
    t.place[card] = zone
    t.size[zone] += 1
    t.prev[card], t.next[card], t.prev[after] = before, after, card
    if before == NONE:
        t.head[zone] = card
    else:
        t.next[before] = card


def link_in_order(t: Table, card: int, zone: int) -> None:
    """Put a card that is in no zone into one whose cards lie in the order of their numbers: of those that are out of
    the game nobody knows when each went there."""
    t.touched += t.size[zone]
    lower = 0
    other = t.head[zone]
    while other != NONE and other < card:
        lower += 1
        other = t.next[other]
    insert(t, card, zone, lower)


def pour(t: Table, source: int, zone: int) -> None:
    """Put all cards of a zone behind those of another, in their order."""
    first, last = t.head[source], t.tail[zone]
    if first == NONE:
        return
    t.touched += t.size[source]
    card = first
    while card != NONE:
        t.place[card] = zone
        card = t.next[card]
    t.prev[first] = last
    if last == NONE:
        t.head[zone] = first
    else:
        t.next[last] = first
    t.tail[zone] = t.tail[source]
    t.size[zone] += t.size[source]
    t.head[source] = NONE
    t.tail[source] = NONE
    t.size[source] = 0


def move(t: Table, card: int, zone: int) -> None:
    """Move a card; note who knows it now, and what has to be checked again."""
    source = t.place[card]
    t.dirty |= change_of(source) | change_of(zone)
    if source == GOALS or zone == GOALS:
        t.goals_changed = 1
    if source == RULES or zone == RULES:
        t.rules_changed = 1
    if KEEPERS <= source < DOWN:
        t.changed_boards |= 1 << seat_of(t, card)
        t.moved_cards |= card_mask(card, source)
    unlink(t, card)
    link(t, card, zone)
    if t.promised[card] != NONE:
        t.promised[card] = NONE
        t.promises -= 1
    if HAND <= zone < KEEPERS:
        t.known[card] |= 1 << (zone - HAND)
        if zone - HAND != t.turn:
            t.dirty |= PART_GAINS
    elif KEEPERS <= zone < DOWN:
        t.changed_boards |= 1 << seat_of(t, card)
        t.moved_cards |= card_mask(card, zone)
        t.known[card] = EVERYBODY
        if zone - KEEPERS != t.turn:
            t.dirty |= PART_GAINS
    elif zone < HAND and zone != PILE:
        t.known[card] = EVERYBODY


def count_of(t: Table, zone: int) -> int:
    """How many cards a zone holds. A card that is promised to somebody is gone, wherever it still lies."""
    if t.promises == 0:
        return t.size[zone]
    t.touched += t.size[zone]
    found = 0
    card = t.head[zone]
    while card != NONE:
        if t.promised[card] == NONE:
            found += 1
        card = t.next[card]
    return found


def drop_promises(t: Table) -> None:
    """The cards of hands that were promised and never handed over stay where they are."""
    for seat in range(t.seats):
        t.touched += t.size[HAND + seat]
        card = t.head[HAND + seat]
        while card != NONE:
            if t.promised[card] != NONE:
                t.promised[card] = NONE
                t.promises -= 1
            card = t.next[card]
    t.dirty |= PART_HANDS


def around(t: Table, seat: int) -> int:
    """The seat of a number below twice the number of seats: the table is round. Much faster than a remainder."""
    return seat - t.seats if seat >= t.seats else seat


def seat_of(t: Table, card: int) -> int:
    """The seat that holds the card or has it in front of it, or NONE."""
    zone = t.place[card]
    if zone >= ASIDE or zone < HAND:
        return NONE
    zone -= HAND
    while zone >= MAX_SEATS:
        zone -= MAX_SEATS
    return zone


def on_table(t: Table, card: int) -> bool:
    """Whether the card is in play: face up on the table and not in a pile (ACT-8)."""
    zone = t.place[card]
    return zone == RULES or zone == GOALS or zone == METAS or KEEPERS <= zone < DOWN or zone == CENTRE


def forget_who_knows(t: Table, zone: int, giver: int, taker: int) -> None:
    """A card is about to leave a zone unseen: only giver and taker still know which cards stay behind."""
    sure = 0
    if giver != NONE:
        sure |= 1 << giver
    if taker != NONE:
        sure |= 1 << taker
    t.touched += t.size[zone]
    card = t.head[zone]
    while card != NONE:
        t.known[card] &= sure
        card = t.next[card]


def lose_track(t: Table, zone: int, sure: int) -> None:
    """The cards of a zone came into an order, or became fewer, unseen: only some seats (bits) still know them."""
    t.touched += t.size[zone]
    card = t.head[zone]
    while card != NONE:
        t.known[card] &= sure
        card = t.next[card]


def shuffle(t: Table, zone: int) -> None:
    """Bring a zone into a random order; nobody knows any card of it afterwards. The selection is lost: the cards are
    mixed in its place."""
    t.touched += SHUFFLED * t.size[zone]
    count = 0
    card = t.head[zone]
    while card != NONE:
        t.option[count] = card
        count += 1
        card = t.next[card]
    for last in range(count - 1, 0, -1):
        other = below(t, last + 1)
        held = t.option[last]
        t.option[last] = t.option[other]
        t.option[other] = held
    before = NONE
    for place in range(count):
        card = t.option[place]
        t.known[card] = 0
        t.prev[card] = before
        if before == NONE:
            t.head[zone] = card
        else:
            t.next[before] = card
        before = card
    if zone == PILE:
        t.pile_known = 0
    if count > 0:
        t.next[before] = NONE
        t.tail[zone] = before
