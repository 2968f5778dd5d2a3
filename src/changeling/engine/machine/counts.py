"""Counting and comparing: who has what, how much of it, and who has most."""

from __future__ import annotations

from changeling.cards.codes import (
    AGE,
    ALL,
    ASIDE,
    COUNTER,
    CREEPERS,
    DOOM_COUNT,
    DOWN,
    FROM_LEFT,
    GOALS,
    HAND,
    KEEPERS,
    MAX_COUNTERS,
    MAX_ITEMS,
    MAX_SEATS,
    N_FACTS,
    N_STATICS,
    NO_AGE,
    NONE,
    OPTIONAL_PLAYS,
    OTHERS,
    PLAYS,
    YOU_ONLY,
)
from changeling.engine.layout import F_ASIDE, Sheet, Table
from changeling.engine.machine.likeness import LOOKED_UP, listed, marks_of, passes, stands_for
from changeling.engine.machine.zones import around, count_of, on_table


def fits(d: Sheet, t: Table, card: int, which: int) -> bool:
    """Whether a card passes a filter: of one of its kinds, marks, slots and names, where it names any."""
    if which == 0:
        return True
    return passes(d, t, card, d.marks[card] if d.lent_marks == 0 else marks_of(d, t, card), which)


def seat_at(t: Table, you: int, who: int, place: int) -> int:
    """The `place`-th seat of a group as seen from you, or NONE when there are no more."""
    if who == YOU_ONLY:
        return you if place == 0 else NONE
    if t.out != 0:
        return seat_left(t, you, who, place)
    if who == OTHERS:
        return around(t, you + 1 + place) if place < t.seats - 1 else NONE
    if place >= t.seats:
        return NONE
    if who == FROM_LEFT:
        return around(t, you + 1 + place)
    return around(t, you + place)


def seat_left(t: Table, you: int, who: int, place: int) -> int:
    """As `seat_at`, for several seats where some are out of the game: those are passed over."""
    first = 0 if who != OTHERS and who != FROM_LEFT else 1
    for step in range(first, t.seats if who == OTHERS else t.seats + first):
        seat = around(t, you + step)
        if t.out >> seat & 1 == 0:
            if place == 0:
                return seat
            place -= 1
    return NONE


def seat_after(t: Table, you: int, who: int, now: int) -> int:
    """The seat of a group that comes after one that may be out of the game by now, or NONE."""
    first = 0 if who != OTHERS and who != FROM_LEFT else 1
    past = False
    for step in range(first, t.seats if who == OTHERS else t.seats + first):
        seat = around(t, you + step)
        if past and t.out >> seat & 1 == 0:
            return seat
        past = past or seat == now
    return NONE


def players_left(t: Table) -> int:
    """How many players are in the game."""
    found = 0
    for seat in range(t.seats):
        found += 1 - (t.out >> seat & 1)
    return found


def zone_of(t: Table, zone: int, seat: int, base: int) -> int:
    """The zone that a program means: one of a seat, one of the table, or what this frame has set aside."""
    if zone == ASIDE:
        return t.stack[base + F_ASIDE] if base >= 0 else NONE
    if zone >= HAND:
        return zone + seat
    return zone


def tally(d: Sheet, t: Table, zone: int, which: int) -> int:
    """How many cards of a zone pass a filter."""
    if zone == NONE:
        return 0
    if which == 0:
        return count_of(t, zone)
    t.touched += t.size[zone]
    found = 0
    card = t.head[zone]
    while card != NONE:
        if t.promised[card] == NONE and fits(d, t, card, which):
            found += 1
        card = t.next[card]
    return found


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
    two places of a Goal (K-B31)."""
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
        for other in range(depth):
            if t.tried[other] == t.tried[depth]:
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
            missing -= 1
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


def doom_of(d: Sheet, t: Table, seat: int) -> int:
    """A player's Doom count: the icons on the cards in front, Anti-Doom taken off (DOOM-1)."""
    found = 0
    for zone in (KEEPERS + seat, CREEPERS + seat):
        t.touched += t.size[zone]
        card = t.head[zone]
        while card != NONE:
            found += d.doom[card]
            card = t.next[card]
    return found


def amount(d: Sheet, t: Table, zone: int, seat: int, which: int) -> int:
    """What a seat has of something: cards of a zone that pass a filter, or Doom."""
    if zone == DOOM_COUNT:
        return doom_of(d, t, seat)
    if zone <= COUNTER:
        return t.counters[seat * MAX_COUNTERS + COUNTER - zone]
    return tally(d, t, zone + seat, which)


def rank(d: Sheet, t: Table, zone: int, which: int, you: int, down: bool, strict: bool) -> bool:
    """Whether nobody (strict: not even as an equal) is ahead of you in how much they have of something."""
    yours = amount(d, t, zone, you, which)
    for seat in range(t.seats):
        if seat == you or t.out >> seat & 1 == 1:
            continue
        theirs = amount(d, t, zone, seat, which)
        if (theirs < yours if down else theirs > yours) or (strict and theirs == yours):
            return False
    return True


def largest(d: Sheet, t: Table, zone: int, which: int) -> int:
    """The most that any one player has of something."""
    most = 0
    for seat in range(t.seats):
        if t.out >> seat & 1 == 0:
            most = max(most, amount(d, t, zone, seat, which))
    return most


def highest(d: Sheet, t: Table, zone: int, which: int, best: int) -> int:
    """The card of highest rank of a zone that passes a filter, or the best so far."""
    t.touched += t.size[zone]
    card = t.head[zone]
    while card != NONE:
        if t.promised[card] != NONE or not fits(d, t, card, which):
            pass
        elif best == NONE or d.rank[card] > d.rank[best]:
            best = card
        card = t.next[card]
    return best


def in_play(d: Sheet, t: Table, at: int) -> bool:
    """Whether a card of one of these names lies face up on the table."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        card = d.first[d.lists[place]]
        while card != NONE:
            t.touched += 1
            if on_table(t, card):
                return True
            card = d.twin[card]
    return False


def named(d: Sheet, t: Table, seat: int) -> int:
    """How many of the cards that the Ungoals in play name lie in front of a seat, each counted once; where some are
    being judged, only those. In front of nobody lies nothing."""
    found = 0
    for place in range(t.size[KEEPERS + seat] + t.size[CREEPERS + seat] if seat >= 0 else 0):
        t.touched += place
        if is_named(d, t, front_card(t, seat, place)):
            found += 1
    return found


def is_named(d: Sheet, t: Table, card: int) -> bool:
    """Whether an Ungoal in play names a card, or what it counts as; where some are being judged, one of those."""
    met = t.judged
    goal = t.head[GOALS]
    while goal != NONE:
        at = d.names_of[goal]
        t.touched += 1 if at == NONE else d.lists[at]
        if at != NONE and (t.judged == 0 or met & 1 == 1):
            for place in range(at + 1, at + 1 + d.lists[at]):
                if suits(d, t, card, d.lists[place]):
                    return True
        met >>= 1
        goal = t.next[goal]
    return False


def plays_left(t: Table) -> int:
    """How many more cards may be played this turn, optional ones included."""
    plays = t.force[t.turn * N_STATICS + PLAYS]
    if plays >= ALL:
        return count_of(t, HAND + t.turn)
    left = plays + t.force[t.turn * N_STATICS + OPTIONAL_PLAYS] - t.played
    return left if left > 0 else 0


def youngest(t: Table, seat: int) -> bool:
    """Whether the seat's age is known and nobody known is younger; never of nobody."""
    if seat < 0:
        return False
    yours = t.facts[seat * N_FACTS + AGE]
    if yours >= NO_AGE:
        return False
    for other in range(t.seats):
        if t.out >> other & 1 == 0 and t.facts[other * N_FACTS + AGE] < yours:
            return False
    return True
