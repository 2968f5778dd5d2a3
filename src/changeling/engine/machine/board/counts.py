"""Counting and comparing: who has what, how much of it, and who has most."""

from __future__ import annotations

from changeling.cards.codes import (
    ALL,
    ASIDE,
    COUNTER,
    CREEPERS,
    DOOM_COUNT,
    DOWN,
    GOALS,
    HAND,
    KEEPERS,
    MAX_COUNTERS,
    N_STATICS,
    NONE,
    OPTIONAL_PLAYS,
    PLAYS,
)
from changeling.engine.layout import F_ASIDE, Table
from changeling.engine.machine.board.having import called_for, front_card, suits
from changeling.engine.machine.board.likeness import cards_counted, is_of_sort, marks_of, rank_now
from changeling.engine.machine.zones import count_of
from changeling.engine.sheet_layout import Sheet


def fits(d: Sheet, t: Table, card: int, which: int) -> bool:
    """Whether a card passes a filter: of one of its kinds, marks, slots and names, where it names any; a card that
    counts as another has that name too (K-B31)."""
    if which == 0:
        return True
    names, borne = d.filters[which * 4 + 3], d.marks[card] if d.lent_marks == 0 else marks_of(d, t, card)
    return is_of_sort(d, card, borne, which) and (names == NONE or called_for(d, t, names, card))


def zone_of(t: Table, zone: int, seat: int, base: int) -> int:
    """The zone that a program means: one of a seat, one of the table, or what this frame has set aside."""
    if zone == ASIDE:
        return t.stack[base + F_ASIDE] if base >= 0 else NONE
    if zone >= HAND:
        return zone + seat
    return zone


def tally(d: Sheet, t: Table, zone: int, which: int) -> int:
    """How many cards of a zone pass a filter; in front of a player a card may count for several."""
    if zone == NONE:
        return 0
    if d.multiples == 1 and KEEPERS <= zone < DOWN:
        return tally_of_several(d, t, zone, which)
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


def tally_of_several(d: Sheet, t: Table, zone: int, which: int) -> int:
    """The same of a deck in which some card counts for several, in front of a player."""
    t.touched += t.size[zone]
    found = 0
    card = t.head[zone]
    while card != NONE:
        if t.promised[card] == NONE and fits(d, t, card, which):
            found += cards_counted(d, t, card)
        card = t.next[card]
    return found


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
        elif best == NONE or rank_now(d, t, card) > rank_now(d, t, best):
            best = card
        card = t.next[card]
    return best


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
    if plays == ALL:
        return count_of(t, HAND + t.turn)
    if plays > ALL:
        kept = max(plays - ALL - t.force[t.turn * N_STATICS + OPTIONAL_PLAYS], 0)
        return max(count_of(t, HAND + t.turn) - kept, 0)
    left = plays + t.force[t.turn * N_STATICS + OPTIONAL_PLAYS] - t.played
    return left if left > 0 else 0
