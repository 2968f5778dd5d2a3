"""What cards in play say of other cards: safe from theft, safe from being discarded, not to be played, disabled.

A permission is an expression that is read for one card at a time, the `item`. Of a Keeper or a Creeper `you` is the
owner; of a rule or a Goal, which is everybody's, whoever has the card that is looked at.
"""

from __future__ import annotations

from changeling.cards.codes import CANNOT_PLAY, DISABLED, EXCUSED, GOAL, HAND, ITSELF, MUST_PLAY, NONE
from changeling.engine.layout import Table
from changeling.engine.machine.rules.lasting import is_everybodys, keeper_of
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import on_table, seat_of
from changeling.engine.sheet_layout import Sheet

# Bits of `permitted`: some card says what has to be played first; some card says what can be played at all.
CALLS = 1 << MUST_PLAY | 1 << (MUST_PLAY + ITSELF)
HAND_SORTS = CALLS | 1 << CANNOT_PLAY | 1 << (CANNOT_PLAY + ITSELF)


def holds(d: Sheet, t: Table, row: int, card: int, player: int) -> bool:
    """Whether a permission of a card in play holds for a card; `player` is who would play it, or NONE."""
    by = d.permit_card[row]
    you = keeper_of(t, by)
    if is_everybodys(t, by) or d.kind[by] == GOAL:
        holder = player if player != NONE else seat_of(t, card)
        you = holder if holder != NONE else you
    item, playing = t.item, t.player
    t.item = card
    t.player = player + 1
    found = evaluate(d, t, d.permit_test[row], you, by, NONE) != 0
    t.item = item
    t.player = playing
    return found


# What is asked often is a short function that asks a long one only where the deck has such cards: compiled code puts
# the short one in place of its calls, and in the lean machine (engine.lean) nothing is left of it.
def is_disabled(d: Sheet, t: Table, card: int) -> bool:
    """Whether what a card in play says counts for nothing. What disables others cannot itself be disabled."""
    return d.permitted >> DISABLED & 1 == 1 and is_switched_off(d, t, card)


def is_switched_off(d: Sheet, t: Table, card: int) -> bool:
    """The same, of a deck in which some card disables others."""
    found = False
    t.touched += d.permit_from[DISABLED + 1] - d.permit_from[DISABLED]
    for row in range(d.permit_from[DISABLED], d.permit_from[DISABLED + 1]):
        if d.permit_card[row] == card:
            return False
        if not found and on_table(t, d.permit_card[row]):
            found = holds(d, t, row, card, NONE)
    return found


def some_card_disables(d: Sheet, t: Table) -> bool:
    """Whether a card in play disables others, if there are any that it means."""
    for row in range(d.permit_from[DISABLED], d.permit_from[DISABLED + 1]):
        if on_table(t, d.permit_card[row]):
            return True
    return False


def permission(d: Sheet, t: Table, sort: int, card: int, player: int) -> bool:
    """Whether some card in play says this of a card; `player` is who would play it, or NONE."""
    return d.permitted >> sort & 1 == 1 and is_said(d, t, sort, card, player)


def is_said(d: Sheet, t: Table, sort: int, card: int, player: int) -> bool:
    """The same, of a deck in which some card says such things."""
    t.touched += d.permit_from[sort + 1] - d.permit_from[sort]
    for row in range(d.permit_from[sort], d.permit_from[sort + 1]):
        by = d.permit_card[row]
        if on_table(t, by) and not is_disabled(d, t, by) and holds(d, t, row, card, player):
            return True
    return False


def somebody_says(d: Sheet, t: Table, sort: int) -> bool:
    """Whether some card in play says this of any card that there might be."""
    for row in range(d.permit_from[sort], d.permit_from[sort + 1]):
        if on_table(t, d.permit_card[row]) and not is_disabled(d, t, d.permit_card[row]):
            return True
    return False


def is_waived(d: Sheet, t: Table, goal: int, card: int) -> bool:
    """Whether some card says that a card keeps nobody from winning by a Goal."""
    return d.permitted >> EXCUSED & 1 == 1 and is_let_off(d, t, goal, card)


def is_let_off(d: Sheet, t: Table, goal: int, card: int) -> bool:
    """The same, of a deck in which some card says such things."""
    t.touched += d.permit_from[EXCUSED + 1] - d.permit_from[EXCUSED]
    for row in range(d.permit_from[EXCUSED], d.permit_from[EXCUSED + 1]):
        if waives(d, t, row, goal, card):
            return True
    return False


def waives(d: Sheet, t: Table, row: int, goal: int, card: int) -> bool:
    """Whether a permission says that a card keeps nobody from winning by a Goal. A Goal says it of itself alone."""
    by = d.permit_card[row]
    said = d.permit_sort[row] == EXCUSED and (by == goal if d.kind[by] == GOAL else on_table(t, by))
    return said and not is_disabled(d, t, by) and holds(d, t, row, card, NONE)


def is_barred(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a player cannot play a card."""
    return permission(d, t, CANNOT_PLAY, card, seat) or says_of_itself(d, t, CANNOT_PLAY + ITSELF, card, seat)


def is_wanted(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a card of a hand has to be played before others."""
    return permission(d, t, MUST_PLAY, card, seat) or says_of_itself(d, t, MUST_PLAY + ITSELF, card, seat)


def says_of_itself(d: Sheet, t: Table, sort: int, card: int, player: int) -> bool:
    """Whether a card says this of itself, for the player who would play it; it need not be in play for that."""
    return d.permitted >> sort & 1 == 1 and says_so_itself(d, t, sort, card, player)


def says_so_itself(d: Sheet, t: Table, sort: int, card: int, player: int) -> bool:
    """The same, of a deck in which some card says such things."""
    t.touched += d.permit_from[sort + 1] - d.permit_from[sort]
    for row in range(d.permit_from[sort], d.permit_from[sort + 1]):
        if d.permit_card[row] == card:
            item, playing = t.item, t.player
            you = player if player != NONE else keeper_of(t, card)
            t.item = card
            t.player = player + 1
            found = evaluate(d, t, d.permit_test[row], you, card, NONE) != 0
            t.item = item
            t.player = playing
            if found:
                return True
    return False


def playable(d: Sheet, t: Table, seat: int) -> int:
    """How many cards of a hand its player can play in the turn."""
    if d.permitted & HAND_SORTS == 0:
        return t.size[HAND + seat]
    called = is_called(d, t, seat)
    found = 0
    card = t.head[HAND + seat]
    while card != NONE:
        if not is_held(d, t, card, seat, called):
            found += 1
        card = t.next[card]
    return found


def is_called(d: Sheet, t: Table, seat: int) -> bool:
    """Whether a hand holds a card that has to be played before others, and can be."""
    return d.permitted & CALLS != 0 and has_called(d, t, seat)


def has_called(d: Sheet, t: Table, seat: int) -> bool:
    """The same, of a deck in which some card says such things."""
    card = t.head[HAND + seat]
    while card != NONE:
        if is_wanted(d, t, card, seat) and not is_barred(d, t, card, seat):
            return True
        card = t.next[card]
    return False


def is_held(d: Sheet, t: Table, card: int, seat: int, called: bool) -> bool:
    """Whether a card of a hand cannot be played in the turn: it is forbidden, or others have to be played first, as
    `is_called` has said."""
    return is_barred(d, t, card, seat) or (called and not is_wanted(d, t, card, seat))
