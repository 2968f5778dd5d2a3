"""Possible worlds: tables that a seat cannot tell from the true one. What it knows stays, the rest is dealt anew.

`imagine` serves the seat that is asked, and knows no more than it: `as_seen` first makes one and the same table of all
that the seat cannot tell apart. There, what is hidden lies in the order of the cards' numbers, and whatever else the
seat cannot know has a fixed value. So an imagined table depends on what the seat may know and on the seed, and on
nothing else. `resample` serves any seat, from the true table; what others know of one another's cards stays in it.

`machine.hidden.hidden_deal` does the dealing, and `machine.hidden.unseen` forgets what the seat cannot know. Both are
in the machine because they are compiled with the bots.
"""

from __future__ import annotations

from changeling.cards.codes import HAND, KEEPERS, NONE, PICKED_SEAT, SORT, SURPRISE_WINDOW
from changeling.engine.layout import Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.dispatch import step
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH, deal_hidden
from changeling.engine.machine.hidden.unseen import forget_unseen
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_layout import Sheet

_SEED = 0xFFFFFFFFFFFFFFFF
_TRIES = 8


def imagine(d: Sheet, seen: Table, *, seed: int) -> Table:
    """A table that might be the true one, from a table `as_seen` by the seat that is asked."""
    other = seen.copy()
    sow(other, seed & _SEED)
    deal_hidden(d, other, other.asked, [0] * DEAL_SCRATCH)
    other.clear_scratch()  # conditions about hands were looked at
    return other


def resample(d: Sheet, t: Table, seat: int, *, seed: int) -> Table:
    """Another table that the seat, asked or not, cannot tell from this one.

    The generator is seeded anew too. A question to another seat is put again for its new cards. That this seat is asked
    is public, so hands that would not be asked the same are dealt once more. In a Surprise window only that somebody is
    asked is public.
    """
    for attempt in range(_TRIES):
        other = _dealt_anew(d, t, seat, seed + attempt * 0x9E3779B97F4A7C15, kept=NONE)
        if _asks_alike(d, other, t, seat):
            return other
    other = _dealt_anew(d, t, seat, seed, kept=t.asked)
    _asks_alike(d, other, t, seat)
    return other


def _dealt_anew(d: Sheet, t: Table, seat: int, seed: int, *, kept: int) -> Table:
    """The table with other cards where the seat does not know them; the hand of the seat `kept` stays as it is."""
    other = t.copy()
    sow(other, seed & _SEED)
    lent = [] if kept == NONE else [card for card in cards_in(t, HAND + kept) if not t.known[card] >> seat & 1]
    for card in lent:
        other.known[card] |= 1 << seat
    deal_hidden(d, other, seat, [0] * DEAL_SCRATCH)
    for card in lent:
        other.known[card] = t.known[card]
    if t.blind != NONE:  # the card at the same place in the hand
        zone = t.place[t.blind]
        other.blind = cards_in(other, zone)[cards_in(t, zone).index(t.blind)]
    for place in range(t.picks):  # likewise, of what somebody chose from a hand
        card, owner = t.pick[place] % SORT, t.pick[place] - t.pick[place] % SORT
        zone = t.place[card] if card < PICKED_SEAT else NONE
        if HAND <= zone < KEEPERS:
            other.pick[place] = owner + cards_in(other, zone)[cards_in(t, zone).index(card)]
    return other


def _asks_alike(d: Sheet, other: Table, t: Table, seat: int) -> bool:
    """Put a question to another seat again; whether it is asked as the seat has seen it asked."""
    if t.asked in (NONE, seat):
        return True
    other.asked = NONE
    other.options = 0
    step(d, other)
    if other.asked == NONE or other.prompt != t.prompt or other.outcome != t.outcome:
        return False
    if t.prompt == SURPRISE_WINDOW:
        return other.asked not in (NONE, seat)
    return other.asked == t.asked


def as_seen(d: Sheet, t: Table) -> Table:
    """One and the same table for all tables that the asked seat cannot tell apart."""
    other = t.copy()
    forget_unseen(d, t, other, [0] * DEAL_SCRATCH)
    other.clear_scratch()
    return other
