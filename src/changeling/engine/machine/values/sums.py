"""Sums over the numbers and marks of cards."""

from __future__ import annotations

from changeling.cards.codes import MOST_SUM, NOBODY, NONE, ONE_SEAT
from changeling.engine.layout import Table
from changeling.engine.machine.board.counts import fits
from changeling.engine.machine.board.likeness import marks_of, rank_now
from changeling.engine.machine.board.seats import seat_at
from changeling.engine.machine.values.terms import MOST
from changeling.engine.sheet_layout import Sheet

HALF = 60  # sums that one integer keeps as bits, of two
BITS = (1 << HALF) - 1


def rank_of(d: Sheet, t: Table, card: int) -> int:
    """The rank of a card; 0 of none."""
    return max(rank_now(d, t, card), 0) if card >= 0 else 0


def letters_of(d: Sheet, card: int) -> int:
    """How many letters and digits the name of a card has; 0 of none."""
    return d.letters[card] if card >= 0 else 0


def initial_of(d: Sheet, card: int) -> int:
    """The first letter of the name of a card, as a number; 0 of none."""
    return d.initial[card] if card >= 0 else 0


def amount_on(d: Sheet, t: Table, card: int, mark: int) -> int:
    """How often a card bears a mark, or for NONE its rank. A mark that is lent is borne once."""
    if mark == NONE:
        return max(rank_now(d, t, card), 0)
    if marks_of(d, t, card) >> mark & 1 == 0:
        return 0
    at = d.many_at[card]
    if at != NONE:
        for place in range(at + 1, at + 1 + 2 * d.many_marks[at], 2):
            if d.many_marks[place] == mark:
                return d.many_marks[place + 1]
    return 1


def nth_zone(t: Table, you: int, zone: int, who: int, seat: int, place: int) -> int:
    """The `place`-th of the zones that a set is taken from, or NONE when there are no more."""
    if who == NOBODY:
        return zone if place == 0 else NONE
    if who == ONE_SEAT:
        return zone + seat if place == 0 and seat >= 0 else NONE
    one = seat_at(t, you, who, place)
    return zone + one if one != NONE else NONE


def total(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, mark: int, seat: int) -> int:
    """How often a mark stands on the cards of some zones, or the sum of their ranks."""
    found = 0
    place = 0
    now = nth_zone(t, you, zone, who, seat, place)
    while now != NONE:
        t.touched += t.size[now]
        card = t.head[now]
        while card != NONE:
            if t.promised[card] == NONE and fits(d, t, card, which):
                found = min(found + amount_on(d, t, card, mark), MOST)
            card = t.next[card]
        place += 1
        now = nth_zone(t, you, zone, who, seat, place)
    return found


def adds_up(d: Sheet, t: Table, zone: int, which: int, mark: int, seat: int, wanted: int) -> bool:
    """Whether some of a player's cards add up to a number. Bit n of `low`, and n - HALF of `high`: n is a sum."""
    if seat < 0 or wanted < 0 or wanted > MOST_SUM:
        return False
    low, high = 0, 0
    t.touched += t.size[zone + seat]
    card = t.head[zone + seat]
    while card != NONE:
        if t.promised[card] == NONE and fits(d, t, card, which) and (mark != NONE or d.rank[card] >= 0):
            more = amount_on(d, t, card, mark)
            first = low | 1  # the card by itself, or with what was there
            if more < HALF:
                high |= (high << more | first >> (HALF - more)) & BITS
                low |= first << more & BITS
            elif more <= MOST_SUM:
                high |= first << (more - HALF) & BITS
        card = t.next[card]
    return (low >> wanted if wanted < HALF else high >> (wanted - HALF)) & 1 == 1


def consecutive(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int) -> bool:
    """Whether two cards of some zones have ranks next to each other."""
    place = 0
    now = nth_zone(t, you, zone, who, seat, place)
    while now != NONE:
        t.touched += t.size[now]
        card = t.head[now]
        while card != NONE:
            ranked = d.rank[card] >= 0 and t.promised[card] == NONE and fits(d, t, card, which)
            if ranked and has_rank(d, t, you, zone, who, which, seat, rank_now(d, t, card) + 1):
                return True
            card = t.next[card]
        place += 1
        now = nth_zone(t, you, zone, who, seat, place)
    return False


def has_rank(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int, number: int) -> bool:
    """Whether a card of some zones has that rank."""
    place = 0
    now = nth_zone(t, you, zone, who, seat, place)
    while now != NONE:
        t.touched += t.size[now]
        card = t.head[now]
        while card != NONE:
            if rank_now(d, t, card) == number and t.promised[card] == NONE and fits(d, t, card, which):
                return True
            card = t.next[card]
        place += 1
        now = nth_zone(t, you, zone, who, seat, place)
    return False


def lowest_of_all(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int) -> int:
    """The card of the lowest rank in some zones, or NONE."""
    best = NONE
    place = 0
    now = nth_zone(t, you, zone, who, seat, place)
    while now != NONE:
        t.touched += t.size[now]
        card = t.head[now]
        while card != NONE:
            ranked = d.rank[card] >= 0 and t.promised[card] == NONE and fits(d, t, card, which)
            if ranked and (best == NONE or rank_now(d, t, card) < rank_now(d, t, best)):
                best = card
            card = t.next[card]
        place += 1
        now = nth_zone(t, you, zone, who, seat, place)
    return best


def next_ranked(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int, nth: int) -> int:
    """The `nth` card with a rank in some zones, or NONE."""
    place = 0
    now = nth_zone(t, you, zone, who, seat, place)
    while now != NONE:
        card = t.head[now]
        while card != NONE:
            if d.rank[card] >= 0 and t.promised[card] == NONE and fits(d, t, card, which):
                if nth == 0:
                    return card
                nth -= 1
            card = t.next[card]
        place += 1
        now = nth_zone(t, you, zone, who, seat, place)
    return NONE


def product_of(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int) -> int:
    """The ranks of cards multiplied; 0 of none."""
    card = next_ranked(d, t, you, zone, who, which, seat, 0)
    found, nth = 0 if card == NONE else 1, 0
    while card != NONE:
        number = rank_now(d, t, card)
        found = min(found * number, MOST)
        if number == 0:
            return 0
        nth += 1
        card = next_ranked(d, t, you, zone, who, which, seat, nth)
    return found


def alike_before(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int, nth: int) -> int:
    """How many of the cards with a rank that come before the `nth` have the same."""
    found = 0
    number = rank_now(d, t, next_ranked(d, t, you, zone, who, which, seat, nth))
    for place in range(nth):
        found += 1 if rank_now(d, t, next_ranked(d, t, you, zone, who, which, seat, place)) == number else 0
    return found


def pairs_among(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int) -> int:
    """How many pairs of one rank there are: every second card of a rank makes one."""
    found, nth = 0, 0
    while next_ranked(d, t, you, zone, who, which, seat, nth) != NONE:
        found += alike_before(d, t, you, zone, who, which, seat, nth) % 2
        nth += 1
    return found


def most_of_one_rank(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int) -> int:
    """How many cards have the rank that most have."""
    found, nth = 0, 0
    while next_ranked(d, t, you, zone, who, which, seat, nth) != NONE:
        found = max(found, 1 + alike_before(d, t, you, zone, who, which, seat, nth))
        nth += 1
    return found
