"""The terms of expressions: one function for each, found by the name that its row in `cards.vocabulary` gives.

A function takes what it names: the sheet `d`, the table `t`, the seat `you` that the expression is read for, its card
`this`, the frame `base` whose registers it may use; then the operands of the instruction, then what lies on the value
stack. A term that jumps gives whether it does. None changes anything but scratch. Where a function is one `return`,
the dispatcher (`expressions.py`, made by `engine.dispatch_writer`) holds that expression instead of a call.
Sets of cards are in `selection`, counting in `board.counts`, what lies in front of whom in `board.having`.
"""

from __future__ import annotations

from changeling.cards.codes import ALL, ALL_BUT, DISCARD, N_FACTS, N_STATICS, NOBODY, NONE, ONE_SEAT, OTHERS, YOU_ONLY
from changeling.engine.layout import ENDING, F_CARD, F_REGISTER, F_SEAT, FRAME, Table
from changeling.engine.machine.board.counts import doom_of, fits, highest, rank, tally, zone_of
from changeling.engine.machine.board.having import has_all
from changeling.engine.machine.board.seats import players_left, seat_at
from changeling.engine.machine.zones import around, seat_of
from changeling.engine.sheet_layout import Sheet

MOST = 30_000  # no number grows beyond this, so that every one fits where it is kept


# --- values -----------------------------------------------------------------------------------------------------------
def plain_number(number: int) -> int:
    """A number that never grows."""
    return number


def live_number(t: Table, number: int) -> int:
    """A printed numeral, with what Inflation adds."""
    return number + t.inflation


def register_of(t: Table, base: int, register: int) -> int:
    """A variable of the program, or the answer to a question."""
    return t.stack[base + F_REGISTER + register]


def your_seat(you: int) -> int:
    """Whoever the expression is read for."""
    return you


def this_card(this: int) -> int:
    """The card that says it."""
    return this


def in_force(t: Table, static: int, seat: int) -> int:
    """A number in force for a seat; 0 for nobody."""
    return t.force[seat * N_STATICS + static] if seat >= 0 else 0


def fact_of(t: Table, fact: int, seat: int) -> int:
    """What was given about a player when the game was made; 0 about nobody."""
    return t.facts[seat * N_FACTS + fact] if seat >= 0 else 0


# --- arithmetic and conditions ----------------------------------------------------------------------------------------
def is_false(value: int) -> bool:
    """Whether a condition does not hold."""
    return value == 0


def is_true(value: int) -> bool:
    """Whether a condition holds."""
    return value != 0


def always() -> bool:
    """A jump without a condition."""
    return True


def eq(left: int, right: int) -> bool:
    """Equal."""
    return left == right


def ne(left: int, right: int) -> bool:
    """Not equal."""
    return left != right


def lt(left: int, right: int) -> bool:
    """Less."""
    return left < right


def le(left: int, right: int) -> bool:
    """Less or equal."""
    return left <= right


def gt(left: int, right: int) -> bool:
    """Greater."""
    return left > right


def ge(left: int, right: int) -> bool:
    """Greater or equal."""
    return left >= right


def add(left: int, right: int) -> int:
    """A sum, as far as numbers go."""
    return min(left + right, MOST)


def sub(left: int, right: int) -> int:
    """A difference, as far as numbers go."""
    return max(left - right, -MOST)


def mul(left: int, right: int) -> int:
    """A product, as far as numbers go."""
    return max(min(left * right, ALL), -ALL)


def mod(left: int, right: int) -> int:
    """What is left over when one number is divided by another; by 0 or less nothing is divided, and nothing left."""
    return left % right if right > 0 else 0


def smaller(left: int, right: int) -> int:
    """The smaller of two numbers."""
    return min(left, right)


def larger(left: int, right: int) -> int:
    """The larger of two numbers."""
    return max(left, right)


def all_but(number: int) -> int:
    """What `all - n` stands for in a formula, from all but none to all but ALL - 1."""
    return ALL_BUT - max(min(number, ALL - 1), 0)


def half(number: int) -> int:
    """Half of a number, rounded up."""
    return (number + 1) // 2


def some(card: int) -> bool:
    """Whether there is a card, or a seat, at all."""
    return card >= 0


# --- the table --------------------------------------------------------------------------------------------------------
def holiday(t: Table) -> int:
    """1 on a special day."""
    return t.holiday


def reshuffles(t: Table) -> int:
    """How often the discard pile has become the draw pile."""
    return t.reshuffles


def your_turn(t: Table, you: int) -> bool:
    """Whether it is your turn."""
    return you == t.turn


def acting(t: Table) -> bool:
    """Whether the turn's plays and free actions are not over."""
    return t.phase != ENDING


def top_discard(t: Table) -> int:
    """The card on top of the discard pile, or NONE."""
    return t.head[DISCARD]


def left_of(t: Table, seat: int) -> int:
    """The next player clockwise; NONE for nobody."""
    if seat < 0:
        return NONE
    seat = around(t, seat + 1)
    while t.out >> seat & 1 == 1:
        seat = around(t, seat + 1)
    return seat


def right_of(t: Table, seat: int) -> int:
    """The next player against the clock; NONE for nobody."""
    if seat < 0:
        return NONE
    seat = around(t, seat + t.seats - 1)
    while t.out >> seat & 1 == 1:
        seat = around(t, seat + t.seats - 1)
    return seat


def player(t: Table, base: int) -> int:
    """Whoever did what a Surprise answers: the player of the frame below."""
    return t.stack[base - FRAME + F_SEAT] if base >= FRAME else NONE


def played(t: Table, base: int) -> int:
    """The card that a Surprise answers: the card of the frame below."""
    return t.stack[base - FRAME + F_CARD] if base >= FRAME else NONE


# --- one card ---------------------------------------------------------------------------------------------------------
def owner(t: Table, card: int) -> int:
    """The player that a card lies in front of, or who holds it; NONE for no card, and for one
    that is promised to somebody."""
    return seat_of(t, card) if card >= 0 and t.promised[card] == NONE else NONE


def loose(t: Table, card: int) -> bool:
    """Whether a card is attached to nothing and lies under nothing."""
    return card >= 0 and t.host[card] == NONE


def host(t: Table, card: int) -> int:
    """The card that this one is attached to or lies under, or NONE."""
    return t.host[card] if card >= 0 else NONE


def is_a(d: Sheet, t: Table, which: int, card: int) -> bool:
    """Whether there is a card and it passes a filter."""
    return card >= 0 and fits(d, t, card, which)


# --- counting and comparing -------------------------------------------------------------------------------------------
def count_cards(d: Sheet, t: Table, you: int, base: int, zone: int, who: int, which: int, seat: int) -> int:
    """How many cards of some zones pass a filter, or how many seats there are; `seat` where it is about one seat."""
    if who == YOU_ONLY and zone != NONE:
        return tally(d, t, zone + you, which)
    if zone == NONE:
        here = t.seats if t.out == 0 else players_left(t)
        return here - 1 if who == OTHERS and t.out >> you & 1 == 0 else here
    if who == NOBODY:
        return tally(d, t, zone_of(t, zone, 0, base), which)
    if who == ONE_SEAT:
        return tally(d, t, zone + seat, which) if seat >= 0 else 0
    found = 0
    place = 0
    one = seat_at(t, you, who, place)
    while one != NONE:
        found += tally(d, t, zone + one, which)
        place += 1
        one = seat_at(t, you, who, place)
    return found


def has(d: Sheet, t: Table, you: int, items: int) -> bool:
    """Whether all of these lie in front of you, each by a card of its own."""
    return has_all(d, t, you, items)


def most(d: Sheet, t: Table, you: int, zone: int, which: int) -> bool:
    """Whether you alone have the most of something (C-R75)."""
    return rank(d, t, zone, which, you, False, True)


def least(d: Sheet, t: Table, you: int, zone: int, which: int) -> bool:
    """Whether you alone have the fewest of something (C-R75)."""
    return rank(d, t, zone, which, you, True, True)


def leads(d: Sheet, t: Table, you: int, zone: int, which: int) -> bool:
    """Whether nobody has more of something than you (C-R62)."""
    return rank(d, t, zone, which, you, False, False)


def doom_of_all(d: Sheet, t: Table, you: int, who: int, seat: int) -> int:
    """The Doom count of some players; of nobody it is 0."""
    if who == ONE_SEAT:
        return doom_of(d, t, seat) if seat >= 0 else 0
    found = 0
    place = 0
    one = seat_at(t, you, who, place)
    while one != NONE:
        found += doom_of(d, t, one)
        place += 1
        one = seat_at(t, you, who, place)
    return found


def highest_of_all(d: Sheet, t: Table, you: int, zone: int, who: int, which: int, seat: int) -> int:
    """The card of the highest rank in some zones, or NONE."""
    best = NONE
    place = 0
    one = seat if who == ONE_SEAT else seat_at(t, you, who, place)
    while one != NONE:
        best = highest(d, t, zone + one, which, best)
        place += 1
        one = NONE if who == ONE_SEAT else seat_at(t, you, who, place)
    return best
