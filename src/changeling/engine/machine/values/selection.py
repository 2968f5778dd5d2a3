"""The selection: the cards, seats or words that a question or an effect is about, gathered in `option`.

Also the two ways to go through a set with a test. A sieve keeps those of the selection that pass. A walk goes through
zones or seats without a selection, and counts those that pass; `item` is what it has come to.
"""

from __future__ import annotations

from changeling.cards.codes import (
    A_SEAT,
    A_WORD,
    DISCARD,
    DOWN,
    HAND,
    KEEPERS,
    NOBODY,
    NONE,
    ONE_SEAT,
    PILE,
    SEALED,
    SORT,
)
from changeling.engine.layout import Table
from changeling.engine.machine.board.counts import fits, zone_of
from changeling.engine.machine.board.likeness import cards_counted
from changeling.engine.machine.board.seats import seat_at
from changeling.engine.machine.zones import on_table
from changeling.engine.sheet_layout import Sheet


def gather(d: Sheet, t: Table, zone: int, which: int) -> None:
    """Add the cards of a zone that pass a filter to the selection, once each; promised ones are left out."""
    if zone == NONE:
        return
    before = t.options
    t.touched += t.size[zone] * (before + 1)
    card = t.head[zone]
    while card != NONE:
        if t.promised[card] == NONE and fits(d, t, card, which) and not selected(t, card, before):
            t.option[t.options] = card
            t.options += 1
        card = t.next[card]


def selected(t: Table, card: int, among: int) -> bool:
    """Whether a card is one of the first `among` of the selection. Each is in it once, so that there is room for any
    sum of sets."""
    for place in range(among):
        if t.option[place] == card:
            return True
    return False


# --- terms that fill the selection ------------------------------------------------------------------------------------
def clear_selection(t: Table) -> None:
    """Begin a selection."""
    t.options = 0


def select_zones(d: Sheet, t: Table, you: int, base: int, zone: int, who: int, which: int, seat: int) -> None:
    """Add the cards of some zones that pass a filter; `seat` where it is about one seat."""
    if who == NOBODY:
        gather(d, t, zone_of(t, zone, 0, base), which)
    elif who == ONE_SEAT:
        if seat >= 0:
            gather(d, t, zone + seat, which)
    else:
        place = 0
        one = seat_at(t, you, who, place)
        while one != NONE:
            gather(d, t, zone + one, which)
            place += 1
            one = seat_at(t, you, who, place)


def select_seats(t: Table, you: int, who: int) -> None:
    """Add some seats."""
    place = 0
    seat = seat_at(t, you, who, place)
    while seat != NONE:
        t.option[t.options] = A_SEAT * SORT + seat
        t.options += 1
        place += 1
        seat = seat_at(t, you, who, place)


def select_card(t: Table, card: int) -> None:
    """Add one card, if there is one and it is not in the selection."""
    if card >= 0 and not selected(t, card, t.options):
        t.option[t.options] = card
        t.options += 1
        t.touched += t.options


def select_unpromised(t: Table, card: int) -> None:
    """Add a card, unless it is promised to somebody or in the selection already."""
    if t.promised[card] == NONE:
        select_card(t, card)


def select_answer(t: Table, word: int) -> None:
    """Add a word that a question can be answered with."""
    t.option[t.options] = A_WORD * SORT + word
    t.options += 1


def find(d: Sheet, t: Table, names: int) -> None:
    """Add the cards of these names, wherever they can be found: not face down, sealed or being played (K-B01)."""
    for place in range(names + 1, names + 1 + d.lists[names]):
        card = d.first[d.lists[place]]
        while card != NONE:
            zone = t.place[card]
            if on_table(t, card) or zone == PILE or zone == DISCARD or HAND <= zone < KEEPERS:
                select_unpromised(t, card)
            card = d.twin[card]


def select_under(t: Table, over: int) -> None:
    """Add the cards that lie under a card."""
    t.touched += t.size[SEALED]
    card = t.head[SEALED]
    while card != NONE:
        if t.host[card] == over:
            select_card(t, card)
        card = t.next[card]


def count_under(t: Table, over: int) -> int:
    """How many cards lie under a card."""
    found = 0
    t.touched += t.size[SEALED]
    card = t.head[SEALED]
    while card != NONE:
        if t.host[card] == over:
            found += 1
        card = t.next[card]
    return found


def select_stash(d: Sheet, t: Table, you: int, who: int, which: int, seat: int) -> None:
    """Add the cards in the stashes of some players that pass a filter; `seat` where it is about one."""
    for number in range(t.seats):
        other = seat if who == ONE_SEAT else seat_at(t, you, who, number)
        if other >= 0 and (who != ONE_SEAT or number == 0):
            t.touched += t.size[DOWN + other]
            card = t.head[DOWN + other]
            while card != NONE:
                if t.promised[card] == other and fits(d, t, card, which):
                    select_card(t, card)
                card = t.next[card]


def count_stash(d: Sheet, t: Table, you: int, who: int, which: int, seat: int) -> int:
    """How many such cards there are."""
    found = 0
    for number in range(t.seats):
        other = seat if who == ONE_SEAT else seat_at(t, you, who, number)
        if other >= 0 and (who != ONE_SEAT or number == 0):
            t.touched += t.size[DOWN + other]
            card = t.head[DOWN + other]
            while card != NONE:
                if t.promised[card] == other and fits(d, t, card, which):
                    found += 1
                card = t.next[card]
    return found


def drop(t: Table, card: int) -> None:
    """Leave a card out of the selection."""
    t.touched += t.options
    kept = 0
    for place in range(t.options):
        if t.option[place] != card:
            t.option[kept] = t.option[place]
            kept += 1
    t.options = kept


# --- a sieve ----------------------------------------------------------------------------------------------------------
def begin_sieve(t: Table) -> None:
    """Begin to test the selection, from the first."""
    t.scan = 0
    t.kept = 0


def sieve_is_done(t: Table) -> bool:
    """Take up what is to be tested next; true when all were, and only what passed is left."""
    if t.scan >= t.options:
        t.options = t.kept
        return True
    t.item = t.option[t.scan] % SORT
    return False


def sieve(t: Table, passes: int) -> None:
    """Keep what was tested, or not."""
    if passes != 0:
        t.option[t.kept] = t.option[t.scan]
        t.kept += 1
    t.scan += 1


# --- a walk -----------------------------------------------------------------------------------------------------------
def begin_walk(t: Table, zone: int, who: int, which: int, seat: int) -> int:
    """Get ready to go through the cards of some zones, or through seats. Gives 0, the count so far."""
    t.walk_zone = zone
    t.walk_who = who
    t.walk_filter = which
    t.walk_seat = seat
    t.walk_place = -1
    t.walk_card = NONE
    return 0


def walk_is_done(d: Sheet, t: Table, you: int, base: int) -> bool:
    """Go to the next card (or seat) that passes the filter and leave it in `item`; true when there are no more."""
    while True:
        while t.walk_card != NONE:
            card = t.walk_card
            t.walk_card = t.next[card]
            if t.promised[card] == NONE and fits(d, t, card, t.walk_filter):
                t.item = card
                return False
        t.walk_place += 1
        if t.walk_who == NOBODY or t.walk_who == ONE_SEAT:
            if t.walk_place > 0 or (t.walk_who == ONE_SEAT and t.walk_seat < 0):
                return True
            zone = zone_of(t, t.walk_zone, t.walk_seat, base)
        else:
            seat = seat_at(t, you, t.walk_who, t.walk_place)
            if seat == NONE:
                return True
            if t.walk_zone == NONE:
                t.item = seat
                return False
            zone = t.walk_zone + seat
        if zone != NONE:
            t.touched += t.size[zone]
            t.walk_card = t.head[zone]
        else:
            t.walk_card = NONE


def begin_inner_walk(t: Table, zone: int, who: int, which: int, seat: int) -> int:
    """Get ready to go through a set in the test of another; where that one has come to is kept. Gives 0."""
    t.outer_item = t.item
    t.outer_zone = t.walk_zone
    t.outer_who = t.walk_who
    t.outer_filter = t.walk_filter
    t.outer_seat = t.walk_seat
    t.outer_place = t.walk_place
    t.outer_card = t.walk_card
    return begin_walk(t, zone, who, which, seat)


def end_inner_walk(t: Table, count: int) -> int:
    """Go back to the walk or the sieve outside. Gives the count of the inner one."""
    t.item = t.outer_item
    t.walk_zone = t.outer_zone
    t.walk_who = t.outer_who
    t.walk_filter = t.outer_filter
    t.walk_seat = t.outer_seat
    t.walk_place = t.outer_place
    t.walk_card = t.outer_card
    return count


def outer_item_of(t: Table) -> int:
    """The card or seat that the test outside looks at."""
    return t.outer_item


def item_of(t: Table) -> int:
    """The card or seat being tested."""
    return t.item


def one_more(d: Sheet, t: Table, count: int, passes: int) -> int:
    """The count of a walk, after a test. In front of a player a card may count for several."""
    if passes == 0:
        return count
    if d.multiples == 1 and KEEPERS <= t.walk_zone < DOWN:
        return count + cards_counted(d, t, t.item)
    return count + 1


def select_end(t: Table, low: int, number: int) -> None:
    """Add the top cards of the draw pile, or its lowest, as far as it goes."""
    card = t.tail[PILE] if low != 0 else t.head[PILE]
    while card != NONE and number > 0:
        select_unpromised(t, card)
        card = t.prev[card] if low != 0 else t.next[card]
        number -= 1


def ask(t: Table, seat: int, prompt: int) -> None:
    """Put the selection to a seat as a question."""
    t.asked = seat
    t.prompt = prompt


def offer(t: Table, option: int) -> None:
    """Add an option to the selection."""
    t.option[t.options] = option
    t.options += 1
