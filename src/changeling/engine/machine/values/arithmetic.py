"""Arithmetic with the ranks of cards: which numbers some of them make, each used once, in any order and with brackets.

For every set of the cards, a mask, the numbers that can be made with all of them are kept as bits: what two parts of it
make, taken together in each way. Everything on the way is a whole number from 0 to MOST_SUM. Where all is added, or all
multiplied, it makes no difference in which order, and what some of the cards make is found card by card.
"""

from __future__ import annotations

from changeling.cards.codes import ADDING, DIVIDING, MAX_OPERANDS, MOST_SUM, MULTIPLYING, NONE, SUBTRACTING
from changeling.engine.layout import Table
from changeling.engine.machine.board.counts import fits
from changeling.engine.machine.board.likeness import rank_now
from changeling.engine.machine.values.sums import BITS, HALF
from changeling.engine.sheet_layout import Sheet

SOME = 0  # the mask that no set of cards has: numbers that some of the cards make


def makes(d: Sheet, t: Table, zone: int, which: int, ways: int, seat: int, wanted: int) -> bool:
    """Whether some of a player's cards make a number, taken together in some ways (bits)."""
    if seat < 0 or wanted < 0 or wanted > MOST_SUM:
        return False
    cards = lay_numbers(d, t, zone + seat, which)
    t.touched += 1 << cards
    if ways == ADDING or ways == MULTIPLYING:
        add_cards(t, cards, ways)
        return is_made(t, SOME, wanted)
    for mask in range(1, 1 << cards):
        if mask & (mask - 1) != 0:
            join_parts(t, mask, ways)
        if is_made(t, mask, wanted):
            return True
    return False


def add_cards(t: Table, cards: int, ways: int) -> None:
    """Find what some of the cards make in a way that comes to the same in any order: each card makes it by itself, or
    with what those before it make."""
    t.made_low[SOME] = 0
    t.made_high[SOME] = 0
    for place in range(cards):
        join_two(t, SOME, SOME, 1 << place, ways)
        t.made_low[SOME] |= t.made_low[1 << place]
        t.made_high[SOME] |= t.made_high[1 << place]


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
    """Find what all cards of a mask make: what each two parts of it make, taken together. Two parts come both ways
    round."""
    t.made_low[mask] = 0
    t.made_high[mask] = 0
    part = (mask - 1) & mask
    while part > 0:
        join_two(t, mask, part, mask ^ part, ways)
        part = (part - 1) & mask


def join_two(t: Table, mask: int, part: int, other: int, ways: int) -> None:
    """Find what a part of a mask makes with another one on its right."""
    low, high = t.made_low[part], t.made_high[part]
    if low | high != 0:
        join_numbers(t, mask, low, high, t.made_low[other], 0, ways)
        join_numbers(t, mask, low, high, t.made_high[other], HALF, ways)


def join_numbers(t: Table, mask: int, low: int, high: int, right: int, number: int, ways: int) -> None:
    """Find what some numbers make with others on their right, bits of which the first stands for `number`."""
    while right != 0:
        if right & 1 == 1:
            if ways & ADDING != 0:
                put_sums(t, mask, low, high, number)
            if ways & SUBTRACTING != 0:
                put_differences(t, mask, low, high, number)
            if ways & MULTIPLYING != 0:
                put_products(t, mask, low, high, number)
            if ways & DIVIDING != 0 and number > 0:
                put_quotients(t, mask, low, 0, number)
                put_quotients(t, mask, high, HALF, number)
        right >>= 1
        number += 1


def put_sums(t: Table, mask: int, low: int, high: int, number: int) -> None:
    """Note what some numbers and one make together."""
    if number < HALF:
        t.made_high[mask] |= (high << number | low >> (HALF - number)) & BITS
        t.made_low[mask] |= low << number & BITS
    else:
        t.made_high[mask] |= low << (number - HALF) & BITS


def put_differences(t: Table, mask: int, low: int, high: int, number: int) -> None:
    """Note what is left of some numbers that one is taken from."""
    if number < HALF:
        t.made_low[mask] |= (low >> number | high << (HALF - number)) & BITS
        t.made_high[mask] |= high >> number
    else:
        t.made_low[mask] |= high >> (number - HALF)


def put_products(t: Table, mask: int, low: int, high: int, number: int) -> None:
    """Note what some numbers make times one. Only those below HALF can be taken twice or more."""
    if number == 0:
        put_made(t, mask, 0)
    elif number == 1:
        t.made_low[mask] |= low
        t.made_high[mask] |= high
    else:
        product = 0
        while low != 0 and product <= MOST_SUM:
            if low & 1 == 1:
                put_made(t, mask, product)
            low >>= 1
            product += number


def put_quotients(t: Table, mask: int, bits: int, first: int, number: int) -> None:
    """Note what some numbers, bits of which the first stands for `first`, make by one, where nothing is left over."""
    quotient = (first + number - 1) // number
    bits >>= quotient * number - first
    while bits != 0:
        if bits & 1 == 1:
            put_made(t, mask, quotient)
        bits >>= number
        quotient += 1
