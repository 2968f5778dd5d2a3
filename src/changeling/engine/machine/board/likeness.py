"""What cards count as besides what is printed on them: several names, any card of a kind, marks and names that other
cards lend them. Only decks that have such cards come here.
"""

from __future__ import annotations

from changeling.cards.codes import (
    CREEPERS,
    EVERYONE,
    FROM_LEFT,
    KEEPERS,
    MAX_SEATS,
    MOST_LENT,
    MOST_RANK,
    NOBODY,
    NONE,
    OTHERS,
    RANK_LENT,
)
from changeling.engine.layout import Table
from changeling.engine.machine.board.memory import remembered_card
from changeling.engine.machine.board.numerals import one_numeral
from changeling.engine.machine.zones import on_table, seat_of
from changeling.engine.sheet_layout import Sheet

# `like_holds` has a bit for each card that counts as others, counts for several or lends under a condition.
LOOKED_UP = 2  # of `aliases`: what a card counts as is found here


def marks_of(d: Sheet, t: Table, card: int) -> int:
    """The marks that a card bears, as bits, with those that are lent to it."""
    found = d.marks[card]
    if d.lent_marks & ~found == 0:
        return found
    t.touched += d.lends
    for row in range(d.lends):
        item = d.lend_item[row]
        if RANK_LENT < item < 0 and found >> (-1 - item) & 1 == 0 and is_lent(d, t, row, card):
            found |= 1 << (-1 - item)
    return found


def rank_now(d: Sheet, t: Table, card: int) -> int:
    """The rank of a card with what others give it; NONE where none is printed."""
    return d.rank[card] if d.lent_ranks == 0 or d.rank[card] < 0 else rank_lent(d, t, card)


def rank_lent(d: Sheet, t: Table, card: int) -> int:
    """The same, of a deck in which some card makes ranks higher or lower."""
    found = d.rank[card]
    t.touched += d.lends
    for row in range(d.lends):
        item = d.lend_item[row]
        if item > RANK_LENT or not is_lent(d, t, row, card):
            continue
        more = (RANK_LENT - item) // 2 - MOST_LENT
        if (RANK_LENT - item) % 2 == 1:  # a printed numeral
            more = one_numeral(d, t, more) if more >= 0 else -one_numeral(d, t, -more)
        found += more
    return min(max(found, 0), MOST_RANK)


def is_lent(d: Sheet, t: Table, row: int, card: int) -> bool:
    """Whether a card in play lends something to a card in front of a player. Its filter goes by what is printed."""
    zone, lender = d.lend_zone[row], d.lend_card[row]
    if not zone <= t.place[card] < zone + MAX_SEATS or not on_table(t, lender):
        return False
    if d.like_tests != 0 and d.lend_row[row] != NONE and t.like_holds >> d.lend_row[row] & 1 == 0:
        return False
    who, owner, of = d.lend_who[row], seat_of(t, lender), seat_of(t, card)
    if owner == NONE and t.lastings > 0:
        owner = lasts_for(t, lender)
    everybody = who == EVERYONE or who == FROM_LEFT or owner == NONE
    if not everybody and (of == owner) == (who == OTHERS):
        return False
    return passes(d, t, card, d.marks[card], d.lend_filter[row])


def lasts_for(t: Table, card: int) -> int:
    """The player for whom an Action lasts that lends something, or NONE."""
    for place in range(t.lastings):
        if t.lasting_card[place] == card:
            return t.lasting_seat[place]
    return NONE


def cards_counted(d: Sheet, t: Table, card: int) -> int:
    """How many cards a card counts for now."""
    if d.like_tests != 0 and d.count_row[card] != NONE and t.like_holds >> d.count_row[card] & 1 == 0:
        return 1
    return d.counts_for[card]


def passes(d: Sheet, t: Table, card: int, borne: int, which: int) -> bool:
    """Whether a card that bears some marks passes a filter by what is printed on it besides: of one of its kinds,
    marks, slots and names, where it names any."""
    names = d.filters[which * 4 + 3]
    if not is_of_sort(d, card, borne, which):
        return False
    if names == NONE:
        return True
    t.touched += d.lists[names]
    return listed(d, names, d.name[card])


def is_of_sort(d: Sheet, card: int, borne: int, which: int) -> bool:
    """Whether a card that bears some marks passes a filter, whatever names that has."""
    at = which * 4
    kinds, marks, slots = d.filters[at], d.filters[at + 1], d.filters[at + 2]
    if kinds != 0 and kinds & (1 << d.kind[card]) == 0:
        return False
    if marks != 0 and borne & marks == 0:
        return False
    return slots == NONE or listed(d, slots, d.slot[card])


def listed(d: Sheet, at: int, item: int) -> bool:
    """Whether an item is in a list of the sheet."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        if d.lists[place] == item:
            return True
    return False


def stands_for(d: Sheet, t: Table, card: int, name: int) -> bool:
    """Whether a card counts as one of that name, which is not its own."""
    at = d.likes_at[card]
    if d.like_tests | d.like_sets != 0:
        row = d.like_row[card]
        if row != NONE and t.like_holds >> row & 1 == 0:
            at = NONE
        elif stands_for_keeper(d, t, card, name):
            return True
    if at != NONE:
        kind = -1 - d.kind[d.first[name]] if d.first[name] != NONE else 0
        for place in range(at + 1, at + 1 + d.likes[at]):
            if d.likes[place] == name or (kind < 0 and d.likes[place] == kind):
                return True
    t.touched += d.lends
    for row in range(d.lends):
        if d.lend_item[row] == name and is_lent(d, t, row, card):
            return True
    return False


def stands_for_keeper(d: Sheet, t: Table, card: int, name: int) -> bool:
    """Whether a card counts as a Keeper of that name because one lies in front of another player, or of anybody; or as
    a card of that name because it remembers one."""
    for row in range(d.like_sets):
        if d.like_set_who[row] == NOBODY:
            like = remembered_card(t, card) if d.like_set_card[row] == card else NONE
            if like != NONE and on_table(t, like) and d.name[like] == name:
                return True
            continue
        other = d.first[name] if d.like_set_card[row] == card else NONE
        while other != NONE:
            away = d.like_set_who[row] == EVERYONE or seat_of(t, other) != seat_of(t, card)
            if (
                KEEPERS <= t.place[other] < CREEPERS
                and away
                and passes(d, t, other, d.marks[other], d.like_set_filter[row])
            ):
                return True
            other = d.twin[other]
    return False
