"""Drawing cards: the draw rule, a card's own draws, and the discard pile that becomes the draw pile."""

from __future__ import annotations

from changeling.cards.codes import (
    CREEPER,
    CREEPERS,
    DISCARD,
    DRAWN,
    DRAWS,
    HAND,
    N_STATICS,
    NONE,
    OPEN_HAND,
    PART_PILES,
    PILE,
    RESHUFFLED,
)
from changeling.engine.layout import ENDING, F_DRAWN_TO, PLAYING, Table
from changeling.engine.machine.frames import aside_of, transfer
from changeling.engine.machine.happenings import tell_event
from changeling.engine.machine.journal import (
    ACT_3,
    CREEP_1,
    PILE_1,
    TURN_1,
    TURN_8,
    V_DRAWS,
    V_LAYS_DOWN,
    V_SHUFFLES,
    note,
)
from changeling.engine.machine.rules.sections import tell_drawn
from changeling.engine.machine.zones import EVERYBODY, pour, shuffle
from changeling.engine.sheet_layout import Sheet


def restock(t: Table) -> None:
    """The discard pile, shuffled, becomes the draw pile (PILE-1)."""
    pour(t, DISCARD, PILE)
    shuffle(t, PILE)
    t.dirty |= PART_PILES


def draw(d: Sheet, t: Table, seat: int, number: int, zone: int, clause: int) -> int:
    """Draw cards into a zone; gives how many came. A Creeper goes in front of the drawer and is replaced (CREEP-1);
    the piles may run out (C-R20)."""
    drawn = 0
    while drawn < number:
        if t.head[PILE] == NONE:
            if t.head[DISCARD] == NONE:
                return drawn
            restock(t)
            t.reshuffles += 1
            note(t, V_SHUFFLES, seat, NONE, DISCARD, PILE, PILE_1)
            tell_event(t, RESHUFFLED, NONE, seat, NONE, NONE)
        card = t.head[PILE]
        t.idle = 0
        if d.kind[card] == CREEPER:
            transfer(t, V_LAYS_DOWN, seat, card, CREEPERS + seat, CREEP_1)
        else:
            t.known[card] = 1 << seat
            if d.opens == 1 and t.force[seat * N_STATICS + OPEN_HAND] != 0 and zone == HAND + seat:
                t.known[card] = EVERYBODY
            transfer(t, V_DRAWS, seat, card, zone, clause)
            drawn += 1
        if t.watched >> DRAWN & 1 == 1:
            tell_drawn(d, t, seat, card)
    return drawn


def draw_by_rule(d: Sheet, t: Table, clause: int) -> None:
    """The player whose turn it is draws what the draw rule asks for now beyond what was drawn for it (RULE-6, RULE-7).

    What the piles cannot supply is not made up for later (C-R20)."""
    required = t.force[t.turn * N_STATICS + DRAWS]
    if required > t.draws_done:
        missing = required - t.draws_done
        t.draws_done = required
        t.drawn += draw(d, t, t.turn, missing, HAND + t.turn, clause)


def draw_to(d: Sheet, t: Table, base: int, seat: int, number: int) -> None:
    """Draw aside until this card has drawn `number` in all, so that a numeral that grows counts at once (C-R82)."""
    zone = aside_of(t, base)
    missing = number - t.stack[base + F_DRAWN_TO]
    if zone != NONE and missing > 0:
        t.stack[base + F_DRAWN_TO] = number
        draw(d, t, seat, missing, zone, ACT_3)


def shuffle_discards(t: Table, seat: int) -> None:
    """The discard pile is shuffled into the draw pile. No new draw pile has come about, so nothing escalates."""
    restock(t)
    note(t, V_SHUFFLES, seat, NONE, DISCARD, PILE, TURN_8)


# --- effects that need to know which card or program says them --------------------------------------------------------
def draw_cards(d: Sheet, t: Table, number: int, by: int) -> None:
    """A player draws cards into the hand; nobody draws nothing."""
    if by >= 0 and t.out >> by & 1 == 0:
        draw(d, t, by, number, HAND + by, TURN_8)


def shuffle_pile(t: Table, seat: int) -> None:
    """Shuffle the draw pile."""
    shuffle(t, PILE)
    note(t, V_SHUFFLES, seat, NONE, PILE, PILE, TURN_8)


def draw_required(d: Sheet, t: Table) -> None:
    """Draw what the rules in force require, unless the turn was ended before (TURN-1)."""
    if t.phase != ENDING:
        t.phase = PLAYING
        draw_by_rule(d, t, TURN_1)
