"""Stashes: cards that lie face down in front of a player until a card moves them.

They lie with the cards that are dealt face down, and are promised to the player they lie in front of: so nothing that
is about those finds them, and whatever moves them ends it.
"""

from __future__ import annotations

from changeling.cards.codes import CREEPER, DOWN, NONE, SORT
from changeling.engine.layout import Table
from changeling.engine.machine.board.attachments import move_with_attached, stays
from changeling.engine.machine.effects.dealing import promise_one
from changeling.engine.machine.effects.piles import unseen
from changeling.engine.machine.journal import TURN_8, V_STASHES
from changeling.engine.machine.turn.players_out import in_game
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet


def stash(d: Sheet, t: Table, by: int) -> None:
    """The selection goes into the stash of a player; what others have, and Creepers, stay where they are."""
    for place in range(t.options):
        card = t.option[place] % SORT
        holder = seat_of(t, card)
        if not in_game(t, by) or stays(t, card) or d.kind[card] == CREEPER or (holder != NONE and holder != by):
            continue
        if t.place[card] == DOWN + by and t.promised[card] == by:
            continue
        unseen(t, card)
        t.known[card] |= 1 << by
        move_with_attached(d, t, V_STASHES, by, card, DOWN + by, TURN_8)
        promise_one(t, card, by)
    t.options = 0
