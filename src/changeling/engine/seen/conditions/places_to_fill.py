"""Which card in front of a player fills which place of a Goal, and which places are left empty.

A card fills one place only, by its name, by what it counts as, or by a mark (K-B31). As many places are filled as can
be; of those that ask for a name, first those for which a card of that very name is there.
"""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.engine.layout import Table
from changeling.engine.machine.board.having import suits
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_layout import Sheet


def filled(d: Sheet, t: Table, seat: int, items: tuple[int, ...]) -> list[int]:
    """By place: the card that fills it, or NONE."""
    front = [card for zone in (w.KEEPERS, w.CREEPERS) for card in cards_in(t, zone + seat)]
    found = [w.NONE] * len(items)
    for place, item in enumerate(items):
        own = (card for card in front if item >= 0 and d.name[card] == item and card not in found)
        found[place] = next(own, w.NONE)
    for place in range(len(items)):
        if found[place] == w.NONE:
            _fill(d, t, items, front, found, place, set())
    return found


def _fill(
    d: Sheet, t: Table, items: tuple[int, ...], front: list[int], found: list[int], place: int, tried: set[int]
) -> bool:
    """Find a card for a place, moving other cards to other places where that helps."""
    for card in front:
        if card in tried or not suits(d, t, card, items[place]):
            continue
        tried.add(card)
        if card not in found or _fill(d, t, items, front, found, found.index(card), tried):
            found[place] = card
            return True
    return False
