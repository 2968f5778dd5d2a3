"""The selection: the cards that a question or an effect is about, gathered from zones."""

from __future__ import annotations

from changeling.cards.codes import (
    DISCARD,
    HAND,
    KEEPERS,
    NONE,
    PILE,
    SEALED,
)
from changeling.engine.layout import Sheet, Table
from changeling.engine.machine.counts import fits
from changeling.engine.machine.zones import on_table


def gather(d: Sheet, t: Table, zone: int, which: int) -> None:
    """Add the cards of a zone that pass a filter to the selection, once each; those promised to somebody are left
    out."""
    if zone == NONE:
        return
    before = t.options
    card = t.head[zone]
    while card != NONE:
        if t.promised[card] == NONE and fits(d, card, which) and not selected(t, card, before):
            t.option[t.options] = card
            t.options += 1
        card = t.next[card]


def selected(t: Table, card: int, among: int) -> bool:
    """Whether a card is one of the first `among` of the selection."""
    for place in range(among):
        if t.option[place] == card:
            return True
    return False


def drop(t: Table, card: int) -> None:
    """Leave a card out of the selection."""
    kept = 0
    for place in range(t.options):
        if t.option[place] != card:
            t.option[kept] = t.option[place]
            kept += 1
    t.options = kept


def find(d: Sheet, t: Table, at: int) -> None:
    """Add the cards of these names to the selection, wherever they can be found: not face down, sealed or being
    played (K-B01)."""
    for place in range(at + 1, at + 1 + d.lists[at]):
        card = d.first[d.lists[place]]
        while card != NONE:
            zone = t.place[card]
            if on_table(t, card) or zone == PILE or zone == DISCARD or HAND <= zone < KEEPERS:
                t.option[t.options] = card
                t.options += 1
            card = d.twin[card]


def under(t: Table, over: int, add: int) -> int:
    """How many cards lie under a card; with `add` they are added to the selection."""
    found = 0
    card = t.head[SEALED]
    while card != NONE:
        if t.host[card] == over:
            found += 1
            if add == 1:
                t.option[t.options] = card
                t.options += 1
        card = t.next[card]
    return found
