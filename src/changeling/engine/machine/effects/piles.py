"""The draw pile as a place: its top and bottom, putting cards into it, drawing from elsewhere, and cards that
leave the game.

Who knows a card of the pile knows where in it it lies. So whatever brings the order of the pile out of somebody's sight
takes that knowledge away (`zones.lose_track`).
"""

from __future__ import annotations

from changeling.cards.codes import (
    BOTTOM,
    CREEPER,
    CREEPERS,
    DISCARD,
    DISCARDS,
    DRAWN,
    HAND,
    KEEPERS,
    N_STATICS,
    NONE,
    OPEN_HAND,
    OUT,
    PART_PILES,
    PILE,
    RESHUFFLED,
    SOMEWHERE,
    SORT,
    TOP,
)
from changeling.engine.layout import Table
from changeling.engine.machine.board.attachments import move_with_attached, stays
from changeling.engine.machine.chance import below
from changeling.engine.machine.effects.drawing import restock
from changeling.engine.machine.frames import transfer
from changeling.engine.machine.happenings import tell_event
from changeling.engine.machine.journal import (
    CREEP_1,
    PILE_1,
    TURN_8,
    V_DRAWS,
    V_LAYS_DOWN,
    V_PUTS_BACK,
    V_REMOVES,
    V_SHUFFLES,
    V_SWAPS_THE_PILES,
    note,
)
from changeling.engine.machine.rules.sections import tell_drawn
from changeling.engine.machine.turn.players_out import in_game
from changeling.engine.machine.zones import EVERYBODY, MOVED, insert, link, link_in_order, lose_track, unlink
from changeling.engine.sheet_layout import Sheet


def to_pile(d: Sheet, t: Table, seat: int, where: int) -> None:
    """The selection goes into the draw pile: so many cards from the top, or each to a random place."""
    above = min(max(where, TOP), BOTTOM)
    sure = NONE  # bits: who may still know cards of the pile, as far as it was gone through for that; NONE: not yet
    for place in range(t.options):
        card = t.option[place] % SORT
        if stays(t, card):
            continue
        t.pile_known = 1
        if t.place[card] == PILE:
            if sure & ~t.known[card] != 0:  # only who knew the card knows from where in the pile it came
                lose_track(t, PILE, t.known[card])
                sure = t.known[card]
            unlink(t, card)
            note(t, V_PUTS_BACK, seat, card, PILE, PILE, TURN_8)
        else:
            unseen(t, card)
            sure = NONE
            move_with_attached(d, t, V_PUTS_BACK, seat, card, PILE, TURN_8)
            unlink(t, card)
        # Every place that is left to go above the card is taken by those that went before it.
        insert(t, card, PILE, below(t, t.size[PILE] + 1) if where == SOMEWHERE else above)
        if where != SOMEWHERE and above < t.size[PILE]:
            above += 1
    if where == SOMEWHERE and t.options > 0:
        lose_track(t, PILE, 0)
    t.dirty |= PART_PILES
    t.options = 0


def unseen(t: Table, card: int) -> None:
    """A card is about to leave a hand face down: only who knows it knows which cards stay behind."""
    if HAND <= t.place[card] < KEEPERS:
        lose_track(t, t.place[card], t.known[card])


def swap_piles(t: Table, seat: int) -> None:
    """The draw pile and the discard pile change places, each turned over. The selection is lost."""
    count, drawn = 0, t.size[PILE]
    card = t.head[PILE]
    while card != NONE:
        t.option[count] = card
        count += 1
        card = t.next[card]
    card = t.tail[DISCARD]
    while card != NONE:
        t.option[count] = card
        count += 1
        card = t.prev[card]
    t.touched += MOVED * count
    for zone in (PILE, DISCARD):
        t.head[zone] = NONE
        t.tail[zone] = NONE
        t.size[zone] = 0
    for place in range(count):
        card = t.option[place]
        t.known[card] = EVERYBODY
        link(t, card, DISCARD if place < drawn else PILE)
    t.pile_known = 1
    t.options = 0
    t.dirty |= PART_PILES
    note(t, V_SWAPS_THE_PILES, seat, NONE, PILE, DISCARD, TURN_8)


def draw_from(d: Sheet, t: Table, source: int, number: int, by: int) -> None:
    """A player draws from the bottom of the draw pile, or from the top of the discard pile; Creepers are laid down and
    replaced."""
    drawn = 0
    while in_game(t, by) and drawn < number:
        if source != DISCARDS and t.head[PILE] == NONE and t.head[DISCARD] != NONE:
            restock(t)
            t.reshuffles += 1
            note(t, V_SHUFFLES, by, NONE, DISCARD, PILE, PILE_1)
            tell_event(t, RESHUFFLED, NONE, by, NONE, NONE)
        card = t.head[DISCARD] if source == DISCARDS else t.tail[PILE]
        if card == NONE:
            return
        t.idle = 0
        if d.kind[card] == CREEPER:
            transfer(t, V_LAYS_DOWN, by, card, CREEPERS + by, CREEP_1)
        else:
            if source != DISCARDS:
                t.known[card] = EVERYBODY if t.force[by * N_STATICS + OPEN_HAND] != 0 else 1 << by
            transfer(t, V_DRAWS, by, card, HAND + by, TURN_8)
            drawn += 1
        if t.watched >> DRAWN & 1 == 1:
            tell_drawn(d, t, by, card)


def remove(d: Sheet, t: Table, seat: int) -> None:
    """The selection leaves the game."""
    for place in range(t.options):
        card = t.option[place] % SORT
        if not stays(t, card):
            move_with_attached(d, t, V_REMOVES, seat, card, OUT, TURN_8)
            unlink(t, card)
            link_in_order(t, card, OUT)
    t.options = 0
