"""Numbers of the players' own, by a name that the deck gives them, and tokens on cards in play.

Both lie open. A change is told to whatever looks at the board: conditions and formulas that read a counter are read
again like those that ask who has what.
"""

from __future__ import annotations

from changeling.cards.codes import MAX_COUNT, MAX_COUNTERS, NONE, ONE_SEAT, PART_BOARD
from changeling.engine.layout import ANY_CARD, MAX_TOKENED, TOKENS_LIE, Table
from changeling.engine.machine.board.seats import seat_at
from changeling.engine.machine.journal import TURN_8, V_COUNTS, note
from changeling.engine.machine.zones import EVERYBODY, on_table

CHANGE = 1000  # in the journal a change is (change + CHANGE) * CHANGE + the number that there is now


def counter_of(t: Table, you: int, counter: int, who: int, seat: int) -> int:
    """What some players have of a counter, together; nobody has nothing."""
    if who == ONE_SEAT:
        return t.counters[seat * MAX_COUNTERS + counter] if seat >= 0 else 0
    found = 0
    place = 0
    one = seat_at(t, you, who, place)
    while one != NONE:
        found += t.counters[one * MAX_COUNTERS + counter]
        place += 1
        one = seat_at(t, you, who, place)
    return found


def gain(t: Table, number: int, counter: int, by: int) -> None:
    """A player has more of a counter."""
    if number > 0:
        change_counter(t, by, counter, number)


def lose(t: Table, number: int, counter: int, by: int) -> None:
    """A player has less of a counter."""
    if number > 0:
        change_counter(t, by, counter, -number)


def change_counter(t: Table, seat: int, counter: int, change: int) -> None:
    """Change a counter of a player, as far as it goes; players who are out of the game have none."""
    if seat < 0 or t.out >> seat & 1 == 1:
        return
    at = seat * MAX_COUNTERS + counter
    before = t.counters[at]
    t.counters[at] = max(0, min(before + change, MAX_COUNT))
    if t.counters[at] != before:
        board_changed(t)
        note(t, V_COUNTS, seat, NONE, counter, told(t.counters[at] - before, t.counters[at]), TURN_8)


def told(change: int, now: int) -> int:
    """A change and what there is now, in one number of the journal."""
    return (change + CHANGE) * CHANGE + now


def board_changed(t: Table) -> None:
    """Have everything read again that looks at what lies on the table."""
    t.dirty |= PART_BOARD
    t.changed_boards |= EVERYBODY
    t.moved_cards |= ANY_CARD


# --- tokens -----------------------------------------------------------------------------------------------------------
def token_place(t: Table, card: int) -> int:
    """Where the tokens of a card are noted, or NONE."""
    for place in range(t.tokened):
        if t.token_card[place] == card:
            return place
    return NONE


def tokens_on(t: Table, card: int) -> int:
    """How many tokens lie on a card; on none there are none."""
    place = token_place(t, card)
    return t.token_count[place] if place != NONE else 0


def add_tokens(t: Table, seat: int, card: int, number: int) -> None:
    """Lay tokens on a card in play, where there is room for them."""
    if card < 0 or number <= 0 or not on_table(t, card):
        return
    place = token_place(t, card)
    if place == NONE:
        if t.tokened == MAX_TOKENED:
            return
        place = t.tokened
        t.token_card[place] = card
        t.token_count[place] = 0
        t.tokened += 1
        t.upkeep |= TOKENS_LIE
    count_tokens(t, seat, place, number)


def take_tokens(t: Table, seat: int, card: int, number: int) -> None:
    """Take tokens off a card, as far as there are any."""
    place = token_place(t, card)
    if place == NONE or number <= 0:
        return
    count_tokens(t, seat, place, -number)
    if t.token_count[place] == 0:
        drop_tokens(t, place)


def count_tokens(t: Table, seat: int, place: int, change: int) -> None:
    """Change how many tokens are noted at a place, as far as it goes."""
    before = t.token_count[place]
    t.token_count[place] = max(0, min(before + change, MAX_COUNT))
    if t.token_count[place] != before:
        board_changed(t)
        now = t.token_count[place]
        note(t, V_COUNTS, seat, t.token_card[place], NONE, told(now - before, now), TURN_8)


def drop_tokens(t: Table, place: int) -> None:
    """Forget the tokens that are noted at a place; the last ones take it."""
    t.tokened -= 1
    t.token_card[place] = t.token_card[t.tokened]
    t.token_count[place] = t.token_count[t.tokened]
    t.token_card[t.tokened] = 0
    t.token_count[t.tokened] = 0
    if t.tokened == 0:
        t.upkeep &= ~TOKENS_LIE
