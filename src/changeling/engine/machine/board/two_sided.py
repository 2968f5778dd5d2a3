"""Two-sided cards. Each side is a card of the deck; the side that is not up is out of the game.

So whatever a side says (its name, marks, formulas, sections) counts exactly while that side is up, and nothing else in
the machine has to know of sides.
"""

from __future__ import annotations

from changeling.cards.codes import BEING_PLAYED, DOWN, GOALS, KEEPERS, NONE, OUT, RULES
from changeling.engine.layout import BACKS_UP, Table
from changeling.engine.machine.board.attachments import front
from changeling.engine.machine.board.counters import token_place
from changeling.engine.machine.journal import TURN_8, V_FLIPS, note
from changeling.engine.machine.zones import (
    EVERYBODY,
    MOVED,
    card_mask,
    change_of,
    link,
    link_in_order,
    on_table,
    relink,
    seat_of,
    unlink,
)
from changeling.engine.sheet_layout import Sheet


def side_up(d: Sheet, t: Table, card: int) -> int:
    """The side of a card that takes part in the game; a card with one side, or one that was removed, is itself."""
    if card < 0 or t.place[card] != OUT or d.other_side[card] == NONE:
        return card
    other = d.other_side[card]
    return other if t.place[other] != OUT else card


def flip(d: Sheet, t: Table, seat: int, card: int) -> None:
    """Turn a two-sided card in play over."""
    if card < 0 or d.other_side[card] == NONE or not on_table(t, card):
        return
    other = d.other_side[card]
    turn_over(d, t, card, other)
    t.upkeep |= BACKS_UP
    if t.goals_changed == 1:  # the side that is up now was not up when the Goals changed
        for hook in range(d.on_goals):
            if d.goal_card[hook] == other:
                t.goal_fired[hook] |= 1
    note(t, V_FLIPS, seat, other, card, NONE, TURN_8)


def turn_over(d: Sheet, t: Table, card: int, other: int) -> None:
    """Put the other side in the place of a card, with what lies on it and the tokens there."""
    zone = t.place[card]
    to = front(d, other, seat_of(t, card)) if KEEPERS <= zone < DOWN else zone
    unlink(t, other)
    if to == zone:
        take_place(t, card, other)
    else:
        unlink(t, card)
        link(t, other, to)
    link_in_order(t, card, OUT)
    t.known[other] = t.known[card]
    t.known[card] = EVERYBODY
    t.host[other] = t.host[card]
    t.host[card] = NONE
    t.touched += MOVED
    for one in range(d.cards if t.attached > 0 else 0):
        if t.host[one] == card:
            t.host[one] = other
    tokens = token_place(t, card)
    if tokens != NONE:
        t.token_card[tokens] = other
    for place in range(t.memories):
        if t.memory_card[place] == card:
            t.memory_card[place] = other
        if t.memory_of[place] == card + 1:
            t.memory_of[place] = other + 1
    sides_changed(t, card, zone, other, to)


def take_place(t: Table, card: int, other: int) -> None:
    """Put another card, which is in no zone, exactly where a card is; that one is in no zone then."""
    t.place[other] = t.place[card]
    t.prev[other] = t.prev[card]
    t.next[other] = t.next[card]
    relink(t, other)


def sides_changed(t: Table, card: int, zone: int, other: int, to: int) -> None:
    """Note what has to be checked again, as when cards move."""
    t.dirty |= change_of(zone) | change_of(to)
    if zone == GOALS:
        t.goals_changed = 1
    if zone == RULES:
        t.rules_changed = 1
    if KEEPERS <= zone < DOWN:
        t.changed_boards |= 1 << seat_of(t, other)
        t.moved_cards |= card_mask(card, zone) | card_mask(other, to)


def turn_backs(d: Sheet, t: Table) -> None:
    """Cards that have left the table lie with their front up."""
    up = 0
    for place in range(d.backs):
        back = d.back[place]
        zone = t.place[back]
        if zone == OUT:
            continue
        if on_table(t, back) or zone == BEING_PLAYED:
            up += 1
        else:
            turn_over(d, t, back, d.other_side[back])
    if up == 0:
        t.upkeep &= ~BACKS_UP
