"""Having: whether the cards of a list lie in front of somebody, each item by a card of its own (K-B31)."""

from __future__ import annotations

from changeling.cards.codes import CREEPERS, DOWN, KEEPERS, MAX_ITEMS, MAX_SEATS, NONE
from changeling.engine.layout import Table
from changeling.engine.machine.board.likeness import LOOKED_UP, cards_counted, listed, marks_of, stands_for
from changeling.engine.machine.zones import on_table
from changeling.engine.sheet_layout import Sheet


def suits(d: Sheet, t: Table, card: int, item: int) -> bool:
    """Whether a card is of that name, counts as it (K-B31), or bears that mark."""
    if item >= 0:
        named = d.name[card] == item or d.alias[card] == item
        return named or (d.aliases == LOOKED_UP and stands_for(d, t, card, item))
    return marks_of(d, t, card) & (1 << (-1 - item)) != 0


def called_for(d: Sheet, t: Table, names: int, card: int) -> bool:
    """Whether a list of names has that of a card, or one that it counts as."""
    if listed(d, names, d.name[card]):
        return True
    for place in range(names + 1, names + 1 + d.lists[names] if d.aliases != 0 else names + 1):
        if suits(d, t, card, d.lists[place]):
            return True
    return False


def owns(d: Sheet, t: Table, seat: int, item: int) -> bool:
    """Whether a card that suits lies in front of the seat."""
    if item < 0 or d.aliases == LOOKED_UP:
        return marked(d, t, seat, item)
    card = d.first[item]
    while card != NONE:
        if t.place[card] == KEEPERS + seat or t.place[card] == CREEPERS + seat:
            return True
        card = d.twin[card]
    card = d.stand_in[item]
    while card != NONE:
        if t.place[card] == KEEPERS + seat or t.place[card] == CREEPERS + seat:
            return True
        card = d.stand_next[card]
    return False


def marked(d: Sheet, t: Table, seat: int, item: int) -> bool:
    """Whether a card that bears a mark, or counts as a card of a name, lies in front of the seat."""
    for zone in (KEEPERS + seat, CREEPERS + seat):
        t.touched += t.size[zone]
        card = t.head[zone]
        while card != NONE:
            if suits(d, t, card, item):
                return True
            card = t.next[card]
    return False


def has_all(d: Sheet, t: Table, seat: int, at: int) -> bool:
    """Whether everything in a list lies in front of the seat, each item by a card of its own."""
    plain = d.aliases == 0
    for place in range(at + 1, at + 1 + d.lists[at]):
        if not owns(d, t, seat, d.lists[place]):
            return False
        plain = plain and d.lists[place] >= 0
    return d.lists[at] == 1 or (plain and not repeats(d, at)) or matched(d, t, seat, at)


def anyone_has(d: Sheet, t: Table, at: int) -> bool:
    """Whether each thing in a list lies in front of somebody, each by a card of its own."""
    plain = d.aliases == 0
    for place in range(at + 1, at + 1 + d.lists[at]):
        if not owned(d, t, d.lists[place]):
            return False
        plain = plain and d.lists[place] >= 0
    return d.lists[at] == 1 or (plain and not repeats(d, at)) or matched(d, t, NONE, at)


def repeats(d: Sheet, at: int) -> bool:
    """Whether a list asks for something twice."""
    for place in range(at + 2, at + 1 + d.lists[at]):
        if asked_before(d, at, place) > 0:
            return True
    return False


def asked_before(d: Sheet, at: int, place: int) -> int:
    """How often a list asks for the thing at a place of it already before that place."""
    found = 0
    for other in range(at + 1, place):
        if d.lists[other] == d.lists[place]:
            found += 1
    return found


def lies_with(t: Table, card: int, seat: int) -> bool:
    """Whether a card lies face up in front of the seat; NONE: of anybody."""
    if seat == NONE:
        return KEEPERS <= t.place[card] < DOWN
    return t.place[card] == KEEPERS + seat or t.place[card] == CREEPERS + seat


def front_card(t: Table, seat: int, place: int) -> int:
    """The `place`-th card in front of a seat, Keepers first, or NONE; where the seat is NONE, in front of anybody."""
    first = KEEPERS if seat == NONE else KEEPERS + seat
    step = 1 if seat == NONE else MAX_SEATS
    for zone in range(first, DOWN, step):
        if place < t.size[zone]:
            card = t.head[zone]
            while place > 0:
                card = t.next[card]
                place -= 1
            return card
        place -= t.size[zone]
    return NONE


def matched(d: Sheet, t: Table, seat: int, at: int) -> bool:
    """Whether the items of a list can be given different cards of a seat, or for NONE of anybody: one card never fills
    two places of a Goal (K-B31), unless it counts for several."""
    items = open_items(d, t, seat, at)
    depth = 0
    t.tried[0] = 0
    while 0 <= depth < items and items <= MAX_ITEMS:
        t.touched += t.tried[depth] + depth + 1
        card = front_card(t, seat, t.tried[depth])
        if card == NONE:
            depth -= 1
            if depth >= 0:
                t.tried[depth] += 1
            continue
        free = suits(d, t, card, open_item(d, t, seat, at, depth)) and (
            d.lists[at] <= MAX_ITEMS or d.alias[card] != NONE
        )
        filled = 0
        for other in range(depth):
            if t.tried[other] == t.tried[depth]:
                filled += 1
        if filled > 0 and (d.multiples == 0 or filled >= cards_counted(d, t, card)):
            free = False
        if free:
            depth += 1
            if depth < items:
                t.tried[depth] = 0
        else:
            t.tried[depth] += 1
    return depth >= items


def is_open(d: Sheet, t: Table, seat: int, at: int, place: int) -> bool:
    """Whether a card has to be searched for the item at a place of a list.

    Of a long list, which holds only names, those are settled that a card of that very name fills which counts as
    nothing else: it can fill no other place. A name that is asked for again needs another such card."""
    if d.lists[at] <= MAX_ITEMS:
        return True
    missing = 1 + asked_before(d, at, place)
    card = d.first[d.lists[place]]
    while card != NONE and missing > 0:
        if d.alias[card] == NONE and lies_with(t, card, seat):
            missing -= cards_counted(d, t, card)
        card = d.twin[card]
    return missing > 0


def open_items(d: Sheet, t: Table, seat: int, at: int) -> int:
    """How many items of a list have to be searched for. More than MAX_ITEMS of a long list cannot all be found: only
    cards that count as another could fill them, and a deck with so many of these was refused."""
    found = 0
    for place in range(at + 1, at + 1 + d.lists[at]):
        if is_open(d, t, seat, at, place):
            found += 1
    return found


def open_item(d: Sheet, t: Table, seat: int, at: int, number: int) -> int:
    """The item of that number among those that have to be searched for."""
    if d.lists[at] <= MAX_ITEMS:
        return d.lists[at + 1 + number]
    place = at
    while number >= 0:
        place += 1
        if is_open(d, t, seat, at, place):
            number -= 1
    return d.lists[place]


def owned(d: Sheet, t: Table, item: int) -> bool:
    """Whether a card that suits lies in front of anybody."""
    for seat in range(t.seats if item < 0 or d.aliases == LOOKED_UP else 0):
        if marked(d, t, seat, item):
            return True
    card = d.first[item] if item >= 0 else NONE
    while card != NONE:
        if lies_with(t, card, NONE):
            return True
        card = d.twin[card]
    card = d.stand_in[item] if item >= 0 else NONE
    while card != NONE:
        if lies_with(t, card, NONE):
            return True
        card = d.stand_next[card]
    return False


def in_play(d: Sheet, t: Table, at: int) -> bool:
    """Whether a card of one of these names, or one that counts as it, lies face up on the table."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        if d.aliases != 0 and owned(d, t, d.lists[place]):
            return True
        card = d.first[d.lists[place]]
        while card != NONE:
            t.touched += 1
            if on_table(t, card):
                return True
            card = d.twin[card]
    return False
