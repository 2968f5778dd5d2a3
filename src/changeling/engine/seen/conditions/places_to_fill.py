"""Which card in front of a player fills which place of a Goal, and which places are left empty.

A card fills one place only, by its name, by what it counts as, or by a mark (K-B31). As many places are filled as can
be; of those that ask for a name, first those for which a card of that very name is there.
"""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.engine.layout import Table
from changeling.engine.machine.board.having import suits
from changeling.engine.machine.board.likeness import cards_counted
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_layout import Sheet

Slot = tuple[int, int]  # a card, and which of the places that it can fill


def filled(d: Sheet, t: Table, seat: int, items: tuple[int, ...]) -> list[int]:
    """By place: the card that fills it, or NONE."""
    cards = [card for zone in (w.KEEPERS, w.CREEPERS) for card in cards_in(t, zone + seat)]
    front = [(card, time) for card in cards for time in range(cards_counted(d, t, card))]
    found: list[Slot | None] = [None] * len(items)
    for place, item in enumerate(items):
        own = (slot for slot in front if item >= 0 and d.name[slot[0]] == item and slot not in found)
        found[place] = next(own, None)
    for place in range(len(items)):
        if found[place] is None:
            _fill(d, t, items, front, found, place, set())
    return [w.NONE if slot is None else slot[0] for slot in found]


def _fill(
    d: Sheet,
    t: Table,
    items: tuple[int, ...],
    front: list[Slot],
    found: list[Slot | None],
    place: int,
    tried: set[Slot],
) -> bool:
    """Find a card for a place, moving other cards to other places where that helps."""
    for slot in front:
        if slot in tried or not suits(d, t, slot[0], items[place]):
            continue
        tried.add(slot)
        if slot not in found or _fill(d, t, items, front, found, found.index(slot), tried):
            found[place] = slot
            return True
    return False
