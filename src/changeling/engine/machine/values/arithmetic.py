"""Arithmetic with the ranks of cards: which numbers some of them make, each used once, in any order and with brackets.

For every set of the cards, a mask, the numbers that can be made with all of them are kept as bits: what two parts of it
make, taken together in each way. Everything on the way is a whole number from 0 to MOST_SUM.
"""

from __future__ import annotations

from changeling.cards.codes import ADDING, DIVIDING, MAX_OPERANDS, MOST_SUM, MULTIPLYING, NONE, SUBTRACTING
from changeling.engine.layout import Table
from changeling.engine.machine.board.counts import fits
from changeling.engine.machine.board.likeness import rank_now
from changeling.engine.machine.values.sums import BITS, HALF
from changeling.engine.sheet_layout import Sheet


def makes(d: Sheet, t: Table, zone: int, which: int, ways: int, seat: int, wanted: int) -> bool:
    """Whether some of a player's cards make a number, taken together in some ways (bits)."""
    if seat < 0 or wanted < 0 or wanted > MOST_SUM:
        return False
    cards = lay_numbers(d, t, zone + seat, which)
    t.touched += 1 << cards
    for mask in range(1, 1 << cards):
        if mask & (mask - 1) != 0:
            join_parts(t, mask, ways)
        if is_made(t, mask, wanted):
            return True
    return False


def lay_numbers(d: Sheet, t: Table, zone: int, which: int) -> int:
    """Note the rank of each card of a zone, as the one number that it makes by itself; gives how many there are."""
    found = 0
    card = t.head[zone]
    while card != NONE and found < MAX_OPERANDS:
        number = rank_now(d, t, card)
        ranked = 0 <= number <= MOST_SUM and t.promised[card] == NONE
        if ranked and fits(d, t, card, which):
            t.made_low[1 << found] = 0
            t.made_high[1 << found] = 0
            put_made(t, 1 << found, number)
            found += 1
        card = t.next[card]
    return found


def is_made(t: Table, mask: int, number: int) -> bool:
    """Whether the cards of a mask make a number."""
    return (t.made_low[mask] >> number if number < HALF else t.made_high[mask] >> (number - HALF)) & 1 == 1


def put_made(t: Table, mask: int, number: int) -> None:
    """Note that the cards of a mask make a number."""
    if number < HALF:
        t.made_low[mask] |= 1 << number
    else:
        t.made_high[mask] |= 1 << (number - HALF)


def join_parts(t: Table, mask: int, ways: int) -> None:
    """Find what all cards of a mask make: what each two parts of it make, taken together."""
    t.made_low[mask] = 0
    t.made_high[mask] = 0
    part = (mask - 1) & mask
    while part > 0:
        other = mask ^ part
        for number in range(MOST_SUM + 1):
            if is_made(t, other, number):
                join_number(t, mask, part, number, ways)
        part = (part - 1) & mask


def join_number(t: Table, mask: int, part: int, number: int, ways: int) -> None:
    """Find what a part of a mask makes with a number on its right. Every two parts come both ways round."""
    low, high = t.made_low[part], t.made_high[part]
    if ways & ADDING != 0:
        if number < HALF:
            t.made_high[mask] |= (high << number | low >> (HALF - number)) & BITS
            t.made_low[mask] |= low << number & BITS
        else:
            t.made_high[mask] |= low << (number - HALF) & BITS
    if ways & SUBTRACTING != 0:
        if number < HALF:
            t.made_low[mask] |= (low >> number | high << (HALF - number)) & BITS
            t.made_high[mask] |= high >> number
        else:
            t.made_low[mask] |= high >> (number - HALF)
    if ways & MULTIPLYING != 0:
        for other in range(MOST_SUM // number + 1 if number > 0 else 1):
            if number == 0 or is_made(t, part, other):
                put_made(t, mask, other * number)
    if ways & DIVIDING != 0 and number > 0:
        for other in range(MOST_SUM // number + 1):
            if is_made(t, part, other * number):
                put_made(t, mask, other)
